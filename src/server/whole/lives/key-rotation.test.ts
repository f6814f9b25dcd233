// @one-database
/**
 * The drill of docs/operations.md: a new root key replaces the old one beside running servers, and the old one is
 * thrown away.
 */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sealAudit } from '#server/core/protection/audit/audit-chain.ts';
import { verifyAudit } from '#server/core/protection/audit/verify-audit.ts';
import { createCaptcha } from '#server/platform/limits/captcha/altcha.ts';
import { minute } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { createKeyring, nameOfKey } from '#server/platform/crypto/keyring.ts';
import { sealedColumns } from '#server/core/database/key-columns.ts';
import { newCsrfToken } from '#server/platform/http/sessions/csrf.ts';
import { sha256 } from '#server/platform/ids.ts';
import { bind, importOld, proveContact, type OldAccount } from '#server/testing/people/legacy.ts';
import { freshEmail, freshPhone, registrationBody, signInCode, signUp } from '#server/testing/people/people.ts';
import { columnsSealedBy, keysCommand, newRootKey, rootConfig } from '#server/testing/server/root-keys.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { things } from '#server/testing/server/things-under-a-key.ts';
import { movedTo, startSecondInstance, type SecondInstance } from '#server/testing/server/two-instances.ts';

const [oldKey, newKey] = [newRootKey(), newRootKey()];

/** Observations during the replacement of the key. */
interface Story {
  readonly tooEarly: unknown;
  readonly beside: Readonly<Record<string, unknown>>;
  readonly whileInUse: Command;
  readonly ending: Command;
  readonly again: Command;
  readonly status: Command;
  readonly before: readonly string[];
  readonly left: readonly string[];
}

interface Command {
  readonly code: number;
  readonly printed: string;
}

let database: TestDatabase;
let last: TestApp;
let story: Story;
/** Imported under the old key; an instance with the new key rewrote it before everything was sealed again. */
let released: OldAccount;
const checks = new Map<string, (later: TestApp) => Promise<void>>();

beforeAll(async () => {
  database = await openTestDatabase();
  let app = await buildTestApp({ database, now: Date.now(), config: { rateFactor: 1000, ...rootConfig(oldKey) } });
  await app.listen();
  const { clock } = app;
  for (const [name, make] of Object.entries(things)) checks.set(name, await make(app));
  await sealAudit(app.wiring.core.store);
  const before = await columnsSealedBy(app.db, oldKey);
  const { port, publicUrl } = app.config;
  const restart = async (...keys: Parameters<typeof rootConfig>): Promise<TestApp> => {
    const config: Partial<Config> = { rateFactor: 1000, port, publicUrl, ...rootConfig(...keys) };
    const next = await buildTestApp({ database, now: clock.now(), config });
    await next.listen();
    return next;
  };
  await app.close();
  const tooEarly = await restart(newKey).then(
    () => 'it started',
    (error: unknown) => error,
  );

  // Every instance knows both keys before the first one switches.
  app = await restart(oldKey, newKey);
  const time = { clock: app.clock };
  const second = await startSecondInstance(app, time, rootConfig(newKey, oldKey));
  const beside = await besideEachOther(app, second);
  released = await releasedAt(app, second);
  const whileInUse = await command({ db: app.db, ...time }, 'rekey');
  await signUp(app);
  await app.close();
  app.clock.advance(2 * minute);
  const ending = await command({ db: app.db, ...time }, 'rekey');
  await second.close();
  const again = await command({ db: app.db, ...time }, 'rekey');
  const status = await command({ db: app.db, ...time }, 'status');
  const left = await columnsSealedBy(app.db, oldKey);
  clock.advance(app.clock.now() - clock.now());
  last = await restart(newKey);
  story = { tooEarly, beside, whileInUse, ending, again, status, before, left };
}, 180_000);

afterAll(async () => {
  await last.close();
  await database.close();
});

async function command(on: Pick<TestApp, 'db' | 'clock'>, ...words: readonly string[]): Promise<Command> {
  let printed = '';
  const log = vi.spyOn(console, 'log').mockImplementation((text: string) => void (printed += `${text}\n`));
  const bar = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const code = await keysCommand(on, rootConfig(newKey, oldKey), ...words);
  log.mockRestore();
  bar.mockRestore();
  return { code, printed };
}

/** Starts at an instance with the old key and ends at one with the new key, and the other way round. */
async function besideEachOther(app: TestApp, second: SecondInstance): Promise<Story['beside']> {
  const there = { ...app, newBrowser: () => second.newBrowser() };
  const seen: Record<string, unknown> = {};
  for (const [way, from, to] of [
    ['forwards', app, second],
    ['backwards', there, app],
  ] as const) {
    const person = await signUp(app);
    const browser = from.newBrowser();
    const code = await signInCode(app, browser, person.contact);
    seen[`a code, ${way}`] = (await movedTo(to, browser).post('/login/code', { account: person.contact, code })).code;
    const { contact: account, password } = await signUp(app, { browser: from.newBrowser() });
    seen[`a password, ${way}`] = (await to.newBrowser().post('/login/password', { account, password })).code;
    const registering = from.newBrowser();
    const body = await registrationBody(app, registering, { email: freshEmail() });
    seen[`a captcha and a csrf token, ${way}`] = (await movedTo(to, registering).post('/register/email', body)).code;
    const old = await importOld({ ...app, wiring: way === 'forwards' ? app.wiring : second.wiring });
    const found = await proveContact({ ...app, newBrowser: () => to.newBrowser() }, to.newBrowser(), old.phone);
    seen[`a legacy account, ${way}`] = found.legacy.length;
  }
  return seen;
}

async function releasedAt(app: TestApp, second: SecondInstance): Promise<OldAccount> {
  const old = await importOld(app);
  const browser = second.newBrowser();
  const { legacy, ticket } = await proveContact({ ...app, newBrowser: () => second.newBrowser() }, browser, old.phone);
  const taken = await bind(browser, { step: 'release', legacyId: legacy[0]?.legacyId ?? '', tickets: [ticket] });
  expect(taken).toMatchObject({ code: 200 });
  return old;
}

describe('while the root key is being replaced', () => {
  it('refuses a start without the old one, and names what is sealed with it', () => {
    expect(String(story.tooEarly)).toMatch(/ConfigError: SECRET_KEY must be the one that this database was made with/);
    expect(String(story.tooEarly)).toMatch(
      /\d+ passwords, .*\d+ mailed links, .*\d+ legacy accounts, .*\d+ authenticator apps, .*are still sealed with /,
    );
    expect(String(story.tooEarly)).toContain(nameOfKey(oldKey));
    expect(String(story.tooEarly)).not.toContain(newKey.toString('base64'));
  });

  it("lets instances with the old and the new one accept each other's work", () => {
    const [codes, found] = [200, 1];
    expect(story.beside).toEqual({
      'a code, forwards': codes,
      'a password, forwards': codes,
      'a captcha and a csrf token, forwards': codes,
      'a legacy account, forwards': found,
      'a code, backwards': codes,
      'a password, backwards': codes,
      'a captcha and a csrf token, backwards': codes,
      'a legacy account, backwards': found,
    });
  });

  it('keeps the old one while an instance seals with it', () => {
    expect(story.whileInUse).toMatchObject({ code: 2, printed: expect.stringContaining(`The key ${nameOfKey(oldKey)} is still in use`) });
    expect(story.whileInUse.printed).toMatch(/^Sealed again with .*: \d+ passwords, /);
  });

  it('seals again the later writes of that instance, and then ends the old one', () => {
    expect(story.ending).toMatchObject({ code: 0, printed: expect.stringMatching(/^Sealed again with .*: \d+ password/) });
    expect(story.ending.printed).toContain(`The key ${nameOfKey(oldKey)} has ended`);
    expect(story.again).toEqual({ code: 0, printed: `Sealed again with ${nameOfKey(newKey)}: nothing.\n` });
  });

  it('leaves nothing sealed with the old one, after filling every column of the table of purposes', () => {
    expect(story.left).toEqual([]);
    expect(story.before).toEqual([...sealedColumns].toSorted());
  });

  it('reports the remains of the old one to the operator, and that it may go', () => {
    expect(story.status.code).toBe(0);
    expect(story.status.printed).toContain(`${nameOfKey(oldKey)}  has ended: may be taken out of SECRET_KEYS_ACCEPTED; earlier codes and pages`);
    expect(story.status.printed).toContain(`${nameOfKey(newKey)}  SECRET_KEY: seals`);
    for (const kept of ['seals of the audit trail', 'reserved names, at most', '1 devices', 'upgraded legacy accounts']) {
      expect(story.status.printed).toMatch(new RegExp(`kept for .*${kept}`));
    }
  });
});

describe('without the old root key', () => {
  it.each(Object.keys(things))('%s', async (name) => {
    await (checks.get(name) ?? expect.fail(name))(last);
  });

  it('finds a legacy account that was changed while its hashes used the old one', async () => {
    const { legacy } = await proveContact(last, last.newBrowser(), released.email);
    expect(legacy).toMatchObject([{ number: released.id, phone: '' }]);
  });

  it('rejects everything made with it', async () => {
    const stolen = createKeyring(oldKey);
    const { db, clock } = last;
    const browser = last.newBrowser();
    await browser.prepare();
    const own = browser.cookies.get('csrf') ?? '';
    const body = { phone: freshPhone() };
    browser.cookies.set('csrf', newCsrfToken(stolen, `visitor:${sha256(browser.cookies.get('visitor') ?? '')}`));
    expect(await browser.post('/check/phone', body)).toMatchObject({ status: 403 });
    browser.cookies.set('csrf', own);
    expect(await browser.post('/check/phone', body)).toMatchObject({ code: 200 });

    const challenge = await createCaptcha({ db, keyring: stolen, clock, difficulty: { cost: 1, from: 1, to: 2 } }).createChallenge('login');
    const solution = await solveChallenge({ challenge, deriveKey });
    const validate = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    expect(await browser.post('/captcha/sms/send/login', { ...body, validate })).toMatchObject({ code: 3008 });

    expect(() => last.wiring.keyring.open('outbox', stolen.seal('outbox', '{}'))).toThrow('not configured');
  });

  it('keeps the audit trail intact, and names its seals of the old one', async () => {
    const report = await verifyAudit(last.wiring.core.store);
    expect(report).toMatchObject({ faults: [], earlierKeys: [{ name: nameOfKey(oldKey) }] });
    const rekeyed = await last.db.q().selectFrom('audit').select('detail').where('event', '=', 'installation.rekeyed').execute();
    const ended = rekeyed.map(({ detail }) => (JSON.parse(detail) as { readonly ended: string }).ended);
    // Both may be of one moment.
    expect(ended.toSorted()).toEqual(['', nameOfKey(oldKey)]);
  });
});

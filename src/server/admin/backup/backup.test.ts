import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshEmail, signInCode, signUp, type Person } from '#server/testing/people/people.ts';
import { askDeletion, mailedWithdrawal, withdrawWith } from '#server/testing/people/deletion.ts';
import { accountIdOf, askReset } from '#server/testing/people/proving.ts';
import { createOwnApp, must, newDeveloper, proveFor } from '#server/testing/apps/developers.ts';
import { guardianDays, guardianTextVersion } from '#contract/vocabulary/children.ts';
import { choiceVersion } from '#contract/account/agreements/consents.words.ts';
import { keepGates } from '#server/core/account/age/age-gates.repository.ts';
import { registerClient } from '#server/testing/apps/openid.ts';
import { keysCommand, newRootKey, rootConfig } from '#server/testing/server/root-keys.ts';
import { startServerProcess } from '#server/testing/server/server-process.ts';
import { fetchFrom, newTestBrowser } from '#server/testing/server/test-browser.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { OwnAppView } from '#contract/apps/developer/developer.schemas.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { nameOfKey } from '#server/platform/crypto/keyring.ts';
import { transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import { newId } from '#server/platform/ids.ts';
import type { Config } from '#server/platform/settings/config.ts';
import { quarters } from '#server/testing/costs/hostile-images.ts';
import { run as runAudit } from '#server/admin/audit/audit.ts';
import { run } from './backup.ts';

const [onSqlite, onPostgres] = process.env['TEST_DATABASE'] === 'postgres' ? [[], ['PostgreSQL']] : [['SQLite'], []];

let app: TestApp;
let folder: string;
let printed: string;

beforeEach(async () => {
  app = await buildTestApp({ now: Date.now(), config: { rateFactor: 1000 } });
  folder = mkdtempSync(join(tmpdir(), 'cedar-id-backup-'));
  printed = '';
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (printed += `${text}\n`));
});

afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const admin = (words: readonly string[], config: Config = app.config) => run(words, config);

/** A person with an avatar. */
async function person() {
  const who = await signUp(app, { email: freshEmail() });
  const { data } = await who.browser.post<{ sign: string; uploadUrl: string }>('/profileimage/begin', { filetype: 'png' });
  const { pathname, search } = new URL(data.uploadUrl, app.config.publicUrl);
  const bytes = await quarters().png().toBuffer();
  await who.browser.raw({ method: 'PUT', path: `${pathname}${search}`, body: bytes, headers: { 'content-type': 'image/png' } });
  expect(await who.browser.post('/profileimage/finish', { sign: data.sign })).toMatchObject({ code: 200 });
  return who;
}

describe.each(onSqlite)('a backup on %s', () => {
  it('is made while people come and go, and is complete when restored elsewhere', { timeout: 60_000 }, async () => {
    const owner = await person();
    const coming = Promise.all(Array.from({ length: 8 }, () => signUp(app)));
    expect(await admin(['backup', join(folder, 'one')])).toBe(0);
    await coming;
    await signInCode(app, app.newBrowser(), owner.contact);

    expect(await admin(['backup', 'verify', join(folder, 'one')])).toBe(0);
    expect(printed).toContain('3 avatar files');
    expect(printed).toContain('The trail is as it was written.');

    const restored = join(folder, 'restored');
    expect(await admin(['restore', join(folder, 'one'), '--into', restored])).toBe(0);
    expect(printed).toContain(`mv ${app.config.dataDir} ${app.config.dataDir}.before && mv ${restored} ${app.config.dataDir}`);
    const secret = Buffer.from(app.config.secretKey).toString('base64');
    const server = await startServerProcess({ dataDir: restored, env: { SECRET_KEY: secret, ENCRYPTION: 'off' } });
    try {
      const browser = newTestBrowser({ send: fetchFrom(server.origin), origin: server.origin });
      for (const [name, value] of owner.browser.cookies) browser.cookies.set(name, value);
      expect(await browser.get('/account/metainfo')).toMatchObject({ status: 401 });
      const fresh = newTestBrowser({ send: fetchFrom(server.origin), origin: server.origin });
      const { contact: account, password } = owner;
      expect(await fresh.post('/login/password', { account, password })).toMatchObject({ code: 200 });
      const { data } = await fresh.get<AccountView>('/account/metainfo');
      expect(await fresh.raw({ method: 'GET', path: new URL(data.profileImage, server.origin).pathname })).toMatchObject({ status: 200 });
      expect(readdirSync(restored)).not.toContain('dev-outbox.jsonl');
    } finally {
      await server.stop();
    }
    expect(await admin(['migrations', 'status'], { ...app.config, dataDir: restored })).toBe(0);
  });

  it('is restored with the later events of an export of the lost database', async () => {
    const owner = await signUp(app, { email: freshEmail() });
    await admin(['backup', join(folder, 'one')]);
    const visitor = app.newBrowser();
    const { code } = await askReset(app, visitor, owner.contact);
    const body = { email: owner.contact, code, newPassword: 'another-9-Harbour' };
    expect(await visitor.post('/password/reset/reset_password/email', body)).toMatchObject({ code: 200 });
    const events = join(folder, 'events.jsonl');
    const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      appendFileSync(events, text);
      return true;
    });
    await runAudit(['audit', 'export'], { ...app, keyring: app.wiring.keyring });
    stdout.mockRestore();
    expect(await admin(['restore', join(folder, 'one'), '--into', join(folder, 'restored'), '--events', events])).toBe(0);
    expect(printed).toContain('0 erasures, 0 requests for deletion, 0 withdrawals, 0 locks and 0 ends of locks; 1 passwords');
  });

  it('is refused when it is damaged, or would replace something', async () => {
    const backup = join(folder, 'one');
    await admin(['backup', backup]);
    await expect(admin(['backup', backup])).rejects.toThrow('exists already');
    await expect(admin(['restore', backup, '--into', app.config.dataDir])).rejects.toThrow('has a database');
    await expect(admin(['backup', 'verify', folder])).rejects.toThrow('is not a backup');
    const other = { ...app.config, secretKey: Buffer.alloc(32, 1) };
    await expect(admin(['backup', 'verify', backup], other)).rejects.toThrow('SECRET_KEY');
    appendFileSync(join(backup, 'cedar.db'), 'x');
    await expect(admin(['backup', 'verify', backup])).rejects.toThrow('not as it was written');
    rmSync(join(backup, 'cedar.db'));
    await expect(admin(['backup', 'verify', backup])).rejects.toThrow('is missing');
  });

  it('from before a rotation of the root key is restored with that key accepted, which then ends again', async () => {
    const owner = await signUp(app);
    const backup = join(folder, 'one');
    await admin(['backup', backup]);
    const oldName = nameOfKey(app.config.secretKey);
    expect(printed).toContain(`Sealed with the key ${oldName}.`);
    const restored = join(folder, 'restored');
    const [newOnly, both] = [rootConfig(newRootKey()), rootConfig(newRootKey(), app.config.secretKey)];
    for (const words of [
      ['backup', 'verify', backup],
      ['restore', backup, '--into', restored],
    ]) {
      await expect(admin(words, { ...app.config, ...newOnly })).rejects.toThrow(`sealed with the key ${oldName}, which is neither`);
    }
    expect(await admin(['backup', 'verify', backup], { ...app.config, ...both })).toBe(0);
    expect(await admin(['restore', backup, '--into', restored], { ...app.config, ...both })).toBe(0);

    const db = await openDatabase({ databaseUrl: undefined, dataDir: restored });
    // No server has used the key as the current one for a minute: the copy contains the time of its creation.
    const clock = { now: () => Date.now() + 2 * minute };
    expect(await keysCommand({ db, clock }, both, 'rekey')).toBe(0);
    await db.close();
    const env = { SECRET_KEY: both.secretKey.toString('base64'), ENCRYPTION: 'off' };
    const server = await startServerProcess({ dataDir: restored, env });
    try {
      const browser = newTestBrowser({ send: fetchFrom(server.origin), origin: server.origin });
      const { contact: account, password } = owner;
      expect(await browser.post('/login/password', { account, password })).toMatchObject({ code: 200 });
    } finally {
      await server.stop();
    }
    expect(await admin(['backup', 'verify', backup], { ...app.config, ...both })).toBe(0);
  });

  it('on a folder without a database runs no migration, and makes one only by init', async () => {
    const config = { ...app.config, dataDir: join(folder, 'new') };
    for (const verb of ['status', 'run'])
      await expect(admin(['migrations', verb], config)).rejects.toThrow('there is no database in DATA_DIR');
    expect(readdirSync(folder)).toEqual([]);
    await admin(['init'], config);
    printed = '';
    await admin(['migrations', 'status'], config);
    expect(printed).toBe('The database is of this version.\n');
  });
});

describe('a database of other migrations', () => {
  const other = 'that begin with 0001-accounts, and not with 0001-baseline';

  beforeEach(async () => {
    await sql`update kysely_migration set name = '0001-accounts' where name = '0001-baseline'`.execute(app.db.q());
  });

  it('is migrated by no command, and no server starts on it', async () => {
    for (const verb of ['status', 'run']) await expect(admin(['migrations', verb])).rejects.toThrow(other);
    const { dataDir, databaseUrl } = app.config;
    const env = { ENCRYPTION: 'off', ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
    await expect(startServerProcess({ dataDir, env })).rejects.toThrow(`Cannot start: the database was not made by a released version`);
  });

  it.each(onSqlite)('on %s is restored from no backup, and nothing of it is copied', async () => {
    const backup = join(folder, 'one');
    await admin(['backup', backup]);
    await expect(admin(['backup', 'verify', backup])).rejects.toThrow(other);
    await expect(admin(['restore', backup, '--into', join(folder, 'restored')])).rejects.toThrow('start with an empty database');
    expect(readdirSync(folder)).toEqual(['one']);
  });
});

describe.each(onPostgres)('a backup on %s', () => {
  it('is that of PostgreSQL', async () => {
    await expect(admin(['backup', join(folder, 'one')])).rejects.toThrow('by its own means');
  });
});

it('revives nothing in a restored database that may have ended since', async () => {
  const owner = await signUp(app);
  const visitor = app.newBrowser();
  const code = await signInCode(app, visitor, owner.contact);
  await app.wiring.jobs.outbox.close();
  await addWaitingMessage();
  expect(await admin(['restore', 'settle', '--confirm'])).toBe(0);
  expect(printed).toContain('1 waiting messages were dropped');
  expect(await owner.browser.get('/account/metainfo')).toMatchObject({ status: 401 });
  expect(await visitor.post('/login/code', { account: owner.contact, code })).not.toMatchObject({ code: 200 });
  const { contact: account, password } = owner;
  expect(await app.newBrowser().post('/login/password', { account, password })).toMatchObject({ code: 200 });
  await expect(admin(['restore', 'settle'])).rejects.toThrow('Usage');
});

it('puts the secrets of developers on hold until they are confirmed, and tells the receivers of signals', async () => {
  const owner = await newDeveloper(app);
  const { app: made } = await createOwnApp(owner);
  await proveFor(owner, 'testAppSecret', made.clientID);
  must(await owner.browser.post(`/developer/apps/${made.clientID}/secrets`, { oldEnds: 'never', idempotencyKey: newId() }));
  await proveFor(owner, 'testAppSecret', made.clientID);
  const { stream } = must(
    await owner.browser.post<{ stream: { id: string } }>(`/developer/apps/${made.clientID}/streams`, { kind: 'poll' }),
  );
  const operators = await registerClient(app);
  for (let times = 0; times < 2; times += 1) expect(await admin(['restore', 'settle', '--confirm'])).toBe(0);

  app.clock.set(Date.now());
  const mails = (await app.outbox(owner.email)).filter(({ scene }) => scene === 'secretsHeld');
  expect(mails).toHaveLength(1);
  const told = await app.db.q().selectFrom('signals').select('event').where('stream_id', '=', stream.id).execute();
  expect(told.map(({ event }) => event)).toEqual(['stream-updated', 'stream-updated']);
  const endsOf = async (id: string) =>
    (await app.wiring.core.apps.clients.secrets.list(id)).map(({ endsAt, heldAt }) => [endsAt === null, heldAt === null]);
  expect(await endsOf(made.clientID)).toEqual([
    [false, false],
    [false, false],
  ]);
  expect(await endsOf(operators.clientId)).toEqual([[true, true]]);

  const { contact: account, password } = owner;
  const browser = app.newBrowser();
  must(await browser.post('/login/password', { account, password }));
  const again = { ...owner, browser };
  const [first, second] = must(await browser.get<OwnAppView>(`/developer/apps/${made.clientID}`)).secrets;
  const confirm = (id = '') => browser.post(`/developer/apps/${made.clientID}/secrets/${id}/confirm`, {});
  expect((await confirm(first?.id)).code).toBe(3001);
  await proveFor(again, 'testAppSecret', made.clientID);
  must(await confirm(first?.id));
  app.clock.set(Date.now() + 7 * day + 1);
  const later = { ...owner, browser: app.newBrowser() };
  must(await later.browser.post('/login/password', { account, password }));
  const { secrets } = must(await later.browser.get<OwnAppView>(`/developer/apps/${made.clientID}`));
  expect(secrets.map(({ id, held, endsAt }) => [id, held, endsAt])).toEqual([[first?.id, false, null]]);
  await proveFor(later, 'testAppSecret', made.clientID);
  const late = await later.browser.post(`/developer/apps/${made.clientID}/secrets/${second?.id ?? ''}/confirm`, {});
  expect(late.code).toBe(3041);
  app.clock.set(Date.now());
});

it('restarts every pending deletion, with a notice that leads back', async () => {
  const restoredAt = Date.now();
  app.clock.set(restoredAt - 16 * day);
  const withdrawn = await signUp(app, { email: freshEmail() });
  const forgotten = await signUp(app, { email: freshEmail() });
  for (const { browser } of [withdrawn, forgotten]) expect(await askDeletion(browser)).toMatchObject({ code: 200 });
  const before = await mailedWithdrawal(app, withdrawn.contact);
  for (let times = 0; times < 2; times += 1) expect(await admin(['restore', 'settle', '--confirm'])).toBe(0);
  expect(printed).toContain('0 accounts will be erased when a server starts; 2 deletions begin again');

  app.clock.set(Date.now());
  await app.wiring.jobs.deletions.run();
  const reminders = (await app.outbox(withdrawn.contact)).filter(({ scene }) => scene === 'deletionReminder');
  expect(reminders).toHaveLength(1);
  expect(await withdrawWith(app.newBrowser(), before?.ticket ?? '')).toMatchObject({ code: 1022 });
  const told = await mailedWithdrawal(app, withdrawn.contact);
  expect(await withdrawWith(app.newBrowser(), told?.ticket ?? '')).toMatchObject({ code: 200, data: { status: 'active' } });
  expect(await signInTo(withdrawn)).toMatchObject({ code: 200 });

  app.clock.set(restoredAt + 15 * day - hour);
  await app.wiring.jobs.deletions.run();
  expect(await signInTo(forgotten)).toMatchObject({ code: 3002 });
  app.clock.set(Date.now() + 15 * day);
  await app.wiring.jobs.deletions.run();
  expect(await signInTo(forgotten)).toMatchObject({ code: 3007 });
});

it('repeats the later events of an export of the trail and of the log', async () => {
  const names = ['erased', 'erasedByLog', 'pending', 'withdrawn', 'asked', 'locked', 'unlocked', 'replaced', 'moved', 'untouched'] as const;
  const people = new Map<string, Person>();
  const ids = new Map<string, string>();
  for (const name of names) {
    const one = await signUp(app, { email: freshEmail() });
    people.set(name, one);
    ids.set(name, await accountIdOf(app, one.contact));
  }
  const who = (name: (typeof names)[number]): Person => people.get(name) ?? expect.fail(name);
  for (const name of ['pending', 'withdrawn'] as const) expect(await askDeletion(who(name).browser)).toMatchObject({ code: 200 });
  await transitionAccount(app.db, { id: ids.get('unlocked') ?? '', from: 'active', to: 'locked' });
  const [known] = await app.db.q().selectFrom('audit').select('id').where('event', '=', 'deletion.requested').execute();

  const at = '2026-11-21T10:00:00.000Z';
  const line = (name: (typeof names)[number], event: string, more: { readonly id?: string; readonly at?: string } = {}): string =>
    JSON.stringify({ id: newId(), at, accountId: ids.get(name), event, session: '', requestId: '', detail: {}, seal: 1, ...more });
  const lines = [
    line('erased', 'account.purged'),
    JSON.stringify({ level: 'info', time: at, accountId: ids.get('erasedByLog'), msg: 'an account was erased' }),
    JSON.stringify({ level: 'info', time: at, accountId: ids.get('untouched'), msg: 'something else' }),
    line('pending', 'account.purged'),
    line('withdrawn', 'deletion.withdrawn', { at: '2026-11-21T10:00:02.000Z' }),
    line('withdrawn', 'deletion.requested', { at: '2026-11-21T10:00:01.000Z' }),
    line('untouched', 'deletion.requested', known),
    line('asked', 'deletion.requested'),
    line('locked', 'account.locked'),
    line('unlocked', 'account.unlocked'),
    line('replaced', 'password.reset'),
    line('moved', 'email.changed'),
    JSON.stringify({ id: newId(), at, accountId: newId(), event: 'account.purged' }),
  ];
  writeFileSync(join(folder, 'events.jsonl'), `${lines.join('\n')}\n`);
  expect(await admin(['restore', 'settle', '--confirm', '--events', join(folder, 'events.jsonl')])).toBe(0);
  expect(printed).toContain('3 accounts will be erased when a server starts; 1 deletions begin again');
  expect(printed).toContain('3 erasures, 1 requests for deletion, 1 withdrawals, 1 locks and 1 ends of locks; 1 passwords');
  expect(printed).toContain(`The phone or email of ${ids.get('moved')} was changed later`);

  app.clock.set(Date.now());
  const answers: Record<string, number> = {};
  for (const name of names) answers[name] = (await signInTo(who(name))).code;
  const gone = { erased: 3007, erasedByLog: 3007, pending: 3007 };
  expect(answers).toEqual({
    ...gone,
    withdrawn: 200,
    asked: 3002,
    locked: 4010,
    unlocked: 200,
    replaced: 3007,
    moved: 200,
    untouched: 200,
  });
  await app.wiring.jobs.deletions.run();
  const purged = await app.db.q().selectFrom('accounts').select('id').where('state', '=', 'purged').execute();
  expect(new Set(purged.map(({ id }) => id))).toEqual(new Set(Object.keys(gone).map((name) => ids.get(name))));
  const browser = app.newBrowser();
  const code = await signInCode(app, browser, who('replaced').contact);
  expect(await browser.post('/login/code', { account: who('replaced').contact, code })).toMatchObject({ code: 200 });
  const again = ['restore', 'settle', '--confirm', '--events', join(folder, 'events.jsonl')];
  printed = '';
  expect(await admin(again)).toBe(0);
  expect(printed).toContain('Repeated: 0 erasures, 0 requests for deletion, 0 withdrawals, 0 locks and 0 ends of locks; 0 passwords');
  writeFileSync(join(folder, 'events.jsonl'), 'no JSON\n');
  await expect(admin(again)).rejects.toThrow('cannot be read at line 1');
});

it('withdraws again what was withdrawn later, and keeps when an age gate began', async () => {
  const { browser, contact } = await signUp(app);
  const accountId = await accountIdOf(app, contact);
  for (const purpose of ['mail', 'diagnostics'])
    expect(await browser.post('/account/choices', { purpose, version: choiceVersion, given: true })).toMatchObject({ code: 200 });
  await keepGates(app.db, ['CN'], 1000);
  const line = (event: string, purpose: string, at: string) => JSON.stringify({ id: newId(), at, accountId, event, detail: { purpose } });
  const events = join(folder, 'events.jsonl');
  const lines = [
    line('choice.withdrawn', 'mail', '2026-11-21T10:00:00.000Z'),
    // Given again since.
    line('choice.given', 'diagnostics', '2026-11-21T10:00:02.000Z'),
    line('choice.withdrawn', 'diagnostics', '2026-11-21T10:00:01.000Z'),
    line('choice.withdrawn', '__proto__', '2026-11-21T10:00:03.000Z'),
  ];
  writeFileSync(events, `${lines.join('\n')}\n`);
  for (const count of [1, 0]) {
    printed = '';
    expect(await admin(['restore', 'settle', '--confirm', '--events', events])).toBe(0);
    expect(printed).toContain(`${count} withdrawn consents, 0 of guardians.`);
  }
  const choices = app.db.q().selectFrom('choices').select(['purpose', 'given']).orderBy('purpose');
  expect(await choices.execute()).toEqual([
    { purpose: 'diagnostics', given: 1 },
    { purpose: 'mail', given: 0 },
  ]);
  const noted = app.db.q().selectFrom('consent_ledger').select(['type']).where('act', '=', 'withdrawn');
  expect(await noted.execute()).toEqual([{ type: 'mail' }]);
  // Accounts from before have been asked since then: a start with the same gate moves no date.
  expect(await keepGates(app.db, ['CN', 'DE'], 2000)).toEqual(
    new Map([
      ['CN', 1000],
      ['DE', 2000],
    ]),
  );
});

it('withdraws again what a guardian has withdrawn later, unless another one agrees', async () => {
  const gated = await buildTestApp({ now: Date.now(), config: { rateFactor: 1000, ageGate: { CN: 14, DE: 16 } } });
  try {
    const { answers, states } = await withFamilies(gated);
    const kept = { guardian_answer: 'agreed', guardian_due_at: null };
    expect(answers).toEqual([{ guardian_answer: 'withdrawn', guardian_due_at: expect.any(Number) }, kept, kept]);
    expect(answers[0]?.guardian_due_at).toBeGreaterThan(Date.now() + (guardianDays.withdrawn - 1) * day);
    expect(states).toEqual(['withdrawn', 'withdrawn', 'agreed']);
  } finally {
    await gated.close();
  }
});

/** Three children: of a guardian who withdraws, of two of whom one does, and of one who agrees again. */
async function withFamilies(gated: TestApp) {
  const aged = async (age: number) => {
    const browser = gated.newBrowser();
    const birthday = `${new Date(gated.clock.now()).getUTCFullYear() - age}-01-05`;
    must(await browser.post('/register/age', { birthday, region: 'CN' }));
    return signUp(gated, { browser });
  };
  const grownUps = [await aged(40), await aged(41)] as const;
  gated.clock.advance(8 * day);
  for (const { browser, contact: account, password } of grownUps) must(await browser.post('/login/password', { account, password }));
  const [mother] = grownUps;
  const prove = async ({ browser, password }: Person, action: string) =>
    must(await browser.post('/account/auth', { method: 'password', password, action }));
  const agree = async (guardian: Person, child: Person, beside?: { readonly guardian: Person; readonly id: string }) => {
    if (beside !== undefined) await prove(beside.guardian, 'inviteSecondGuardian');
    const asking = beside?.guardian ?? child;
    const ofChild = beside === undefined ? {} : { child: beside.id };
    const { url } = must(await asking.browser.post<{ url: string }>('/guardian/invite', ofChild));
    await prove(guardian, 'consentForChild');
    const body = { invitation: new URL(url).hash.slice(1), relation: 'parent', version: guardianTextVersion };
    return must(await guardian.browser.post<{ id: string }>('/guardian/consent', body)).id;
  };
  const withdraw = async (guardian: Person, id: string) => {
    await prove(guardian, 'withdrawForChild');
    must(await guardian.browser.post('/guardian/children/withdraw', { id }));
  };
  const [one, two, again] = [await aged(10), await aged(11), await aged(12)];
  const ids = [await agree(mother, one), await agree(mother, two), await agree(mother, again)] as const;
  await agree(grownUps[1], two, { guardian: mother, id: ids[1] });
  gated.clock.advance(minute);
  for (const id of ids) await withdraw(mother, id);
  gated.clock.advance(minute);
  await prove(mother, 'consentForChild');
  must(await mother.browser.post('/guardian/children/agree', { id: ids[2], version: guardianTextVersion }));
  const trail = await gated.db
    .q()
    .selectFrom('audit')
    .select(['at', 'account_id', 'event', 'detail'])
    .where('event', 'like', 'guardian.%')
    .execute();
  const events = join(folder, 'events.jsonl');
  const lines = trail.map(({ at, account_id: accountId, event, detail }) =>
    JSON.stringify({ id: newId(), at: new Date(at).toISOString(), accountId, event, detail: detail === '' ? {} : JSON.parse(detail) }),
  );
  // Not in the order of time: an export is in the order of sealing.
  writeFileSync(events, `${lines.toReversed().join('\n')}\n`);
  // The copy is older.
  await sql`update guardianships set state = 'agreed'`.execute(gated.db.q());
  await sql`update accounts set guardian_answer = 'agreed', guardian_due_at = null where age_band = 'child'`.execute(gated.db.q());
  for (const count of [2, 0]) {
    printed = '';
    expect(await admin(['restore', 'settle', '--confirm', '--events', events], gated.config)).toBe(0);
    expect(printed).toContain(`0 withdrawn consents, ${count} of guardians.`);
  }
  const accountOf = async ({ contact }: Person) => {
    const id = await accountIdOf(gated, contact);
    const row = gated.db.q().selectFrom('accounts').select(['guardian_answer', 'guardian_due_at']).where('id', '=', id);
    return row.executeTakeFirstOrThrow();
  };
  const answers = [await accountOf(one), await accountOf(two), await accountOf(again)];
  const rows = await gated.db.q().selectFrom('guardianships').select(['id', 'state']).where('id', 'in', ids).execute();
  return { answers, states: ids.map((id) => rows.find((row) => row.id === id)?.state) };
}

const signInTo = ({ contact: account, password }: Person) => app.newBrowser().post('/login/password', { account, password });

/** A waiting message. */
async function addWaitingMessage(): Promise<void> {
  const row = {
    id: 'waiting',
    channel: 'sms',
    sealed: '',
    lane: 'notice',
    created_at: 0,
    not_before: 0,
    attempts: 0,
    leased_until: 0,
  } as const;
  await app.db
    .q()
    .insertInto('outbox')
    .values({ ...row, expires_at: Date.now() * 2 })
    .execute();
}

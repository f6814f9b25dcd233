import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshEmail, signInCode, signUp } from '#server/testing/people.ts';
import { startServerProcess } from '#server/testing/server-process.ts';
import { fetchFrom, newTestBrowser } from '#server/testing/test-browser.ts';
import { buildTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { AccountView } from '#contract/schemas/account.ts';
import type { Config } from '#server/platform/config.ts';
import { quarters } from '#server/testing/hostile-images.ts';
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

/** Somebody with an avatar. */
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
  it('is made while people come and go, and is whole when it is restored elsewhere', { timeout: 60_000 }, async () => {
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

  it('is refused when it is not whole, or would replace something', async () => {
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

  it('tells which migrations are to be run, makes nothing, and runs them', async () => {
    const config = { ...app.config, dataDir: join(folder, 'new') };
    expect(await admin(['migrations', 'status'], config)).toBe(0);
    expect(printed).toContain('To be run: 0001-accounts');
    expect(readdirSync(folder)).toEqual([]);
    await admin(['migrations', 'run'], config);
    printed = '';
    await admin(['migrations', 'status'], config);
    expect(printed).toBe('The database is of this version.\n');
  });
});

describe.each(onPostgres)('a backup on %s', () => {
  it('is that of PostgreSQL', async () => {
    await expect(admin(['backup', join(folder, 'one')])).rejects.toThrow('by its own means');
  });
});

it('brings nothing to life in a restored database that may have ended since', async () => {
  const owner = await signUp(app);
  const visitor = app.newBrowser();
  const code = await signInCode(app, visitor, owner.contact);
  await app.wiring.worker.close();
  await addWaitingMessage();
  expect(await admin(['restore', 'settle', '--confirm'])).toBe(0);
  expect(printed).toContain('1 waiting messages were dropped');
  expect(await owner.browser.get('/account/metainfo')).toMatchObject({ status: 401 });
  expect(await visitor.post('/login/code', { account: owner.contact, code })).not.toMatchObject({ code: 200 });
  const { contact: account, password } = owner;
  expect(await app.newBrowser().post('/login/password', { account, password })).toMatchObject({ code: 200 });
  await expect(admin(['restore', 'settle'])).rejects.toThrow('Usage');
});

/** A message that waits. */
async function addWaitingMessage(): Promise<void> {
  const row = { id: 'waiting', channel: 'sms', sealed: '', created_at: 0, not_before: 0, attempts: 0, leased_until: 0 } as const;
  await app.db
    .q()
    .insertInto('outbox')
    .values({ ...row, expires_at: Date.now() * 2 })
    .execute();
}

import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportDays } from '#contract/rights/exports/exports.words.ts';
import { leaseExport, queueExport } from '#server/core/rights/exports/exports.guarded.ts';
import { day, minute } from '#server/platform/clock.ts';
import { filesBelow } from '#server/testing/lives/everything-written.ts';
import { askCopy, download, listedCopies, openCopy, prove, takeCopy, unzipped } from '#server/testing/lives/copies.ts';
import { askDeletion } from '#server/testing/people/deletion.ts';
import { importCopy, inOrder, rowsInFiles, rowsOfAccount } from '#server/testing/lives/import-copy.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { newId } from '#server/platform/ids.ts';
import { startS3Simulator } from '#server/testing/server/s3-simulator.ts';
import { openTestDatabase } from '#server/testing/server/test-database.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { removeStrayParts } from './erase-copies.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ now: Date.now(), config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

const storedFiles = () => filesBelow(join(app.config.dataDir, 'copies'));
const signIn = ({ browser, contact, password }: Person) => browser.post('/login/password', { account: contact, password });
const ask = ({ browser }: Person) => browser.post<{ id: string; state: string; already: boolean }>('/account/exports', {});

describe('a copy', () => {
  it('is what other programs read: unzip, Python, openssl, and a validator of JSON Schema', async () => {
    const person = await signUp(app);
    const url = await openCopy(person, await askCopy(app, person));
    const { bytes, headers } = await download(app, person.browser, url);
    const [listed] = await listedCopies(person);
    expect(listed).toMatchObject({ state: 'ready', bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('base64url') });
    expect(headers).toMatchObject({
      'content-length': String(bytes.length),
      'cache-control': 'no-store',
      'content-type': 'application/zip',
    });
    expect(headers['content-disposition']).toMatch(/^attachment; filename="account-copy-\d{4}-\d{2}-\d{2}\.zip"$/);
    const folder = await mkdtemp(join(tmpdir(), 'cedar-id-copy-'));
    try {
      await judge(folder, bytes);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  /** Programs of others read the archive; each that is missing is named. */
  async function judge(folder: string, bytes: Buffer): Promise<void> {
    await writeFile(join(folder, 'copy.zip'), bytes);
    run(folder, 'unzip', ['-tq', 'copy.zip']);
    run(folder, 'python3', ['-c', "import zipfile; assert zipfile.ZipFile('copy.zip').testzip() is None"]);
    run(folder, 'unzip', ['-q', 'copy.zip', '-d', 'files']);
    const files = join(folder, 'files');
    const verify = ['dgst', '-sha256', '-verify', 'public-key.pem', '-signature', 'manifest.sig', 'manifest.json'];
    run(files, 'openssl', verify);
    const manifest = JSON.parse(await readFile(join(files, 'manifest.json'), 'utf8'));
    const ajv = new Ajv2020({ strict: true, formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ } });
    for (const { path, sha256, bytes: size, schema } of manifest.files) {
      const content = await readFile(join(files, path));
      expect([path, size, sha256]).toEqual([path, content.length, createHash('sha256').update(content).digest('hex')]);
      if (schema === undefined) continue;
      const isValid = ajv.validate(JSON.parse(await readFile(join(files, schema), 'utf8')), JSON.parse(content.toString()));
      expect([path, ajv.errors, isValid]).toEqual([path, null, true]);
    }
    expect(manifest.files.filter(({ schema }: { schema?: string }) => schema !== undefined).length).toBeGreaterThan(4);
    const published = (await app.app.inject('/.well-known/document-keys.json')).json();
    expect(published.keys.map(({ kid }: { kid: string }) => kid)).toContain(manifest.key);
    await writeFile(
      join(files, 'manifest.json'),
      (await readFile(join(files, 'manifest.json'), 'utf8')).replace('"subject": "', '"subject": "9'),
    );
    expect(spawnSync('openssl', verify, { cwd: files }).status).not.toBe(0);
  }

  function run(cwd: string, program: string, args: readonly string[]): void {
    const { error, status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
    if (error !== undefined) throw new Error(`this test needs ${program}: apt-get install unzip python3 openssl`);
    expect([program, status, stderr]).toEqual([program, 0, '']);
  }

  it('holds only its own account, and its page runs nothing', async () => {
    const [stranger, person] = [await signUp(app), await signUp(app)];
    const company = '<script>alert(1)</script><img src=//evil.example onerror=x>';
    expect(await person.browser.post('/userinfo', { company })).toMatchObject({ code: 200 });
    const files = await takeCopy(app, person);
    const copied = rowsInFiles(files);
    const other = await openTestDatabase();
    try {
      expect(inOrder(await rowsOfAccount(other.db, await importCopy(other.db, copied)))).toEqual(inOrder(copied));
    } finally {
      await other.close();
    }
    const all = [...files.values()].map(String).join('\n');
    expect(all).toContain(person.contact);
    expect(all).not.toContain(stranger.contact);
    expect(JSON.parse(String(files.get('data/profile.json'))).accounts[0].company).toBe(company);
    const page = String(files.get('index.html'));
    expect(page).toContain('&#60;script&#62;alert(1)');
    expect(page).not.toMatch(/<script|<img src=\/\/|\bon\w+=[^<]*>/);
    expect(page).toContain("default-src 'none'");
  });

  it('has every row of a long life once, in the order of time', async () => {
    const person = await signUp(app);
    const accountId = await accountIdOf(app, person.contact);
    const event = await app.db.q().selectFrom('audit').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow();
    const details = Array.from({ length: 250 }, (_, n) => JSON.stringify({ n }));
    // Ends of pages lie among rows of one moment.
    const rows = details.map((detail, n) => ({ ...event, id: newId(), at: event.at - Math.trunc(n / 60) * minute, detail }));
    await app.db.q().insertInto('audit').values(rows).execute();
    const { audit } = JSON.parse(String((await takeCopy(app, person)).get('data/security.json')));
    const copied: readonly { at: string; detail: string }[] = audit;
    expect(
      copied
        .map(({ detail }) => detail)
        .filter((detail) => details.includes(detail))
        .toSorted(),
    ).toEqual(details.toSorted());
    expect(copied.map(({ at }) => at)).toEqual(copied.map(({ at }) => at).toSorted());
  });

  it('needs a proof, one for the request and one for the download', async () => {
    const person = await signUp(app);
    expect(await ask(person)).toMatchObject({ code: 3001 });
    const id = await askCopy(app, person);
    expect(await person.browser.post('/account/exports/open', { id })).toMatchObject({ code: 3001 });
    await prove(person, 'requestExport');
    expect(await person.browser.post('/account/exports/open', { id })).toMatchObject({ code: 3001 });
  });

  it('goes to the session of the proof, three times within 15 minutes', async () => {
    const person = await signUp(app);
    const [id, elsewhere, other] = [await askCopy(app, person), app.newBrowser(), await signUp(app)];
    await elsewhere.post('/login/password', { account: person.contact, password: person.password });
    const url = await openCopy(person, id);
    for (const browser of [elsewhere, other.browser]) expect((await download(app, browser, url)).status).toBe(404);
    expect((await download(app, app.newBrowser(), url)).status).toBe(401);
    const all = await Promise.all(Array.from({ length: 16 }, () => download(app, person.browser, url)));
    expect(all.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(3);
    expect((await listedCopies(person))[0]?.downloads).toBe(3);
    const again = await openCopy(person, id);
    app.clock.advance(15 * minute);
    expect((await download(app, person.browser, again)).status).toBe(404);
  });

  it('is not opened by somebody else who knows its id', async () => {
    const [person, other] = [await signUp(app), await signUp(app)];
    const id = await askCopy(app, person);
    await prove(other, 'downloadExport');
    expect(await other.browser.post('/account/exports/open', { id })).toMatchObject({ code: 404 });
    expect(await other.browser.post('/account/exports/cancel', { id })).toMatchObject({ code: 404 });
  });

  it('is one at a time and two a week, whatever the concurrency', async () => {
    const person = await signUp(app);
    await prove(person, 'requestExport');
    const answers = await Promise.all(Array.from({ length: 16 }, () => ask(person)));
    expect(answers.filter(({ code, data }) => code === 200 && !data.already)).toHaveLength(1);
    await app.wiring.files.copies.run();
    expect(await listedCopies(person)).toHaveLength(1);
    app.clock.advance(day);
    await askCopy(app, person);
    await prove(person, 'requestExport');
    const refused = await ask(person);
    expect(refused).toMatchObject({ code: 3012, data: { nextAt: new Date(app.clock.now() + 6 * day).toISOString() } });
    app.clock.advance(6 * day);
    await signIn(person);
    await askCopy(app, person);
    expect(await listedCopies(person)).toHaveLength(3);
  });

  it('tells its owner when it was asked for, is ready and was downloaded', async () => {
    const person = await signUp(app);
    await takeCopy(app, person);
    const texts = (await app.outbox(person.contact)).map(({ text }) => text).join('\n');
    for (const word of ['申请了数据副本', '数据副本已生成', '副本已被下载']) expect(texts).toContain(word);
  });
});

describe('the end of a copy', () => {
  it('comes after 21 days, with its file', async () => {
    const person = await signUp(app);
    const id = await askCopy(app, person);
    const url = await openCopy(person, id);
    app.clock.advance(exportDays * day - 1);
    await signIn(person);
    await app.wiring.files.copies.run();
    expect((await listedCopies(person)).find((copy) => copy.id === id)?.state).toBe('ready');
    app.clock.advance(1);
    expect((await download(app, person.browser, url)).status).toBe(404);
    await prove(person, 'downloadExport');
    expect(await person.browser.post('/account/exports/open', { id })).toMatchObject({ code: 404 });
    // Its time decides, and no job: one that leaves it tells of no hold.
    expect((await listedCopies(person)).find((copy) => copy.id === id)?.state).toBe('expired');
    await app.wiring.files.copies.run();
    expect(await keyOf(id)).toBeNull();
  });

  it('comes when its owner removes it, also twice', async () => {
    const person = await signUp(app);
    const before = (await storedFiles()).length;
    const id = await askCopy(app, person);
    const url = await openCopy(person, id);
    expect((await storedFiles()).length).toBe(before + 1);
    for (const _ of [1, 2])
      expect(await person.browser.post('/account/exports/cancel', { id })).toMatchObject({ code: 200, data: { state: 'canceled' } });
    expect((await storedFiles()).length).toBe(before);
    expect(await keyOf(id)).toBeNull();
    expect((await download(app, person.browser, url)).status).toBe(404);
  });

  it('of a copy that nobody downloaded gives its place back: a copied session removes copies, and asks for none', async () => {
    const person = await signUp(app);
    for (const _ of [1, 2]) {
      const id = await askCopy(app, person);
      const thief = app.newBrowser();
      thief.cookies.set('sid', person.browser.cookies.get('sid') ?? '');
      expect(await thief.post('/account/exports/cancel', { id })).toMatchObject({ code: 200, data: { state: 'canceled' } });
    }
    for (const _ of [1, 2]) {
      const id = await askCopy(app, person);
      await download(app, person.browser, await openCopy(person, id));
      await person.browser.post('/account/exports/cancel', { id });
    }
    await prove(person, 'requestExport');
    expect(await ask(person)).toMatchObject({ code: 3012 });
  });

  it('comes with the account', async () => {
    const person = await signUp(app);
    const before = (await storedFiles()).length;
    const accountId = await accountIdOf(app, person.contact);
    await askCopy(app, person);
    const { data } = await askDeletion(person.browser);
    app.clock.set(Date.parse(data.dueAt) - exportDays * day + minute);
    app.clock.set(Math.max(app.clock.now(), Date.parse(data.dueAt)));
    await app.wiring.jobs.deletions.run();
    expect((await storedFiles()).length).toBe(before);
    expect(await app.db.q().selectFrom('exports').select('id').where('account_id', '=', accountId).execute()).toEqual([]);
  });

  it('leaves a file that nothing opens', async () => {
    const person = await signUp(app);
    const id = await askCopy(app, person);
    const [file = ''] = (await storedFiles()).slice(-1);
    const bytes = await readFile(file);
    expect(bytes.includes(Buffer.from('manifest.json'))).toBe(false);
    expect(bytes.includes(Buffer.from('PK'.concat('\u0003\u0004')))).toBe(false);
    await person.browser.post('/account/exports/cancel', { id });
  });
});

const keyOf = async (id: string) =>
  (await app.db.q().selectFrom('exports').select('sealed_key').where('id', '=', id).executeTakeFirstOrThrow()).sealed_key;

describe('a copy in object storage', () => {
  it('is whole or absent, sealed, and gone with its removal, as in a folder', async () => {
    const storage = await startS3Simulator({ now: () => Date.now() });
    const stored = await buildTestApp({ now: Date.now(), config: { rateFactor: 1000, objectStorage: storage.settings } });
    const kept = () => [...storage.objects.keys()].filter((key) => !key.endsWith('.installation'));
    try {
      const person = await signUp(stored);
      const id = await askCopy(stored, person);
      const { bytes } = await download(stored, person.browser, await openCopy(person, id));
      expect(unzipped(bytes).has('manifest.sig')).toBe(true);
      const objects = kept().map((key) => storage.objects.get(key));
      expect([
        objects.length,
        objects.some((one) => one?.bytes.includes('manifest') === true || one?.bytes.includes(person.contact) === true),
      ]).toEqual([1, false]);
      expect(await person.browser.post('/account/exports/cancel', { id })).toMatchObject({ code: 200 });
      expect(kept()).toEqual([]);
      // Uploads of avatars lie in the same bucket: they are not ours to remove.
      storage.objects.set('uploads/avatar', { bytes: Buffer.from('picture'), headers: {}, changedAt: 0 });
      expect(await removeStrayParts({ db: stored.db, files: stored.wiring.files.copies.files }, Date.now())).toMatchObject({
        discarded: 0,
        removed: 0,
      });
      expect(kept()).toEqual(['uploads/avatar']);
      storage.objects.delete('uploads/avatar');
      storage.fault = 'cut';
      const again = await askCopy(stored, person);
      expect([(await listedCopies(person)).find((one) => one.id === again)?.state, kept()]).toEqual(['queued', []]);
      storage.fault = '';
      stored.clock.advance(minute);
      await stored.wiring.files.copies.run();
      expect((await listedCopies(person)).find((one) => one.id === again)).toMatchObject({ state: 'ready' });
    } finally {
      await stored.close();
      await storage.close();
    }
  });
});

describe('a copy that cannot be built', () => {
  it('is tried three times, says that it failed, and does not count', async () => {
    const person = await signUp(app);
    const before = (await storedFiles()).length;
    const { files } = app.wiring.files.copies;
    const put = files.put.bind(files);
    files.put = () => Promise.reject(new Error('no space left'));
    try {
      const id = await askCopy(app, person);
      for (const state of ['queued', 'queued', 'failed']) {
        expect((await listedCopies(person)).find((copy) => copy.id === id)?.state).toBe(state);
        app.clock.advance(2 * minute);
        await app.wiring.files.copies.run();
      }
    } finally {
      files.put = put;
    }
    expect((await storedFiles()).length).toBe(before);
    const files2 = await takeCopy(app, person);
    expect(files2.has('manifest.json')).toBe(true);
  });

  it('is given up after three builders died on it', async () => {
    const person = await signUp(app);
    const [id, accountId] = [newId(), await accountIdOf(app, person.contact)];
    await queueExport(app.db, { id, accountId, askedBy: '', language: 'en_US', at: app.clock.now() });
    for (let dead = 0; dead < 3; dead += 1) {
      expect(await leaseExport(app.db, { at: app.clock.now(), leaseMs: minute, atOnce: 4 })).toMatchObject({ id });
      app.clock.advance(minute);
    }
    await app.wiring.files.copies.run();
    expect((await listedCopies(person)).map(({ state }) => state)).toEqual(['failed']);
  });

  it('leaves no part behind: what a dead builder wrote goes after an hour', async () => {
    const { files } = app.wiring.files.copies;
    await files.put(`${'a'.repeat(22)}.0`, Buffer.from('half'));
    await writeFile(join(app.config.dataDir, 'copies', 'partial', 'b'.repeat(22)), 'less');
    const person = await signUp(app);
    const id = await askCopy(app, person);
    expect(await removeStrayParts({ db: app.db, files }, Date.now() + 59 * minute)).toMatchObject({ discarded: 0, removed: 0 });
    expect(await removeStrayParts({ db: app.db, files }, Date.now() + 61 * minute)).toMatchObject({ discarded: 1, removed: 1 });
    const { bytes } = await download(app, person.browser, await openCopy(person, id));
    expect(unzipped(bytes).has('index.html')).toBe(true);
  });
});

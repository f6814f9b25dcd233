/**
 * The word of one database removes no file. Every job of a server that starts on an empty, an older or a foreign database runs
 * beside the files of an installation, and finds all of them there.
 */
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settleInstallation } from '#server/platform/installation/installation.repository.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { filesBelow } from '#server/testing/lives/everything-written.ts';
import { quarters } from '#server/testing/costs/hostile-images.ts';
import { must } from '#server/testing/apps/developers.ts';
import { askCopy } from '#server/testing/lives/copies.ts';
import { askDeletion } from '#server/testing/people/deletion.ts';
import { signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';

/** One key, so that nothing else stops a start. */
const config = { rateFactor: 1000, secretKey: Buffer.alloc(32, 7) };

let database: TestDatabase;
let files: readonly string[];

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

const found = async () =>
  (await filesBelow(database.dataDir)).filter((path) => /\/(avatars|copies)\/(files|uploads)\//.test(path)).toSorted();

/** An installation with an avatar, a copy and an upload that nobody finished, all two hours old, and its server stopped. */
beforeEach(async () => {
  database = await openTestDatabase();
  undo.push(() => database.close());
  const app = await buildTestApp({ database, now: Date.now(), config });
  const person = await signUp(app);
  const bytes = await quarters().png().toBuffer();
  const upload = async () => {
    const { data } = await person.browser.post<{ sign: string; uploadUrl: string }>('/profileimage/begin', { filetype: 'png' });
    await person.browser.raw({ method: 'PUT', path: data.uploadUrl, body: bytes, headers: { 'content-type': 'image/png' } });
    return data.sign;
  };
  must(await person.browser.post('/profileimage/finish', { sign: await upload() }));
  await askCopy(app, person);
  await upload();
  must(await askDeletion(person.browser, person));
  await app.close();
  files = await found();
  const old = (Date.now() - 2 * hour) / 1000;
  for (const file of files) await utimes(file, old, old);
});

async function start(on: TestDatabase, now = Date.now()): Promise<TestApp> {
  const app = await buildTestApp({ database: { ...on, dataDir: database.dataDir }, now, config });
  undo.push(() => app.close());
  return app;
}

/** Every job, those that a test app closed too. */
async function runAll(app: TestApp): Promise<void> {
  for (const job of app.wiring.jobs.all()) await job.run();
}

async function emptyDatabase(): Promise<TestDatabase> {
  const other = await openTestDatabase();
  undo.push(() => other.close());
  return other;
}

/** Takes the database back to before its account had an avatar and a copy. */
async function makeOlder(): Promise<void> {
  const { db } = database;
  await db.q().updateTable('installation').set({ seen: 0 }).execute();
  await db.q().updateTable('accounts').set({ profile_image: null }).execute();
  await db.q().deleteFrom('exports').execute();
  await db.q().deleteFrom('uploads').execute();
}

describe('beside the files of an installation', () => {
  it('an empty database does not start', async () => {
    expect(files.length).toBe(5);
    await expect(start(await emptyDatabase())).rejects.toThrow(/has files, and this database has no accounts.*Nothing was removed/);
    expect(await found()).toEqual(files);
  });

  it('the database of another installation does not start', async () => {
    const other = await emptyDatabase();
    const elsewhere = await buildTestApp({ database: other, config });
    await signUp(elsewhere);
    await elsewhere.close();
    await expect(start(other)).rejects.toThrow(/belongs to the installation \S+, and this database is \S+:/);
    expect(await found()).toEqual(files);
  });

  it('a database with accounts that knows none of the files does not start, where no store has a mark', async () => {
    const other = await emptyDatabase();
    const elsewhere = await buildTestApp({ database: other, config });
    await signUp(elsewhere);
    await elsewhere.close();
    for (const store of ['avatars', 'copies']) await rm(join(database.dataDir, store, 'installation'));
    await expect(start(other)).rejects.toThrow('has files that this database does not name');
    expect(await found()).toEqual(files);
  });

  it('an older copy of the database removes nothing for a day, not even of an account whose deletion is due', async () => {
    await database.db.q().updateTable('installation').set({ seen: 0 }).execute();
    const { due_at: due } = await database.db.q().selectFrom('deletions').select('due_at').executeTakeFirstOrThrow();
    const app = await start(database, due + minute);
    await runAll(app);
    expect(await found()).toEqual(files);
    app.clock.advance(day);
    await runAll(app);
    expect(await found()).toEqual([]);
  });

  it('a settled copy puts files that it does not name into the trash after a day, and removes none', async () => {
    await makeOlder();
    await settleInstallation(database.db, Date.now());
    const app = await start(database);
    await runAll(app);
    expect(await found()).toEqual(files);
    app.clock.advance(day);
    await runAll(app);
    const kept = (await filesBelow(database.dataDir)).filter((path) => /\/(files|trash)\//.test(path));
    expect(kept.length).toBe(4);
    expect((await found()).length).toBe(0);
  });
});

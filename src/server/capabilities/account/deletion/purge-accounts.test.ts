import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobStore } from '#server/platform/blob/blob-store.ts';
import { day, minute } from '#server/platform/clock.ts';
import type { ErasedModule } from '#server/core/erased-module.ts';
import { createOutboxQueue } from '#server/platform/sending/outbox/outbox-queue.ts';
import { identifier } from '#server/core/account/identifiers/identifier.ts';
import { replaceIdentifier } from '#server/core/account/accounts/identifiers.repository.ts';
import { removeStaleRows } from '#server/core/stale-rows.ts';
import { readAllRows } from '#server/testing/lives/all-rows.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import { freshEmail, goodPassword, registrationBody, signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { avatarErasure } from '#server/capabilities/account/avatar/erase-avatar.ts';
import { nameRestMs } from './name-rest.ts';
import { purgeAccounts, purgeLeaseMs, type PurgeDeps } from './purge-accounts.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

interface Doomed {
  readonly accountId: string;
  readonly number: string;
  readonly phone: string;
  readonly email: string;
  readonly username: string;
  /** A text that appears nowhere else: in profile, feedback and user agent. */
  readonly canary: string;
  readonly dueAt: number;
}

/** A person with every field filled and a deletion due now. */
async function doomed(): Promise<Doomed> {
  const canary = `canary-${randomUUID()}`;
  const { browser, contact: phone, account } = await signUp(app);
  const accountId = await accountIdOf(app, phone);
  const email = freshEmail();
  await addEmail(app, accountId, email);
  const username = `u${randomUUID().slice(0, 12)}`;
  const wanted = identifier('username', username);
  if (!wanted) throw new Error('no username');
  await app.db.tx(() =>
    replaceIdentifier({ db: app.db, keyring: app.wiring.keyring }, { accountId, identifier: wanted, at: app.clock.now() }),
  );
  const base = randomUUID().replaceAll('-', '').slice(0, 22);
  for (const size of [512, 256, 96]) await app.wiring.files.blobs.put(`${base}-${size}.webp`, Buffer.from(canary));
  await app.db
    .q()
    .updateTable('accounts')
    .set({ profile_image: base, signature: canary, real_name: canary })
    .where('id', '=', accountId)
    .execute();
  await browser.raw({ method: 'GET', path: '/api/account/metainfo', headers: { 'user-agent': canary } });
  const { data } = await browser.post<{ ticket: string }>('/delete/password', { password: goodPassword });
  const answer = await browser.post<{ dueAt: string }>('/delete', {
    ticket: data.ticket,
    channel: 'none',
    reason: 'other',
    detail: canary,
  });
  if (answer.code !== 200) throw new Error(answer.text);
  return { accountId, number: account.id, phone, email, username, canary, dueAt: Date.parse(answer.data.dueAt) };
}

/**
 * Every table that holds the text. Counters of limits name an account by its internal id and go when their window is
 * over.
 */
async function tablesWith(text: string): Promise<readonly string[]> {
  const rows = [...(await readAllRows(app))].filter(([table]) => table !== 'rate_windows');
  return rows.flatMap(([table, found]) => (JSON.stringify(found).includes(text) ? [table] : [])).toSorted();
}

async function filesWith(text: string): Promise<readonly string[]> {
  const root = join(app.config.dataDir, 'avatars');
  const files = await readdir(root, { recursive: true, withFileTypes: true });
  const contents = await Promise.all(
    files.filter((file) => file.isFile()).map(async (file) => readFile(join(file.parentPath, file.name), 'utf8')),
  );
  return contents.filter((content) => content.includes(text));
}

function purgeDeps(changes: Partial<PurgeDeps> & { readonly blobs?: BlobStore } = {}): PurgeDeps {
  const { db, clock, wiring } = app;
  return {
    store: { db, clock, keyring: wiring.keyring },
    identity: wiring.core.identity,
    toldApps: () => Promise.resolve([]),
    journal: { ...wiring.core.journal, log: { info: () => undefined, warn: () => undefined, error: () => undefined } },
    queue: createOutboxQueue({ db, keyring: wiring.keyring, clock }),
    modules: [avatarErasure({ db, blobs: changes.blobs ?? wiring.files.blobs })],
    documentKeys: wiring.files.copies.documentKeys,
    receiptRules: { issuer: 'https://id.example.com', auditDays: 180 },
    ...changes,
  };
}

async function purgedState(accountId: string): Promise<string> {
  return (await app.db.q().selectFrom('accounts').select('state').where('id', '=', accountId).executeTakeFirstOrThrow()).state;
}

describe('a purge', () => {
  it('happens at the deadline and not a millisecond earlier', async () => {
    const { accountId, dueAt } = await doomed();
    app.clock.set(dueAt - 1);
    await app.wiring.jobs.deletions.run();
    expect(await purgedState(accountId)).toBe('deleting');
    app.clock.set(dueAt);
    await app.wiring.jobs.deletions.run();
    expect(await purgedState(accountId)).toBe('purged');
  });

  it('removes messages that could not be sent yet', async () => {
    const { accountId, email, dueAt } = await doomed();
    app.clock.set(dueAt);
    const queue = createOutboxQueue({ db: app.db, keyring: app.wiring.keyring, clock: app.clock });
    const content = { brand: '', subject: '', heading: '', paragraphs: [], footer: '' };
    // Not due yet, so that no worker takes them.
    const put = async (to: string) => {
      const message = { channel: 'email', to, scene: 'welcome', language: 'en_US', content };
      const sealed = app.wiring.keyring.seal('outbox', JSON.stringify({ message, discard: false }));
      const times = { created_at: dueAt, not_before: dueAt + day, expires_at: dueAt + 2 * day };
      const row = { id: randomUUID(), channel: 'email', sealed, lane: 'notice', ...times, attempts: 0, leased_until: 0 } as const;
      await app.db.q().insertInto('outbox').values(row).execute();
    };
    const other = freshEmail();
    await put(email);
    await put(other);
    await purgeAccounts(purgeDeps());
    expect(await purgedState(accountId)).toBe('purged');
    expect(await queue.removeTo([email])).toBe(0);
    expect(await queue.removeTo([other])).toBe(1);
  });

  it('frees phone and email at once, and the names after ninety days', async () => {
    const { phone, username, dueAt } = await doomed();
    app.clock.set(dueAt);
    await app.wiring.jobs.deletions.run();
    const browser = app.newBrowser();
    const isTaken = async () => (await app.newBrowser().post('/check/username', { username })).data;
    expect(await browser.post('/check/phone', { phone })).toMatchObject({ data: false });
    const again = await browser.post('/register/phone', await registrationBody(app, browser, { phone }));
    expect(again).toMatchObject({ code: 200 });
    expect(await isTaken()).toBe(true);
    expect(await browser.post('/update/username', { username })).not.toMatchObject({ code: 200 });
    app.clock.set(dueAt + nameRestMs - 1);
    await removeStaleRows(app.db, app.clock.now());
    expect(await isTaken()).toBe(true);
    app.clock.advance(1);
    await removeStaleRows(app.db, app.clock.now());
    expect(await isTaken()).toBe(false);
  });

  it('of several accounts by four instances at once erases each exactly once', async () => {
    const all = [await doomed(), await doomed(), await doomed()];
    app.clock.set(Math.max(...all.map(({ dueAt }) => dueAt)));
    const purged = await Promise.all(Array.from({ length: 4 }, () => purgeAccounts(purgeDeps())));
    expect(purged.reduce((sum, n) => sum + n, 0)).toBe(3);
    for (const { accountId } of all) {
      const rows = await app.db
        .q()
        .selectFrom('audit')
        .select('id')
        .where('account_id', '=', accountId)
        .where('event', '=', 'account.purged')
        .execute();
      expect(rows).toHaveLength(1);
    }
  });
});

describe('a purge that dies', () => {
  /** A store, a module and a receipt that fail, in the order of the steps. */
  const deaths: Readonly<Record<string, (deps: PurgeDeps) => PurgeDeps>> = {
    'before the files': (deps) => ({ ...deps, modules: [failing({ eraseFiles: fail }), ...deps.modules] }),
    'between two files': (deps) => {
      let left = 1;
      const remove = (name: string) => (left-- > 0 ? app.wiring.files.blobs.remove(name) : fail());
      return { ...deps, modules: [avatarErasure({ db: app.db, blobs: { ...app.wiring.files.blobs, remove } })] };
    },
    'between files and rows': (deps) => ({ ...deps, modules: [...deps.modules, failing({ eraseFiles: fail })] }),
    'between two rows': (deps) => ({ ...deps, modules: [...deps.modules, failing({ eraseRows: fail })] }),
    'at the last statement': (deps) => ({ ...deps, journal: { ...deps.journal, audit: { ...deps.journal.audit, record: fail } } }),
  };

  it.each(Object.entries(deaths))('%s is resumed by another instance when its lease expires', async (_step, dying) => {
    const { accountId, email, canary, dueAt } = await doomed();
    app.clock.set(dueAt);
    expect(await purgeAccounts(dying(purgeDeps()))).toBe(0);
    expect(await purgedState(accountId)).toBe('deleting');
    expect(await tablesWith(email)).toContain('identifiers');
    app.clock.advance(purgeLeaseMs - 1);
    expect(await purgeAccounts(purgeDeps())).toBe(0);
    app.clock.advance(minute);
    expect(await purgeAccounts(purgeDeps())).toBe(1);
    expect(await purgedState(accountId)).toBe('purged');
    expect(await tablesWith(email)).toEqual([]);
    expect([...(await tablesWith(canary)), ...(await filesWith(canary))]).toEqual([]);
  });

  it('does not delay other accounts', async () => {
    const first = await doomed();
    app.clock.advance(1);
    const second = await doomed();
    app.clock.set(second.dueAt);
    const stuck = failing({ eraseFiles: async (accountId) => (accountId === first.accountId ? fail() : undefined) });
    expect(await purgeAccounts(purgeDeps({ modules: [stuck] }))).toBe(1);
    expect([await purgedState(first.accountId), await purgedState(second.accountId)]).toEqual(['deleting', 'purged']);
    app.clock.advance(purgeLeaseMs);
    expect(await purgeAccounts(purgeDeps())).toBe(1);
  });
});

function fail(): Promise<never> {
  return Promise.reject(new Error('the process dies here'));
}

function failing(step: Partial<ErasedModule>): ErasedModule {
  return { kind: 'failing', count: () => Promise.resolve(0), eraseRows: () => Promise.resolve(), ...step };
}

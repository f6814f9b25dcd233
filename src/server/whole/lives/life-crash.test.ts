import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyLeaseMs } from '#server/capabilities/rights/exports/build-copies.ts';
import { removeStrayParts } from '#server/capabilities/rights/exports/erase-copies.ts';
import { purgeLeaseMs } from '#server/capabilities/account/deletion/purge-accounts.ts';
import { queueExport } from '#server/core/rights/exports/exports.guarded.ts';
import { partName } from '#server/platform/blob/sealed-file.ts';
import { day, minute } from '#server/platform/clock.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { download, openCopy, unzipped } from '#server/testing/lives/copies.ts';
import { filesBelow } from '#server/testing/lives/everything-written.ts';
import { deathsLimitMs, deathsOf, dieDuring, type DyingWork } from '#server/testing/lives/crash-rig.ts';
import { askDeletion } from '#server/testing/people/deletion.ts';
import { bind, importOld, prepareMerge, proveContact, undoTokenOf } from '#server/testing/people/legacy.ts';
import { goodPassword, signUp } from '#server/testing/people/people.ts';
import { accountCode, accountIdOf } from '#server/testing/people/proving.ts';
import { beginRecovery, protectedOwner, type RecoveryAnswer } from '#server/testing/people/recovering.ts';
import { startS3Simulator } from '#server/testing/server/s3-simulator.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

/**
 * Another process works on the same database and is killed before a step (a statement, a commit, a file). It leaves all
 * or nothing; the next process completes the work, once.
 */
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

const everything = { phone: 'legacy', username: 'legacy', nickname: 'legacy', realName: 'legacy' } as const;

/** Work on separate accounts, with a view of their state. */
interface Scene {
  readonly work: DyingWork;
  /** Everything in the database that refers to these accounts. */
  readonly look: () => Promise<string>;
  /** Completes the interrupted work. Returns the code of the answer, if any: 1022 when it was done already. */
  readonly resume: () => Promise<number>;
  readonly verify: () => Promise<void>;
}

interface Deaths {
  /** The number of the scene, so that the short form has every kind of death. */
  readonly turn: number;
  /** The last steps, which are those of jobs that may run beside the work. */
  readonly uncertain?: number;
  readonly at?: TestApp;
}

/**
 * Runs once to count the steps, then dies before each step in turn, each time in a new scene; returns the number of
 * deaths.
 */
async function dieAtEach({ turn, uncertain = 0, at = app }: Deaths, build: () => Promise<Scene>): Promise<number> {
  const whole = await build();
  const through = await dieDuring(at, whole.work, 0);
  if (through.wasKilled) throw new Error('nobody was to be killed');
  expect([0, 200]).toContain(through.code);
  await whole.verify();
  expect(through.steps).toBeGreaterThan(10);
  let deaths = 0;
  const steps = through.steps - uncertain;
  const planned = [...deathsOf(steps, turn)];
  for (const dieAt of planned) {
    const scene = await build();
    const before = await scene.look();
    const { wasKilled } = await dieDuring(at, scene.work, dieAt);
    const isDone = (await scene.look()) !== before;
    // Jobs of the server may have added steps to the run that was counted: then the work ends before this one.
    expect(wasKilled || isDone, `step ${dieAt} of ${through.steps}`).toBe(true);
    deaths += wasKilled ? 1 : 0;
    // Nobody has died by then: the middle is sure.
    if (deaths === 0 && planned.length === 1) planned.push(Math.ceil(steps / 2));
    expect([0, isDone ? 1022 : 200], `after step ${dieAt} of ${through.steps}`).toContain(await scene.resume());
    await scene.verify();
  }
  return deaths;
}

const cookiesOf = (browser: TestBrowser) => [...browser.cookies];

async function rowsOf(table: 'accounts' | 'identifiers' | 'legacy_accounts' | 'reserved_identifiers', column: string, id: string) {
  return (await sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${id} order by 1, 2`.execute(app.db.q())).rows;
}

it(
  'completes a purge that is killed at any step at the next instance, with one receipt and no rest',
  { timeout: deathsLimitMs },
  async () => {
    // The first signer makes its key: a step that later ones do not have.
    await app.wiring.files.copies.documentKeys.signer();
    const deaths = await dieAtEach({ turn: 0 }, async () => {
      const { browser, contact } = await signUp(app);
      const accountId = await accountIdOf(app, contact);
      const base = randomUUID().replaceAll('-', '').slice(0, 22);
      for (const size of [512, 256, 96]) await app.wiring.files.blobs.put(`${base}-${size}.webp`, Buffer.from('picture'));
      await app.db.q().updateTable('accounts').set({ profile_image: base }).where('id', '=', accountId).execute();
      const { data } = await askDeletion(browser);
      await app.outbox(contact);
      app.clock.set(Date.parse(data.dueAt));
      return {
        work: { now: app.clock.now(), cookies: [] },
        look: async () => JSON.stringify([await rowsOf('accounts', 'id', accountId), await rowsOf('identifiers', 'account_id', accountId)]),
        async resume() {
          app.clock.advance(purgeLeaseMs);
          await app.wiring.jobs.deletions.run();
          return 0;
        },
        async verify() {
          const [account] = await app.db
            .q()
            .selectFrom('accounts')
            .select(['state', 'profile_image'])
            .where('id', '=', accountId)
            .execute();
          expect(account).toEqual({ state: 'purged', profile_image: null });
          for (const table of ['erasure_receipts', 'deletions'] as const) {
            expect(await app.db.q().selectFrom(table).select('id').where('account_id', '=', accountId).execute(), table).toHaveLength(1);
          }
          const purged = app.db.q().selectFrom('audit').select('id').where('account_id', '=', accountId);
          expect(await purged.where('event', '=', 'account.purged').execute()).toHaveLength(1);
          expect(await rowsOf('identifiers', 'account_id', accountId)).toEqual([]);
          const files = await readdir(join(app.config.dataDir, 'avatars'), { recursive: true });
          expect(files.filter((name) => name.includes(base))).toEqual([]);
        },
      };
    });
    expect(deaths).toBeGreaterThan(0);
  },
);

/** A person and their legacy account, both proven in one browser, ready for the last request of a merge. */
async function readyToMerge() {
  const person = await signUp(app);
  const old = await importOld(app);
  const accountId = await accountIdOf(app, person.contact);
  const browser = app.newBrowser();
  const body = { step: 'merge', ...(await prepareMerge(app, browser, { old, target: person.contact })), choices: everything };
  const source = app.wiring.keyring.mac('legacy-source', old.id);
  const look = async () =>
    JSON.stringify([
      await rowsOf('identifiers', 'account_id', accountId),
      await rowsOf('reserved_identifiers', 'account_id', accountId),
      (await rowsOf('legacy_accounts', 'source_hash', source)).map((row) => (row as { state: string }).state),
    ]);
  return { person, old, accountId, browser, body, look };
}

it('completes or omits a merge that is killed at any step, and lets it be repeated', { timeout: deathsLimitMs }, async () => {
  const deaths = await dieAtEach({ turn: 1 }, async () => {
    const { person, old, accountId, browser, body, look } = await readyToMerge();
    return {
      look,
      work: { now: app.clock.now(), cookies: cookiesOf(browser), call: { path: '/register/binddeepin', body } },
      resume: async () => (await bind(browser, body)).code,
      async verify() {
        expect(await accountIdOf(app, old.phone)).toBe(accountId);
        const merges = await app.db.q().selectFrom('legacy_merges').select('id').where('account_id', '=', accountId).execute();
        expect(merges).toHaveLength(1);
        const told = (await app.outbox(person.contact)).filter(({ scene }) => scene === 'merged');
        expect(told).toHaveLength(1);
      },
    };
  });
  expect(deaths).toBeGreaterThan(0);
});

it('undoes or keeps a merge whose undo is killed at any step, and lets it be repeated', { timeout: deathsLimitMs }, async () => {
  const deaths = await dieAtEach({ turn: 2 }, async () => {
    const { person, accountId, browser, body, look } = await readyToMerge();
    const original = await look();
    // The undo restores no contact.
    expect(await bind(browser, { ...body, choices: { ...everything, phone: 'target' } })).toMatchObject({ code: 200 });
    const token = await undoTokenOf(app, person.contact);
    const call = { path: '/register/undobinddeepin', body: { token } };
    return {
      look,
      work: { now: app.clock.now(), cookies: [], call },
      resume: async () => (await app.newBrowser().post(call.path, call.body)).code,
      async verify() {
        expect(await look()).toBe(original);
        expect(await accountIdOf(app, person.contact)).toBe(accountId);
      },
    };
  });
  expect(deaths).toBeGreaterThan(0);
});

/** Where sealed files lie, with the names of all parts. */
interface Storage {
  readonly at: TestApp;
  readonly stored: () => Promise<ReadonlySet<string>>;
  readonly close: () => Promise<void>;
}

const served = (paths: readonly string[]) =>
  new Set(paths.filter((path) => !/installation$|(^|\/)trash\//.test(path)).map((path) => basename(path)));

const storages = {
  'a folder': async (): Promise<Storage> => ({
    at: app,
    stored: async () => served(await filesBelow(join(app.config.dataDir, 'copies'))),
    close: async () => undefined,
  }),
  async 'object storage'(): Promise<Storage> {
    const storage = await startS3Simulator({ now: () => at.clock.now() });
    const at = await buildTestApp({ config: { rateFactor: 1000, objectStorage: storage.settings } });
    return {
      at,
      stored: async () => served([...storage.objects.keys()]),
      async close() {
        await at.close();
        await storage.close();
      },
    };
  },
} as const;

it.each([
  ['a folder', 3],
  ['object storage', 4],
] as const)(
  'leaves a whole copy or none in %s when its builder is killed at any step, and the next one builds it',
  { timeout: deathsLimitMs },
  async (name, turn) => {
    const { at, stored, close } = await storages[name]();
    const { files, documentKeys } = at.wiring.files.copies;
    // Few stray files go in a day.
    let strayDays = 0;
    // The first signer makes its key: a step that later ones do not have.
    await documentKeys.signer();
    const build = async (): Promise<Scene> => {
      const person = await signUp(at);
      const [accountId, id] = [await accountIdOf(at, person.contact), randomUUID()];
      // This server builds what waits once a minute, and must not take it before the one that dies.
      const [asked, from] = [at.clock.now(), at.clock.now() + minute];
      await queueExport(at.db, { id, accountId, askedBy: '', language: 'en_US', at: asked, from });
      const row = () => at.db.q().selectFrom('exports').select(['state', 'file', 'parts']).where('id', '=', id).executeTakeFirstOrThrow();
      return {
        work: { now: from, cookies: [], copies: true },
        look: async () => JSON.stringify((await row()).state === 'ready'),
        async resume() {
          at.clock.advance(minute + copyLeaseMs);
          await at.wiring.files.copies.run();
          return 0;
        },
        async verify() {
          const { state, file, parts } = await row();
          expect([state, parts]).toEqual(['ready', 1]);
          strayDays += 1;
          await removeStrayParts({ db: at.db, files }, Date.now() + strayDays * day);
          expect(await stored()).toContain(partName(file ?? '', 0));
          const ready = await at.db.q().selectFrom('exports').select('id').where('state', '=', 'ready').execute();
          expect((await stored()).size).toBe(ready.length);
          const { bytes } = await download(at, person.browser, await openCopy(person, id));
          expect(unzipped(bytes).has('manifest.sig')).toBe(true);
          const told = at.db.q().selectFrom('audit').select('id').where('account_id', '=', accountId).where('event', '=', 'export.ready');
          expect(await told.execute()).toHaveLength(1);
        },
      };
    };
    try {
      expect(await dieAtEach({ turn, uncertain: 12, at }, build)).toBeGreaterThan(0);
    } finally {
      await close();
    }
  },
);

it('gets an account back or leaves it when the end of a recovery is killed at any step', { timeout: deathsLimitMs }, async () => {
  const deaths = await dieAtEach({ turn: 5 }, async () => {
    const owner = await protectedOwner(app);
    const { browser, ticket } = await beginRecovery(app, owner.phone);
    const shown = await browser.post<RecoveryAnswer>('/recovery/prove', { ticket, method: 'recovery', code: owner.codes[0] });
    const keep = shown.data.ways.filter(({ family }) => family !== 'email').map(({ id }) => id);
    const body = { ticket, newPassword: 'another-9-Harbour', keep };
    const look = async () => {
      const codes = app.db.q().selectFrom('recovery_codes').select(['n', 'made_at']).where('account_id', '=', owner.id);
      return JSON.stringify([
        await rowsOf('identifiers', 'account_id', owner.id),
        await rowsOf('accounts', 'id', owner.id),
        await codes.execute(),
      ]);
    };
    return {
      look,
      work: { now: app.clock.now(), cookies: cookiesOf(browser), call: { path: '/recovery/finish', body } },
      resume: async () => (await browser.post('/recovery/finish', body)).code,
      async verify() {
        const [kept] = await app.db
          .q()
          .selectFrom('identifiers')
          .select('value')
          .where('account_id', '=', owner.id)
          .where('kind', 'in', ['phone', 'email'])
          .execute();
        expect(kept?.value).toBe(owner.phone);
        const done = app.db.q().selectFrom('audit').select('id').where('account_id', '=', owner.id).where('event', '=', 'recovery.done');
        expect(await done.execute()).toHaveLength(1);
        const codes = app.db.q().selectFrom('recovery_codes').select('n').where('account_id', '=', owner.id).where('used_at', 'is', null);
        expect(await codes.execute()).toHaveLength(10);
      },
    };
  });
  expect(deaths).toBeGreaterThan(0);
});

it('does a removal that has waited once, when the job is killed at any step', { timeout: deathsLimitMs }, async () => {
  const deaths = await dieAtEach({ turn: 6 }, async () => {
    const owner = await protectedOwner(app);
    const code = await accountCode(app, owner.browser, { contact: owner.phone });
    await owner.browser.post('/account/auth', { method: 'phone', code, action: 'unbindEmail' });
    const asked = await owner.browser.post<{ dueAt: string }>('/claim/wait', { action: 'unbindEmail' });
    await app.outbox(owner.phone);
    app.clock.set(Date.parse(asked.data.dueAt) + 1);
    const claimOf = async () => (await rowsOfClaims(owner.id)).map(({ state }) => state).join();
    return {
      work: { now: app.clock.now(), cookies: [], claims: true },
      look: async () => JSON.stringify([await claimOf(), await rowsOf('identifiers', 'account_id', owner.id)]),
      async resume() {
        await app.wiring.jobs.claims.run();
        return 0;
      },
      async verify() {
        expect(await claimOf()).toBe('done');
        const formers = app.db.q().selectFrom('former_ways').select('id').where('account_id', '=', owner.id);
        expect(await formers.execute()).toHaveLength(1);
        expect((await app.outbox(owner.phone)).filter(({ scene }) => scene === 'waitDone')).toHaveLength(1);
      },
    };
  });
  expect(deaths).toBeGreaterThan(0);
});

const rowsOfClaims = (id: string) => app.db.q().selectFrom('account_claims').select('state').where('account_id', '=', id).execute();

it('makes one account or none when an upgrade is killed at any step, and lets it be repeated', { timeout: deathsLimitMs }, async () => {
  const deaths = await dieAtEach({ turn: 7 }, async () => {
    const old = await importOld(app);
    const browser = app.newBrowser();
    const { ticket, legacy } = await proveContact(app, browser, old.phone);
    const proof = { legacyId: legacy[0]?.legacyId, tickets: [ticket], password: goodPassword };
    const body = { step: 'upgrade', ...proof, agreements: currentAgreements };
    const named = () => app.db.q().selectFrom('identifiers').select(['account_id', 'kind']).where('value', '=', old.phone).execute();
    return {
      work: { now: app.clock.now(), cookies: cookiesOf(browser), call: { path: '/register/binddeepin', body } },
      look: async () => JSON.stringify(await named()),
      resume: async () => (await bind(browser, body)).code,
      async verify() {
        expect(await named()).toHaveLength(1);
        const signIn = { account: old.phone, password: goodPassword };
        expect(await app.newBrowser().post('/login/password', signIn)).toMatchObject({ code: 200 });
      },
    };
  });
  expect(deaths).toBeGreaterThan(0);
});

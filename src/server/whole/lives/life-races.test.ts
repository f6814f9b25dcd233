import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bind, importOld, prepareMerge, proveContact, undoTokenOf, type OldAccount } from '#server/testing/people/legacy.ts';
import { freshEmail, goodPassword, signInCode, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import { askDeletion, unregister, verifyDeletion } from '#server/testing/people/deletion.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';
import { movedTo, startSecondInstance, type SecondInstance } from '#server/testing/server/two-instances.ts';

/** Two instances on one database, with simultaneous requests to both over real connections. */
let app: TestApp;
let second: SecondInstance;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
  second = await startSecondInstance(app);
}, 60_000);

afterAll(async () => {
  await second.close();
  await app.close();
});

const toLegacy = { phone: 'target', email: 'legacy', username: 'legacy', nickname: 'target', realName: 'legacy' } as const;

interface Prepared {
  readonly browser: TestBrowser;
  readonly body: Readonly<Record<string, unknown>>;
}

/** All steps of a merge but its last request. */
async function prepared(old: OldAccount, target: string): Promise<Prepared> {
  const browser = app.newBrowser();
  const { tickets, ...sides } = await prepareMerge(app, browser, { old, target });
  // The email moves too.
  const { ticket } = await proveContact(app, browser, old.email);
  return { browser, body: { step: 'merge', ...sides, tickets: [...tickets, ticket], choices: toLegacy } };
}

const codesOf = (answers: readonly TestAnswer[]) => answers.map(({ code }) => code).toSorted((one, other) => one - other);

/** All names that these accounts have or reserve, with repetitions. */
async function names(accountIds: readonly string[]): Promise<readonly string[]> {
  const held = await app.db.q().selectFrom('identifiers').select('value').where('account_id', 'in', accountIds).execute();
  const kept = await app.db.q().selectFrom('reserved_identifiers').select('value').where('account_id', 'in', accountIds).execute();
  return [...held, ...kept].map(({ value }) => value).toSorted();
}

async function legacyState({ id }: OldAccount): Promise<{ readonly state: string; readonly account_id: string | null }> {
  const source = app.wiring.keyring.mac('legacy-source', id);
  return app.db
    .q()
    .selectFrom('legacy_accounts')
    .select(['state', 'account_id'])
    .where('source_hash', '=', source)
    .executeTakeFirstOrThrow();
}

async function stateOf(accountId: string): Promise<string> {
  return (await app.db.q().selectFrom('accounts').select('state').where('id', '=', accountId).executeTakeFirstOrThrow()).state;
}

async function people(count: number): Promise<readonly { readonly person: Person; readonly accountId: string }[]> {
  const all: { readonly person: Person; readonly accountId: string }[] = [];
  while (all.length < count) {
    const person = await signUp(app);
    all.push({ person, accountId: await accountIdOf(app, person.contact) });
  }
  return all;
}

const valuesOf = ({ email, username }: OldAccount) => [email, username];

describe('merges at once on two instances', () => {
  it('of one legacy account into two accounts: one wins, and every name exists once', async () => {
    const old = await importOld(app);
    const both = await people(2);
    const ids = both.map(({ accountId }) => accountId);
    const before = await names(ids);
    const runs: Prepared[] = [];
    // The cooldown of codes to one contact.
    for (const { person } of both) {
      app.clock.advance(60_000);
      runs.push(await prepared(old, person.contact));
    }
    const answers = await Promise.all(
      runs.flatMap(({ browser, body }) => [bind(browser, body), bind(movedTo(second, browser), body), bind(browser, body)]),
    );
    expect(codesOf(answers)).toEqual([200, 1022, 1022, 1022, 1022, 1022]);
    const { state, account_id: winner } = await legacyState(old);
    expect([state, ids.includes(winner ?? '')]).toEqual(['merged', true]);
    expect(await names(ids)).toEqual([...before, ...valuesOf(old)].toSorted());
    expect(await names([winner ?? ''])).toEqual(expect.arrayContaining(valuesOf(old)));
  });

  it("of two accounts' legacy accounts into each other: no deadlock, each goes to one account", async () => {
    const both = await people(2);
    const [one, other] = both;
    if (!one || !other) throw new Error('nobody');
    // Each legacy account is offered to one account and merged into the other, so that both merges touch both accounts.
    const olds = [await importOld(app, { phone: one.person.contact }), await importOld(app, { phone: other.person.contact })] as const;
    const ids = both.map(({ accountId }) => accountId);
    const before = await names(ids);
    const runs = [await prepared(olds[0], other.person.contact), await prepared(olds[1], one.person.contact)] as const;
    const answers = await Promise.all([
      bind(runs[0].browser, runs[0].body),
      bind(movedTo(second, runs[1].browser), runs[1].body),
      bind(movedTo(second, runs[0].browser), runs[0].body),
      bind(runs[1].browser, runs[1].body),
    ]);
    expect(codesOf(answers)).toEqual([200, 200, 1022, 1022]);
    expect((await Promise.all(olds.map(legacyState))).map(({ account_id: id }) => id)).toEqual([ids[1], ids[0]]);
    const moved = olds.flatMap(({ email, username }) => [email, username]);
    expect(await names(ids)).toEqual([...before, ...moved].toSorted());
  });

  it('against a deletion request for the target: one wins, and the other changes nothing', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [target] = await people(1);
      if (!target) throw new Error('nobody');
      const { person, accountId } = target;
      const old = await importOld(app);
      const { browser, body } = await prepared(old, person.contact);
      const { data } = await verifyDeletion(person.browser);
      const asking = movedTo(second, person.browser).post('/delete', { ticket: data.ticket, channel: 'none', reason: 'other' });
      const [merged, asked] = await Promise.all([bind(browser, body), asking]);
      const isMerged = merged.code === 200;
      expect(isMerged ? [401] : [200]).toEqual([asked.code]);
      if (!isMerged) expect([1022, 3002]).toContain(merged.code);
      expect([await stateOf(accountId), (await legacyState(old)).state]).toEqual(isMerged ? ['active', 'merged'] : ['deleting', 'waiting']);
    }
  });

  it('undone during a deletion request for the account: both sides stay intact', async () => {
    const [target] = await people(1);
    if (!target) throw new Error('nobody');
    const { person, accountId } = target;
    const old = await importOld(app);
    const { browser, body } = await prepared(old, person.contact);
    expect(await bind(browser, body)).toMatchObject({ code: 200 });
    const token = await undoTokenOf(app, person.contact);
    const owner = app.newBrowser();
    await owner.post('/login/password', { account: person.contact, password: goodPassword });
    const { data } = await verifyDeletion(owner);
    const [undone, asked] = await Promise.all([
      second.newBrowser().post('/register/undobinddeepin', { token }),
      owner.post('/delete', { ticket: data.ticket, channel: 'none', reason: 'other' }),
    ]);
    // The deletion ends the link: the undo comes before it, or not at all.
    expect(asked).toMatchObject({ code: 200 });
    expect([200, 1022]).toContain(undone.code);
    expect([await stateOf(accountId), (await legacyState(old)).state]).toEqual(['deleting', undone.code === 200 ? 'waiting' : 'merged']);
    expect(await accountIdOf(app, person.contact)).toBe(accountId);
  });
});

describe('deletions at once on two instances', () => {
  it('requested in two browsers of one person: creates one', async () => {
    const [target] = await people(1);
    if (!target) throw new Error('nobody');
    const { person, accountId } = target;
    const other = second.newBrowser();
    await other.post('/login/password', { account: person.contact, password: goodPassword });
    const answers = await Promise.all([askDeletion(person.browser), askDeletion(other)]);
    expect(answers.map(({ code }) => code).filter((code) => code === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 401 || status === 400)).toBe(true);
    const rows = await app.db.q().selectFrom('deletions').select('state').where('account_id', '=', accountId).execute();
    expect(rows).toEqual([{ state: 'pending' }]);
  });

  it('withdrawn while the deadline passes and both instances purge: intact or gone', async () => {
    for (let round = 0; round < 6; round += 1) {
      const person = await signUp(app);
      const accountId = await accountIdOf(app, person.contact);
      const email = freshEmail();
      await addEmail(app, accountId, email);
      const { data } = await askDeletion(person.browser);
      const dueAt = Date.parse(data.dueAt);
      app.clock.set(dueAt - 60_000);
      const browser = app.newBrowser();
      const code = await signInCode(app, browser, person.contact);
      const offered = await browser.post<{ withdrawTicket: string }>('/login/code', { account: person.contact, code });
      const page = await unregister(browser, offered.data.withdrawTicket, { action: 'open' });
      app.clock.set(dueAt - 1);
      const withdrawing = [browser, movedTo(second, browser)].map((from) => unregister(from, page.data.token, { action: 'withdraw' }));
      // The deadline passes while the requests are on their way, later in each round.
      for (let turn = 0; turn < round * 3; turn += 1) await nextTurn();
      app.clock.set(dueAt);
      await Promise.all([app.wiring.jobs.deletions.run(), second.wiring.jobs.deletions.run()]);
      const answers = await Promise.all(withdrawing);
      const isKept = answers.some(({ code: answered }) => answered === 200);
      expect(answers.map(({ code: answered }) => answered).filter((answered) => ![200, 1022].includes(answered))).toEqual([]);
      // A withdrawal that began before the deadline may commit before or after both scans.
      await Promise.all([app.wiring.jobs.deletions.run(), second.wiring.jobs.deletions.run()]);
      expect(await stateOf(accountId)).toBe(isKept ? 'active' : 'purged');
      const held = await app.db.q().selectFrom('identifiers').select('kind').where('account_id', '=', accountId).execute();
      expect(held).toHaveLength(isKept ? 3 : 0);
      const receipts = await app.db.q().selectFrom('erasure_receipts').select('id').where('account_id', '=', accountId).execute();
      expect(receipts).toHaveLength(isKept ? 0 : 1);
    }
  });
});

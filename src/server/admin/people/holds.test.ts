/** What two members do for an authority and in the worst night: data that is kept, and the sign-out of everybody. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, hour, minute } from '#server/platform/clock.ts';
import { addMember } from '#server/core/operations/staff/staff.guarded.ts';
import { operation } from '#server/admin/operation.ts';
import { signOutNext } from '#server/capabilities/operations/desk/person/sign-out-everybody.ts';
import { askDeletion } from '#server/testing/people/deletion.ts';
import { takeCopy } from '#server/testing/lives/copies.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { runApprovals } from './approvals.ts';
import { runUsers } from './users.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ now: Date.now(), config: { rateFactor: 1000 } });
  for (const name of ['li.wei', 'wu.min'])
    await addMember(app.db, { name, role: 'lead', at: app.clock.now(), grantedBy: 'root', place: name });
});

afterAll(async () => {
  await app.close();
});

const deps = (accessHold = false) => ({ config: { ...app.config, accessHold }, db: app.db, keyring: app.wiring.keyring, clock: app.clock });
const why = ['--reason', 'authority', '--case', 'CASE-12', '--operator', 'li.wei'];
const asked = (words: readonly string[], accessHold = false) => runUsers(deps(accessHold), ['users', ...words, ...why]);

/** Asks for an act of two, and lets the other lead approve it. */
async function doneByTwo(words: readonly string[], accessHold = false): Promise<void> {
  const text = await asked(words, accessHold);
  const [, id = '', digest = ''] = /approve (\S+) --digest (\S+)/.exec(text) ?? [];
  expect(text).toContain('needs a second member');
  const answer = ['approvals', 'approve', id, '--digest', digest, '--reason', 'seen the order', '--operator', 'wu.min'];
  expect(await runApprovals(deps(accessHold), answer)).toContain('Done: ');
}

const until = (days: number) => new Date(app.clock.now() + days * day).toISOString();
const signIn = ({ contact, password }: Person) => app.newBrowser().post('/login/password', { account: contact, password });
const events = async (person: Person) =>
  (await person.browser.get<{ items: readonly { event: string }[] }>('/account/activity')).data.items.map(({ event }) => event);

const countOf = async ({ browser }: Person) =>
  (await browser.get<{ topics: readonly { topic: string; count: number }[] }>('/account/data')).data.topics.find(
    ({ topic }) => topic === 'security',
  )?.count ?? 0;

/** Where a person meets what was done for the authority. */
async function toldOf(person: Person): Promise<readonly string[]> {
  const { data } = await person.browser.get<{ items: readonly { caseRef: string }[] }>('/account/access');
  const list = data.items.some(({ caseRef }) => caseRef === 'CASE-12') && (await events(person)).includes('operator.looked');
  const copy = [...(await takeCopy(app, person)).values()].join('\n').includes('CASE-12');
  const message = (await app.outbox(person.contact)).some(({ scene }) => scene === 'operatorLooked');
  return Object.entries({ list, copy, message }).flatMap(([place, is]) => (is ? [place] : []));
}

async function stateOf(id: string): Promise<string> {
  return (await app.db.q().selectFrom('accounts').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
}

describe('data that an authority wants kept', () => {
  it('outlives the date of its deletion until the hold ends, its account is nobody to anybody, and its receipt is settling', async () => {
    const person = await signUp(app);
    const id = await accountIdOf(app, person.contact);
    const { data } = await askDeletion(person.browser);
    const token = data.receiptUrl.split('#')[1];
    const receipt = () => app.newBrowser().post('/receipt', { token });
    await doneByTwo(['hold', id, '--until', until(60)]);
    expect(await runUsers(deps(), ['users', 'holds', '--operator', 'wu.min'])).toMatch(
      new RegExp(`^${id}\tuntil .*\tcase CASE-12\tasked by li.wei$`),
    );
    app.clock.set(Date.parse(data.dueAt) + minute);
    await app.wiring.jobs.deletions.run();
    expect(await stateOf(id)).toBe('deleting');
    expect(await signIn(person)).toMatchObject({ code: 3007 });
    expect(await receipt()).toMatchObject({ data: { dueAt: data.dueAt, isSettling: true, receipt: null } });
    app.clock.advance(60 * day);
    await app.wiring.jobs.deletions.run();
    expect(await stateOf(id)).toBe('purged');
    expect(await receipt()).toMatchObject({ data: { isSettling: false, receipt: { apps: [] } } });
    expect(await app.db.q().selectFrom('holds').selectAll().execute()).toEqual([]);
  });

  it('is erased when two members end the hold', async () => {
    const person = await signUp(app);
    const id = await accountIdOf(app, person.contact);
    const { data } = await askDeletion(person.browser);
    await doneByTwo(['hold', id, '--until', until(60)]);
    app.clock.set(Date.parse(data.dueAt) + minute);
    await doneByTwo(['release', id]);
    await app.wiring.jobs.deletions.run();
    expect(await stateOf(id)).toBe('purged');
  });

  it('shows its owner the hold, or only its end where the law forbids to show the hold', async () => {
    for (const [accessHold, shown] of [
      [false, ['data.released', 'data.held']],
      [true, ['data.released']],
    ] as const) {
      const person = await signUp(app);
      const id = await accountIdOf(app, person.contact);
      const before = await countOf(person);
      await doneByTwo(['hold', id, '--until', until(60)], accessHold);
      expect((await events(person)).includes('data.held')).toBe(!accessHold);
      await asked(['history', id], accessHold);
      expect((await countOf(person)) > before).toBe(!accessHold);
      expect(await toldOf(person)).toEqual(accessHold ? [] : ['list', 'copy', 'message']);
      app.clock.advance(hour);
      await doneByTwo(['release', id], accessHold);
      expect((await events(person)).filter((event) => event.startsWith('data.'))).toEqual(shown);
      expect(await toldOf(person)).toEqual(accessHold ? ['list', 'copy'] : ['list', 'copy', 'message']);
    }
  });

  it('has an end that is a date within a year', async () => {
    const person = await signUp(app);
    const id = await accountIdOf(app, person.contact);
    await expect(asked(['hold', id])).rejects.toThrow('--until must be a date');
    const text = await asked(['hold', id, '--until', until(400)]);
    const [, approval = '', digest = ''] = /approve (\S+) --digest (\S+)/.exec(text) ?? [];
    const answer = ['approvals', 'approve', approval, '--digest', digest, '--reason', 'seen', '--operator', 'wu.min'];
    await expect(runApprovals(deps(), answer)).rejects.toThrow('changed since it was asked');
  });
});

describe('a second member', () => {
  it('is not asked to unlock an account that is not locked', async () => {
    const id = await accountIdOf(app, (await signUp(app)).contact);
    await expect(asked(['unlock', id])).rejects.toThrow('account.unlock has nothing to do');
  });
});

describe('the sign-out of everybody', () => {
  async function ended(words: readonly string[]): Promise<number> {
    await doneByTwo(['sessions', 'end-all', ...words]);
    let steps = 0;
    while (await signOutNext(operation(deps()))) steps += 1;
    return steps;
  }

  it('ends every session once, tells nobody without --tell, and everybody may come back', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => signUp(app)));
    expect(await ended([])).toBeGreaterThan(0);
    for (const person of people) {
      expect(await person.browser.get('/account/metainfo')).toMatchObject({ status: 401 });
      expect(await signIn(person)).toMatchObject({ code: 200 });
    }
    expect(await signOutNext(operation(deps()))).toBe(false);
    const rows = await app.db
      .q()
      .selectFrom('audit')
      .select(['event', 'account_id'])
      .where('event', 'in', ['sessions.ended', 'installation.signed-out'])
      .execute();
    expect(rows).toEqual([{ event: 'installation.signed-out', account_id: null }]);
  });

  it('tells each person once with --tell, also by several servers at once', async () => {
    const person = await signUp(app);
    const id = await accountIdOf(app, person.contact);
    await doneByTwo(['sessions', 'end-all', '--tell']);
    const server = async () => {
      while (await signOutNext(operation(deps())));
    };
    await Promise.all([server(), server(), server()]);
    const rows = await app.db
      .q()
      .selectFrom('audit')
      .select('detail')
      .where('account_id', '=', id)
      .where('event', '=', 'sessions.ended')
      .execute();
    expect(rows.map(({ detail }) => JSON.parse(detail))).toEqual([
      { operator: 'li.wei', reason: 'authority', case: 'CASE-12', second: 'wu.min' },
    ]);
  });
});

describe('the history of one person', () => {
  it('is in the shell before there is a desk, without an address', async () => {
    const person = await signUp(app);
    const shown = await asked(['history', await accountIdOf(app, person.contact)]);
    expect(shown).toMatch(/\taccount\.registered/);
    expect(shown).not.toContain(person.contact);
    expect(shown).not.toContain(person.browser.clientIp);
    expect(await events(person)).toContain('operator.looked');
  });
});

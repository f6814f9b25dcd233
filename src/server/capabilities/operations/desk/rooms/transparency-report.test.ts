/** The transparency report: only counts, which a purge leaves as they are. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guardianTextVersion } from '#contract/vocabulary/children.ts';
import { choiceVersion } from '#contract/account/agreements/consents.words.ts';
import type { RegionReport } from './transparency-report.ts';
import { insertDeletion } from '#server/core/account/deletion/deletions.repository.ts';
import { addRightsCounts } from '#server/core/protection/rights-counters/rights-counters.repository.ts';
import { minutesOf, type RightsCount } from '#server/core/protection/rights-counters/rights-counts.ts';
import { transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { day, minute } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { daysUntilHeld, publishTerms } from '#server/testing/people/agreements.ts';
import { askCopy, download, openCopy } from '#server/testing/lives/copies.ts';
import { askDeletion, mailedWithdrawal, withdrawWith } from '#server/testing/people/deletion.ts';
import { enter, fileFrom, makeMember, type DeskMember } from '#server/testing/people/desk.ts';
import { must } from '#server/testing/apps/developers.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
let member: Pick<DeskMember, 'accountId'>;

const start = Date.parse('2027-02-01T08:00:00Z');

beforeAll(async () => {
  app = await buildTestApp({ now: start, desk: true, config: { rateFactor: 1000, ageGate: { CN: 14, DE: 16 } } });
  member = { accountId: await accountIdOf(app, (await signUpAged(30)).contact) };
  await makeMember(app, { ...member, role: 'agent', name: 'li.wei' });
});

afterAll(() => app.close());

/** Every test has its own days: the counters are those of the whole installation. */
let began = start;

function newDays(): void {
  began = app.clock.now() + 2 * day;
  app.clock.set(began);
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The file that a member of staff takes, or its refusal. */
async function taken(range: { readonly from: string; readonly to: string }) {
  return fileFrom(app, await enter(app, member), { path: '/requests/report', body: range });
}

async function report(to = app.clock.now()): Promise<Readonly<Record<'CN' | 'DE' | 'none', RegionReport>>> {
  return JSON.parse((await taken({ from: dateOf(began), to: dateOf(to) })).payload).regions;
}

/** The exact counts of the days of this test, of one region. */
async function counted(region = 'CN'): Promise<Readonly<Record<string, number>>> {
  const rows = await app.db
    .q()
    .selectFrom('rights_counters')
    .selectAll()
    .where('day', '>=', began - (began % day))
    .execute();
  const sums: Record<string, number> = {};
  for (const row of rows) if (row.region === region) sums[row.name] = (sums[row.name] ?? 0) + row.count;
  return sums;
}

async function signUpAged(age: number, region: 'CN' | 'DE' = 'CN'): Promise<Person> {
  const browser = app.newBrowser();
  const birthday = `${new Date(app.clock.now()).getUTCFullYear() - age}-01-05`;
  must(await browser.post('/register/age', { birthday, region }));
  const person = await signUp(app, { browser });
  await app.db
    .q()
    .updateTable('accounts')
    .set({ region })
    .where('id', '=', await accountIdOf(app, person.contact))
    .execute();
  return person;
}

const signIn = async ({ browser, contact, password }: Person) =>
  must(await browser.post('/login/password', { account: contact, password }));

async function add(names: Readonly<Partial<Record<RightsCount, number>>>): Promise<void> {
  for (const [name, count] of Object.entries(names) as [RightsCount, number][])
    for (let index = 0; index < count; index += 1) await addRightsCounts(app.db, { accountId: null, names: [name], at: app.clock.now() });
}

it('counts copies, once for each that was downloaded, and those of a guardian', async () => {
  newDays();
  const person = await signUpAged(30);
  const url = await openCopy(person, await askCopy(app, person));
  await download(app, person.browser, url);
  await download(app, person.browser, url);
  expect(await counted()).toEqual({ 'copies.asked': 1, 'copies.ready': 1, 'copies.downloaded': 1, 'copies.minutes.1': 1 });
});

it('counts deletions, those withdrawn, and receipts', async () => {
  newDays();
  const [stays, goes] = [await signUpAged(30), await signUpAged(30)];
  const email = freshEmail();
  await addEmail(app, await accountIdOf(app, stays.contact), email);
  for (const { browser } of [stays, goes]) must(await askDeletion(browser));
  const mailed = await mailedWithdrawal(app, email);
  must(await withdrawWith(app.newBrowser(), mailed?.ticket ?? ''));
  app.clock.advance(16 * day);
  await app.wiring.jobs.deletions.run();
  expect(await counted()).toEqual({
    'deletions.asked.other': 2,
    'deletions.withdrawn': 1,
    'deletions.done.other': 1,
    'receipts.signed': 1,
  });
});

it('counts choices and children', async () => {
  newDays();
  const guardian = await signUpAged(40);
  app.clock.advance(8 * day);
  await signIn(guardian);
  const child = await signUpAged(10);
  const lone = await accountIdOf(app, (await signUpAged(11)).contact);
  const invitation = async () => new URL(must(await child.browser.post<{ url: string }>('/guardian/invite', {})).url).hash.slice(1);
  must(await guardian.browser.post('/guardian/refuse', { invitation: await invitation() }));
  const prove = async (action: string) =>
    must(await guardian.browser.post('/account/auth', { method: 'password', password: guardian.password, action }));
  await prove('consentForChild');
  const asked = { invitation: await invitation(), relation: 'parent', version: guardianTextVersion };
  const { id } = must(await guardian.browser.post<{ id: string }>('/guardian/consent', asked));
  await prove('exportForChild');
  must(await guardian.browser.post('/guardian/children/export', { id }));
  await prove('withdrawForChild');
  must(await guardian.browser.post('/guardian/children/withdraw', { id }));
  for (const given of [true, false, false])
    must(await guardian.browser.post('/account/choices', { purpose: 'mail', version: choiceVersion, given }));
  expect(await counted()).toEqual({
    'children.begun': 2,
    'children.refused': 1,
    'children.agreed': 1,
    'children.withdrawn': 1,
    'copies.asked': 1,
    'choices.given.mail': 1,
    'choices.withdrawn.mail': 1,
  });
  app.clock.advance(60 * day);
  for (let count = 0; count < 2; count += 1) {
    await app.wiring.jobs.childDates.run();
    app.clock.advance(16 * day);
    await app.wiring.jobs.deletions.run();
  }
  expect(await app.db.q().selectFrom('accounts').select('state').where('id', '=', lone).executeTakeFirst()).toEqual({ state: 'purged' });
  expect(await counted()).toMatchObject({ 'deletions.asked.noConsent': 2, 'deletions.done.noConsent': 2, 'receipts.signed': 2 });
});

it('counts requests with their days, and what staff did', async () => {
  newDays();
  const person = await signUpAged(30);
  const ask = async () =>
    must(await person.browser.post<{ id: string; number: string }>('/account/requests', { kind: 'correct', text: 'Wrong', key: newId() }));
  const [first, second, third] = [await ask(), await ask(), await ask()];
  const post = async (path: string, body: Readonly<Record<string, unknown>>) => must(await (await enter(app, member)).post(path, body));
  await post('/requests/add', { kind: 'object', channel: 'post', receivedAt: app.clock.now(), text: 'A letter' });
  app.clock.advance(2 * day + minute);
  await post('/requests/answer', { number: first.number, outcome: 'done', law: '', text: 'Done.' });
  app.clock.advance(20 * day);
  await signIn(person);
  await post('/requests/answer', { number: second.number, outcome: 'refused', law: 'GDPR 17(3)(b)', text: 'No.' });
  must(await person.browser.post('/account/requests/withdraw', { id: third.id }));
  const order = { reason: 'authority', caseRef: 'CASE-17' } as const;
  const desk = await enter(app, member);
  const look = async () => must(await desk.post<{ look: string }>('/person/find', { text: person.contact, ...order })).look;
  const [, opened] = [await look(), await look()];
  const { version } = must(await desk.post<{ version: number }>('/person/card', { look: opened, card: 'state' }));
  must(await desk.post('/act/lock', { look: opened, version, ...order }));
  expect(await counted()).toEqual({
    'requests.opened.correct': 3,
    'requests.answered.correct.done': 1,
    'requests.answered.correct.refused': 1,
    'requests.withdrawn': 1,
    'requests.days.3': 1,
    'requests.days.23': 1,
    'requests.late': 2,
    'staff.looks': 2,
    'staff.locks': 1,
    'staff.authorities': 1,
  });
  expect(await counted('')).toEqual({ 'requests.opened.object': 1 });
});

it('names no group of one to four, and gives medians only of larger ones', async () => {
  newDays();
  await add({ 'copies.asked': 4, 'copies.ready': 5, 'copies.failed': 1, 'copies.minutes.1': 3, 'copies.minutes.5': 2 });
  await add({ 'requests.opened.correct': 5, 'requests.opened.object': 4, 'requests.days.3': 4, 'deletions.done.privacy': 7 });
  const { none } = await report();
  expect(none.copies).toEqual({ asked: '<5', ready: 5, downloaded: 0, failed: '<5', medianMinutes: 1 });
  expect(none.requests).toMatchObject({ opened: { correct: 5, object: '<5' }, medianDays: '<5', worstDays: '<5' });
  expect(none.deletions).toEqual({ asked: {}, withdrawn: 0, done: { privacy: 7 } });
  await add({ 'requests.days.30': 1 });
  expect((await report()).none.requests).toMatchObject({ medianDays: 3, worstDays: 30 });
});

it('is of whole days of UTC, both of them included', async () => {
  newDays();
  await add({ 'copies.asked': 6 });
  app.clock.set(began - (began % day) + day - 1);
  await add({ 'copies.asked': 6 });
  app.clock.advance(1);
  await add({ 'copies.asked': 6 });
  expect((await report(began)).none.copies.asked).toBe(12);
  expect((await report()).none.copies.asked).toBe(18);
  expect((await taken({ from: '2027-02-30', to: '2027-03-01' })).statusCode).toBe(400);
  expect((await taken({ from: '2027-03-02', to: '2027-03-01' })).statusCode).toBe(400);
  expect((await taken({ from: '2027-03-02', to: '' })).statusCode).toBe(400);
});

it('counts a copy by the step that is not shorter than its time', () => {
  expect([0, 1, minute, minute + 1, 59 * minute, 20 * day].map(minutesOf)).toEqual(
    [1, 1, 1, 2, 60, 43_200].map((step) => `copies.minutes.${step}`),
  );
});

it('counts what is committed, and everything of many at once', async () => {
  newDays();
  const names = ['copies.asked', 'terms.accepted'] as const;
  const undone = app.db.tx(async () => {
    await addRightsCounts(app.db, { accountId: null, names, at: app.clock.now() });
    throw new Error('later');
  });
  await expect(undone).rejects.toThrow('later');
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      app.db.tx(() =>
        addRightsCounts(app.db, { accountId: null, names: index % 2 === 0 ? names : names.toReversed(), at: app.clock.now() }),
      ),
    ),
  );
  expect(await counted('')).toEqual({ 'copies.asked': 40, 'terms.accepted': 40 });
});

// Last of those who sign up: after a publication it takes another body.
it('counts answers to changed terms, who was held, and who left', async () => {
  newDays();
  const [one, two] = [await signUpAged(30), await signUpAged(30, 'DE')];
  await publishTerms(app, 'report-1');
  app.clock.advance(31 * day);
  for (const person of [one, two]) await signIn(person);
  interface Terms {
    readonly publication: number;
    readonly documents: readonly { readonly type: string; readonly version: string; readonly digest: string }[];
  }
  const { publication } = must(await two.browser.get<Terms>('/terms'));
  for (let count = 0; count < 2; count += 1) must(await two.browser.post('/terms/later', { publication }));
  app.clock.advance(daysUntilHeld * day);
  for (const person of [one, two]) await signIn(person);
  for (let count = 0; count < 2; count += 1) {
    for (const person of [one, two]) must(await person.browser.get('/terms'));
    app.clock.advance(day);
  }
  const { documents } = must(await one.browser.get<Terms>('/terms'));
  const body = { publication, documents: documents.map(({ type, version, digest }) => ({ type, version, digest })) };
  for (let count = 0; count < 2; count += 1) must(await one.browser.post('/terms/accept', body));
  must(await askDeletion(two.browser));
  expect(await counted('CN')).toEqual({ 'terms.held': 1, 'terms.accepted': 1 });
  expect(await counted('DE')).toEqual({ 'terms.later': 1, 'terms.held': 1, 'terms.left': 1, 'deletions.asked.other': 1 });
});

const purges = 60;

it('does not change by purges', async () => {
  newDays();
  const ids: string[] = [];
  for (let index = 0; index < purges; index += 1) {
    const account = await app.wiring.core.identity.accounts.create({
      region: index % 2 === 0 ? 'CN' : 'DE',
      language: 'en_US',
      identifiers: [],
      passwordHash: null,
      agreedThrough: 1,
      age: undefined,
      at: app.clock.now(),
    });
    ids.push(account.id);
    await app.db.tx(() =>
      app.wiring.core.journal.audit.record({
        event: 'choice.given',
        accountId: account.id,
        origin: byItself,
        counts: ['choices.given.mail'],
      }),
    );
  }
  const before = await report();
  expect(before.CN.choices.given).toEqual({ mail: purges / 2 });
  const until = app.clock.now();
  app.clock.advance(2 * day);
  const at = app.clock.now();
  for (const accountId of ids) {
    const feedback = { channel: 'none', reason: 'privacy', detail: '', agreement: null, receiptHash: null } as const;
    await insertDeletion(app.db, { accountId, ...feedback, at, dueAt: at });
    await transitionAccount(app.db, { id: accountId, from: 'active', to: 'deleting' });
  }
  await app.wiring.jobs.deletions.run();
  expect(await app.db.q().selectFrom('accounts').select('state').distinct().where('id', 'in', ids).execute()).toEqual([
    { state: 'purged' },
  ]);
  expect(await report(until)).toEqual(before);
  // The purges themselves are counted, on their day.
  expect((await counted())['deletions.done.privacy']).toBe(purges / 2);
});

const byItself = { clientIp: '', requestId: '' };

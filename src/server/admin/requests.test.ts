/** The operator's queue of requests about data. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { must } from '#server/testing/developers.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people.ts';
import { accountIdOf } from '#server/testing/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/test-app.ts';
import { runRequests } from './requests.ts';
import { runStaff } from './staff.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await buildTestApp({ now: Date.parse('2026-11-22T09:12:00Z'), config: { rateFactor: 1000 } });
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-requests-'));
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const deps = () => ({ config: app.config, db: app.db, keyring: app.wiring.keyring, clock: app.clock });
const run = (...args: readonly string[]) => runRequests(deps(), ['requests', ...args, '--operator', 'li.wei']);

async function fileOf(text: string): Promise<string> {
  const file = join(folder, newId());
  await writeFile(file, text);
  return file;
}

interface Thread {
  readonly id: string;
  readonly number: string;
  readonly state: string;
}

async function asking(): Promise<Person & { readonly id: string; readonly number: string }> {
  const person = await signUp(app, { email: freshEmail() });
  const body = { kind: 'correct', topic: 'profile', text: 'Born in 1994', key: newId() };
  return { ...person, ...must(await person.browser.post<Thread>('/account/requests', body)) };
}

const shown = async ({ browser, id }: { readonly browser: Person['browser']; readonly id: string }) =>
  must(await browser.get<Thread>(`/account/requests/${id}`));

it('lists what waits, the first to be answered first, and what is late', async () => {
  const { number } = await asking();
  expect(await run('list')).toMatch(
    new RegExp(`^${number}\tcorrect\tprofile\treceived\tpage\treceived 2026-11-22\tby 2026-12-22\t30 days left`, 'm'),
  );
  expect(await run('list', '--due', '20')).not.toContain(number);
  const now = app.clock.now();
  app.clock.set(now + 32 * day);
  expect(await run('list', '--overdue')).toContain('OVERDUE by');
  app.clock.set(now);
  expect(await run('list', '--overdue')).toBe('No request waits.');
});

it('shows a thread, and its person sees the look', async () => {
  const person = await asking();
  expect(await run('show', person.number.toLowerCase())).toContain('Born in 1994');
  const { items } = must(await person.browser.get<{ items: readonly object[] }>('/account/access'));
  expect(items).toContainEqual(expect.objectContaining({ event: 'operator.looked', reason: 'right', caseRef: person.number }));
  await expect(run('show', '7K2Q-9DMX')).rejects.toThrow('There is no such request.');
  await expect(run('show', 'nothing')).rejects.toThrow('eight letters');
});

it('asks the person, hears the reply, and answers once', async () => {
  const person = await asking();
  const { number, id, browser, contact } = person;
  expect(await run('ask', number, '--text-file', await fileOf('Which year?'))).toContain('Done');
  expect(await shown(person)).toMatchObject({
    state: 'waiting',
    messages: [{ author: 'person' }, { author: 'desk', text: 'Which year?' }],
  });
  must(await browser.post('/account/requests/reply', { id, text: '1994' }));
  expect(await shown(person)).toMatchObject({ state: 'received' });
  const answer = ['answer', number, '--outcome', 'refused', '--text-file', await fileOf('We cannot.')] as const;
  await expect(run(...answer)).rejects.toThrow('--law');
  expect(await run(...answer, '--law', 'GDPR 17(3)(b)')).toContain('Done');
  expect(await shown(person)).toMatchObject({ state: 'answered', outcome: 'refused', law: 'GDPR 17(3)(b)' });
  await expect(run(...answer, '--law', 'GDPR 17(3)(b)')).rejects.toThrow('the request has ended');
  const told = (await app.outbox(contact)).filter(({ scene }) => scene === 'requestAnswered');
  expect(told).toHaveLength(2);
  expect(JSON.stringify(told)).toContain(number);
  expect(JSON.stringify(told)).not.toContain('We cannot');
  expect(await run('list')).not.toContain(number);
});

it('moves the date once, in its time, and where the law allows it', async () => {
  const person = await asking();
  const extend = () => run('extend', person.number, '--reason', 'We have to ask another company.');
  expect(await extend()).toContain('Done');
  expect(await shown(person)).toMatchObject({ dueAt: '2027-02-20T00:00:00.000Z', extended: true });
  await expect(extend()).rejects.toThrow('extended before');
  const chinese = await signUp(app);
  const { number } = must(await chinese.browser.post<Thread>('/account/requests', { kind: 'other', text: 'Hello', key: newId() }));
  await expect(run('extend', number, '--reason', 'We need time.')).rejects.toThrow('knows no extension');
});

it('of one answer, one extension and one withdrawal at once, the end is one', async () => {
  const person = await asking();
  const file = await fileOf('Done.');
  const ends = await Promise.allSettled([
    run('answer', person.number, '--outcome', 'done', '--text-file', file),
    run('answer', person.number, '--outcome', 'done', '--text-file', file),
    person.browser.post('/account/requests/withdraw', { id: person.id }),
  ]);
  const events = await app.db
    .q()
    .selectFrom('audit')
    .select('event')
    .where('account_id', '=', await accountIdOf(app, person.contact))
    .execute();
  expect(events.filter(({ event }) => event === 'request.answered' || event === 'request.withdrawn')).toHaveLength(1);
  expect(ends.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
});

it('enters a request of a person with an account, and of one without', async () => {
  const text = await fileOf('A letter');
  const person = await signUp(app, { email: freshEmail() });
  const entered = await run(
    'add',
    '--kind',
    'object',
    '--channel',
    'post',
    '--received',
    '2026-11-20',
    '--text-file',
    text,
    '--account',
    person.contact,
  );
  expect(entered).toContain('to be answered by 2026-12-20');
  const { requests } = must(await person.browser.get<{ requests: readonly object[] }>('/account/requests'));
  expect(requests).toMatchObject([{ kind: 'object', receivedAt: '2026-11-20T00:00:00.000Z' }]);
  const stranger = await run('add', '--kind', 'other', '--channel', 'mail', '--received', '2026-11-22', '--text-file', text);
  expect(stranger).toContain('to be answered by 2026-12-07');
  const number = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(stranger)?.[0] ?? '';
  expect(await run('show', number)).toContain('account   none');
  expect(await run('answer', number, '--outcome', 'done', '--text-file', text)).toContain('Done');
  await expect(run('add', '--kind', 'other', '--channel', 'mail', '--received', '2027-01-01', '--text-file', text)).rejects.toThrow(
    '--received',
  );
});

it('closes a request that its person has withdrawn in words, with the reason in the thread', async () => {
  const { number, browser } = await asking();
  await expect(run('close', number)).rejects.toThrow('--reason');
  expect(await run('close', number, '--reason', 'You withdrew it on the telephone.')).toContain('Done');
  await expect(run('close', number, '--reason', 'Again.')).rejects.toThrow('has ended');
  const { requests } = must(await browser.get<{ requests: readonly { state: string }[] }>('/account/requests'));
  expect(requests).toMatchObject([{ state: 'withdrawn' }]);
  expect(await run('show', number)).toContain('You withdrew it on the telephone.');
});

it('is for agents and leads; others see the list alone', async () => {
  const { number } = await asking();
  const as = (operator: string, ...args: readonly string[]) => runRequests(deps(), ['requests', ...args, '--operator', operator]);
  for (const [name, role] of [
    ['lead.one', 'lead'],
    ['view.one', 'viewer'],
    ['agent.one', 'agent'],
  ] as const)
    await runStaff(deps(), ['staff', 'add', name, '--role', role, '--reason', 'test', '--last-resort', '--operator', 'lead.one']);
  expect(await as('view.one', 'list')).toContain(number);
  await expect(as('view.one', 'show', number)).rejects.toThrow('does not allow this');
  await expect(as('view.one', 'ask', number, '--text-file', await fileOf('Hm?'))).rejects.toThrow('does not allow this');
  await expect(as('li.wei', 'list')).rejects.toThrow('no member of staff');
  expect(await as('agent.one', 'show', number)).toContain('Born in 1994');
});

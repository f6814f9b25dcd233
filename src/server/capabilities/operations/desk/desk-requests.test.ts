/** Requests of people about their data, as members of staff handle them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StaffRole } from '#contract/operations/desk/roles.ts';
import { day } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { enter, newMember, type DeskBrowser } from '#server/testing/people/desk.ts';
import { must } from '#server/testing/apps/developers.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
let desk: DeskBrowser;

beforeAll(async () => {
  app = await buildTestApp({ now: Date.parse('2026-11-22T09:12:00Z'), desk: true, config: { rateFactor: 1000 } });
  desk = await enter(app, await newMember(app, 'agent'));
});

afterAll(() => app.close());

interface Thread {
  readonly id: string;
  readonly number: string;
  readonly state: string;
}

async function asking(): Promise<Person & Thread> {
  const person = await signUp(app, { email: freshEmail() });
  const body = { kind: 'correct', topic: 'profile', text: 'Born in 1994', key: newId() };
  return { ...person, ...must(await person.browser.post<Thread>('/account/requests', body)) };
}

const shown = async ({ browser, id }: { readonly browser: Person['browser']; readonly id: string }) =>
  must(await browser.get<Thread>(`/account/requests/${id}`));
const step = async (name: string, body: Readonly<Record<string, unknown>>, by = desk) => (await by.post(`/requests/${name}`, body)).code;

async function queued(): Promise<readonly { readonly id: string; readonly dueAt: number }[]> {
  return (await desk.get<{ items: readonly { readonly id: string; readonly dueAt: number }[] }>('/queues/requests')).data.items;
}

it('stands in the queue, the first to be answered first, until it has ended; its person sees who read it', async () => {
  const { number, browser } = await asking();
  const items = await queued();
  expect(items.find(({ id }) => id === number)?.dueAt).toBe(Date.parse('2026-12-22T00:00:00Z'));
  expect(items.map(({ dueAt }) => dueAt)).toEqual(items.map(({ dueAt }) => dueAt).toSorted((a, b) => a - b));
  const { data } = await desk.post<{ messages: readonly object[] }>('/requests/open', { number });
  expect(data.messages).toMatchObject([{ author: 'person', text: 'Born in 1994' }]);
  const { items: looks } = must(await browser.get<{ items: readonly object[] }>('/account/access'));
  expect(looks).toContainEqual(expect.objectContaining({ event: 'operator.looked', reason: 'right', caseRef: number }));
  expect(await step('open', { number: '7K2Q-9DMX' })).toBe(3064);
});

it('asks the person, gets the reply, and is answered once, by a rule where something is refused', async () => {
  const person = await asking();
  const { number, id, browser, contact } = person;
  expect(await step('reply', { number, text: 'Which year?' })).toBe(200);
  expect(await shown(person)).toMatchObject({
    state: 'waiting',
    messages: [{ author: 'person' }, { author: 'desk', text: 'Which year?' }],
  });
  must(await browser.post('/account/requests/reply', { id, text: '1994' }));
  expect(await shown(person)).toMatchObject({ state: 'received' });
  const answer = { number, outcome: 'refused', law: ' ', text: 'We cannot.' };
  for (const outcome of ['refused', 'part']) expect(await step('answer', { ...answer, outcome })).toBe(400);
  expect(await step('answer', { ...answer, law: 'GDPR 17(3)(b)' })).toBe(200);
  expect(await shown(person)).toMatchObject({ state: 'answered', outcome: 'refused', law: 'GDPR 17(3)(b)' });
  expect(await step('answer', { ...answer, law: 'GDPR 17(3)(b)' })).toBe(3064);
  const told = (await app.outbox(contact)).filter(({ scene }) => scene === 'requestAnswered');
  expect(told).toHaveLength(2);
  expect(JSON.stringify(told)).toContain(number);
  expect(JSON.stringify(told)).not.toContain('We cannot');
  expect((await queued()).map((item) => item.id)).not.toContain(number);
});

it('has its date moved once, and where the law allows it', async () => {
  const person = await asking();
  const extend = (number: string) => step('extend', { number, text: 'We have to ask another company.' });
  expect(await extend(person.number)).toBe(200);
  expect(await shown(person)).toMatchObject({ dueAt: '2027-02-20T00:00:00.000Z', extended: true });
  expect(await extend(person.number)).toBe(3064);
  const chinese = await signUp(app);
  const { number } = must(await chinese.browser.post<Thread>('/account/requests', { kind: 'other', text: 'Hello', key: newId() }));
  expect(await extend(number)).toBe(3064);
});

it('ends once, by two answers and a withdrawal at once', async () => {
  const person = await asking();
  const answer = { number: person.number, outcome: 'done', law: '', text: 'Done.' };
  const codes = await Promise.all([
    step('answer', answer),
    step('answer', answer),
    person.browser.post('/account/requests/withdraw', { id: person.id }).then(({ code }) => code),
  ]);
  const accountId = await accountIdOf(app, person.contact);
  const events = await app.db.q().selectFrom('audit').select('event').where('account_id', '=', accountId).execute();
  expect(events.filter(({ event }) => event === 'request.answered' || event === 'request.withdrawn')).toHaveLength(1);
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
});

it('is entered for somebody without an account, with its date from the day of arrival, and no appeal is', async () => {
  const said = { kind: 'other', channel: 'mail', receivedAt: Date.parse('2026-11-20'), text: 'A letter' };
  const { data } = await desk.post<{ number: string; dueAt: number }>('/requests/add', said);
  expect(new Date(data.dueAt).toISOString()).toBe('2026-12-05T00:00:00.000Z');
  expect(await step('open', { number: data.number })).toBe(200);
  expect(await step('answer', { number: data.number, outcome: 'done', law: '', text: 'Done.' })).toBe(200);
  expect(await step('add', { ...said, kind: 'appeal' })).toBe(3064);
  expect(await step('add', { ...said, receivedAt: app.clock.now() + day })).toBe(3064);
});

it('is entered with the data that it is about, which the desk reads', async () => {
  const said = { kind: 'explain', topic: 'security', channel: 'post', receivedAt: app.clock.now(), text: 'A letter' };
  const { number } = must(await desk.post<{ number: string }>('/requests/add', said));
  expect(must(await desk.post('/requests/open', { number }))).toMatchObject({ kind: 'explain', topic: 'security' });
  expect(await step('add', { ...said, topic: 'weather' })).toBe(400);
});

it('is closed where its person has withdrawn it in words, with the reason in the thread', async () => {
  const { number, browser } = await asking();
  expect(await step('close', { number, text: ' ' })).toBe(400);
  expect(await step('close', { number, text: 'You withdrew it on the telephone.' })).toBe(200);
  expect(await step('close', { number, text: 'Again.' })).toBe(3064);
  const { requests } = must(await browser.get<{ requests: readonly { id: string; state: string }[] }>('/account/requests'));
  expect(requests).toMatchObject([{ state: 'withdrawn' }]);
  const { messages } = must(await browser.get<{ messages: readonly object[] }>(`/account/requests/${requests[0]?.id}`));
  expect(messages.at(-1)).toMatchObject({ author: 'desk', text: 'You withdrew it on the telephone.' });
});

it.each<[StaffRole, string]>([
  ['viewer', 'open'],
  ['viewer', 'close'],
  ['viewer', 'add'],
  ['reviewer', 'report'],
  ['reviewer', 'open'],
])('a %s may not: %s', async (role, name) => {
  const { number } = await asking();
  const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    open: { number },
    close: { number, text: 'x' },
    add: { kind: 'other', channel: 'mail', receivedAt: app.clock.now(), text: 'x' },
    report: { from: '2026-11-01', to: '2026-11-30' },
  };
  expect(await step(name, bodies[name] ?? {}, await enter(app, await newMember(app, role)))).toBe(3060);
});

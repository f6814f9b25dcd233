// @one-database
/** What the operator's list of working days means at the desk: the same dates as in a shell. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dueDate } from '#server/core/rights/requests/due-date.ts';
import { day } from '#server/platform/clock.ts';
import { enter, newMember, signedConfirmation, signedException, type DeskBrowser, type DeskMember } from '#server/testing/people/desk.ts';
import { signUp } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

const wednesday = Date.UTC(2026, 8, 30, 8);
const why = { reason: 'asked', caseRef: 'CS-4711' };

let app: TestApp;
let member: DeskMember;
let agent: DeskBrowser;
let look: string;

beforeAll(async () => {
  app = await buildTestApp({
    now: wednesday,
    desk: true,
    settings: { WORKDAYS_CN: '2026-10-01..2026-10-07 +2026-10-10' },
    config: { rateFactor: 100 },
  });
  member = await newMember(app, 'agent');
  agent = await enter(app, member);
  const { contact } = await signUp(app);
  look = (await agent.post<{ look: string }>('/person/find', { text: contact, ...why })).data.look;
});

afterAll(() => app.close());

it('exceptional access is reviewed within three of them', async () => {
  const body = signedException(member, { look, caseRef: why.caseRef, text: 'A break-in.' });
  const { data } = await agent.post<{ id: string }>('/break-glass', body);
  const leader = await newMember(app, 'lead');
  const lead = await enter(app, leader);
  expect(await lead.post('/break-glass/confirm', await signedConfirmation(lead, leader, data.id))).toMatchObject({ code: 200 });
  const { data: shown } = await lead.get<{ items: readonly { reviewBy: number }[] }>('/exceptions');
  // Thursday and Friday after the week off, and the Saturday that is worked.
  expect(shown.items.map(({ reviewBy }) => new Date(reviewBy).toISOString().slice(0, 10))).toEqual(['2026-10-10']);
});

it('a request that came by telephone has the date that a shell gives it', async () => {
  const receivedAt = wednesday - day;
  const { data } = await agent.post<{ dueAt: number }>('/requests/add', {
    look,
    kind: 'correct',
    channel: 'phone',
    receivedAt,
    text: 'Born in 1994',
  });
  const { workdaysCn } = app.config;
  expect(data.dueAt).toBe(dueDate(receivedAt, 'CN', workdaysCn));
  expect(data.dueAt).not.toBe(dueDate(receivedAt, 'CN'));
});

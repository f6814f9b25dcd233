/**
 * A whole life and a day at the desk among many accounts: PostgreSQL expects few rows from each step of each statement, as
 * its own planner chooses it. A plan of a small database, or one without sequential scans, does not show where a join reads
 * all accounts.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { deskCards } from '#contract/operations/desk/desk-cards.words.ts';
import { deskQueues } from '#contract/operations/desk/desk-queues.words.ts';
import { removeStaleRows } from '#server/core/stale-rows.ts';
import { hour } from '#server/platform/clock.ts';
import { addCrowd } from '#server/testing/lives/crowd.ts';
import { enter, newMember } from '#server/testing/people/desk.ts';
import { liveFully, openLifeStage, type LifeStage } from '#server/testing/lives/full-life.ts';
import { signUp } from '#server/testing/people/people.ts';
import { expectedRows, greedyQueries, noteQueries, type SentQuery } from '#server/testing/costs/query-plan.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

const crowd = { from: 10, to: 10_000, every: 2, sessions: true };
/** More than any person has of anything. */
const few = 500;

/** A removal of old rows takes a batch of them, in the order of an index; a look for any account ends at the first. */
const batch = /^delete from .* limit \$\d+\)$|^select "id" from "accounts" limit \$1$/;

/** Statements with a step that expects many rows of a table, or has read them. */
async function greedy({ db, config }: TestApp, sent: readonly SentQuery[]): Promise<readonly unknown[]> {
  await sql`analyze`.execute(db.q());
  const many = [];
  const queries = sent.filter(({ text }) => !batch.test(text));
  for (const { text } of queries) {
    const most = (await expectedRows(db, text)).filter(({ rows }) => rows > few);
    if (most.length > 0) many.push([text, ...most]);
  }
  return [...many, ...(await greedyQueries(config.databaseUrl ?? '', { queries, few }))];
}

async function inTurn<Item, Answer>(items: readonly Item[], call: (item: Item) => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const item of items) answers.push(await call(item));
  return answers;
}

function readsOf(queries: readonly SentQuery[], table: string): readonly SentQuery[] {
  return queries.filter(({ text }) => text.includes(`from "${table}"`));
}

describe('a life and its end', () => {
  let stage: LifeStage;
  let queries: readonly SentQuery[];

  beforeAll(async () => {
    stage = await openLifeStage();
    await addCrowd(stage.app, crowd);
    const { app } = stage;
    queries = await noteQueries(async () => {
      await liveFully(stage);
      await app.wiring.openid.tellSessionEnds();
      await removeStaleRows(app.db, app.clock.now());
    });
  }, 120_000);

  afterAll(() => stage.close());

  it('makes the calls that everybody makes', () => {
    for (const table of ['accounts', 'sessions', 'identifiers', 'devices']) expect(readsOf(queries, table)).not.toEqual([]);
  });

  it('reads few rows by each statement', async () => {
    expect(await greedy(stage.app, queries)).toEqual([]);
  });
});

it('reads few rows by each statement of the background jobs', async () => {
  const app = await buildTestApp();
  onTestFinished(() => app.close());
  await addCrowd(app, crowd);
  const queries = await noteQueries(async () => {
    for (const job of app.wiring.jobs.all()) await job.run();
  });
  expect(readsOf(queries, 'openid_records')).not.toEqual([]);
  expect(await greedy(app, queries)).toEqual([]);
}, 60_000);

it('reads few rows by each statement of a day at the desk', async () => {
  const app = await buildTestApp({ desk: true, config: { rateFactor: 1000 } });
  onTestFinished(() => app.close());
  const [lead, auditor] = [await enter(app, await newMember(app, 'lead')), await enter(app, await newMember(app, 'auditor'))];
  const { contact } = await signUp(app);
  await addCrowd(app, crowd);
  const now = app.clock.now();
  const gets = ['/me', '/queues', '/approvals', '/alarms', '/apps', '/publications', '/members'];
  const queries = await noteQueries(async () => {
    const { look } = (await lead.post<{ look: string }>('/person/find', { text: contact, reason: 'asked', caseRef: 'CS-4711' })).data;
    const answers = [
      ...(await inTurn(deskCards, (card) => lead.post('/person/card', { look, card }))),
      ...(await inTurn(gets, (path) => lead.get(path))),
      ...(await inTurn(deskQueues, (queue) => lead.get(`/queues/${queue}`))),
      await auditor.post('/audit/search', { from: now - hour, to: now + 1, account: contact }),
      ...(await inTurn(['/exceptions', '/audit/exports'], (path) => auditor.get(path))),
    ];
    expect(answers.filter(({ code }) => code !== 200)).toEqual([]);
  });
  expect(readsOf(queries, 'accounts')).not.toEqual([]);
  expect(await greedy(app, queries)).toEqual([]);
}, 120_000);

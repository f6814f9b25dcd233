/**
 * A whole life and a day at the desk among many accounts: PostgreSQL expects few rows from each step of each statement, as
 * its own planner chooses it. A plan of a small database, or one without sequential scans, does not show where a join reads
 * all accounts.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskCards } from '#contract/vocabulary/desk-cards.ts';
import { deskQueues } from '#contract/vocabulary/desk-queues.ts';
import { hour } from '#server/platform/clock.ts';
import { addCrowd } from '#server/testing/crowd.ts';
import { enter, newMember } from '#server/testing/desk.ts';
import { liveFully, openLifeStage, type LifeStage } from '#server/testing/full-life.ts';
import { signUp } from '#server/testing/people.ts';
import { expectedRows, noteStatements } from '#server/testing/query-plan.ts';
import { buildTestApp, type TestApp } from '#server/testing/test-app.ts';

const crowd = { from: 10, to: 10_000, every: 2, sessions: true };
/** More than any person has of anything. */
const few = 500;

/** Statements with a step that expects many rows of a table. */
async function greedy({ db }: TestApp, statements: readonly string[]): Promise<readonly unknown[]> {
  await sql`analyze`.execute(db.q());
  const many = [];
  for (const text of statements) {
    const most = (await expectedRows(db, text)).filter(({ rows }) => rows > few);
    if (most.length > 0) many.push([text, ...most]);
  }
  return many;
}

function readsOf(statements: readonly string[], table: string): readonly string[] {
  return statements.filter((text) => text.includes(`from "${table}"`));
}

describe('a life', () => {
  let stage: LifeStage;
  let statements: readonly string[];

  beforeAll(async () => {
    stage = await openLifeStage();
    await addCrowd(stage.app, crowd);
    statements = await noteStatements(async () => void (await liveFully(stage)));
  }, 120_000);

  afterAll(() => stage.close());

  it('makes the calls that everybody makes', () => {
    for (const table of ['accounts', 'sessions', 'identifiers', 'devices']) expect(readsOf(statements, table)).not.toEqual([]);
  });

  it('reads few rows by each statement', async () => {
    expect(await greedy(stage.app, statements)).toEqual([]);
  });
});

describe('a day at the desk', () => {
  let app: TestApp;
  let statements: readonly string[];

  beforeAll(async () => {
    app = await buildTestApp({ settings: { DESK: 'on' }, config: { rateFactor: 1000 } });
    const [lead, auditor] = [await enter(app, await newMember(app, 'lead')), await enter(app, await newMember(app, 'auditor'))];
    const { contact } = await signUp(app);
    await addCrowd(app, crowd);
    const why = { reason: 'asked', caseRef: 'CS-4711' };
    statements = await noteStatements(async () => {
      const { look } = (await lead.post<{ look: string }>('/person/find', { text: contact, ...why })).data;
      for (const card of deskCards) expect(await lead.post('/person/card', { look, card })).toMatchObject({ code: 200 });
      for (const path of ['/me', '/figures?span=year', '/health', '/queues', '/approvals', '/alarms', '/apps', '/publications', '/members'])
        expect([path, await lead.get(path)]).toMatchObject([path, { code: 200 }]);
      for (const queue of deskQueues) expect([queue, await lead.get(`/queues/${queue}`)]).toMatchObject([queue, { code: 200 }]);
      const now = app.clock.now();
      expect(await auditor.post('/audit/search', { from: now - hour, to: now + 1, account: contact })).toMatchObject({ code: 200 });
      for (const path of ['/exceptions', '/audit/exports']) expect([path, await auditor.get(path)]).toMatchObject([path, { code: 200 }]);
    });
  }, 120_000);

  afterAll(() => app.close());

  it('reads few rows by each statement', async () => {
    expect(readsOf(statements, 'accounts')).not.toEqual([]);
    expect(await greedy(app, statements)).toEqual([]);
  });
});

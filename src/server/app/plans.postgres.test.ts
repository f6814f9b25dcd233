/**
 * A whole life among many accounts: PostgreSQL expects few rows from each step of each statement, as its own planner
 * chooses it. A plan of a small database, or one without sequential scans, does not show where a join reads all accounts.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCrowd } from '#server/testing/crowd.ts';
import { liveFully, openLifeStage, type LifeStage } from '#server/testing/full-life.ts';
import { expectedRows, noteStatements } from '#server/testing/query-plan.ts';

const accounts = 10_000;
/** More than any person has of anything. */
const few = 500;

let stage: LifeStage;
let statements: readonly string[];

beforeAll(async () => {
  stage = await openLifeStage();
  await addCrowd(stage.app, { from: 10, to: accounts, every: 2, sessions: true });
  statements = await noteStatements(async () => void (await liveFully(stage)));
  await sql`analyze`.execute(stage.app.db.q());
}, 120_000);

afterAll(() => stage.close());

it('notes the statements of the calls that everybody makes', () => {
  for (const table of ['accounts', 'sessions', 'identifiers', 'devices'])
    expect(statements.filter((text) => text.includes(`from "${table}"`))).not.toEqual([]);
});

it('reads few rows for each statement', async () => {
  const { db } = stage.app;
  const many = [];
  for (const text of statements) {
    const read = await expectedRows(db, text);
    const most = read.filter(({ rows }) => rows > few);
    if (most.length > 0) many.push([text, ...most]);
  }
  expect(many).toEqual([]);
});

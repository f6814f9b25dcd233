/** A renewal gives a session a new id: every row that a table binds to the session has it from then on. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tables } from '#server/core/tables.ts';
import type { AnyTable } from '#server/platform/db/tables/table.ts';
import { liveFully, openLifeStage, type LifeStage } from '#server/testing/lives/full-life.ts';
import { prove } from '#server/testing/lives/living.ts';
import { signUp } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';

interface Bound {
  readonly name: string;
  readonly column: string;
}

/** The columns with the id of a session, by what a renewal does to their rows. */
function columnsThat(word: 'moves' | 'stays'): readonly Bound[] {
  const declared: readonly AnyTable[] = tables;
  return declared.flatMap(({ name, session = {} }) =>
    Object.entries(session).flatMap(([column, says]) => (says.startsWith(word) ? [{ name, column }] : [])),
  );
}

let stage: LifeStage;

beforeAll(async () => {
  stage = await openLifeStage();
  await liveFully(stage);
}, 120_000);

afterAll(() => stage.close());

async function liveSession(accountId: string): Promise<string> {
  const { id } = await stage.app.db
    .q()
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return id;
}

/** Binds each row of a table to a session. Returns the number of its rows. */
async function bind({ name, column }: Bound, session: string): Promise<number> {
  const { numAffectedRows } = await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${session}`.execute(stage.app.db.q());
  return Number(numAffectedRows);
}

async function countOf({ name, column }: Bound, session: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)} where ${sql.ref(column)} = ${session}`.execute(
    stage.app.db.q(),
  );
  return Number(rows[0]?.n);
}

describe('an identity proof, which renews the session,', () => {
  it.each(columnsThat('moves'))('moves the rows of $name', async (bound) => {
    const { browser, contact, password } = await signUp(stage.app);
    const accountId = await accountIdOf(stage.app, contact);
    const before = await liveSession(accountId);
    const rows = await bind(bound, before);
    expect(rows, 'the life leaves a row').toBeGreaterThan(0);
    await prove({ browser, password });
    const after = await liveSession(accountId);
    expect(after).not.toBe(before);
    expect(await countOf(bound, before)).toBe(0);
    expect(await countOf(bound, after)).toBeGreaterThanOrEqual(rows);
  });

  it('leaves the rows of former_ways, which stay, with the old id', async () => {
    const bound = columnsThat('stays').find(({ name }) => name === 'former_ways');
    if (bound === undefined) throw new Error('former_ways has no session that stays');
    const { browser, contact, password } = await signUp(stage.app);
    const accountId = await accountIdOf(stage.app, contact);
    const before = await liveSession(accountId);
    const rows = await bind(bound, before);
    expect(rows, 'the life leaves a row').toBeGreaterThan(0);
    await prove({ browser, password });
    const after = await liveSession(accountId);
    expect(after).not.toBe(before);
    expect([await countOf(bound, before), await countOf(bound, after)]).toEqual([rows, 0]);
  });
});

it('concerns every column with the id of a session', () => {
  const named = [...columnsThat('moves'), ...columnsThat('stays')].map(({ name, column }) => `${name}.${column}`).toSorted();
  const declared: readonly AnyTable[] = tables;
  const found = declared.flatMap(({ name, columns }) =>
    Object.keys(columns).flatMap((column) => (/(?:^|_)session(?:_id)?$/.test(column) ? [`${name}.${column}`] : [])),
  );
  expect(named).toEqual(found.toSorted());
  expect(named.length).toBeGreaterThan(8);
});

// @one-database
import { type CompiledQuery, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tables } from '#server/core/tables.ts';
import { testKeyring } from '#server/testing/server/test-core.ts';
import { openTestDatabase, type TestDatabase } from '#server/testing/server/test-database.ts';
import { copiedTopics } from './copied-rows.ts';
import { copiedPages } from './copied-rows.repository.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await openTestDatabase();
});

afterAll(async () => {
  await test.close();
});

/** Tables that collect rows for as long as an account lives. */
const growing = ['activity', 'audit', 'consent_ledger', 'known_browsers', 'openid_consents', 'sent_messages', 'sessions', 'settings'];

it('a copy pages through tables that grow in the order of an index: no page sorts all rows of an account', async () => {
  const found = copiedTopics(tables).flatMap((topic) => topic.tables);
  const sorting = new Set<string>();
  for (const copied of found) {
    const [query] = await queriesOf(copied);
    if (query === undefined) throw new Error(`${copied.table.name} is not read`);
    const plan = await test.db.q().executeQuery<{ detail: string }>({ ...query, sql: `explain query plan ${query.sql}` });
    if (plan.rows.some(({ detail }) => detail === 'USE TEMP B-TREE FOR ORDER BY')) sorting.add(copied.table.name);
  }
  expect(growing.filter((name) => !found.some(({ table }) => table.name === name))).toEqual([]);
  expect(growing.filter((name) => sorting.has(name))).toEqual([]);
});

/** The queries of a copy for a table. */
async function queriesOf(copied: Parameters<typeof copiedPages>[1]): Promise<readonly CompiledQuery[]> {
  const { db } = test;
  const queries: CompiledQuery[] = [];
  const noting: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      queries.push(db.q().getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const of = { accountId: 'nobody', at: 0, retention: {} };
  await Array.fromAsync(copiedPages({ db: { ...db, q: () => db.q().withPlugin(noting) }, keyring: testKeyring() }, copied, of));
  return queries;
}

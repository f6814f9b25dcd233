import { StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { vi } from 'vitest';
import type { Db } from '#server/core/database/db.ts';

/** The plan of the database for a compiled query, as one text. */
export async function planOf(
  db: Db,
  { sql: text, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] },
): Promise<string> {
  const parts = text.split(db.engine === 'postgres' ? /\$\d+/ : '?');
  const query = sql.join(
    parts.flatMap((part, index) => [...(index === 0 ? [] : [sql.lit(parameters[index - 1])]), sql.raw(part)]),
    sql.raw(''),
  );
  return db.tx(async () => {
    // A few rows are read faster without an index: the question is whether the index can serve.
    if (db.engine === 'postgres') await sql`set local enable_seqscan = off`.execute(db.q());
    const { rows } = await (db.engine === 'postgres' ? sql`explain ${query}` : sql`explain query plan ${query}`).execute(db.q());
    return JSON.stringify(rows);
  });
}

/** The text of every statement that reads or changes rows meanwhile, as it reaches the database, each once. */
export async function noteStatements(steps: () => Promise<void>): Promise<readonly string[]> {
  const ofSqlite = (['all', 'run', 'get'] as const).map((name) => vi.spyOn(StatementSync.prototype, name));
  const ofPostgres = vi.spyOn(pg.Query.prototype, 'submit');
  try {
    await steps();
    const sent: readonly unknown[] = [...ofSqlite, ofPostgres].flatMap(({ mock: { contexts } }) => contexts);
    const texts = sent.flatMap((each) => {
      if (each instanceof StatementSync) return [each.sourceSQL];
      return typeof each === 'object' && each !== null && 'text' in each ? [String(each.text)] : [];
    });
    return [...new Set(texts)].filter((text) => /^(?:select|update|delete|with)\b/i.test(text));
  } finally {
    for (const spy of [...ofSqlite, ofPostgres]) spy.mockRestore();
  }
}

/** The plan of a statement for whatever values, as connections keep it: it knows none of them. */
export async function planForAny(db: Db, text: string): Promise<string> {
  return db.tx(async () => {
    if (db.engine === 'postgres') await sql`set local enable_seqscan = off`.execute(db.q());
    const explain = db.engine === 'postgres' ? 'explain (generic_plan)' : 'explain query plan';
    const { rows } = await sql.raw(`${explain} ${text}`).execute(db.q());
    return JSON.stringify(rows);
  });
}

/** A step of a plan of PostgreSQL that reads a table, with the number of rows that it expects. */
export interface ReadStep {
  readonly table: string;
  readonly how: string;
  readonly rows: number;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * Rows that PostgreSQL expects to read for a statement with whatever values. Joins by hash or merge are off: they read a whole
 * table where it expects many rows of a table that is empty now, and never instead of a missing index.
 */
export async function expectedRows(db: Db, text: string): Promise<readonly ReadStep[]> {
  return db.tx(async () => {
    await sql`set local enable_hashjoin = off`.execute(db.q());
    await sql`set local enable_mergejoin = off`.execute(db.q());
    const explained = sql.raw<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(`explain (generic_plan, format json) ${text}`);
    const { rows } = await explained.execute(db.q());
    return rows.flatMap(({ 'QUERY PLAN': plans }) => plans.flatMap(({ Plan: plan }) => readSteps(plan)));
  });
}

function readSteps(node: PlanNode): readonly ReadStep[] {
  const below = (node.Plans ?? []).flatMap(readSteps);
  const table = node['Relation Name'];
  return table === undefined ? below : [{ table, how: node['Node Type'], rows: node['Plan Rows'] }, ...below];
}

/** A query as it reached PostgreSQL. */
export interface SentQuery {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Every statement that reads or changes rows of PostgreSQL meanwhile, each once with the values of its last use. */
export async function noteQueries(steps: () => Promise<void>): Promise<readonly SentQuery[]> {
  const sent = vi.spyOn(pg.Query.prototype, 'submit');
  try {
    await steps();
    const queries = sent.mock.contexts.map((each) => {
      const { text, values } = each as { readonly text: string; readonly values?: readonly unknown[] };
      return { text, values: values ?? [] };
    });
    const changes = queries.filter(({ text }) => /^(?:select|update|delete|with)\b/i.test(text));
    return [...new Map(changes.map((query) => [query.text, query])).values()];
  } finally {
    sent.mockRestore();
  }
}

/**
 * The steps that read more than `few` rows of a table, by query. Each query runs once more, and its changes are taken back.
 * Plans that only a table of few rows would have are left out.
 */
export async function greedyQueries(
  connectionString: string,
  { queries, few }: { readonly queries: readonly SentQuery[]; readonly few: number },
): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const greedy = [];
    for (const query of queries) {
      const steps = (await rowsRead(client, query)).filter(({ rows }) => rows > few);
      if (steps.length > 0) greedy.push([query.text, ...steps]);
    }
    return greedy;
  } finally {
    await client.end();
  }
}

async function rowsRead(client: pg.Client, { text, values }: SentQuery): Promise<readonly ReadStep[]> {
  await client.query('begin');
  try {
    await client.query('set local enable_seqscan = off; set local enable_bitmapscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: RunNode }[] }>(`explain (analyze, format json) ${text}`, [
      ...values,
    ]);
    return rows.flatMap(({ 'QUERY PLAN': plans }) => plans.flatMap(({ Plan: plan }) => stepsRun(plan)));
  } finally {
    await client.query('rollback');
  }
}

interface RunNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly RunNode[];
}

function stepsRun(node: RunNode): readonly ReadStep[] {
  const below = (node.Plans ?? []).flatMap(stepsRun);
  const table = node['Relation Name'];
  if (table === undefined) return below;
  const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  return [{ table, how: node['Node Type'], rows: each * node['Actual Loops'] }, ...below];
}

import type { Migration } from 'kysely/migration';
import { describe, expect, it } from 'vitest';
import { statementsOf } from '#server/testing/migration-statements.ts';
import { migrationsOf } from './index.ts';
import { statements } from './statements.ts';

/**
 * Statements that do more than expand, by migration: UPGRADING.md describes the effect of each on the previous
 * version, which keeps running beside it. List a new one only when the previous version no longer needs what it
 * removes.
 */
const contractSteps: Readonly<Record<string, readonly RegExp[]>> = {
  '0002-ways': [
    /^update former_ways /,
    /^alter table former_ways drop column (incident_id|browser)$/,
    /^drop index (incidents_disputed|account_claims_open)$/,
    /^update incidents set state/,
    /^alter table incidents drop column (spent|named)$/,
    /^update account_claims set (kind|state)/,
    /^alter table account_claims drop column incident_id$/,
    /^delete from ways_meta where substr\(way, 1, 8\) = 'browser:'$/,
    /^alter table ways_meta drop column carriers$/,
    /^update (proofs|sessions|qr_sign_ins) set /,
    /^select id, shown from account_claims/,
  ],
  '0007-waits': [/^update account_claims set kind = 'act' where kind = 'removal'$/],
  '0011-put-back': [/^alter table (account_claims|recovery_numbers) drop column language$/],
  '0008-copies': [/^(drop|create unique) index exports_under_way\b/],
};

/** Changes that an instance of the previous version could notice: all but new tables and optional columns. */
async function contracting(migration: Migration): Promise<readonly string[]> {
  const made = new Set<string>();
  const found: string[] = [];
  for (const statement of await statementsOf(migration)) {
    const table = /^create table "?(\w+)"?/.exec(statement)?.[1];
    if (table !== undefined) made.add(table);
    else if (!isOnNew(statement, made) && !isNewColumn(statement)) found.push(statement);
  }
  return found;
}

/** An index or a row of a table from the same migration; on another table it would block all writes while it is built. */
function isOnNew(statement: string, made: ReadonlySet<string>): boolean {
  const table = /^(?:create (?:unique )?index "?\w+"? on|alter table|insert into) "?(\w+)"?/.exec(statement)?.[1];
  return table !== undefined && made.has(table);
}

function isNewColumn(statement: string): boolean {
  return (
    /^alter table "?\w+"? add column "?\w+"? \w+/.test(statement) &&
    !/, (add|drop|alter|rename) /.test(statement) &&
    !/\bunique\b|primary key/.test(statement) &&
    (!/\bnot null\b/.test(statement) || /\bdefault\b/.test(statement))
  );
}

/** What a migration does beyond its steps, and the steps that it does not take. */
async function amiss(migration: Migration, steps: readonly RegExp[] = []) {
  const found = await contracting(migration);
  return {
    beyond: found.filter((statement) => !steps.some((step) => step.test(statement))),
    idle: steps.filter((step) => !found.some((statement) => step.test(statement))),
  };
}

/** All but the first one: no version runs beside an empty database. */
const later = Object.entries(migrationsOf('postgres')).slice(1);

/** One that expands, so that there is always one to look at. */
const planted = ['planted', statements(['alter table "accounts" add column "shard" text'])] as const;

describe('a migration', () => {
  it.each([...later, planted])('keeps everything that the previous version needs: %s', async (name, migration) => {
    expect(await amiss(migration, contractSteps[name])).toEqual({ beyond: [], idle: [] });
  });

  it('fails for an unlisted removal, and for a listed step that it does not take', async () => {
    const [drop, step] = ['alter table "accounts" drop column "shard"', /drop column "shard"/];
    const migration = statements(['alter table "accounts" add column "region" text', drop]);
    expect(await amiss(migration)).toEqual({ beyond: [drop], idle: [] });
    expect(await amiss(migration, [step])).toEqual({ beyond: [], idle: [] });
    expect(await amiss(migration, [step, /drop table/])).toEqual({ beyond: [], idle: [/drop table/] });
  });

  it.each([
    'drop table "accounts"',
    'drop table accounts',
    'alter table accounts add column shard text not null',
    'create index by_region on accounts (region)',
    'alter table "accounts" drop column "region"',
    'alter table "accounts" rename column "region" to "country"',
    'alter table "accounts" rename to "people"',
    'alter table "accounts" alter column "region" set not null',
    'alter table "accounts" add constraint "short" check (length(region) < 3)',
    'alter table "accounts" add column "shard" text not null',
    'alter table "accounts" add column "shard" text, drop column "region"',
    'alter table "accounts" add column "handle" text unique',
    'create unique index "one_number" on "accounts" ("number")',
    'create index "by_region" on "accounts" ("region")',
    'create trigger "kept" before delete on "accounts" execute function "refuse"()',
    `update "accounts" set "region" = ''`,
    'delete from "codes"',
    'truncate "codes"',
  ])('does more than expand with %s', async (statement) => {
    expect(await contracting(statements([statement]))).toEqual([statement]);
  });

  it.each([
    ['create table shards (id text primary key not null)', 'create unique index shards_by_id on shards (id)'],
    ['create table "shards" ("id" text)', 'create index "shards_by_id" on "shards" ("id")', 'alter table "shards" drop column "id"'],
    ['alter table accounts add column shard text', `alter table "accounts" add column "shard" text not null default ''`],
  ])('only expands with %s', async (...list) => {
    expect(await contracting(statements(list))).toEqual([]);
  });
});

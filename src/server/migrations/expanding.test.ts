import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { describe, expect, it } from 'vitest';
import { migrationsOf } from './index.ts';

/**
 * Statements that do more than expand, by migration: docs/operations.md describes the effect of each on the previous
 * version, which keeps running beside it. List a new one only when the previous version no longer needs what it
 * removes.
 */
const contractSteps: Readonly<Record<string, readonly RegExp[]>> = {
  // Building an index blocks writes to its table: these are from before the first installation.
  '0004-avatars': [/^create index "accounts_by_profile_image"/],
  '0006-openid': [/^create index "sessions_by_end"/],
  // The previous version deletes old rows of the trail: refused until it ends, but no request is.
  '0012-audit-chain': [/^create index "audit_by_seal"/, /^create function \w+\(\)/, /^create trigger \w+ before \w+ on audit/],
  // Loosens: the previous version writes the kinds that it knows.
  '0055-notice-links': [/^alter table "links" drop constraint "links_kind_check"$/],
  // Of rows marked by the new column, of which there are none yet: each reads the table once, while writes wait.
  '0018-stranger-rows': [/^create index "(?:openid_records|social_states)_(?:by_source|by_lot|of_strangers)" .* where source is not null$/],
  // Copies rows of the trail, which goes on taking writes meanwhile.
  '0060-activity': [/^insert into activity \(.*\) select .* from audit where /],
  // Copies rows of consents, which goes on taking writes meanwhile; the guards are of the new tables.
  '0076-agreements': [
    /^insert into consent_ledger .* from consents$/,
    /^create function \w+\(\)/,
    /^create trigger \w+ before \w+ on (?:publications|documents|consent_ledger)/,
  ],
  // Of rows marked by the new column, of which there are none yet, and of records of devices: each reads the table once,
  // while writes wait.
  '0112-desktops': [
    /^create index "devices_by_session" .* where session_id is not null$/,
    /^create index "openid_records_by_device" .* where device_id is not null$/,
  ],
  // A list of a few people, and a table whose rows live 180 days.
  '0116-desk': [/^create unique index "staff_by_account" .* where account_id is not null$/],
  '0117-desk-looks': [/^create index "sent_messages_by_reference" .* where reference <> ''$/],
  // Seals are one for many rows of the trail, messages live 180 days, disputed freezes are few.
  '0122-staff-acts': [
    /^create index "audit_seals_by_time" on "audit_seals"/,
    /^create index sent_messages_undelivered on sent_messages \(at\) where state <> 'sent'$/,
    /^create index incidents_disputed on incidents \(opened_at\) where state = 'disputed'$/,
  ],
  // Of accounts with the new columns, of which there are none yet: each reads the table once, while writes wait.
  '0127-children': [/^create index "accounts_by_(?:guardian_due|child_until)" .* where \w+ is not null$/],
  // Of desktops with the new column, of which there are none yet: it reads the table once, while writes wait.
  '0166-desktop-keys': [/^create index "devices_by_key" .* where key_thumbprint is not null$/],
  // Of consents with the new column, of which there are none yet: it reads the table once, while writes wait.
  '0200-known-subjects': [/^create index "openid_consents_by_subject" .* where subject is not null$/],
  // Of set-ups that wait: each reads its table once.
  '0205-set-up-sessions': [/^create index "(?:totp_secrets|recovery_codes)_by_session" .* where session_id is not null$/],
  // Of sessions that have not ended, a few for each account, and of those whose apps are told just now: each reads its
  // table once, while sign-ins wait.
  '0206-live-sessions': [
    /^create index if not exists "sessions_live" .* where "ended_at" is null$/,
    /^create index if not exists "openid_records_told" .* where "told_at" is not null$/,
  ],
  // Of copies with the new column, of which there are none yet: it reads the table once, while writes wait.
  '0145-grown': [/^create index "exports_by_asked_by" .* where asked_by <> ''$/],
  // Of requests with the new column, of which there are none yet: it reads the table once, while writes wait.
  '0083-signed-receipts': [/^create unique index "deletions_by_receipt" .* where receipt_hash is not null$/],
  // Apps are few, and only their operators write them.
  '0040-app-registrations': [/^create index "openid_clients_by_(?:owner|state)"/],
};

/** The statements of a migration on PostgreSQL, in order; runs nothing. */
async function statementsOf(migration: Migration): Promise<readonly string[]> {
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (root) => new PostgresIntrospector(root),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql.trim().replaceAll(/\s+/g, ' ')),
  });
  await migration.up(db);
  return statements;
}

/** Changes that an instance of the previous version could notice: all but new tables and optional columns. */
async function contracting(migration: Migration): Promise<readonly string[]> {
  const made = new Set<string>();
  const found: string[] = [];
  for (const statement of await statementsOf(migration)) {
    const table = /^create table "(\w+)"/.exec(statement)?.[1];
    if (table !== undefined) made.add(table);
    else if (!isOnNew(statement, made) && !isNewColumn(statement)) found.push(statement);
  }
  return found;
}

/** An index of a table from the same migration; on another table it would block all writes while it is built. */
function isOnNew(statement: string, made: ReadonlySet<string>): boolean {
  const table = /^(?:create (?:unique )?index "\w+" on|alter table) "(\w+)"/.exec(statement)?.[1];
  return table !== undefined && made.has(table);
}

function isNewColumn(statement: string): boolean {
  return (
    /^alter table "\w+" add column "\w+" \w+/.test(statement) &&
    !/, (add|drop|alter|rename) /.test(statement) &&
    !/\bunique\b|primary key/.test(statement) &&
    (!/\bnot null\b/.test(statement) || /\bdefault\b/.test(statement))
  );
}

describe('a migration', () => {
  it.each(Object.entries(migrationsOf('postgres')))('keeps everything that the previous version needs: %s', async (name, migration) => {
    const allowed = contractSteps[name] ?? [];
    const found = await contracting(migration);
    expect(found.filter((statement) => !allowed.some((step) => step.test(statement)))).toEqual([]);
    expect(allowed.filter((step) => !found.some((statement) => step.test(statement)))).toEqual([]);
  });

  it.each([
    'drop table "accounts"',
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
    expect(await contracting({ up: async (db) => void (await sql.raw(statement).execute(db)) })).toEqual([statement]);
  });
});

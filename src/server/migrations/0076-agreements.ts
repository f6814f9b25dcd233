import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Publications of the agreements, every text that was ever published, and the ledger of what was shown, accepted and
 * put off. Acceptances so far become rows of the ledger, without a digest: nobody noted the text.
 */
export function agreements(engine: 'sqlite' | 'postgres'): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable('publications')
        .addColumn('number', 'integer', (c) => c.primaryKey().notNull())
        .addColumn('origin', 'text', (c) => c.notNull())
        .addColumn('published_at', 'bigint', (c) => c.notNull())
        .addColumn('effective_at', 'bigint', (c) => c.notNull())
        .addColumn('later_until', 'bigint')
        .execute();
      await db.schema
        .createTable('documents')
        .addColumn('type', 'text', (c) => c.notNull())
        .addColumn('version', 'text', (c) => c.notNull())
        .addColumn('region', 'text', (c) => c.notNull())
        .addColumn('language', 'text', (c) => c.notNull())
        .addColumn('publication', 'integer', (c) => c.notNull().references('publications.number'))
        .addColumn('body', 'text', (c) => c.notNull())
        .addColumn('digest', 'text', (c) => c.notNull())
        .addColumn('changes', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('documents_pk', ['type', 'version', 'region', 'language'])
        .execute();
      await db.schema
        .createTable('consent_ledger')
        .addColumn('id', 'text', (c) => c.primaryKey().notNull())
        .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('act', 'text', (c) => c.notNull())
        .addColumn('type', 'text', (c) => c.notNull())
        .addColumn('version', 'text', (c) => c.notNull())
        .addColumn('digest', 'text', (c) => c.notNull())
        .addColumn('publication', 'integer', (c) => c.notNull())
        .addColumn('region', 'text', (c) => c.notNull())
        .addColumn('language', 'text', (c) => c.notNull())
        .addColumn('channel', 'text', (c) => c.notNull())
        .addColumn('way', 'text', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('consent_ledger_by_account').on('consent_ledger').columns(['account_id', 'at', 'id']).execute();
      await db.schema
        .alterTable('accounts')
        .addColumn('agreed_through', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema
        .alterTable('accounts')
        .addColumn('terms_later_for', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema.alterTable('accounts').addColumn('terms_remind_at', 'bigint').execute();
      await sql`insert into consent_ledger
          (id, account_id, at, act, type, version, digest, publication, region, language, channel, way)
        select account_id || ' ' || type || ' ' || version || ' ' || accepted_at, account_id, accepted_at, 'accepted', type,
          version, '', 0, region, language, 'register', '' from consents`.execute(db);
      for (const statement of guards(engine)) await sql.raw(statement).execute(db);
    },
  };
}

/** What was published or written down never changes; rows of the ledger go with their account. */
const fixed = ['publications', 'documents', 'consent_ledger'] as const;
const kept = ['publications', 'documents'] as const;

function guards(engine: 'sqlite' | 'postgres'): readonly string[] {
  const refusal = (what: string) => `${what} never change`;
  if (engine === 'sqlite') {
    const abort = (what: string) => `begin select raise(abort, '${refusal(what)}'); end`;
    return [
      ...fixed.map((name) => `create trigger ${name}_are_fixed before update on ${name} ${abort(name)}`),
      ...kept.map((name) => `create trigger ${name}_are_kept before delete on ${name} ${abort(name)}`),
    ];
  }
  return [
    `create function refuse_agreement_change() returns trigger language plpgsql as $$ begin raise exception '% never change', tg_table_name; end $$`,
    ...fixed.map(
      (name) => `create trigger ${name}_are_fixed before update on ${name} for each row execute function refuse_agreement_change()`,
    ),
    ...kept.map(
      (name) => `create trigger ${name}_are_kept before delete on ${name} for each row execute function refuse_agreement_change()`,
    ),
  ];
}

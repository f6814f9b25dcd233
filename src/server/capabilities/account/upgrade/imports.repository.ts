import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { LegacyAccountsTable } from '#server/core/account/legacy/legacy-accounts.table.ts';
import type { LegacyImportsTable } from '#server/core/account/legacy/legacy-imports.table.ts';

export type ImportRow = Selectable<LegacyImportsTable>;

/** A legacy account as an import writes it. */
export type ImportedAccount = Pick<
  Selectable<LegacyAccountsTable>,
  'source_hash' | 'content_hash' | 'import_id' | 'phone_hash' | 'email_hash' | 'username_hash' | 'sealed' | 'sealed_password'
>;

/** The columns of an existing account that an import needs. */
export type KnownAccount = Pick<
  Selectable<LegacyAccountsTable>,
  'id' | 'source_hash' | 'content_hash' | 'import_id' | 'state' | 'released'
>;

type RefusedLine = Readonly<{ line: number; reason: string }>;

/** Rows per statement: few enough for SQLite's 32766 parameters, and the same text for nearly all of them. */
const rowsAtOnce = 200;

/** The SQL of imports. All of it runs in the transaction of a batch. */
export interface ImportRows {
  /** The import of a file, started now or earlier. */
  begin(id: string, at: number): Promise<ImportRow>;
  note(progress: ImportRow): Promise<void>;
  refuse(importId: string, refused: readonly RefusedLine[]): Promise<void>;
  /** Refusals of the lines after `after`, in order. */
  refusals(importId: string, page: { readonly after: number; readonly atMost: number }): Promise<readonly RefusedLine[]>;
  findBySource(sourceHashes: readonly string[]): Promise<readonly KnownAccount[]>;
  insert(accounts: readonly (ImportedAccount & { readonly id: string })[], at: number): Promise<void>;
  update(id: string, account: ImportedAccount): Promise<void>;
  /** The accounts that have one of these phones or emails. */
  accountsWith(contacts: Readonly<Record<'phone' | 'email', readonly string[]>>): Promise<readonly string[]>;
}

export function createImportRows(db: Db): ImportRows {
  return {
    async begin(id, at) {
      await db
        .q()
        .insertInto('legacy_imports')
        .values({ id, lines_done: 0, imported: 0, updated: 0, unchanged: 0, refused: 0, started_at: at, finished_at: null })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      // Locks it on PostgreSQL: a second run of the same file waits, and then continues from there.
      return db
        .q()
        .selectFrom('legacy_imports')
        .selectAll()
        .where('id', '=', id)
        .$if(db.engine === 'postgres', (query) => query.forUpdate())
        .executeTakeFirstOrThrow();
    },

    async note({ id, ...progress }) {
      await db.q().updateTable('legacy_imports').set(progress).where('id', '=', id).execute();
    },

    async refuse(importId, refused) {
      for (const some of parts(refused)) {
        await db
          .q()
          .insertInto('legacy_refusals')
          .values(some.map((refusal) => ({ import_id: importId, ...refusal })))
          .execute();
      }
    },

    refusals: (importId, { after, atMost }) =>
      db
        .q()
        .selectFrom('legacy_refusals')
        .select(['line', 'reason'])
        .where('import_id', '=', importId)
        .where('line', '>', after)
        .orderBy('line')
        .limit(atMost)
        .execute(),

    async findBySource(sourceHashes) {
      if (sourceHashes.length === 0) return [];
      return db
        .q()
        .selectFrom('legacy_accounts')
        .select(['id', 'source_hash', 'content_hash', 'import_id', 'state', 'released'])
        .where('source_hash', 'in', sourceHashes)
        .execute();
    },

    async insert(accounts, at) {
      const rest = { state: 'waiting', released: 0, account_id: null, imported_at: at, settled_at: null } as const;
      for (const some of parts(accounts)) {
        await db
          .q()
          .insertInto('legacy_accounts')
          .values(some.map((account) => ({ ...account, ...rest })))
          .execute();
      }
    },

    async accountsWith(contacts) {
      const found = await Promise.all(
        (['phone', 'email'] as const).map(async (kind) =>
          contacts[kind].length === 0
            ? []
            : db.q().selectFrom('identifiers').select('account_id').where('kind', '=', kind).where('value', 'in', contacts[kind]).execute(),
        ),
      );
      return found.flat().map(({ account_id: id }) => id);
    },

    async update(id, account) {
      await db.q().updateTable('legacy_accounts').set(account).where('id', '=', id).where('state', '=', 'waiting').execute();
    },
  };
}

function parts<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_part, n) => rows.slice(n * rowsAtOnce, (n + 1) * rowsAtOnce));
}

import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database.ts';
import { blankRow } from '#server/platform/db/table.ts';
import { legacyAccounts, type LegacyAccountsTable } from './legacy-accounts.table.ts';

export type LegacyRow = Selectable<LegacyAccountsTable>;

/** What an account is found by, and what it holds: sealed, all under one root key. */
export type StoredLegacy = Pick<
  LegacyRow,
  'source_hash' | 'content_hash' | 'phone_hash' | 'email_hash' | 'username_hash' | 'sealed' | 'sealed_password'
>;

/** The same without the password, for a record that is no longer what was imported. */
export type StoredLegacyRecord = Omit<StoredLegacy, 'content_hash' | 'sealed_password'>;

export type LegacyKind = 'phone' | 'email' | 'username';

/** The SQL on `legacy_accounts`. Becoming a tombstone is in `legacy-accounts.guarded.ts`. */
export interface LegacyRows {
  /**
   * Those that wait and have this identifier, under any of its keyed hashes, `limit` of them at most, always the same
   * ones.
   */
  findWaiting(kind: LegacyKind, hashes: readonly string[]): Promise<readonly LegacyRow[]>;
  findById(id: string): Promise<LegacyRow | undefined>;
  /** Whether any account waits at all. */
  hasWaiting(): Promise<boolean>;
  /** Takes so many phones or emails away from a waiting account: what is left is stored. */
  release(id: string, change: { readonly count: number; readonly stored: StoredLegacyRecord }): Promise<void>;
  /** Stores the same content in another way; false where somebody has changed the account meanwhile. */
  restore(account: Pick<LegacyRow, 'id' | 'sealed'>, stored: StoredLegacy): Promise<boolean>;
  /** Forgets what a tombstone was. */
  erase(id: string): Promise<void>;
}

/** More accounts of one phone than anybody has: what a list shows, and how many hashes one look at a password costs. */
const limit = 5;

const columns = { phone: 'phone_hash', email: 'email_hash', username: 'username_hash' } as const;

export function createLegacyRows(db: Db): LegacyRows {
  const prepareFind = (kind: LegacyKind) =>
    db.prepare<{ hash: string }, LegacyRow>((q, param) =>
      q
        .selectFrom('legacy_accounts')
        .selectAll()
        .where(columns[kind], '=', param('hash'))
        .where('state', '=', 'waiting')
        .orderBy('imported_at')
        .orderBy('id')
        .limit(limit),
    );
  const finders = { phone: prepareFind('phone'), email: prepareFind('email'), username: prepareFind('username') };
  const anyWaiting = db.prepare<Record<string, never>, { readonly id: string }>((q) =>
    q.selectFrom('legacy_accounts').select('id').where('state', '=', 'waiting').limit(1),
  );

  return {
    async findWaiting(kind, hashes) {
      const found = [];
      for (const hash of hashes) found.push(...(await finders[kind]({ hash })));
      // An account is stored under one hash: none comes twice.
      return found.slice(0, limit);
    },
    findById: (id) => db.q().selectFrom('legacy_accounts').selectAll().where('id', '=', id).executeTakeFirst(),
    hasWaiting: async () => (await anyWaiting({})).length > 0,

    async release(id, { count, stored }) {
      await db
        .q()
        .updateTable('legacy_accounts')
        .set((eb) => ({ ...stored, released: eb('released', '+', count) }))
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .execute();
    },

    async restore({ id, sealed }, stored) {
      const { numUpdatedRows } = await db
        .q()
        .updateTable('legacy_accounts')
        .set(stored)
        .where('id', '=', id)
        .where('sealed', '=', sealed)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async erase(id) {
      await db
        .q()
        .updateTable('legacy_accounts')
        .set(blankRow(legacyAccounts))
        .where('id', '=', id)
        .where('state', '<>', 'waiting')
        .execute();
    },
  };
}

/** What a merged legacy account was is needed for as long as the merge can be taken back; that it was merged is kept. */
export async function eraseTombstones(db: Db, before: number): Promise<void> {
  await db
    .q()
    .updateTable('legacy_accounts')
    .set(blankRow(legacyAccounts))
    .where('state', '=', 'merged')
    .where('sealed', '<>', '')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('legacy_merges').select('id').whereRef('legacy_id', '=', 'legacy_accounts.id'))))
    .where('settled_at', '<=', before)
    .execute();
}

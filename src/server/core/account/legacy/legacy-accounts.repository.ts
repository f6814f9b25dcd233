import type { Selectable } from 'kysely';
import { notHeld } from '#server/core/account/holds/holds.repository.ts';
import type { Db } from '#server/core/database/db.ts';
import { blankRow } from '#server/platform/db/tables/table.ts';
import { legacyAccounts, type LegacyAccountsTable } from './legacy-accounts.table.ts';

export type LegacyRow = Selectable<LegacyAccountsTable>;

/** Lookup hashes and sealed content of a legacy account, all under one root key. */
export type StoredLegacy = Pick<
  LegacyRow,
  'source_hash' | 'content_hash' | 'phone_hash' | 'email_hash' | 'username_hash' | 'sealed' | 'sealed_password'
>;

/** Like `StoredLegacy` without the password, for a record that differs from the import. */
export type StoredLegacyRecord = Omit<StoredLegacy, 'content_hash' | 'sealed_password'>;

export type LegacyKind = 'phone' | 'email' | 'username';

/** The SQL on `legacy_accounts`. The change to a tombstone is in `legacy-accounts.guarded.ts`. */
export interface LegacyRows {
  /** Waiting accounts with this identifier, under any of its keyed hashes; at most `limit`, always the same ones. */
  findWaiting(kind: LegacyKind, hashes: readonly string[]): Promise<readonly LegacyRow[]>;
  findById(id: string): Promise<LegacyRow | undefined>;
  /** Whether any account is waiting. */
  hasWaiting(): Promise<boolean>;
  /** Removes this number of contacts from a waiting account, and stores the rest. */
  release(id: string, change: { readonly count: number; readonly stored: StoredLegacyRecord }): Promise<void>;
  /** Replaces the stored form of the same content; false when the account changed meanwhile. */
  restore(account: Pick<LegacyRow, 'id' | 'sealed'>, stored: StoredLegacy): Promise<boolean>;
  /** Erases the content of a tombstone. */
  erase(id: string): Promise<void>;
}

/** More accounts than one phone has in practice. Bounds the list shown and the hashes per password check. */
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
      // An account is stored under one hash, so there are no duplicates.
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

/**
 * The content of a merged legacy account stays while the merge can be undone; the fact of the merge stays permanently.
 */
export async function eraseTombstones(db: Db, { at, before }: { readonly at: number; readonly before: number }): Promise<void> {
  await db
    .q()
    .updateTable('legacy_accounts')
    .set(blankRow(legacyAccounts))
    .where('state', '=', 'merged')
    .where('sealed', '<>', '')
    .where((eb) => eb.not(eb.exists(eb.selectFrom('legacy_merges').select('id').whereRef('legacy_id', '=', 'legacy_accounts.id'))))
    .where('settled_at', '<=', before)
    .where(notHeld('legacy_accounts.account_id', at))
    .execute();
}

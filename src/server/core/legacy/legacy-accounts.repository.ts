import type { Selectable } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';
import type { LegacyAccountsTable } from '#server/platform/db/schema.ts';

export type LegacyRow = Selectable<LegacyAccountsTable>;

export type LegacyKind = 'phone' | 'email' | 'username';

/** The SQL on `legacy_accounts`. Becoming a tombstone is in `platform/db/consumption.ts`. */
export interface LegacyRows {
  /** Those that wait and have this identifier, `limit` of them at most, always the same ones. */
  findWaiting(kind: LegacyKind, hash: string): Promise<readonly LegacyRow[]>;
  findById(id: string): Promise<LegacyRow | undefined>;
  /** Whether any account waits at all. */
  hasWaiting(): Promise<boolean>;
  /** Takes phones or emails away from a waiting account. */
  release(id: string, change: { readonly kinds: readonly ('phone' | 'email')[]; readonly sealed: string }): Promise<void>;
  /** Forgets what a tombstone was, or those of an account. */
  erase(by: 'id' | 'account_id', id: string): Promise<void>;
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
    findWaiting: (kind, hash) => finders[kind]({ hash }),
    findById: (id) => db.q().selectFrom('legacy_accounts').selectAll().where('id', '=', id).executeTakeFirst(),
    hasWaiting: async () => (await anyWaiting({})).length > 0,

    async release(id, { kinds, sealed }) {
      const none = Object.fromEntries(kinds.map((kind) => [columns[kind], null]));
      await db
        .q()
        .updateTable('legacy_accounts')
        .set((eb) => ({ ...none, sealed, released: eb('released', '+', kinds.length) }))
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .execute();
    },

    async erase(by, id) {
      await db
        .q()
        .updateTable('legacy_accounts')
        .set({ content_hash: '', sealed: '', sealed_password: null, phone_hash: null, email_hash: null, username_hash: null })
        .where(by, '=', id)
        .where('state', '<>', 'waiting')
        .execute();
    },
  };
}

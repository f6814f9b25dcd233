import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database.ts';
import type { WaysMetaTable } from './ways-meta.table.ts';

export type WayRow = Selectable<WaysMetaTable>;

/** A way with its own row in another table. */
export interface OwnRow {
  readonly kind: 'totp' | 'recoveryCode';
  readonly added_at: number;
  readonly vouched_by: string | null;
  readonly own_root_at: number;
}

/** A known browser, with what it stands for where that was recorded. */
export interface BrowserRow {
  readonly browser: string;
  readonly first_at: number;
  readonly user_agent: string;
  readonly meta: WayRow | undefined;
}

/** The SQL on `ways_meta`, and on what other tables say of ways. */
export interface WayRows {
  of(accountId: string): Promise<readonly WayRow[]>;
  /** Authenticator apps, and the recovery codes as one way. */
  ownOf(accountId: string): Promise<readonly OwnRow[]>;
  /** The browsers that the account knows. */
  browsersOf(accountId: string, metas: ReadonlyMap<string, WayRow>): Promise<readonly BrowserRow[]>;
  put(row: WayRow): Promise<void>;
}

export function createWayRows(db: Db): WayRows {
  const ofAccount = db.prepare<{ account: string }, WayRow>((q, param) =>
    q.selectFrom('ways_meta').selectAll().where('account_id', '=', param('account')),
  );
  const browsers = db.prepare<{ account: string }, Omit<BrowserRow, 'meta'>>((q, param) =>
    q
      .selectFrom('known_browsers')
      .select(['browser', 'first_at', 'user_agent'])
      .where('account_id', '=', param('account'))
      .where('ended_at', 'is', null),
  );
  return {
    of: (accountId) => ofAccount({ account: accountId }),

    async ownOf(accountId) {
      const apps = await db
        .q()
        .selectFrom('totp_secrets')
        .select(['created_at as added_at', 'vouched_by', 'own_root_at'])
        .where('account_id', '=', accountId)
        .where('pending_until', 'is', null)
        .execute();
      const codes = await db
        .q()
        .selectFrom('recovery_codes')
        .select(['made_at as added_at', 'vouched_by', 'own_root_at'])
        .where('account_id', '=', accountId)
        .where('used_at', 'is', null)
        .where('pending_until', 'is', null)
        .limit(1)
        .execute();
      return [
        ...apps.map((row) => ({ kind: 'totp', ...row }) as const),
        ...codes.map((row) => ({ kind: 'recoveryCode', ...row }) as const),
      ];
    },

    async browsersOf(accountId, metas) {
      const known = await browsers({ account: accountId });
      return known.map((row) => ({ ...row, meta: metas.get(`browser:${row.browser}`) }));
    },

    async put({ account_id, way, ...rest }) {
      await db
        .q()
        .insertInto('ways_meta')
        .values({ account_id, way, ...rest })
        .onConflict((conflict) => conflict.columns(['account_id', 'way']).doUpdateSet(rest))
        .execute();
    },
  };
}

import type { Selectable } from 'kysely';
import type { Db } from '#server/core/database/db.ts';
import type { WaysMetaTable } from './ways-meta.table.ts';

export type WayRow = Selectable<WaysMetaTable>;

/** A known browser, with what it stands for where that was recorded. */
export interface BrowserRow {
  readonly browser: string;
  readonly first_at: number;
  readonly user_agent: string;
  readonly meta: WayRow | undefined;
}

/** The SQL on `ways_meta`, and on the browsers, which are ways too. */
export interface WayRows {
  of(accountId: string): Promise<readonly WayRow[]>;
  /** The browsers that the account knows. */
  browsersOf(accountId: string, metas: ReadonlyMap<string, WayRow>): Promise<readonly BrowserRow[]>;
  /** One of them, by its two keys: an account may know fifty, and each sign-in asks. */
  browserOf(accountId: string, browser: string): Promise<BrowserRow | undefined>;
  put(row: WayRow): Promise<void>;
}

type PutRow = { readonly [Column in keyof WayRow]: WayRow[Column] };

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
  const browserBy = db.prepare<{ account: string; browser: string }, Omit<BrowserRow, 'meta'>>((q, param) =>
    q
      .selectFrom('known_browsers')
      .select(['browser', 'first_at', 'user_agent'])
      .where('account_id', '=', param('account'))
      .where('browser', '=', param('browser'))
      .where('ended_at', 'is', null),
  );
  const wayBy = db.prepare<{ account: string; way: string }, WayRow>((q, param) =>
    q.selectFrom('ways_meta').selectAll().where('account_id', '=', param('account')).where('way', '=', param('way')),
  );
  const putRow = db.prepare<PutRow, unknown>((q, param) => {
    const rest = {
      added_at: param('added_at'),
      vouched_by: param('vouched_by'),
      own_root_at: param('own_root_at'),
      carriers: param('carriers'),
    };
    return q
      .insertInto('ways_meta')
      .values({ account_id: param('account_id'), way: param('way'), ...rest })
      .onConflict((conflict) => conflict.columns(['account_id', 'way']).doUpdateSet(rest));
  });
  return {
    of: (accountId) => ofAccount({ account: accountId }),

    async browsersOf(accountId, metas) {
      const known = await browsers({ account: accountId });
      return known.map((row) => ({ ...row, meta: metas.get(`browser:${row.browser}`) }));
    },

    async browserOf(accountId, browser) {
      const [known] = await browserBy({ account: accountId, browser });
      if (known === undefined) return undefined;
      const [meta] = await wayBy({ account: accountId, way: `browser:${browser}` });
      return { ...known, meta };
    },

    async put(row) {
      await putRow(row);
    },
  };
}

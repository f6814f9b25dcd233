import type { Db } from '#server/core/database/db.ts';
import { noteBrowser } from './known-browsers.guarded.ts';

/** Limit of known browsers per account; the least recently used one is dropped. */
const browsersPerAccount = 50;

/** The sign-in of a browser. */
export interface BrowserUse {
  readonly at: number;
  readonly clientIp: string;
  readonly userAgent: string;
}

/** The known browsers of an account. */
export interface KnownBrowsers {
  /** Records a sign-in of a browser (hash of its cookie); drops the least recently used browsers beyond the limit. */
  know(accountId: string, browser: string, use: BrowserUse): Promise<void>;
}

interface OfBrowser {
  readonly accountId: string;
  readonly browser: string | undefined;
}

/** Whether the account has signed in in this browser (hash of its cookie), and has not ended it since. */
export async function knowsBrowser(db: Db, of: OfBrowser): Promise<boolean> {
  return (await knownSince(db, of)) !== undefined;
}

/** The first sign-in of the account in this browser, in milliseconds; undefined for a strange one. */
export async function knownSince(db: Db, { accountId, browser }: OfBrowser): Promise<number | undefined> {
  if (browser === undefined || browser === '') return undefined;
  const known = db.q().selectFrom('known_browsers').select('first_at').where('account_id', '=', accountId).where('browser', '=', browser);
  return (await known.where('ended_at', 'is', null).executeTakeFirst())?.first_at;
}

export function createKnownBrowsers(db: Db): KnownBrowsers {
  const forgetBrowsers = db.prepare<{ account_id: string }, unknown>((q, param) =>
    q
      .deleteFrom('known_browsers')
      .where('account_id', '=', param('account_id'))
      .where(
        'browser',
        'in',
        q
          .selectFrom('known_browsers as older')
          .select('older.browser')
          .where('older.account_id', '=', param('account_id'))
          .orderBy('older.last_at', 'desc')
          .orderBy('older.browser')
          .limit(100)
          .offset(browsersPerAccount),
      ),
  );

  return {
    async know(accountId, browser, { at, clientIp, userAgent }) {
      const row = { account_id: accountId, browser, at, client_ip: clientIp, user_agent: userAgent.slice(0, 512) };
      const [known] = await noteBrowser(db, row);
      // A known one makes no more of them.
      if (known?.first_at === at) await forgetBrowsers({ account_id: accountId });
    },
  };
}

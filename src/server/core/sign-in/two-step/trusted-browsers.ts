import { limits } from '#contract/limits.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { distrustBrowsers, trustBrowser } from '#server/core/sign-in/known-browsers/known-browsers.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { describeUserAgent } from '#server/platform/http/requests/user-agent.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { day, type Clock } from '#server/platform/clock.ts';
import { sha256 } from '#server/platform/ids.ts';

export interface TrustedBrowser {
  /** Names it in calls; reveals nothing of its cookie. */
  readonly id: string;
  readonly name: string;
  readonly os: string;
  /** Client IP of its last sign-in. */
  readonly clientIp: string;
  readonly until: number;
  readonly isCurrent: boolean;
}

type Owner = Pick<Account, 'id' | 'credentialEpoch'>;

/**
 * Browsers that skip the second step of a sign-in for some days. The trust ends with its time, with every change of
 * credentials, and with the end of all other access; it replaces no proof inside a session.
 */
export interface TrustedBrowsers {
  trusts(account: Owner, visit: Pick<Visit, 'browser'>): Promise<boolean>;
  /** Trusts a browser that the account knows, in the caller's transaction. Beyond the limit the oldest trust ends; nothing where the installation allows no trust. */
  trust(account: Owner, browser: string): Promise<void>;
  list(account: Owner, visit: Pick<Visit, 'browser'>): Promise<readonly TrustedBrowser[]>;
  /** Ends the trust in one browser, or in all. Returns the number of those that were trusted. */
  end(account: Owner, id: string | undefined): Promise<number>;
}

interface TrustedBrowsersDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly trustDays?: number | undefined;
}

export function createTrustedBrowsers({ db, clock, trustDays = limits.trustDays }: TrustedBrowsersDeps): TrustedBrowsers {
  const one = db.prepare<{ account: string; browser: string; epoch: number; at: number }, { readonly browser: string }>((q, param) =>
    q
      .selectFrom('known_browsers')
      .select('browser')
      .where('account_id', '=', param('account'))
      .where('browser', '=', param('browser'))
      .where('ended_at', 'is', null)
      .where('trust_epoch', '=', param('epoch'))
      .where('trusted_until', '>', param('at')),
  );

  function rows({ id, credentialEpoch }: Owner) {
    return db
      .q()
      .selectFrom('known_browsers')
      .select(['browser', 'trusted_until', 'user_agent', 'client_ip'])
      .where('account_id', '=', id)
      .where('ended_at', 'is', null)
      .where('trust_epoch', '=', credentialEpoch)
      .where('trusted_until', '>', clock.now())
      .orderBy('trusted_until', 'desc')
      .orderBy('browser')
      .execute();
  }

  return {
    async trusts({ id, credentialEpoch }, { browser }) {
      if (browser === undefined) return false;
      return (await one({ account: id, browser, epoch: credentialEpoch, at: clock.now() })).length > 0;
    },

    async trust(account, browser) {
      if (trustDays === 0) return;
      const until = clock.now() + trustDays * day;
      await trustBrowser(db, { accountId: account.id, browser, until, epoch: account.credentialEpoch });
      const surplus = (await rows(account)).slice(limits.trustedBrowsers).map((row) => row.browser);
      if (surplus.length > 0) await distrustBrowsers(db, account.id, surplus);
    },

    async list(account, visit) {
      return (await rows(account)).map(({ browser, trusted_until: until, user_agent: userAgent, client_ip: clientIp }) => {
        const { name, os } = describeUserAgent(userAgent);
        return { id: publicId(browser), name, os, clientIp, until: until ?? 0, isCurrent: browser === visit.browser };
      });
    },

    async end(account, id) {
      const ended = (await rows(account)).map(({ browser }) => browser).filter((browser) => id === undefined || publicId(browser) === id);
      if (ended.length > 0) await distrustBrowsers(db, account.id, ended);
      return ended.length;
    },
  };
}

function publicId(browser: string): string {
  return sha256(`trusted ${browser}`).slice(0, 22);
}

import type { Account } from '#server/core/accounts/account.ts';
import { day, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database.ts';
import type { Visit } from './visit.ts';

/** Longer than operators keep a number that was given up before somebody else gets it. */
export const dormantAfterMs = 180 * day;

/** What is needed beside a code by SMS. */
export interface Dormancy {
  /**
   * Whether a code by SMS alone may come from somebody who has the number now (ADR 33): nobody has signed in to the account or used a session
   * of it for more than 180 days, it has an email to ask instead, and this browser has never signed in to it.
   */
  doubtsPhone(account: Pick<Account, 'id' | 'email'>, visit: Pick<Visit, 'browser'>): Promise<boolean>;
}

export function createDormancy({ db, clock }: { readonly db: Db; readonly clock: Clock }): Dormancy {
  // Rows of sessions go a while after their end; what stays is when a browser last signed in, no earlier than a session's life before.
  const lastUses = db.prepare<{ account: string }, { readonly browser: string; readonly at: number }>((q, param) =>
    q
      .selectFrom('known_browsers')
      .select(['browser', 'last_at as at'])
      .where('account_id', '=', param('account'))
      .unionAll(
        q
          .selectFrom('sessions')
          .select((eb) => [eb.val('').as('browser'), eb.fn.coalesce(eb.fn.max('last_seen_at'), eb.lit(0)).as('at')])
          .where('account_id', '=', param('account')),
      ),
  );

  return {
    async doubtsPhone({ id, email }, { browser }) {
      if (email === null) return false;
      const uses = await lastUses({ account: id });
      if (browser !== undefined && uses.some((use) => use.browser === browser)) return false;
      return uses.every(({ at }) => at < clock.now() - dormantAfterMs);
    },
  };
}

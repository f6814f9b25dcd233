import type { Account } from '#server/core/account/accounts/account.ts';
import { day, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database/db.ts';
import type { Visit } from './visit.ts';

/** Longer than carriers keep a returned number before they assign it again. */
export const dormantAfterMs = 180 * day;

/** Decides when a code by SMS needs a second step. */
export interface Dormancy {
  /**
   * Whether an SMS code may come from a new owner of the number (ADR 69): the account was unused for more than 180 days
   * (no sign-in, no use of a session), it has an email to ask instead, and this browser never signed in to it.
   */
  doubtsPhone(account: Pick<Account, 'id' | 'email'>, visit: Pick<Visit, 'browser'>): Promise<boolean>;
}

export function createDormancy({ db, clock }: { readonly db: Db; readonly clock: Clock }): Dormancy {
  // Session rows are removed some time after their end. The last sign-in of a browser stays; the last use was at most
  // one session lifetime later.
  const lastUses = db.prepare<{ account: string }, { readonly browser: string; readonly at: number; readonly ended: number | null }>(
    (q, param) =>
      q
        .selectFrom('known_browsers')
        .select(['browser', 'last_at as at', 'ended_at as ended'])
        .where('account_id', '=', param('account'))
        .unionAll(
          q
            .selectFrom('sessions')
            .select((eb) => [
              eb.val('').as('browser'),
              eb.fn.coalesce(eb.fn.max('last_seen_at'), eb.lit(0)).as('at'),
              eb.lit(null).as('ended'),
            ])
            .where('account_id', '=', param('account')),
        ),
  );

  return {
    async doubtsPhone({ id, email }, { browser }) {
      if (email === null) return false;
      const uses = await lastUses({ account: id });
      if (browser !== undefined && uses.some((use) => use.browser === browser && use.ended === null)) return false;
      return uses.every(({ at }) => at < clock.now() - dormantAfterMs);
    },
  };
}

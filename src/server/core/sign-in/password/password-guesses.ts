import type { Account } from '#server/core/account/accounts/account.ts';
import type { Notices } from '#server/core/protection/notices/notices.ts';
import { day, type Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/core/database/db.ts';
import { countGuess, endRow, readGuesses, type GuessCount } from './password-guesses.guarded.ts';

/**
 * NIST SP 800-63B-4, 3.2.2: at most 100 wrong passwords in a row. The same number in each period of 30 days, so that
 * right ones between them do not matter: no 30 days look at more than 200.
 */
export const mostGuesses = 100;
const periodMs = 30 * day;

/** Number of wrong passwords of a day of which the owner hears: nobody got in. */
const toldOfDayAt = 10;

/** Number of wrong passwords at which the owner is told. */
const toldAt = mostGuesses / 2;

/** Number from which a password is counted before it is looked at, so that simultaneous ones do not pass the limit. */
const countedAheadFrom = toldAt;

/** Whose password is guessed. */
export interface GuessHolder {
  readonly holder: string;
  readonly kind: 'account' | 'legacy' | 'nobody';
  /** Undefined for a name without an account. */
  readonly account: Account | undefined;
  /** Client IP of the request. */
  readonly from: string;
}

/** Begins before a password is compared, and ends when the result is known. */
export interface Guess {
  /** False during a pause: then the password must not be looked at, and the answer must not differ from a wrong one. */
  readonly isLookedAt: boolean;
  /** Wrong passwords since the last right one, before this one. */
  readonly inRow: number;
  /** Counts a wrong password, in the caller's transaction. */
  fail(): Promise<void>;
  /** Whether `succeed` has something to do. */
  readonly isCounted: boolean;
  /** Begins the row again, in the transaction of the sign-in. */
  succeed(): Promise<void>;
}

/**
 * Wrong passwords at sign-in, remembered until a right one. Browsers that the account knows have their own numbers,
 * so that strangers never stop the owner there; a pause stops no code, no social account and no recovery.
 */
export interface PasswordGuesses {
  /** Outside of transactions. */
  begin(holder: GuessHolder): Promise<Guess>;
}

export interface PasswordGuessesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly notices: Pick<Notices, 'sendChange' | 'readersOf'>;
}

export function createPasswordGuesses({ db, clock, notices }: PasswordGuessesDeps): PasswordGuesses {
  async function count({ holder, kind, account, from }: GuessHolder): Promise<boolean> {
    return db.tx(async () => {
      const rule = { at: clock.now(), periodMs, dayMs: day, most: mostGuesses };
      const counted = await countGuess(db, { holder, kind, account_id: account?.id ?? null }, rule);
      const event = counted && eventOf(counted);
      if (account && event) await tell({ account, event, from });
      return counted !== undefined;
    });
  }

  async function tell({ account, event, from }: { readonly account: Account; readonly event: GuessEvent; readonly from: string }) {
    const values = { target: toldOfDayAt };
    for (const to of await notices.readersOf(account, event)) await notices.sendChange({ account, event, to, values, from });
  }

  return {
    async begin(of) {
      const before = await readGuesses(db, of.holder);
      const isPaused = before !== undefined && before.paused_at !== null && before.paused_at > clock.now() - periodMs;
      const isAhead = !isPaused && before !== undefined && numberOf(before) >= countedAheadFrom;
      const isLookedAt = !isPaused && (!isAhead || (await count(of)));
      return {
        isLookedAt,
        inRow: before?.in_a_row ?? 0,
        isCounted: before !== undefined,
        async fail() {
          if (!isAhead) await count(of);
        },
        succeed: () => endRow(db, { holder: of.holder, counted: isAhead ? 1 : 0 }),
      };
    },
  };
}

function numberOf({ in_a_row: inRow, in_period: inPeriod }: GuessCount): number {
  return Math.max(inRow, inPeriod);
}

type GuessEvent = 'passwordGuessed' | 'passwordPaused' | 'failedSignIns';

function eventOf(count: GuessCount): GuessEvent | undefined {
  if (count.paused_at !== null) return 'passwordPaused';
  if (numberOf(count) === toldAt) return 'passwordGuessed';
  return count.in_day === toldOfDayAt ? 'failedSignIns' : undefined;
}

import { minute, type Clock } from '#server/platform/clock.ts';
import type { Captcha } from '#server/platform/captcha/captchas.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { clearFailuresOfBrowsers } from './failures-of-browsers.guarded.ts';
import {
  admitTry,
  clearFailures,
  readFailures,
  recordFailure,
  type BlockSchedule,
  type Failures,
} from '#server/platform/failures/failures.guarded.ts';
import type { Db } from '#server/core/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Identifier } from '#server/core/accounts/identifier.ts';
import type { SignInCandidate } from '#server/core/accounts/accounts.repository.ts';

/** Failures are forgotten after this time without a wait. */
const windowMs = 15 * minute;

/** From so many failures on a try needs a captcha. */
export const captchaAfterFailures = 5;

/** After the tenth failure a wait of 1, 2, 4, 8, then always 15 minutes (contract 4). It is never longer: nobody is locked out. */
const schedule: BlockSchedule = [
  [10, minute],
  [11, 2 * minute],
  [12, 4 * minute],
  [13, 8 * minute],
  [14, 15 * minute],
];

/** The same while one try is under way that is not counted yet. */
const scheduleBesideFirst: BlockSchedule = schedule.map(([failures, blockMs]) => [failures - 1, blockMs]);

/** Who tries: the account, if there is one, the identifier that was written, and the browser. */
export interface SignInTry {
  readonly candidate: SignInCandidate | undefined;
  readonly identifier: Identifier;
  readonly browser: string | undefined;
  /** ISO 3166 alpha-2 of where the try comes from, or empty. */
  readonly country: string;
  /** The captcha's proof, if the form had one. */
  readonly validate: string | undefined;
}

/** What became of a try. */
export interface CheckedTry {
  readonly key: string;
  readonly isRight: boolean;
  /** Whether the next try will need a captcha. */
  readonly captchaNext: boolean;
  /** Whether a success has failures to forget. */
  readonly isCounted: boolean;
}

/**
 * Counts wrong passwords at sign-in. All names of an account share one counter; a browser that is known to the account has its own,
 * so that a stranger's failures never keep the owner out; a name that no account has is counted in the same way.
 */
export interface SignInAttempts {
  /**
   * Looks at a password by `verify`, if this browser may try. Call it outside of transactions.
   * @throws {Refusal} tooFrequent (3004) during a wait; captchaFailed (3008) when a captcha is due and missing or wrong
   */
  check(attempt: SignInTry, verify: () => Promise<boolean>): Promise<CheckedTry>;
  /** Forgets the failures, in the transaction of the sign-in. */
  succeed(checked: CheckedTry): Promise<void>;
  /** Forgets the failures of every browser, in the transaction of a recovery: the person has proven in another way who they are. */
  forgetAll(accountId: string): Promise<void>;
}

export function createSignInAttempts({
  db,
  clock,
  keyring,
  captcha,
}: {
  db: Db;
  clock: Clock;
  keyring: Keyring;
  captcha: Captcha;
}): SignInAttempts {
  /**
   * Keys with a first try under way. Where there are no failures, a try is counted only when it has failed: most people write their
   * password right, and that costs them no write of its own. While it is under way, all others of the key are counted before they
   * are made, one fewer of them, so that racers get ten tries together. Each further instance can add one.
   */
  const firstTries = new Map<string, { contested: boolean }>();

  function keyOf({ candidate, identifier, browser }: SignInTry): string {
    if (!candidate) return `sign-in:${keyring.steadyMac('sign-in-name', identifier.kind, identifier.value)}`;
    const { account, browserIsKnown } = candidate;
    return browserIsKnown && browser !== undefined ? `sign-in:${account.id}:${browser}` : `sign-in:${account.id}`;
  }

  async function checkFirst(key: string, verify: () => Promise<boolean>): Promise<CheckedTry> {
    const first = { contested: false };
    firstTries.set(key, first);
    try {
      if (await verify()) return { key, isRight: true, captchaNext: false, isCounted: first.contested };
      const { failures } = await recordFailure(db, { key, at: clock.now(), windowMs, schedule });
      return { key, isRight: false, captchaNext: failures >= captchaAfterFailures, isCounted: true };
    } finally {
      firstTries.delete(key);
    }
  }

  async function checkCounted(key: string, attempt: SignInTry, verify: () => Promise<boolean>): Promise<CheckedTry> {
    const at = clock.now();
    const before = remembered(await readFailures(db, key), at);
    refuseWhileBlocked(before, at);
    const captchaIsDue = (before?.failures ?? 0) >= captchaAfterFailures;
    if (captchaIsDue) await captcha.verify(attempt.validate, 'login', attempt);
    const first = firstTries.get(key);
    if (first) first.contested = true;
    const { admitted, ...after } = await admitTry(db, { key, at, windowMs, schedule: first ? scheduleBesideFirst : schedule });
    if (!admitted) throw waitRefusal(after, at);
    // Others tried at the same moment, and the captcha came due between the two looks.
    if (!captchaIsDue && after.failures > captchaAfterFailures) await captcha.verify(attempt.validate, 'login', attempt);
    return { key, isRight: await verify(), captchaNext: after.failures >= captchaAfterFailures, isCounted: true };
  }

  return {
    async check(attempt, verify) {
      const key = keyOf(attempt);
      const isFirst = !remembered(await readFailures(db, key), clock.now()) && !firstTries.has(key);
      return isFirst ? checkFirst(key, verify) : checkCounted(key, attempt, verify);
    },

    async succeed({ key, isCounted }) {
      if (isCounted) await clearFailures(db, key);
    },

    forgetAll: (accountId) => clearFailuresOfBrowsers(db, { key: `sign-in:${accountId}`, accountId }),
  };
}

/** The failures that still count. */
function remembered(failures: Failures | undefined, at: number): Failures | undefined {
  const isOld = failures && failures.firstAt <= at - windowMs && failures.blockedUntil <= at - windowMs;
  return isOld ? undefined : failures;
}

function refuseWhileBlocked(failures: Failures | undefined, at: number): void {
  if (failures && failures.blockedUntil > at) throw waitRefusal(failures, at);
}

function waitRefusal({ blockedUntil }: Failures, at: number): Refusal {
  const retryAfter = Math.max(1, Math.ceil((blockedUntil - at) / 1000));
  return new Refusal('tooFrequent', { retryAfter, reason: 'too many wrong passwords' });
}

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

/** Time until failures without a wait are forgotten. */
const windowMs = 15 * minute;

/** Number of failures after which a try needs a captcha. */
export const captchaAfterFailures = 5;

/**
 * Wait after the tenth failure: 1, 2, 4, 8, then always 15 minutes (contract 4). It never grows further, so that nobody
 * is locked out.
 */
const schedule: BlockSchedule = [
  [10, minute],
  [11, 2 * minute],
  [12, 4 * minute],
  [13, 8 * minute],
  [14, 15 * minute],
];

/** Schedule while one try is running that is not counted yet. */
const scheduleBesideFirst: BlockSchedule = schedule.map(([failures, blockMs]) => [failures - 1, blockMs]);

/** A sign-in try: the account, if it exists, the identifier as written, and the browser. */
export interface SignInTry {
  readonly candidate: SignInCandidate | undefined;
  readonly identifier: Identifier;
  readonly browser: string | undefined;
  /** ISO 3166 alpha-2 code of the client's country, or empty. */
  readonly country: string;
  /** Captcha proof, if the form had one. */
  readonly validate: string | undefined;
}

/** Result of a try. */
export interface CheckedTry {
  readonly key: string;
  readonly isRight: boolean;
  /** Whether the next try will need a captcha. */
  readonly captchaNext: boolean;
  /** Whether a success has failures to forget. */
  readonly isCounted: boolean;
}

/**
 * Counts wrong passwords at sign-in. All identifiers of an account share one counter. A known browser has its own, so
 * that the failures of a stranger never block the owner. An identifier without an account is counted the same way.
 */
export interface SignInAttempts {
  /**
   * Checks a password with `verify`, if this browser may try. Call it outside of transactions.
   * @throws {Refusal} tooFrequent (3004) during a wait; captchaFailed (3008) when a captcha is required and missing or
   * wrong
   */
  check(attempt: SignInTry, verify: () => Promise<boolean>): Promise<CheckedTry>;
  /** Clears the failures, in the transaction of the sign-in. */
  succeed(checked: CheckedTry): Promise<void>;
  /**
   * Clears the failures of every browser, in the transaction of a recovery, because the owner proved the identity
   * another way.
   */
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
   * Keys with a running first try. Without failures, a try is counted only after it fails: most passwords are right,
   * and then need no write. While it runs, all other tries of the key are counted first, with a limit of one fewer, so
   * that concurrent tries get ten in total. Each further instance can add one.
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
    // Concurrent tries made the captcha required between the two checks.
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

/** Failures that still count. */
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

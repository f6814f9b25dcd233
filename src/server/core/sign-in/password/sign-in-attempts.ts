import { minute, type Clock } from '#server/platform/clock.ts';
import type { Captcha } from '#server/platform/limits/captcha/captchas.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { clearSignInFailures } from './sign-in-failures.guarded.ts';
import type { Guess, GuessHolder, PasswordGuesses } from './password-guesses.ts';
import {
  admitTry,
  clearFailures,
  readFailures,
  recordFailure,
  type BlockSchedule,
  type Failures,
} from '#server/platform/limits/failures/failures.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { Identifier } from '#server/core/account/identifiers/identifier.ts';
import type { SignInCandidate } from '#server/core/account/accounts/accounts.repository.ts';

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

/** Instead of a proof that the caller has checked: the page that freezes asks for one each time. */
export const captchaSolved: unique symbol = Symbol('captcha solved');

/** A sign-in try, or one to freeze by the password: the account, if it exists, the identifier as written, and the browser. */
export interface SignInTry {
  readonly candidate: SignInCandidate | undefined;
  /** Id of the legacy account that waits under this name, without an account. */
  readonly legacy: string | undefined;
  readonly identifier: Pick<Identifier, 'kind' | 'value'>;
  readonly browser: string | undefined;
  /** ISO 3166 alpha-2 code of the client's country, or empty. */
  readonly country: string;
  readonly clientIp: string;
  /** Captcha proof, if the form had one; `captchaSolved` where the caller has checked it. */
  readonly validate: string | typeof captchaSolved | undefined;
}

/** Result of a try. */
export interface CheckedTry {
  readonly key: string;
  readonly isRight: boolean;
  /** Whether the next try will need a captcha. */
  readonly captchaNext: boolean;
  /** Whether a success has failures to forget. */
  readonly isCounted: boolean;
  readonly guess: Guess;
}

/**
 * Compares the password. With false it does the same work without looking at it: the answer is that it is wrong.
 */
export type VerifyPassword = (isLookedAt: boolean) => Promise<boolean>;

/**
 * Counts wrong passwords at sign-in, twice. Captchas and waits follow from the identifier as written, so that they do
 * not tell which identifiers belong together; one without an account is counted the same way. The limit of months is of
 * the account (`password-guesses.ts`) and shows in no answer. A known browser has its own numbers, so that the
 * failures of a stranger never block the owner.
 */
export interface SignInAttempts {
  /**
   * Checks a password with `verify`, if this browser may try. Call it outside of transactions.
   * @throws {Refusal} tooFrequent (3004) during a wait; captchaFailed (3008) when a captcha is required and missing or
   * wrong
   */
  check(attempt: SignInTry, verify: VerifyPassword): Promise<CheckedTry>;
  /** Clears the failures, in the transaction of the sign-in. */
  succeed(checked: CheckedTry): Promise<void>;
  /**
   * Clears the failures of every identifier and browser, in the transaction of a recovery, because the owner proved the
   * identity another way.
   */
  forgetAll(account: Account): Promise<void>;
}

export interface SignInAttemptsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly captcha: Captcha;
  readonly guesses: PasswordGuesses;
}

/** Whose failures are counted, and where. */
function createSignInKeys(keyring: Keyring) {
  function ofName({ kind, value }: Pick<Identifier, 'kind' | 'value'>): string {
    return `sign-in:${keyring.steadyMac('sign-in-name', kind, value)}`;
  }

  return {
    ofName,

    /** For captchas and waits. */
    of({ candidate, identifier, browser }: SignInTry): string {
      const isKnown = candidate?.browserIsKnown === true && browser !== undefined;
      return isKnown ? `sign-in:${candidate.account.id}:${browser}` : ofName(identifier);
    },

    /** For the limit of months. */
    holderOf({ candidate, legacy, identifier, browser, clientIp: from }: SignInTry): GuessHolder {
      if (candidate) {
        const { account, browserIsKnown } = candidate;
        return { holder: browserIsKnown ? `${account.id}:${browser ?? ''}` : account.id, kind: 'account', account, from };
      }
      if (legacy !== undefined) return { holder: `legacy:${legacy}`, kind: 'legacy', account: undefined, from };
      return { holder: ofName(identifier), kind: 'nobody', account: undefined, from };
    },
  };
}

export function createSignInAttempts({ db, clock, keyring, captcha, guesses }: SignInAttemptsDeps): SignInAttempts {
  /**
   * Keys with a running first try. Without failures, a try is counted only after it fails: most passwords are right,
   * and then need no write. While it runs, all other tries of the key are counted first, with a limit of one fewer, so
   * that concurrent tries get ten in total. Each further instance can add one.
   */
  const firstTries = new Map<string, { contested: boolean }>();
  const keys = createSignInKeys(keyring);

  async function checkFirst(key: string, attempt: SignInTry, verify: VerifyPassword): Promise<CheckedTry> {
    const first = { contested: false };
    firstTries.set(key, first);
    try {
      const guess = await guesses.begin(keys.holderOf(attempt));
      if (await verify(guess.isLookedAt)) {
        return { key, isRight: true, captchaNext: false, isCounted: first.contested, guess };
      }
      return await db.tx(async () => {
        const { failures } = await recordFailure(db, { key, at: clock.now(), windowMs, schedule });
        await guess.fail();
        return { key, isRight: false, captchaNext: failures >= captchaAfterFailures, isCounted: true, guess };
      });
    } finally {
      firstTries.delete(key);
    }
  }

  async function verifyCaptcha(attempt: SignInTry): Promise<void> {
    if (attempt.validate !== captchaSolved) await captcha.verify(attempt.validate, 'login', attempt);
  }

  async function admit(key: string, attempt: SignInTry): Promise<Failures> {
    const at = clock.now();
    const before = remembered(await readFailures(db, key), at);
    refuseWhileBlocked(before, at);
    const captchaIsDue = (before?.failures ?? 0) >= captchaAfterFailures;
    if (captchaIsDue) await verifyCaptcha(attempt);
    const first = firstTries.get(key);
    if (first) first.contested = true;
    const { admitted, ...after } = await admitTry(db, { key, at, windowMs, schedule: first ? scheduleBesideFirst : schedule });
    if (!admitted) throw waitRefusal(after, at);
    // Concurrent tries made the captcha required between the two checks.
    if (!captchaIsDue && after.failures > captchaAfterFailures) await verifyCaptcha(attempt);
    return after;
  }

  return {
    async check(attempt, verify) {
      const key = keys.of(attempt);
      const isFirst = !remembered(await readFailures(db, key), clock.now()) && !firstTries.has(key);
      if (isFirst) return checkFirst(key, attempt, verify);
      const { failures } = await admit(key, attempt);
      const guess = await guesses.begin(keys.holderOf(attempt));
      const isRight = await verify(guess.isLookedAt);
      if (!isRight) await guess.fail();
      return { key, isRight, captchaNext: failures >= captchaAfterFailures, isCounted: true, guess };
    },

    async succeed({ key, isCounted, guess }) {
      if (isCounted) await clearFailures(db, key);
      if (guess.isCounted) await guess.succeed();
    },

    forgetAll({ id, phone, email, username }) {
      const names = [
        { kind: 'phone', value: phone },
        { kind: 'email', value: email },
        { kind: 'username', value: username },
      ] as const;
      const own = names.flatMap(({ kind, value }) => (value === null ? [] : [keys.ofName({ kind, value })]));
      return clearSignInFailures(db, { keys: own, accountId: id });
    },
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

import { randomInt, timingSafeEqual } from 'node:crypto';
import { limits } from '#contract/limits.ts';
import type { CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import type { Account } from '#server/core/accounts/account.ts';
import type { MailLink, Notices } from '#server/core/notices/notices.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { claimCode, countCodeTry, tellFailure, voidAccountCodes, voidCodes, voidTargetCodes } from './codes.guarded.ts';
import { clearFailures, readFailures, recordFailure } from '#server/platform/failures/failures.guarded.ts';
import type { Db } from '#server/core/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { Lanes } from '#server/platform/outbox/lanes.ts';
import { createOutages } from '#server/platform/outbox/outages.ts';
import type { DeliveryFailure } from '#server/platform/outbox/undeliverable.ts';
import type { RateLimiter } from '#server/platform/rate-limit/rate-limiter.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import { createCodeBudgets, secondsUntil } from './code-budgets.ts';
import { codeHashes } from './code-hashes.ts';
import { codePolicy, laneOf, type CodeAsker, type CodeBinding, type CodeChannel } from './code-policy.ts';
import { createCodeRows, type CodeRecord } from './codes.repository.ts';

export interface CodeRequest {
  readonly binding: CodeBinding;
  readonly asker: CodeAsker;
  /** The work of the captcha that a stranger has solved for it: none where none was asked for. */
  readonly paid?: CaptchaWork;
  /**
   * Where the message goes. Undefined where nobody may know that there is no such account: then everything is done as ever, and the
   * message is thrown away at the very end.
   */
  readonly deliverTo: string | undefined;
  /**
   * Whether the holder may learn that the message failed. False where the answer depends on whether there is an account: then a failed
   * message is dealt with like one that arrived.
   */
  readonly tellsFailure: boolean;
  readonly language: Language;
  /** The source address of the request. */
  readonly clientIp: string;
  /** Makes the link that the mail carries beside the code, in the same transaction; undefined for a mail without one. */
  readonly makeLink?: () => Promise<MailLink | undefined>;
}

/** A code that was right, not spent yet. */
export interface PassedCode {
  readonly id: string;
  readonly channel: CodeChannel;
  readonly failuresKey: string;
}

/** What is known of a request before anything is asked of its target. */
export interface CodeInquiry extends Pick<CodeBinding, 'scene' | 'channel' | 'target'> {
  readonly asker: CodeAsker;
}

/** One-time codes (contract 3): bound, counted, limited, single use. */
export interface Codes {
  /**
   * How many times the work of an ordinary captcha a code costs its asker: more for each that strangers were sent to the target before,
   * whether or not there is an account.
   * @throws {Refusal} codeLimit when nothing more leaves for such askers, whatever the target
   */
  priceOf(inquiry: CodeInquiry): Promise<CaptchaWork>;
  /**
   * Makes a code and sends it; the ones before it for the same binding are void. Within the cooldown nothing is made or sent, and
   * `cd` is what remains of it. When the message of the latest code has failed since, that is said once; the next call sends.
   * @throws {Refusal} codeLimit or mailLimit when a budget is used up, here or at the provider; captchaFailed when others have raised the price meanwhile; badRequest with the failed rule of phone
   * or email when the message failed, or while no message of the channel leaves; configFail when the channel is not set up
   */
  issue(request: CodeRequest): Promise<{ readonly cd: number }>;
  /**
   * Compares a code; the try is counted and committed before, so call it outside of transactions.
   * @throws {Refusal} smsCodeNotObtained, emailCodeNotObtained when none was asked for; smsCodeWrong, emailCodeWrong; badRequest with the
   * failed rule of phone or email when its message failed; tooFrequent after too many wrong codes of this holder for this target
   */
  check(binding: CodeBinding, code: string): Promise<PassedCode>;
  /**
   * Spends a code, in the transaction of what it allows.
   * @throws {Refusal} smsCodeWrong, emailCodeWrong when another request spent it first
   */
  redeem(passed: PassedCode): Promise<void>;
  /**
   * Ends every code of an account: those that it asked for, and those that anyone asked for to its phone or email. In the caller's
   * transaction.
   */
  revoke(account: Pick<Account, 'id' | 'phone' | 'email'>): Promise<void>;
  /** Codes of the last ten minutes, of all instances, that nobody took for us: what an operator has to know. */
  notTaken(): Promise<number>;
}

export interface CodesOptions {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly notices: Notices;
  readonly smsIsAvailable: boolean;
  readonly lanes: Lanes;
  readonly rateFactor: number;
}

export function createCodes({ db, keyring, clock, limiter, notices, lanes, smsIsAvailable, rateFactor }: CodesOptions): Codes {
  const rows = createCodeRows(db);
  const outages = createOutages({ db, clock });
  const { targetHashesOf, stored, steadyHashOf, hashesOf } = codeHashes(keyring);
  const budgets = createCodeBudgets({ rows, limiter, lanes, clock, rateFactor });

  /** What a code that does not pass is refused with. */
  async function notPassed(latest: CodeRecord, channel: CodeChannel, at: number): Promise<Refusal> {
    if (latest.failure === null || latest.expiresAt <= at) return codeWrong(channel);
    await tellFailure(db, { id: latest.id, at });
    return failedRule(channel, latest.failure);
  }

  /** Under the lock of the target; returns the seconds until the next code. */
  async function make(request: CodeRequest): Promise<number> {
    const { binding, asker, deliverTo, tellsFailure, language, makeLink } = request;
    const where = stored(binding);
    await rows.lockTarget(steadyHashOf(binding));
    const at = clock.now();
    const remaining = cooldownOf(await rows.latest(where), at);
    if (remaining > 0) return remaining;
    await budgets.refuseBeyond({ where, asker, at });
    await budgets.refuseUnderpaid(request, where.targetHashes);
    const [id, code] = [newId(), newCode()];
    const expiresAt = at + codePolicy.lifeMs;
    const [targetHash] = where.targetHashes;
    const [codeHash] = hashesOf(binding, code);
    for (const earlier of where.targetHashes) await voidCodes(db, { ...where, targetHash: earlier, at });
    await rows.insert({ ...where, id, asker, targetHash, codeHash, at, expiresAt, tellsFailure });
    const link = await makeLink?.();
    await notices.sendCode({
      id,
      scene: binding.scene,
      channel: binding.channel,
      to: deliverTo ?? binding.target,
      lane: laneOf[binding.scene][asker],
      discard: deliverTo === undefined,
      showsOutage: tellsFailure,
      code,
      language,
      expiresAt,
      ...(link === undefined ? {} : { link }),
    });
    return codePolicy.cooldownMs / 1000;
  }

  return {
    async priceOf(inquiry) {
      await budgets.refuseFullLane(inquiry);
      return budgets.priceAt(inquiry, targetHashesOf(inquiry.channel, inquiry.target));
    },

    async issue(request) {
      const { binding, asker } = request;
      if (binding.channel === 'sms' && !smsIsAvailable) throw new Refusal('configFail', { reason: 'no SMS adapter' });
      await budgets.refuseFullLane({ ...binding, asker });
      // An outage is no secret either, and is said to everybody alike.
      if (await outages.isOut(binding.channel)) throw failedRule(binding.channel, 'notTaken');
      const where = stored(binding);
      const before = await rows.latest(where);
      await refuseAfterFailure(db, before, { channel: binding.channel, at: clock.now() });
      const early = cooldownOf(before, clock.now());
      if (early > 0) return { cd: early };
      await budgets.takeOfNetwork(request);
      return { cd: await db.tx(() => make(request)) };
    },

    async check(binding, code) {
      const where = stored(binding);
      const at = clock.now();
      // With the holder: whoever guesses makes only themselves wait, never the owner of the phone or email (ADR 21).
      const failuresKey = `code:${where.scene}:${steadyHashOf(binding)}:${where.holder}`;
      const failures = await readFailures(db, failuresKey);
      if (failures && failures.blockedUntil > at) {
        throw new Refusal('tooFrequent', { retryAfter: secondsUntil(failures.blockedUntil, at), reason: 'too many wrong codes' });
      }
      const latest = await rows.latest(where);
      if (!latest) throw new Refusal(binding.channel === 'sms' ? 'smsCodeNotObtained' : 'emailCodeNotObtained');
      // The database decides whether the code still takes a try: one that is void, used, expired or tried five times does not.
      if (!(await countCodeTry(db, { id: latest.id, limit: codePolicy.tries, at }))) throw await notPassed(latest, binding.channel, at);
      if (!hashesOf(binding, code).some((hash) => isEqual(hash, latest.codeHash))) {
        await recordFailure(db, { key: failuresKey, at, ...codePolicy.failures });
        throw await notPassed(latest, binding.channel, at);
      }
      return { id: latest.id, channel: binding.channel, failuresKey };
    },

    async redeem({ id, channel, failuresKey }) {
      if (!(await claimCode(db, { id, at: clock.now() }))) throw codeWrong(channel);
      await clearFailures(db, failuresKey);
    },

    notTaken: () => rows.countNotTaken(clock.now()),

    async revoke({ id, phone, email }) {
      const at = clock.now();
      await voidAccountCodes(db, `account:${id}`, at);
      const targets = [...(phone === null ? [] : targetHashesOf('sms', phone)), ...(email === null ? [] : targetHashesOf('email', email))];
      for (const targetHash of targets) await voidTargetCodes(db, { targetHash, at });
    },
  };
}

function newCode(): string {
  return String(randomInt(10 ** limits.codeDigits)).padStart(limits.codeDigits, '0');
}

function codeWrong(channel: CodeChannel): Refusal {
  return new Refusal(channel === 'sms' ? 'smsCodeWrong' : 'emailCodeWrong');
}

/** Says once that the message of the latest code failed, while that code would still be good for something. */
async function refuseAfterFailure(
  db: Db,
  latest: CodeRecord | undefined,
  { channel, at }: { readonly channel: CodeChannel; readonly at: number },
): Promise<void> {
  if (!latest || latest.failure === null || latest.expiresAt <= at || !(await tellFailure(db, { id: latest.id, at }))) return;
  if (latest.failure === 'tooMany') throw new Refusal(channel === 'sms' ? 'codeLimit' : 'mailLimit', { reason: 'limit of the provider' });
  throw failedRule(channel, latest.failure);
}

/** The rules of spec 5 for a message that failed: the number is wrong, or 'Failed to send the verification code'. */
function failedRule(channel: CodeChannel, failure: DeliveryFailure): Refusal {
  const isWrong = failure === 'wrongTarget';
  return ruleRefusal(channel === 'sms' ? { phone: isWrong ? 'phone' : 'error' } : { email: isWrong ? 'invalid' : 'error' });
}

/** Seconds until the next code may be asked for; 0 when it may be now. A code that was used or failed has no cooldown left to protect. */
function cooldownOf(latest: CodeRecord | undefined, at: number): number {
  if (!latest || latest.usedAt !== null || latest.failure !== null) return 0;
  return Math.max(0, secondsUntil(latest.createdAt + codePolicy.cooldownMs, at));
}

function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

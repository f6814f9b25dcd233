import { randomInt, timingSafeEqual } from 'node:crypto';
import { limits } from '#contract/limits.ts';
import type { CaptchaWork } from '#contract/vocabulary/captcha-work.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { TokenLink } from '#server/core/sign-in/links/mail-link.ts';
import type { Notices } from '#server/core/protection/notices/notices.ts';
import { provenContact, type ProvenContact } from '#server/core/account/identifiers/proven-contact.ts';
import { day, type Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { claimCode, countCodeTry, tellFailure, voidAccountCodes, voidCodes, voidTargetCodes } from './codes.guarded.ts';
import { clearFailures, readFailures, recordFailure } from '#server/platform/limits/failures/failures.guarded.ts';
import type { Db } from '#server/core/database/db.ts';
import { newId } from '#server/platform/ids.ts';
import type { Lanes } from '#server/platform/sending/outbox/lanes.ts';
import { createOutages } from '#server/platform/sending/outbox/outages.ts';
import type { DeliveryFailure } from '#server/platform/sending/outbox/undeliverable.ts';
import type { RateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import { countedFor } from '#server/core/sign-in/known-browsers/account-limits.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import { createCodeBudgets, secondsUntil } from './code-budgets.ts';
import { codeHashes } from './code-hashes.ts';
import { codePolicy, laneOf, type CodeAsker, type CodeBinding, type CodeChannel, type CodeHolder } from './code-policy.ts';
import { createCodeRows, type CodeRecord } from './codes.repository.ts';

export interface CodeRequest {
  readonly binding: CodeBinding;
  readonly asker: CodeAsker;
  /** Captcha work done by a stranger; absent when none was required. */
  readonly paid?: CaptchaWork;
  /**
   * Target of the message. Undefined for a contact without an account, which must not be revealed: all steps are the
   * same, and the message is dropped at the very end.
   */
  readonly deliverTo: string | undefined;
  /**
   * Whether the holder may learn that the message failed. False when that would reveal the existence of an account: a
   * failed message then looks like a delivered one.
   */
  readonly tellsFailure: boolean;
  readonly language: Language;
  readonly clientIp: string;
  /** Makes the link for the mail, in the same transaction; undefined for a mail without one. */
  readonly makeLink?: () => Promise<TokenLink | undefined>;
  /** Called in the same transaction for the first code of the scene and target in a day. */
  readonly begun?: () => Promise<void>;
}

/** A verified code that is not spent yet. */
export interface PassedCode {
  readonly id: string;
  readonly channel: CodeChannel;
  readonly target: string;
  readonly failuresKey: string;
}

/** Where a code of an account is asked for. */
interface AskedIn {
  readonly accountId: string;
  /** Hash of the browser's cookie; undefined without one. */
  readonly browser: string | undefined;
}

/** Facts about a request before any check of its target. */
export interface CodeInquiry extends Pick<CodeBinding, 'scene' | 'channel' | 'target'> {
  readonly asker: CodeAsker;
}

/** One-time codes (contract 3): bound, counted, limited, single use. */
export interface Codes {
  /** The holder of a code that a session asks for: in a browser that the account does not know, no try of the owner's code is wasted. */
  holderIn(of: AskedIn): Promise<CodeHolder>;
  /**
   * The requester of a code of an account to whom a session or a way was shown. Where the account does not know the browser, few
   * codes are those of a holder, and the others those of strangers. Takes a place.
   */
  askerIn(of: AskedIn): Promise<CodeAsker>;
  /**
   * Captcha work factor of a code: it rises with each code already sent to the target for strangers, whether or not
   * there is an account.
   * @throws {Refusal} codeLimit when the lane of such requesters is full, for any target
   */
  priceOf(inquiry: CodeInquiry): Promise<CaptchaWork>;
  /**
   * Makes and sends a code, and invalidates earlier ones of the same binding. During the cooldown it makes and sends
   * nothing, and `cd` is the remaining time. A failed message of the latest code is reported once; the next call sends.
   * @throws {Refusal} codeLimit or mailLimit when a budget is used up, here or at the provider; captchaFailed when the
   * price rose meanwhile; badRequest with the failed rule of phone or email when the recipient is a wrong one; messageOutage
   * with that field when nobody takes messages of the channel; configFail when the channel is not set up
   */
  issue(request: CodeRequest): Promise<{ readonly cd: number }>;
  /**
   * Compares a code. The try is counted and committed first, so call it outside of transactions.
   * @throws {Refusal} smsCodeNotObtained, emailCodeNotObtained without a requested code; smsCodeWrong, emailCodeWrong;
   * badRequest or messageOutage with the field of phone or email when its message failed; tooFrequent after too many wrong codes
   * of this holder for this target
   */
  check(binding: CodeBinding, code: string): Promise<PassedCode>;
  /**
   * Spends a code, in the transaction of its effect: its holder has the contact.
   * @throws {Refusal} smsCodeWrong, emailCodeWrong when another request spent it first
   */
  redeem(passed: PassedCode): Promise<ProvenContact>;
  /**
   * Ends every code of an account: codes that it requested, and codes that anyone requested for its phone or email. In
   * the caller's transaction.
   */
  revoke(account: Pick<Account, 'id' | 'phone' | 'email'>): Promise<void>;
  /** Codes of the last ten minutes, over all instances, that no provider accepted. Operators need this number. */
  notTaken(): Promise<number>;
  /** Codes that were redeemed at this instance since its start. */
  redeemed(): Readonly<Record<CodeChannel, number>>;
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
  const redeemed = { sms: 0, email: 0 };
  const outages = createOutages({ db, clock });
  const { targetHashesOf, stored, steadyHashOf, hashesOf } = codeHashes(keyring);
  const budgets = createCodeBudgets({ rows, limiter, lanes, clock, rateFactor });

  /** Chooses the refusal of a code that fails. */
  async function notPassed(latest: CodeRecord, channel: CodeChannel, at: number): Promise<Refusal> {
    if (latest.failure === null || latest.expiresAt <= at) return codeWrong(channel);
    await tellFailure(db, { id: latest.id, at });
    return failedRule(channel, latest.failure);
  }

  /** Under the lock of the target; returns the seconds until the next code. */
  async function make(request: CodeRequest): Promise<number> {
    const { binding, asker, deliverTo, tellsFailure, language, makeLink, begun } = request;
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
    const isFirst = begun !== undefined && !(await rows.wasMade({ ...where, since: at - day }));
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
      about: accountIn(binding.holder),
      code,
      language,
      expiresAt,
      ...(link === undefined ? {} : { link }),
    });
    if (isFirst) await begun();
    return codePolicy.cooldownMs / 1000;
  }

  return {
    async holderIn(of) {
      const [known, strange] = holdersOf(of.accountId);
      return (await countedFor(db, of)).browser === undefined ? strange : known;
    },

    async askerIn(of) {
      return (await countedFor(db, of)).browser !== undefined || (await budgets.takeElsewhere(of.accountId)) ? 'holder' : 'stranger';
    },

    async priceOf(inquiry) {
      await budgets.refuseFullLane(inquiry);
      return budgets.priceAt(inquiry, targetHashesOf(inquiry.channel, inquiry.target));
    },

    async issue(request) {
      const { binding, asker } = request;
      if (binding.channel === 'sms' && !smsIsAvailable) throw new Refusal('configFail', { reason: 'no SMS adapter' });
      await budgets.refuseFullLane({ ...binding, asker });
      // An outage is no secret, and everybody gets the same answer.
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
      // Includes the holder: a guesser blocks only themselves, never the owner of the phone or email (ADR 217).
      const failuresKey = `code:${where.scene}:${steadyHashOf(binding)}:${where.holder}`;
      const failures = await readFailures(db, failuresKey);
      if (failures && failures.blockedUntil > at) {
        throw new Refusal('tooFrequent', { retryAfter: secondsUntil(failures.blockedUntil, at), reason: 'too many wrong codes' });
      }
      const latest = await rows.latest(where);
      if (!latest) throw new Refusal(binding.channel === 'sms' ? 'smsCodeNotObtained' : 'emailCodeNotObtained');
      // The database decides whether the code accepts another try: not when it is void, used, expired or was tried five
      // times.
      if (!(await countCodeTry(db, { id: latest.id, limit: codePolicy.tries, at }))) throw await notPassed(latest, binding.channel, at);
      if (!hashesOf(binding, code).some((hash) => isEqual(hash, latest.codeHash))) {
        await recordFailure(db, { key: failuresKey, at, ...codePolicy.failures });
        throw await notPassed(latest, binding.channel, at);
      }
      return { id: latest.id, channel: binding.channel, target: binding.target, failuresKey };
    },

    async redeem({ id, channel, target, failuresKey }) {
      if (!(await claimCode(db, { id, at: clock.now() }))) throw codeWrong(channel);
      await clearFailures(db, failuresKey);
      db.afterCommit(() => {
        redeemed[channel] += 1;
      });
      return provenContact(channel === 'sms' ? 'phone' : 'email', target);
    },

    notTaken: () => rows.countNotTaken(clock.now()),

    redeemed: () => ({ ...redeemed }),

    async revoke({ id, phone, email }) {
      const at = clock.now();
      await voidAccountCodes(db, holdersOf(id), at);
      const targets = [...(phone === null ? [] : targetHashesOf('sms', phone)), ...(email === null ? [] : targetHashesOf('email', email))];
      for (const targetHash of targets) await voidTargetCodes(db, { targetHash, at });
    },
  };
}

/** In browsers that the account knows, and in all others. */
function holdersOf(accountId: string) {
  return [`account:${accountId}`, `account:${accountId}:elsewhere`] as const satisfies readonly CodeHolder[];
}

/** The account that asks for a code, if one does. */
function accountIn(holder: CodeHolder): string | undefined {
  const [kind, id] = holder.split(':');
  return kind === 'account' ? id : undefined;
}

function newCode(): string {
  return String(randomInt(10 ** limits.codeDigits)).padStart(limits.codeDigits, '0');
}

function codeWrong(channel: CodeChannel): Refusal {
  return new Refusal(channel === 'sms' ? 'smsCodeWrong' : 'emailCodeWrong', { reason: 'the code differs' });
}

/** Reports once that the message of the latest code failed, while that code would still be valid. */
async function refuseAfterFailure(
  db: Db,
  latest: CodeRecord | undefined,
  { channel, at }: { readonly channel: CodeChannel; readonly at: number },
): Promise<void> {
  if (!latest || latest.failure === null || latest.expiresAt <= at || !(await tellFailure(db, { id: latest.id, at }))) return;
  if (latest.failure === 'tooMany') throw new Refusal(channel === 'sms' ? 'codeLimit' : 'mailLimit', { reason: 'limit of the provider' });
  throw failedRule(channel, latest.failure);
}

/** The rules of spec 5 for a failed message: a wrong number, or 'Failed to send the verification code'. */
function failedRule(channel: CodeChannel, failure: DeliveryFailure): Refusal {
  const isWrong = failure === 'wrongTarget';
  const fields = channel === 'sms' ? { phone: isWrong ? 'phone' : 'error' } : { email: isWrong ? 'invalid' : 'error' };
  return failure === 'notTaken'
    ? new Refusal('messageOutage', { fields, reason: `nobody takes messages by ${channel}` })
    : ruleRefusal(fields);
}

/** Seconds until the next code; 0 when it may be requested now. A used or failed code has no cooldown. */
function cooldownOf(latest: CodeRecord | undefined, at: number): number {
  if (!latest || latest.usedAt !== null || latest.failure !== null) return 0;
  return Math.max(0, secondsUntil(latest.createdAt + codePolicy.cooldownMs, at));
}

function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

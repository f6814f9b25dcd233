import type { Account } from '#server/core/account/accounts/account.ts';
import type { CodeBinding } from '#server/core/sign-in/codes/code-policy.ts';
import { codeField, passwordField } from '#server/core/account/fields/fields.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { day, second } from '#server/platform/clock.ts';
import { textOfWays } from '#server/core/sign-in/ways/assurance-columns.ts';
import type { ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import { admitTry, clearFailures, type BlockSchedule } from '#server/platform/limits/failures/failures.guarded.ts';
import { networkSource } from '#server/platform/http/requests/work-source.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { countedFor, limitKey } from '#server/core/sign-in/known-browsers/account-limits.ts';
import type { Evidence } from './evidence.ts';

export interface ProveAsVisitorDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly evidence: Evidence;
}

/**
 * Wrong passwords beside one way that was shown, known browsers apart: twenty, then one a day, fewer than fifty in a month. A
 * visitor who shows another way has a separate limit, so that a thief's guesses keep no owner out.
 */
const schedule: BlockSchedule = [[20, day]];
const rememberedMs = 30 * day;

/** Spends what was shown, in the transaction of its effect. */
export type SettleProof = () => Promise<unknown>;

/** The first of the hashes that the password has. */
export interface RightPassword {
  readonly index: number;
  readonly settle: SettleProof;
}

/** An address of an account, present or former. */
export interface OwnAddress {
  readonly kind: 'phone' | 'email';
  /** Canonical. */
  readonly value: string;
  /** As its owner wrote it. */
  readonly shown: string;
}

/**
 * Sends a code for a recovery to an address of an account.
 * @throws {Refusal} codeLimit, mailLimit, configFail, badRequest with the failed rule when the message failed
 */
export async function sendRecoveryCode(
  { evidence: { codes } }: Pick<ProveAsVisitorDeps, 'evidence'>,
  visit: Visit,
  { account, address }: { readonly account: Pick<Account, 'id'>; readonly address: OwnAddress },
): Promise<{ readonly cd: number }> {
  return codes.issue({
    binding: bindingOf(visit, address),
    asker: await codes.askerIn({ accountId: account.id, browser: visit.browser }),
    deliverTo: address.shown,
    tellsFailure: true,
    language: visit.lang,
    clientIp: visit.clientIp,
  });
}

/**
 * Compares the code of a recovery; its try is counted first.
 * @throws {Refusal} as `Codes.check`, badRequest with the failed rule
 */
export async function checkRecoveryCode(
  { evidence: { codes } }: Pick<ProveAsVisitorDeps, 'evidence'>,
  visit: Visit,
  { address, code: written }: { readonly address: OwnAddress; readonly code: string },
): Promise<SettleProof> {
  const { code } = checkFields({ code: codeField(written) });
  const passed = await codes.check(bindingOf(visit, address), code);
  return () => codes.redeem(passed);
}

/** A password, the present one or former ones, and the ways that were shown before it. */
export interface AskedBeside {
  readonly account: Account;
  readonly beside: readonly ShownWay[];
  readonly hashes: readonly (string | null)[];
  readonly password: string;
}

/**
 * Compares a password that is shown beside another way: in a recovery, at a risky sign-in, at the link of a notice.
 * @throws {Refusal} passwordWrong, tooFrequent after 20 wrong ones
 */
export async function checkRecoveryPassword(
  { store: { db, clock }, identity: { hasher } }: Pick<ProveAsVisitorDeps, 'store' | 'identity'>,
  visit: Visit,
  { account, beside, hashes, password: written }: AskedBeside,
): Promise<RightPassword> {
  const { password } = checkFields({ password: passwordField(written) });
  const counted = limitKey('recovery-password', await countedFor(db, { accountId: account.id, browser: visit.browser }));
  const key = `${counted}:${textOfWays(beside.map(({ id }) => id))}`;
  const at = clock.now();
  const { admitted, blockedUntil } = await admitTry(db, { key, at, windowMs: rememberedMs, schedule });
  if (!admitted)
    throw new Refusal('tooFrequent', { retryAfter: Math.ceil((blockedUntil - at) / second), reason: 'too many wrong passwords' });
  const asked = { password, source: networkSource(visit) };
  let index = -1;
  for (const [place, hash] of hashes.entries()) {
    const isRight = hash === null ? (await hasher.verifyNothing(asked), false) : await hasher.verify(hash, asked);
    if (isRight && index === -1) index = place;
  }
  if (index === -1) throw new Refusal('passwordWrong');
  return { index, settle: () => clearFailures(db, key) };
}

function bindingOf({ visitor }: Visit, { kind, value }: OwnAddress): CodeBinding {
  return { scene: 'recover', channel: kind === 'phone' ? 'sms' : 'email', target: value, holder: `visitor:${visitor}` };
}

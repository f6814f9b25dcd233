import { limits } from '#contract/limits.ts';
import type { Acr } from '#contract/sign-in/two-step/second-step.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { SignInCandidate } from '#server/core/account/accounts/accounts.repository.ts';
import { manyWrong } from '#server/core/protection/risk/assess.ts';
import type { Identifier } from '#server/core/account/identifiers/identifier.ts';
import { recordRefusal } from '#server/core/protection/audit/record-refusal.ts';
import { accountSource, networkSource } from '#server/platform/http/requests/work-source.ts';
import type { CheckedTry } from '#server/core/sign-in/password/sign-in-attempts.ts';
import { day } from '#server/platform/clock.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { accountField, ownNewPasswordField, passwordField } from '#server/core/account/fields/fields.ts';
import type { Gate } from '#server/core/sign-in/gate/gate.ts';
import type { LegacyAccount } from '#server/core/account/legacy/legacy-account.ts';
import type { SignedInAccount } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Source } from '#server/platform/crypto/fair-queue.ts';
import type { AskedPassword } from '#server/platform/crypto/password-hasher.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { completeSignIn, type CompleteSignInDeps } from './complete-sign-in.ts';
import { holdRefusal, leadToUpgrade, type ProveLegacyDeps } from './prove-legacy.ts';

export interface SignInByPasswordDeps extends CompleteSignInDeps, ProveLegacyDeps {
  readonly gate: Gate;
}

export interface SignInByPasswordInput {
  /** Phone, email or username. */
  readonly account: string;
  readonly password: string;
  readonly validate: string | undefined;
  /** How strong a sign-in the app asks for that sent the person. */
  readonly asked?: Acr | undefined;
}

export interface SignedInByPassword extends SignedInAccount {
  /** The page may have the browser make a passkey silently. */
  readonly offerPasskey: boolean;
}

/**
 * Signs in with phone, email or username and the password.
 *
 * Rules → account → may this browser try, and is the password right → one transaction: failures forgotten, session,
 * audit. A name without an account takes the same path, against a dummy hash: same answer, same time. So does an
 * account whose password was guessed too often. The right password of a legacy account gives no session and leads to
 * the upgrade.
 *
 * @throws {Refusal} badRequest with the failed rules, tooFrequent, captchaFailed, wrongCredentials (with `data.captcha`
 * when the next try needs one), legacyPhone and legacyEmail with `data.upgrade` (ticket, legacyId), passwordLocked,
 * deletionPending
 */
export async function signInByPassword(
  deps: SignInByPasswordDeps,
  visit: Visit,
  input: SignInByPasswordInput,
): Promise<SignedInByPassword> {
  const since = performance.now();
  const { account: identifier, password } = checkFields({ account: accountField(input.account), password: passwordField(input.password) });
  const { browser, country, clientIp } = visit;
  const candidate = await deps.identity.accounts.findForSignIn(identifier, browser ?? '');
  const legacy = candidate ? [] : await deps.identity.legacyAccounts.find(identifier);
  const asked = { password, source: sourceOf(candidate, visit) };
  const owned: { legacy?: LegacyAccount } = {};
  const attempt = { candidate, legacy: legacy[0]?.id, identifier, browser, country, clientIp, validate: input.validate };
  const checked = await deps.gate.attempts.check(attempt, async (isLookedAt) => {
    const isRight = await verifyPassword(deps, isLookedAt ? candidate : undefined, asked);
    const waiting = isLookedAt ? legacy : [];
    const found = await deps.identity.legacyAccounts.havingPassword(waiting, (stored) => deps.identity.hasher.verifyForeign(stored, asked));
    if (found) owned.legacy = found;
    return isRight || found !== undefined;
  });
  if (!checked.isRight) throw await refuse(deps, { candidate, visit, checked, since });
  if (!candidate) throw await upgrade(deps, visit, { identifier, legacy: owned.legacy, asked, checked });

  const { account } = candidate;
  const rehashed = await rehash(deps, candidate, asked);
  const offerPasskey = maySilentlyAdd(deps, account);
  const isWeak = 'failing' in ownNewPasswordField(deps.identity, account, password);
  const signedIn = await completeSignIn(deps, visit, {
    account,
    shown: [deps.evidence.wayShown(account, 'password')],
    event: 'sign-in.password',
    asked: input.asked,
    wrongPasswords: checked.guess.inRow,
    async settle() {
      // A sign-in that only meets a deletion leaves what was guessed before to the one that follows.
      if (account.state !== 'deleting' || checked.guess.inRow < manyWrong) await deps.gate.attempts.succeed(checked);
      // The mark belongs to the hash that was compared: a new password may have come meanwhile.
      if (isWeak !== account.isPasswordWeak) {
        await deps.identity.credentials.noteWeakness(account.id, { hash: account.passwordHash ?? '', isWeak });
      }
      if (rehashed !== undefined) await deps.identity.credentials.rehash(account.id, rehashed);
    },
    silentPasskeyUntil: offerPasskey ? deps.store.clock.now() + limits.passkeyUpgradeMs : undefined,
  });
  return { ...signedIn, offerPasskey };
}

/**
 * A passkey is never made silently soon after a recovery: the person who recovered may not be the owner, and would leave
 * it behind unseen. A protected account takes two ways for it, and a trusted browser has shown only the password.
 */
function maySilentlyAdd({ store: { clock }, evidence: { passkeys } }: SignInByPasswordDeps, { recovery, ...account }: Account): boolean {
  const isRecovered = recovery !== null && clock.now() < recovery.at + day;
  return passkeys.isOn && account.passkeys.length < limits.passkeysMax && account.twoStepAt === null && !isRecovered;
}

/** A known browser does not wait with the strangers of its network, nor with those of all networks. */
function sourceOf(candidate: SignInCandidate | undefined, visit: Visit): Source {
  return candidate?.browserIsKnown === true ? accountSource(candidate.account.id) : networkSource(visit);
}

/** Takes the same time for an account that is missing or has no password. */
async function verifyPassword(
  { identity: { hasher } }: SignInByPasswordDeps,
  candidate: SignInCandidate | undefined,
  asked: AskedPassword,
): Promise<boolean> {
  const stored = candidate?.account.passwordHash ?? null;
  if (stored !== null) return hasher.verify(stored, asked);
  await hasher.verifyNothing(asked);
  return false;
}

async function rehash(
  { identity: { hasher } }: SignInByPasswordDeps,
  { account }: SignInCandidate,
  asked: AskedPassword,
): Promise<{ readonly from: string; readonly to: string } | undefined> {
  const from = account.passwordHash;
  return from !== null && hasher.needsRehash(from) ? { from, to: await hasher.hash(asked) } : undefined;
}

async function upgrade(
  deps: SignInByPasswordDeps,
  visit: Visit,
  {
    identifier,
    legacy,
    asked,
    checked,
  }: { identifier: Identifier; legacy: LegacyAccount | undefined; asked: AskedPassword; checked: CheckedTry },
): Promise<Refusal> {
  if (!legacy) throw new Error('the password matched, but there is no account');
  const hash = await deps.identity.hasher.hash(asked);
  const give = async () => {
    await deps.gate.attempts.succeed(checked);
    return deps.evidence.upgradeTickets.issueForLegacy(visit, legacy, hash);
  };
  return leadToUpgrade(deps, visit, { identifier, legacy, give });
}

async function refuse(
  deps: SignInByPasswordDeps,
  { candidate, visit, checked, since }: { candidate: SignInCandidate | undefined; visit: Visit; checked: CheckedTry; since: number },
): Promise<Refusal> {
  await holdRefusal(deps, since);
  await recordRefusal(
    { audit: deps.journal.audit, limiter: deps.gate.limiter },
    { accountId: candidate?.account.id ?? null, origin: visit },
  );
  return new Refusal('wrongCredentials', { reason: 'no account, or a wrong password', data: { captcha: checked.captchaNext } });
}

import type { Acr } from '#contract/sign-in/two-step/second-step.words.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { codeAccountField, codeField } from '#server/core/account/fields/fields.ts';
import type { SignedInAccount } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { provingContact } from '#server/core/account/legacy/legacy-account.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { completeSignIn, type CompleteSignInDeps } from './complete-sign-in.ts';
import { leadToUpgrade, type ProveLegacyDeps } from './prove-legacy.ts';

export type SignInByCodeDeps = CompleteSignInDeps & ProveLegacyDeps;

export interface SignInByCodeInput {
  /** Phone or email. */
  readonly account: string;
  readonly code: string;
  /** How strong a sign-in the app asks for that sent the person. */
  readonly asked?: Acr | undefined;
}

/**
 * Signs in with a code of scene `login`.
 *
 * Rules → code (its try is counted here) → account → one transaction: code spent, session, audit. A phone or email
 * without an account has a code too, which was never sent: every guess fails, as it does for an account. A phone that
 * may have a new holder does not suffice (ADR 69).
 *
 * @throws {Refusal} badRequest with the failed rules, smsCodeWrong, smsCodeNotObtained, emailCodeWrong,
 * emailCodeNotObtained, tooFrequent, passwordLocked, deletionPending, legacyPhone and legacyEmail with `data.upgrade`
 * (ticket, legacyId), secondStepNeeded with the data of the second step; codeLimit, mailLimit and configFail when its
 * code cannot be sent
 */
export async function signInByCode(deps: SignInByCodeDeps, visit: Visit, input: SignInByCodeInput): Promise<SignedInAccount> {
  const { account: identifier, code } = checkFields({ account: codeAccountField(input.account), code: codeField(input.code) });
  const { kind, value } = identifier;
  const channel = kind === 'phone' ? 'sms' : 'email';
  const passed = await deps.evidence.codes.check({ scene: 'login', channel, target: value, holder: `visitor:${visit.visitor}` }, code);
  const account = await deps.identity.accounts.find(kind, value);
  const waiting = account ? [] : await deps.identity.legacyAccounts.find(identifier);
  const legacy = waiting.find(({ record }) => provingContact(record, channel === 'sms' ? 'phone' : 'email') !== undefined);
  if (legacy) {
    const { codes, upgradeTickets } = deps.evidence;
    const give = async () => upgradeTickets.issueForContact(visit, await codes.redeem(passed), undefined);
    throw await leadToUpgrade(deps, visit, { identifier, legacy, give });
  }
  if (!account) throw new Refusal(channel === 'sms' ? 'smsCodeWrong' : 'emailCodeWrong', { reason: 'no such account' });
  const settle = () => deps.evidence.codes.redeem(passed);
  const shown = [deps.evidence.wayShown(account, channel === 'sms' ? 'phone' : 'email')];
  return completeSignIn(deps, visit, { account, shown, event: 'sign-in.code', asked: input.asked, settle });
}

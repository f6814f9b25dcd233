import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import type { FinishingMethod, MessageMethod, SecondStepReason } from '#contract/sign-in/two-step/second-step.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { AuditEvent } from '#server/core/protection/audit/audit.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { checkRecoveryPassword, type AskedBeside } from '#server/core/sign-in/evidence/prove-as-visitor.ts';
import { codeField, paperCodeField } from '#server/core/account/fields/fields.ts';
import type { SignInTicket } from '#server/core/sign-in/identity-proof/sign-in-tickets.ts';
import { ticketCeremony } from '#server/core/sign-in/passkeys/ceremony.ts';
import { shownPasskey } from '#server/core/sign-in/passkeys/passkeys.ts';
import type { PassedStep } from '#server/core/sign-in/two-step/step-codes.ts';
import { stepsAfter } from '#server/core/sign-in/ways/second-steps.ts';
import type { SignedInAccount } from '#server/core/sign-in/sessions/answer-signed-in.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { networkSource } from '#server/platform/http/requests/work-source.ts';
import { kindOf } from '#server/core/sign-in/ways/way.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { secondStepBinding, sendSecondCode } from './begin-second-step.ts';
import { completeSignIn, type CompleteSignInDeps } from './complete-sign-in.ts';

export type SecondStepDeps = CompleteSignInDeps;

export interface SecondStepInput {
  readonly ticket: string;
  readonly method: FinishingMethod;
  readonly code: string | undefined;
  readonly password?: string | undefined;
  readonly credential: PasskeyAssertion | undefined;
  /** Whether this browser skips the second step from now on, for some days. */
  readonly trust: boolean;
}

/**
 * Sends the code of the second step to the account's phone or email.
 * @throws {Refusal} tokenError, badRequest for a method without messages, codeLimit, mailLimit, configFail, badRequest
 * with the failed rule of the contact when the message failed
 */
export async function sendSecondStepCode(
  deps: SecondStepDeps,
  visit: Visit,
  { ticket, method }: Pick<SecondStepInput, 'ticket' | 'method'>,
): Promise<{ readonly cd: number }> {
  const { account } = await findSide(deps, visit, { ticket, method });
  if (!isMessage(method)) throw new Refusal('badRequest', { reason: 'no message brings this code' });
  return sendSecondCode(deps, visit, { account, method });
}

/**
 * Finishes a sign-in, just as its first step would have on an ordinary account.
 *
 * Rules → ticket → code (its try is counted here) → one transaction: ticket and code spent, session, trust, audit.
 *
 * @throws {Refusal} badRequest with the failed rule, tokenError, stepCodeWrong, smsCodeWrong, smsCodeNotObtained,
 * emailCodeWrong, emailCodeNotObtained, passwordWrong, passkeyUnknown, passkeyRefused, tooFrequent, passwordLocked, deletionPending
 */
export async function finishSecondStep(deps: SecondStepDeps, visit: Visit, input: SecondStepInput): Promise<SignedInAccount> {
  const { method, trust } = input;
  const code = method === 'passkey' || method === 'password' ? '' : codeOf(method, input.code);
  const { ticket, account, isProtected } = await findSide(deps, visit, input);
  const passed = await checkStep(deps, visit, { ...input, account, code, beside: ticket.shown });
  return completeSignIn(deps, visit, {
    account,
    shown: [...ticket.shown, passed.shown],
    isApproved: ticket.purpose === 'approved',
    event: eventOf(ticket),
    detail: { second: method },
    trust: trust && isProtected,
    settle: async () => {
      await deps.evidence.signInTickets.redeem(ticket);
      await passed.settle();
    },
  });
}

/**
 * Continues a sign-in after a deletion was withdrawn, or after a new password: just as if its last step ended now.
 * @throws {Refusal} tokenError, secondStepNeeded, accountFrozen, passwordLocked, deletionPending
 */
export async function continueSignIn(deps: SecondStepDeps, visit: Visit, token: string): Promise<SignedInAccount> {
  const { signInTickets } = deps.evidence;
  const ticket = await signInTickets.find(visit, token, 'kept', 'renewed');
  const account = await deps.identity.accounts.findLive(ticket.accountId);
  if (!account) throw new Refusal('tokenError', { reason: 'no such account' });
  const { shown, purpose } = ticket;
  const settle = () => signInTickets.redeem(ticket);
  return completeSignIn(deps, visit, { account, shown, event: eventOf(ticket), isRecovery: purpose === 'renewed', settle });
}

function codeOf(method: Exclude<FinishingMethod, 'passkey' | 'password'>, code = ''): string {
  return checkFields({ code: method === 'recovery' ? paperCodeField(code) : codeField(code) }).code;
}

async function checkStep(
  deps: SecondStepDeps,
  visit: Visit,
  {
    account,
    method,
    code,
    password,
    credential,
    ticket,
    beside,
  }: Omit<SecondStepInput, 'code'> & Pick<AskedBeside, 'account' | 'beside'> & { readonly code: string },
): Promise<PassedStep> {
  const { evidence } = deps;
  switch (method) {
    case 'password': {
      const asked = { account, beside, hashes: [account.passwordHash], password: password ?? '' };
      const { settle } = await checkRecoveryPassword(deps, visit, asked);
      return { shown: evidence.wayShown(account, 'password'), settle };
    }
    case 'passkey': {
      if (credential === undefined) throw new Refusal('passkeyRefused', { reason: 'no credential' });
      const ceremony = ticketCeremony(visit, { purpose: 'second', accountId: account.id, ticket });
      const passed = await evidence.passkeys.checkAssertion(ceremony, { credential, source: networkSource(visit) });
      const { city } = visit.placeIn(account.language);
      return { shown: shownPasskey(passed), settle: () => evidence.passkeys.redeemAssertion(passed, city) };
    }
    case 'totp':
    case 'recovery':
      return evidence.stepCodes.check(account, method, code, visit);
    case 'phone':
    case 'email': {
      const passed = await evidence.codes.check(secondStepBinding(visit, account, method), code);
      return { shown: evidence.wayShown(account, method), settle: () => evidence.codes.redeem(passed) };
    }
  }
}

async function findSide(
  deps: SecondStepDeps,
  visit: Visit,
  { ticket: token, method }: Pick<SecondStepInput, 'ticket' | 'method'>,
): Promise<{ readonly ticket: SignInTicket; readonly account: Account; readonly isProtected: boolean }> {
  const {
    identity: { accounts, ways },
    evidence: { signInTickets },
  } = deps;
  const ticket = await signInTickets.find(visit, token, 'signIn', 'dormant', 'approved');
  const account = await accounts.findLive(ticket.accountId);
  if (!account) throw new Refusal('tokenError', { reason: 'no such account' });
  const isProtected = account.twoStepAt !== null;
  const offered = stepsAfter({ account, shown: ticket.shown, ways: await ways.of(account) }, reasonOf(ticket, isProtected));
  if (!offered.some((each) => each.method === method)) throw new Refusal('tokenError', { reason: 'a step that was not offered' });
  return { ticket, account, isProtected };
}

function reasonOf({ purpose }: SignInTicket, isProtected: boolean): SecondStepReason {
  if (purpose === 'approved') return 'far';
  if (purpose === 'dormant') return 'dormant';
  return isProtected ? 'protected' : 'risky';
}

function isMessage(method: FinishingMethod): method is MessageMethod {
  return method === 'phone' || method === 'email';
}

/** Event of the first step. */
function eventOf({
  purpose,
  shown: [first],
}: SignInTicket): Extract<AuditEvent, 'sign-in.password' | 'sign-in.code' | 'sign-in.social' | 'sign-in.passkey' | 'sign-in.qr'> {
  if (purpose === 'approved') return 'sign-in.qr';
  const kind = first && kindOf(first.id);
  return kind === 'password' || kind === 'social' || kind === 'passkey' ? `sign-in.${kind}` : 'sign-in.code';
}

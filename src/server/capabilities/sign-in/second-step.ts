import type { Account } from '#server/core/accounts/account.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { codeField } from '#server/core/fields/fields.ts';
import type { SignInTicket } from '#server/core/identity-proof/sign-in-tickets.ts';
import type { SignedInAccount } from '#server/core/sessions/answer-signed-in.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { secondStepBinding, sendSecondCode } from './begin-second-step.ts';
import { completeSignIn, type CompleteSignInDeps } from './complete-sign-in.ts';

export type SecondStepDeps = CompleteSignInDeps;

/**
 * Sends the code of the second step again.
 * @throws {Refusal} tokenError, codeLimit, mailLimit, configFail, badRequest with the failed rule of email when the
 * message failed
 */
export async function sendSecondStepCode(deps: SecondStepDeps, visit: Visit, ticket: string): Promise<{ readonly cd: number }> {
  const { account } = await findSide(deps, visit, ticket);
  return sendSecondCode(deps, visit, account);
}

/**
 * Finishes a sign-in with the code sent to the account's email, just as its first step would have.
 *
 * Rules → ticket → code (its try is counted here) → one transaction: ticket and code spent, session, audit.
 *
 * @throws {Refusal} badRequest with the failed rule, tokenError, emailCodeWrong, emailCodeNotObtained, tooFrequent,
 * passwordLocked, deletionPending
 */
export async function finishSecondStep(
  deps: SecondStepDeps,
  visit: Visit,
  input: { readonly ticket: string; readonly code: string },
): Promise<SignedInAccount> {
  const { code } = checkFields({ code: codeField(input.code) });
  const { ticket, account } = await findSide(deps, visit, input.ticket);
  const passed = await deps.evidence.codes.check(secondStepBinding(visit, account), code);
  return completeSignIn(deps, visit, {
    account,
    shown: ['phone', 'email'],
    event: 'sign-in.code',
    settle: async () => {
      await deps.evidence.signInTickets.redeem(ticket);
      await deps.evidence.codes.redeem(passed);
    },
    absent: () => new Refusal('tokenError', { reason: 'no such account' }),
  });
}

async function findSide(
  { identity: { accounts }, evidence: { signInTickets } }: SecondStepDeps,
  visit: Visit,
  token: string,
): Promise<{ readonly ticket: SignInTicket; readonly account: Account }> {
  const ticket = await signInTickets.find(visit, token);
  const account = await accounts.findById(ticket.accountId);
  if (!account) throw new Refusal('tokenError', { reason: 'no such account' });
  return { ticket, account };
}

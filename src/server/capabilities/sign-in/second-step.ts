import { maskEmail } from '#contract/masks.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { checkFields } from '#server/platform/check-fields.ts';
import { codeField } from '#server/core/fields/fields.ts';
import type { SignInTicket } from '#server/core/identity-proof/sign-in-tickets.ts';
import type { SignedInAccount } from '#server/core/sessions/answer-signed-in.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import type { CodeBinding } from '#server/core/codes/code-policy.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { completeSignIn, type CompleteSignInDeps } from './complete-sign-in.ts';

export type SecondStepDeps = CompleteSignInDeps;

/**
 * Ends the first step of a sign-in whose phone does not suffice (ADR 33): a code goes to the account's email, the first
 * proof is spent, and the answer carries a ticket for the second step, the masked email, and the seconds until the next
 * code.
 *
 * The code is sent first, so that a failed mail leaves the first step as it was. Nothing shows of the account's state.
 *
 * @throws {Refusal} codeLimit, mailLimit and configFail when the code cannot be sent
 */
export async function beginSecondStep(
  deps: SecondStepDeps,
  visit: Visit,
  { account, settle }: { readonly account: Account; readonly settle: () => Promise<void> },
): Promise<Refusal> {
  const { cd } = await sendCode(deps, visit, account);
  const ticket = await deps.store.db.tx(async () => {
    await settle();
    await deps.journal.audit.record({ event: 'sign-in.second-step', accountId: account.id, origin: visit, detail: { for: 'sign-in' } });
    return deps.evidence.signInTickets.issue(visit, account);
  });
  const methods = [{ method: 'email', target: maskEmail(account.emailShown ?? '') }];
  return new Refusal('secondStepNeeded', { data: { ticket, methods, cd } });
}

/**
 * Sends the code of the second step again.
 * @throws {Refusal} tokenError, codeLimit, mailLimit, configFail, badRequest with the failed rule of email when the
 * message failed
 */
export async function sendSecondStepCode(deps: SecondStepDeps, visit: Visit, ticket: string): Promise<{ readonly cd: number }> {
  const { account } = await findSide(deps, visit, ticket);
  return sendCode(deps, visit, account);
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
  const passed = await deps.evidence.codes.check(codeBindingOf(visit, account), code);
  return completeSignIn(deps, visit, {
    account,
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

function sendCode({ evidence: { codes } }: SecondStepDeps, visit: Visit, account: Account): Promise<{ readonly cd: number }> {
  return codes.issue({
    binding: codeBindingOf(visit, account),
    // The proven phone may have a new holder, and no browser that the account knows gets here.
    asker: 'stranger',
    deliverTo: account.emailShown ?? undefined,
    tellsFailure: true,
    language: visit.lang,
    clientIp: visit.clientIp,
  });
}

/** Of scene login and of this browser, as if it had asked for it: a reader of that mail may sign in by it anyway. */
function codeBindingOf({ visitor }: Pick<Visit, 'visitor'>, { email }: Account): CodeBinding {
  // A change of the email ends the ticket.
  if (email === null) throw new Refusal('tokenError', { reason: 'the account has no email' });
  return { scene: 'login', channel: 'email', target: email, holder: `visitor:${visitor}` };
}

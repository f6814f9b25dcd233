import type { Account } from '#server/core/accounts/account.ts';
import { maskEmail } from '#contract/masks.ts';
import type { CodeBinding } from '#server/core/codes/code-policy.ts';
import type { Evidence } from '#server/core/evidence/evidence.ts';
import type { Journal } from '#server/core/journal/journal.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';

export interface BeginSecondStepDeps {
  readonly store: Store;
  readonly evidence: Evidence;
  readonly journal: Journal;
}

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
  deps: BeginSecondStepDeps,
  visit: Visit,
  { account, settle }: { readonly account: Account; readonly settle: () => Promise<void> },
): Promise<Refusal> {
  const { cd } = await sendSecondCode(deps, visit, account);
  const ticket = await deps.store.db.tx(async () => {
    await settle();
    await deps.journal.audit.record({ event: 'sign-in.second-step', accountId: account.id, origin: visit, detail: { for: 'sign-in' } });
    return deps.evidence.signInTickets.issue(visit, account);
  });
  const methods = [{ method: 'email', target: maskEmail(account.emailShown ?? '') }];
  return new Refusal('secondStepNeeded', { data: { ticket, methods, cd } });
}

/** Sends the code of a second step. */
export function sendSecondCode(
  { evidence: { codes } }: Pick<BeginSecondStepDeps, 'evidence'>,
  visit: Visit,
  account: Account,
): Promise<{ readonly cd: number }> {
  return codes.issue({
    binding: secondStepBinding(visit, account),
    // The proven phone may have a new holder, and no browser that the account knows gets here.
    asker: 'stranger',
    deliverTo: account.emailShown ?? undefined,
    tellsFailure: true,
    language: visit.lang,
    clientIp: visit.clientIp,
  });
}

/** Of scene login and of this browser, as if it had asked for it: a reader of that mail may sign in by it anyway. */
export function secondStepBinding({ visitor }: Pick<Visit, 'visitor'>, { email }: Account): CodeBinding {
  // A change of the email ends the ticket.
  if (email === null) throw new Refusal('tokenError', { reason: 'the account has no email' });
  return { scene: 'login', channel: 'email', target: email, holder: `visitor:${visitor}` };
}

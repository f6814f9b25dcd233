import type { MessageMethod, SecondStepReason } from '#contract/sign-in/two-step/second-step.words.ts';
import type { RiskSignal } from '#contract/protection/activity/risk.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { CodeBinding } from '#server/core/sign-in/codes/code-policy.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { TicketPurpose } from '#server/core/sign-in/identity-proof/sign-in-tickets.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import { stepsAfter } from '#server/core/sign-in/ways/second-steps.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';

export interface BeginSecondStepDeps {
  readonly store: Store;
  readonly identity: Pick<Identity, 'ways'>;
  readonly evidence: Evidence;
  readonly journal: Journal;
}

export interface FirstStep {
  readonly account: Account;
  readonly shown: readonly ShownWay[];
  readonly because: SecondStepReason;
  readonly signals?: readonly RiskSignal[];
  /** Where the person continues after the second step; undefined: as the page says. */
  readonly goal?: string;
  readonly settle: () => Promise<unknown>;
}

/**
 * Ends the first step of a sign-in that does not suffice: the first proof is spent, and the answer carries a ticket for
 * the second step with the methods that may finish it. For a phone that may have a new holder (ADR 69), a code goes to
 * the account's email at once; it is sent first, so that a failed mail leaves the first step as it was.
 *
 * @throws {Refusal} codeLimit, mailLimit and configFail when the code cannot be sent
 */
export async function beginSecondStep(
  deps: BeginSecondStepDeps,
  visit: Visit,
  { account, shown, because, signals = [], goal, settle }: FirstStep,
): Promise<Refusal> {
  const sent = because === 'dormant' ? await sendSecondCode(deps, visit, { account, method: 'email' }) : {};
  const ticket = await deps.store.db.tx(async () => {
    await settle();
    const detail = { for: 'sign-in', ...(signals.length > 0 && { because: signals.join(' ') }) };
    await deps.journal.audit.record({ event: 'sign-in.second-step', accountId: account.id, origin: visit, detail });
    return deps.evidence.signInTickets.issue(visit, { account, purpose: purposes[because], shown });
  });
  return new Refusal('secondStepNeeded', {
    reason: 'a sign-in',
    data: {
      ticket,
      because,
      signals,
      methods: stepsAfter({ account, shown, ways: await deps.identity.ways.of(account) }, because),
      ...sent,
      ...(goal !== undefined && { continue: goal }),
    },
  });
}

/** A ticket remembers what made the second step due. */
const purposes: Readonly<Record<SecondStepReason, TicketPurpose>> = {
  protected: 'signIn',
  risky: 'signIn',
  dormant: 'dormant',
  far: 'approved',
};

/** Sends the code of a second step. */
export async function sendSecondCode(
  { evidence: { codes } }: Pick<BeginSecondStepDeps, 'evidence'>,
  visit: Visit,
  { account, method }: { readonly account: Account; readonly method: MessageMethod },
): Promise<{ readonly cd: number }> {
  return codes.issue({
    binding: secondStepBinding(visit, account, method),
    // The first way may be a thief's.
    asker: await codes.askerIn({ accountId: account.id, browser: visit.browser }),
    deliverTo: (method === 'email' ? account.emailShown : account.phone) ?? undefined,
    tellsFailure: true,
    language: visit.lang,
    clientIp: visit.clientIp,
  });
}

/** Binding to scene login and this browser, as if it had asked for it: a person who gets that message may sign in by it anyway. */
export function secondStepBinding({ visitor }: Pick<Visit, 'visitor'>, { email, phone }: Account, method: MessageMethod): CodeBinding {
  const target = method === 'email' ? email : phone;
  // A change of the contact ends the ticket.
  if (target === null) throw new Refusal('tokenError', { reason: `the account has no ${method}` });
  return { scene: 'login', channel: method === 'email' ? 'email' : 'sms', target, holder: `visitor:${visitor}` };
}

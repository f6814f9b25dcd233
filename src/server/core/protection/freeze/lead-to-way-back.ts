import type { Account } from '#server/core/account/accounts/account.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { ShownWay } from '#server/core/sign-in/ways/assurance.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Store } from '#server/core/store.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface LeadToWayBackDeps {
  readonly store: Pick<Store, 'db'>;
  readonly evidence: Pick<Evidence, 'signInTickets'>;
  readonly journal: Pick<Journal, 'audit'>;
}

/**
 * The answer to a proof of one way of a frozen account: a ticket, with which the person continues to prove ownership.
 * It spends the proof.
 */
export async function leadToWayBack(
  { store, evidence, journal }: LeadToWayBackDeps,
  visit: Visit,
  { account, shown, settle }: { readonly account: Account; readonly shown: readonly ShownWay[]; readonly settle: () => Promise<unknown> },
): Promise<Refusal> {
  return store.db.tx(async () => {
    await settle();
    await journal.audit.record({ event: 'sign-in.second-step', accountId: account.id, origin: visit, detail: { for: 'unfreeze' } });
    return frozenRefusal(account, await evidence.signInTickets.issue(visit, { account, purpose: 'recover', shown }));
  });
}

/** Refusal 3016 with the way back. It says nothing of what the account has: the ticket's page does, for proofs that count. */
export function frozenRefusal({ frozenAt }: Pick<Account, 'frozenAt'>, ticket: string): Refusal {
  return new Refusal('accountFrozen', {
    reason: 'a sign-in to a frozen account',
    data: { ticket, frozenAt: new Date(frozenAt ?? 0).toISOString() },
  });
}

import type { FreezeReason } from '#contract/protection/freeze/incidents.words.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { freezeAccount, type Freeze, type FreezeDeps } from '#server/core/protection/freeze/freeze-account.ts';
import { findIncident, noteReason } from '#server/core/protection/incidents/incidents.repository.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface FreezeOwnDeps extends FreezeDeps {
  readonly identity: Identity;
  readonly evidence: Evidence;
}

/**
 * Freezes the account of a session. The ticket names the account to the browser that did it, and shows nothing: the way back takes
 * as much as from any other.
 * @throws {Refusal} tokenError for an account whose erasure has begun
 */
export async function freezeOwn(
  deps: FreezeOwnDeps,
  visit: Visit,
  { accountId, why }: { readonly accountId: string; readonly why: FreezeReason },
): Promise<{ readonly freeze: Freeze; readonly ticket: string }> {
  return deps.store.db.tx(async () => {
    const freeze = await freezeAccount(deps, { accountId, by: 'session', why, origin: visit });
    // Under the credentials of the freeze.
    const account = await readAccount(deps.identity, accountId);
    return {
      freeze,
      ticket: await deps.evidence.signInTickets.issue(visit, { account, purpose: 'recover', shown: [], isUncounted: true }),
    };
  });
}

/**
 * Notes the owner's belief about the cause, after the freeze.
 * @throws {Refusal} tokenError for a ticket of no freeze that lasts
 */
export async function sayWhy(
  { store: { db }, evidence }: Pick<FreezeOwnDeps, 'store' | 'evidence'>,
  visit: Visit,
  { ticket, why }: { readonly ticket: string; readonly why: FreezeReason },
): Promise<void> {
  const { accountId } = await evidence.signInTickets.find(visit, ticket, 'recover');
  const incident = await findIncident(db, accountId);
  if (incident === undefined) throw new Refusal('tokenError', { reason: 'the freeze is over' });
  await noteReason(db, incident.id, why);
}

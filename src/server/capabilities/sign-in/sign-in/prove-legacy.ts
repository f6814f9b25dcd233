import { setTimeout as delay } from 'node:timers/promises';
import type { Identifier } from '#server/core/account/identifiers/identifier.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { LegacyAccount } from '#server/core/account/legacy/legacy-account.ts';
import { legacyRefusal } from '#server/core/account/legacy/legacy-accounts.ts';
import type { MadeTicket } from '#server/core/account/legacy/upgrade-tickets.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';

export interface ProveLegacyDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly journal: Journal;
}

/**
 * Shortest answer time for a wrong password while legacy accounts wait: their hashes take other times than ours, which
 * would reveal them to a stranger. More than the slowest that an import takes on a slow core.
 */
const refusalMs = 800;

/** Delays a refusal whose work began at `since` (of `performance.now()`). */
export async function holdRefusal({ identity: { legacyAccounts } }: Pick<ProveLegacyDeps, 'identity'>, since: number): Promise<void> {
  if (!(await legacyAccounts.hasWaiting())) return;
  const left = since + refusalMs - performance.now();
  if (left > 0) await delay(left);
}

/**
 * Answers the right password or code of a legacy account: no session, but a ticket for the upgrade. The refusal names
 * what the person typed; for a username, what the legacy account has.
 * @param give spends the proof of the sign-in for the ticket, in the same transaction
 */
export async function leadToUpgrade(
  { store: { db }, journal: { audit } }: ProveLegacyDeps,
  visit: Visit,
  {
    identifier,
    legacy,
    give,
  }: {
    readonly identifier: Identifier;
    readonly legacy: LegacyAccount;
    readonly give: () => Promise<MadeTicket>;
  },
): Promise<Refusal> {
  const { ticket, expiresAt } = await db.tx(async () => {
    await audit.record({ event: 'legacy.proven', accountId: null, origin: visit, detail: { legacy: legacy.id } });
    return give();
  });
  const upgrade = { ticket, expiresAt: new Date(expiresAt).toISOString(), legacyId: legacy.id };
  const { kind } = identifier;
  const typed = kind === 'phone' || kind === 'email' ? kind : undefined;
  return new Refusal(legacyRefusal(typed ?? (legacy.record.phone === null ? 'email' : 'phone')), { data: { upgrade } });
}

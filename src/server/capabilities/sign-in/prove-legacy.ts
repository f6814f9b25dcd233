import { setTimeout as delay } from 'node:timers/promises';
import type { Identifier } from '#server/core/accounts/identifier.ts';
import type { Evidence } from '#server/core/evidence/evidence.ts';
import type { Identity } from '#server/core/identity/identity.ts';
import type { Journal } from '#server/core/journal/journal.ts';
import type { LegacyAccount } from '#server/core/legacy/legacy-account.ts';
import { legacyRefusal } from '#server/core/legacy/legacy-accounts.ts';
import type { MadeTicket } from '#server/core/legacy/upgrade-tickets.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';

export interface ProveLegacyDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly journal: Journal;
}

/**
 * While legacy accounts wait, no wrong password is answered sooner than this: their hashes cost other times than ours, and a stranger with a
 * watch would tell them apart. More than the slowest that an import takes on a slow core.
 */
const refusalMs = 800;

/** Waits until a refusal that began to be worked out at `since` (of `performance.now()`) may be told. */
export async function holdRefusal({ identity: { legacyAccounts } }: Pick<ProveLegacyDeps, 'identity'>, since: number): Promise<void> {
  if (!(await legacyAccounts.hasWaiting())) return;
  const left = since + refusalMs - performance.now();
  if (left > 0) await delay(left);
}

/** One name for all that a legacy account is called by, so that all of them share one counter of wrong passwords. */
export function countedAs(identifier: Identifier, [legacy]: readonly LegacyAccount[]): Identifier {
  return legacy ? { kind: 'username', value: `legacy ${legacy.id}`, shown: '' } : identifier;
}

/**
 * What the owner of a legacy account gets for the right password or code: no session, but a ticket for the upgrade.
 * @param settle what the sign-in spends, in the same transaction
 */
export async function leadToUpgrade(
  { store: { db }, journal: { audit } }: ProveLegacyDeps,
  visit: Visit,
  {
    legacy,
    give,
    settle,
  }: { readonly legacy: LegacyAccount; readonly give: () => Promise<MadeTicket>; readonly settle: () => Promise<void> },
): Promise<Refusal> {
  const { ticket, expiresAt } = await db.tx(async () => {
    await settle();
    await audit.record({ event: 'legacy.proven', accountId: null, origin: visit, detail: { legacy: legacy.id } });
    return give();
  });
  const upgrade = { ticket, expiresAt: new Date(expiresAt).toISOString(), legacyId: legacy.id };
  return new Refusal(legacyRefusal(legacy.record.phone === null ? 'email' : 'phone'), { data: { upgrade } });
}

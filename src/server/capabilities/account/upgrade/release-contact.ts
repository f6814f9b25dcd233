import type { MergeField } from '#contract/account/upgrade/upgrade.words.ts';
import type { UpgradeTicketRow } from '#server/core/account/legacy/upgrade-tickets.repository.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Caller, UpgradeDeps } from './upgrade-deps.ts';
import { countUpgrade } from './upgrade-limits.ts';

export interface ReleaseInput {
  readonly legacyId: string;
  readonly tickets: readonly string[];
}

/**
 * "Not mine": takes the phones and emails that the caller has proven by code from another person's legacy account, such
 * as the last holder's of the number, so that the caller can register with them. The legacy account keeps the rest. Any
 * contact proves itself for this, even one that the old system had not proven.
 * @throws {Refusal} tokenError when the legacy account is not proven by a phone or an email; tooFrequent
 */
export async function releaseContact(
  deps: UpgradeDeps,
  caller: Caller,
  input: ReleaseInput,
): Promise<{ readonly at: number; readonly moved: readonly MergeField[] }> {
  const {
    store: { db, clock },
    identity: { legacyAccounts },
    evidence: { upgradeTickets },
    journal: { audit },
  } = deps;
  const proven = await upgradeTickets.find(caller.visit, input.tickets);
  const legacy = await legacyAccounts.findById(input.legacyId);
  if (!legacy) throw new Refusal('tokenError', { reason: 'no legacy account waits' });
  const { phone, email } = legacy.record;
  const released: { readonly kind: 'phone' | 'email'; readonly ticket: UpgradeTicketRow }[] = [];
  for (const [kind, value] of [
    ['phone', phone],
    ['email', email?.toLowerCase() ?? null],
  ] as const) {
    const ticket = value === null ? undefined : proven.contact(kind, value);
    if (ticket) released.push({ kind, ticket });
  }
  if (released.length === 0) throw new Refusal('tokenError', { reason: 'no contact of the legacy account is proven' });
  await countUpgrade(deps, caller, 'bind');
  await db.tx(async () => {
    const offered = (await legacyAccounts.matching(legacy.record)).map(({ id }) => id);
    for (const id of offered.toSorted()) await lockAccount(db, id);
    const spent = released.map(({ ticket }) => ticket);
    await upgradeTickets.redeem(caller.visit, spent);
    await legacyAccounts.release(
      legacy,
      released.map(({ kind }) => kind),
    );
    await legacyAccounts.noteOffers(offered);
    const detail = { legacy: legacy.id, contacts: released.map(({ kind }) => kind).join() };
    await audit.record({ event: 'legacy.released', accountId: caller.session?.accountId ?? null, origin: caller.visit, detail });
  });
  return { at: clock.now(), moved: released.map(({ kind }) => kind) };
}

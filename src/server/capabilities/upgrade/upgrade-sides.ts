import type { Account } from '#server/core/accounts/account.ts';
import type { LegacyAccount, LegacyRecord } from '#server/core/legacy/legacy-account.ts';
import type { Proven } from '#server/core/legacy/upgrade-tickets.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { targetOf } from './cards.ts';
import type { Caller, UpgradeDeps } from './upgrade-deps.ts';

/** The legacy account of an upgrade, proven, and the accounts that it can go into. */
export interface UpgradeSides {
  readonly legacy: LegacyAccount;
  readonly proven: Proven;
  readonly candidates: readonly Account[];
}

/**
 * Reads what an upgrade is about.
 * @throws {Refusal} tokenError, one for a legacy account that is unknown, that is a tombstone, and that no ticket proves
 */
export async function readSides(
  deps: Pick<UpgradeDeps, 'accounts' | 'legacyAccounts' | 'upgradeTickets'>,
  { visit, session }: Caller,
  { legacyId, tickets }: { readonly legacyId: string; readonly tickets: readonly string[] },
): Promise<UpgradeSides> {
  const proven = await deps.upgradeTickets.read(visit, tickets);
  const legacy = await deps.legacyAccounts.findById(legacyId);
  if (!legacy || !proven.legacy(legacy)) throw new Refusal('tokenError', { reason: 'the legacy account is not proven' });
  return { legacy, proven, candidates: await findCandidates(deps, { records: [legacy.record], proven, session }) };
}

/** The accounts that share a contact with the legacy ones, that are proven, or that are signed in to, each once. */
export async function findCandidates(
  { accounts, legacyAccounts }: Pick<UpgradeDeps, 'accounts' | 'legacyAccounts'>,
  { records, proven, session }: { readonly records: readonly LegacyRecord[]; readonly proven: Proven; readonly session: Caller['session'] },
): Promise<readonly Account[]> {
  const matching = (await Promise.all(records.map((record) => legacyAccounts.matching(record)))).flat();
  const byTicket = await Promise.all(proven.accountIds.map((id) => accounts.findById(id)));
  const found = [...byTicket, ...matching, session?.account].filter((account) => account !== undefined);
  return found.filter((account, index) => isLive(account) && found.findIndex(({ id }) => id === account.id) === index);
}

/** The proof of identity that a merge into the account of a session needs, where no ticket proves it. */
export const mergeNeed = { action: 'mergeAccounts' } as const;

/** Whether the account is proven: by a ticket, or in its own session by a proof of identity. */
export async function isProvenTarget(
  { proofs }: Pick<UpgradeDeps, 'proofs'>,
  { account, proven, session }: { readonly account: Account; readonly proven: Proven; readonly session: Caller['session'] },
): Promise<boolean> {
  if (proven.account(account)) return true;
  return session?.accountId === account.id && (await proofs.has(session, mergeNeed));
}

/**
 * The candidate of a name, proven by its owner.
 * @throws {Refusal} tokenError for a name that is none of the candidates', and for one that nothing proves; verificationNeeded where the
 * session of the account itself has no fresh proof
 */
export async function provenTarget(
  { keyring, proofs }: Pick<UpgradeDeps, 'keyring' | 'proofs'>,
  { session }: Caller,
  { sides: { candidates, proven }, target }: { readonly sides: UpgradeSides; readonly target: string },
): Promise<Account> {
  const account = candidates.find((candidate) => targetOf(keyring, candidate) === target);
  if (account && proven.account(account)) return account;
  if (!account || session?.accountId !== account.id) throw new Refusal('tokenError', { reason: 'the target is not proven' });
  await proofs.require(session, mergeNeed);
  return account;
}

function isLive({ state }: Account): boolean {
  return state !== 'purged';
}

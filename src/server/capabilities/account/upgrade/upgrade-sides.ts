import { wasAdmitted } from '#server/core/sign-in/access/admission.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { LegacyAccount, LegacyRecord } from '#server/core/account/legacy/legacy-account.ts';
import type { Proven } from '#server/core/account/legacy/upgrade-tickets.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { isTarget } from './cards.ts';
import type { Caller, UpgradeDeps } from './upgrade-deps.ts';

/** The proven legacy account of an upgrade, and its possible targets. */
export interface UpgradeSides {
  readonly legacy: LegacyAccount;
  readonly proven: Proven;
  readonly candidates: readonly Account[];
}

/**
 * Reads both sides of an upgrade.
 * @throws {Refusal} tokenError for a legacy account that is unknown, a tombstone, or not proven by a ticket
 */
export async function readSides(
  deps: Pick<UpgradeDeps, 'identity' | 'evidence'>,
  { visit, session }: Caller,
  { legacyId, tickets }: { readonly legacyId: string; readonly tickets: readonly string[] },
): Promise<UpgradeSides> {
  const proven = await deps.evidence.upgradeTickets.find(visit, tickets);
  const legacy = await deps.identity.legacyAccounts.findById(legacyId);
  if (!legacy || !proven.legacy(legacy)) throw new Refusal('tokenError', { reason: 'the legacy account is not proven' });
  return { legacy, proven, candidates: await findCandidates(deps, { records: [legacy.record], proven, session }) };
}

/** The accounts that share a contact with the legacy ones, are proven, or are signed in, each once. */
export async function findCandidates(
  { identity: { accounts, legacyAccounts } }: Pick<UpgradeDeps, 'identity'>,
  { records, proven, session }: { readonly records: readonly LegacyRecord[]; readonly proven: Proven; readonly session: Caller['session'] },
): Promise<readonly Account[]> {
  const matching = (await Promise.all(records.map((record) => legacyAccounts.matching(record)))).flat();
  const byTicket = await Promise.all(proven.accountIds.map((id) => accounts.findLive(id)));
  const found = [...byTicket, ...matching, session?.account].filter((account) => account !== undefined);
  return found.filter((account, index) => found.findIndex(({ id }) => id === account.id) === index);
}

/** The identity proof that a merge into the account of a session needs if no ticket proves it. */
export const mergeNeed = { action: 'mergeAccounts' } as const;

/** Whether the account is proven: by a ticket, or in its own session by an identity proof. */
export async function isProvenTarget(
  deps: Pick<UpgradeDeps, 'evidence'>,
  { account, proven, session }: Prover & { readonly account: Account },
): Promise<boolean> {
  if (!(await needsIdentity(deps, account, { proven, session }))) return true;
  return session?.accountId === account.id && (await deps.evidence.proofs.has(session, mergeNeed));
}

interface Prover {
  readonly proven: Proven;
  readonly session: Caller['session'];
}

/**
 * Whether a ticket proves the account as strongly as a change of its phone needs: a code to its email does not, while
 * it has a phone or a password.
 */
async function isProvenStrongly(
  { evidence: { proofs } }: Pick<UpgradeDeps, 'evidence'>,
  account: Account,
  proven: Proven,
): Promise<boolean> {
  if (account.twoStepAt !== null) return false;
  const kind = proven.account(account)?.kind;
  return (await proofs.methodsFor(account, 'changePhone')).some(({ method }) => method === kind);
}

/**
 * Whether a merge may replace the phone of the account: with a strong enough ticket, or in its own session, whose proof
 * is always strong enough.
 */
export async function mayReplacePhone(
  deps: Pick<UpgradeDeps, 'evidence'>,
  account: Account,
  { proven, session }: Prover,
): Promise<boolean> {
  return session?.accountId === account.id || isProvenStrongly(deps, account, proven);
}

/**
 * Whether a merge into the account spends an identity proof of the account's session; without such a session there is none. A
 * ticket is one family: it adds nothing to a protected account.
 */
export async function needsIdentity(deps: Pick<UpgradeDeps, 'evidence'>, account: Account, { proven, session }: Prover): Promise<boolean> {
  return session?.accountId === account.id
    ? !(await isProvenStrongly(deps, account, proven))
    : account.twoStepAt !== null || proven.account(account) === undefined;
}

/**
 * The candidate of a name, proven by its owner. In its own session a ticket that is too weak for its phone is not
 * enough; without one the ticket must be enough to sign in from here, which the merge does not do.
 * @throws {Refusal} tokenError for a name of no candidate, without a proof, or where a sign-in would take another root;
 * verificationNeeded if the session of the account itself has no fresh proof
 */
export async function provenTarget(
  deps: Pick<UpgradeDeps, 'store' | 'evidence' | 'access'>,
  { session, visit }: Caller,
  { sides: { candidates, proven }, target }: { readonly sides: UpgradeSides; readonly target: string },
): Promise<Account> {
  const account = candidates.find((candidate) => isTarget(deps.store.keyring, target, candidate));
  if (account && !(await needsIdentity(deps, account, { proven, session }))) {
    const ticket = session?.accountId === account.id ? undefined : proven.account(account)?.kind;
    if (ticket === 'phone' || ticket === 'email') {
      const shown = [deps.evidence.wayShown(account, ticket)];
      if (!wasAdmitted(await deps.access.admit({ account, shown, visit })))
        throw new Refusal('tokenError', { reason: 'what proved the target does not sign in from here' });
    }
    return account;
  }
  if (!account || session?.accountId !== account.id) throw new Refusal('tokenError', { reason: 'the target is not proven' });
  await deps.evidence.proofs.require(session, mergeNeed);
  return account;
}

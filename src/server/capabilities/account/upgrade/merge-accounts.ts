import { limits } from '#contract/limits.ts';
import type { MergeField } from '#contract/account/upgrade/upgrade.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { inLockOrder } from '#server/core/account/identifiers/identifier.ts';
import { identifierRows, replaceIdentifier } from '#server/core/account/accounts/identifiers.repository.ts';
import { writeProfileItems } from '#server/core/account/accounts/profile-items.repository.ts';
import { refuseInactive } from '#server/core/account/accounts/refuse-inactive.ts';
import { reserveIdentifier } from '#server/core/account/identifiers/reserved-identifiers.repository.ts';
import type { ProofOf } from '#server/core/account/legacy/upgrade-tickets.ts';
import { keepUnproven } from '#server/core/account/unproven/unproven-contacts.repository.ts';
import type { UpgradeTicketRow } from '#server/core/account/legacy/upgrade-tickets.repository.ts';
import type { StartedSession } from '#server/core/sign-in/sessions/sessions.ts';
import { day } from '#server/platform/clock.ts';
import { lockAccount, raiseVersion } from '#server/core/account/accounts/accounts.guarded.ts';
import { IdentifierTaken } from '#server/core/account/identifiers/identifier-taken.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { settleLegacy } from '#server/core/account/legacy/legacy-accounts.guarded.ts';
import { takenByOne, type Taking } from '#server/core/sign-in/ways/taking.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import { keepReplaced } from '#server/core/sign-in/ways/keep-replaced.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { fieldsToMove, identifiersToMove, itemsToMove, planMerge, type MergeChoices } from './merge-plan.ts';
import { itemsOf, type MergeSnapshot } from './merge-snapshot.ts';
import { insertMerge } from './merges.repository.ts';
import { tellOwners } from './tell-owners.ts';
import type { Caller, UpgradeDeps } from './upgrade-deps.ts';
import { countUpgrade } from './upgrade-limits.ts';
import { mayReplacePhone, mergeNeed, needsIdentity, provenTarget, readSides, type UpgradeSides } from './upgrade-sides.ts';
import { lockLegacy } from './lock-legacy.ts';

export interface MergeInput {
  readonly legacyId: string;
  readonly target: string;
  readonly tickets: readonly string[];
  readonly choices: MergeChoices;
}

export interface Merged {
  readonly account: Account;
  /** The session of this browser under its new id, if it belongs to the account; a visitor signs in as usual. */
  readonly session: StartedSession | undefined;
  readonly at: number;
  readonly moved: readonly MergeField[];
  readonly undoUntil: number;
}

/** The period in which a merge can be undone. */
const undoMs = limits.mergeUndoDays * day;

/**
 * Merges a legacy account into an account; the owner has proven both. A link sent to the contacts that the account had
 * undoes it for seven days.
 *
 * Is it proven → one transaction, under the locks of all affected accounts: the current plan, choices, tickets spent,
 * the legacy account a tombstone, identifiers and profile, replaced values kept for the undo, the end of all other
 * access, audit, notices.
 *
 * @throws {Refusal} tokenError when one side is not proven or was just used elsewhere; verificationNeeded when the
 * target belongs to the session and lacks a proof as strong as a change of its phone needs; badRequest with `required`
 * for each conflict without a choice; claimOpen while somebody waits to get in; deletionPending, passwordLocked,
 * tooFrequent
 */
export async function mergeAccounts(deps: UpgradeDeps, caller: Caller, input: MergeInput): Promise<Merged> {
  const sides = await readSides(deps, caller, input);
  const target = await provenTarget(deps, caller, { sides, target: input.target });
  await countUpgrade(deps, caller, 'bind');
  try {
    return await deps.store.db.tx(() => write(deps, caller, { sides, target, choices: input.choices }));
  } catch (error) {
    // A name was taken at this very moment: the next preview leaves it out.
    if (error instanceof IdentifierTaken) throw new Refusal('tokenError', { reason: 'a name was just taken' });
    throw error;
  }
}

/** A person who waits to get in must find the account as its owner knows it. */
async function refuseDuringClaim({ evidence: { claims } }: UpgradeDeps, { id }: Account): Promise<void> {
  const open = await claims.findOpen(id);
  if (open)
    throw new Refusal('claimOpen', { reason: 'a claim waits during the merge', data: { dueAt: new Date(open.dueAt).toISOString() } });
}

interface Writing {
  readonly sides: UpgradeSides;
  readonly target: Account;
  readonly choices: MergeChoices;
}

async function write(deps: UpgradeDeps, caller: Caller, { sides, target, choices }: Writing): Promise<Merged> {
  const {
    store: { db, clock },
    identity: { legacyAccounts },
    evidence: { upgradeTickets, links },
  } = deps;
  const { legacy, proven } = sides;
  const { record } = legacy;
  const at = clock.now();
  await lockLegacy(db, legacy.id);
  const offered = (await legacyAccounts.matching(record)).map(({ id }) => id);
  for (const id of [...new Set([target.id, ...offered])].toSorted()) await lockAccount(db, id);
  const before = await readAccount(deps.identity, target.id);
  // First, because the proof of an account that was erased in the meantime is dead.
  const voucher = await proverOf(deps, caller, { before, proven });
  refuseInactive(before);
  await refuseDuringClaim(deps, before);
  const isPhoneFree = await mayReplacePhone(deps, before, { proven, session: caller.session });
  const moved = fieldsToMove(await planMerge(deps, { record, target: before, proven, mayReplacePhone: isPhoneFree }), choices);
  const proofOf = await upgradeTickets.redeem(caller.visit, spentTickets(sides, before, moved));
  if (!(await settleLegacy(db, { id: legacy.id, to: 'merged', accountId: before.id, at }))) {
    throw new Refusal('tokenError', { reason: 'the legacy account was just used elsewhere' });
  }
  const snapshot = await moveFields(deps, { before, sides, moved, proofOf, voucher, at });
  await legacyAccounts.noteOffers([before.id, ...offered]);
  const session = await endAccess(deps, caller, before);
  // After the change of credentials, which would end it.
  const link = await links.issue({ kind: 'merge', accountId: before.id, target: '' });
  await insertMerge(db, {
    id: newId(),
    legacy_id: legacy.id,
    account_id: before.id,
    undo_hash: link.hash,
    sealed: deps.store.keyring.seal('legacy-merge', JSON.stringify(snapshot)),
    merged_at: at,
    undo_until: at + undoMs,
  });
  const account = await readAccount(deps.identity, before.id);
  const detail = { legacy: legacy.id, moved: moved.join() };
  await deps.journal.audit.record({ event: 'legacy.merged', accountId: account.id, origin: caller.visit, detail });
  await tellOwners(deps, { event: 'merged', account, before, record, link, visit: caller.visit });
  return { account, session, at, moved, undoUntil: at + undoMs };
}

/** A way that proved the target, for which what moves stands; and how several of them stand to each other. */
interface Voucher {
  readonly by: WayId | undefined;
  readonly taking?: Taking;
}

/**
 * Spends the identity proof of the target's own session, if no ticket proves the target as strongly. The proof dies
 * with the credentials that it was given for.
 */
async function proverOf(
  deps: UpgradeDeps,
  { session }: Caller,
  { before, proven }: { readonly before: Account; readonly proven: UpgradeSides['proven'] },
): Promise<Voucher> {
  if (await needsIdentity(deps, before, { proven, session })) {
    if (session?.accountId !== before.id) throw new Refusal('tokenError', { reason: 'the credentials have just changed' });
    const { way, taking } = await deps.evidence.proofs.spend(session, mergeNeed);
    return { by: way, taking };
  }
  const kind = proven.account(before)?.kind;
  return { by: kind === 'phone' || kind === 'email' ? deps.identity.ways.idOf(before, kind) : undefined };
}

/** The tickets of both sides, and that of a contact that is moved only by a ticket. */
function spentTickets({ legacy, proven }: UpgradeSides, target: Account, moved: readonly MergeField[]): readonly UpgradeTicketRow[] {
  const { phone, email } = legacy.record;
  return [
    proven.legacy(legacy),
    proven.account(target),
    phone !== null && moved.includes('phone') ? proven.contact('phone', phone) : undefined,
    email !== null && moved.includes('email') ? proven.contact('email', email.toLowerCase()) : undefined,
  ].filter((ticket) => ticket !== undefined);
}

interface Moving {
  readonly before: Account;
  readonly sides: UpgradeSides;
  readonly moved: readonly MergeField[];
  readonly proofOf: ProofOf;
  readonly voucher: Voucher;
  readonly at: number;
}

/**
 * Writes the fields, and returns the replaced values. Replaced names stay reserved for the account until the undo period
 * ends; replaced contacts keep recovering it.
 */
async function moveFields(
  { store: { db, keyring }, identity }: UpgradeDeps,
  { before, sides, moved, proofOf, voucher: { by, taking }, at }: Moving,
): Promise<MergeSnapshot> {
  const { record } = sides.legacy;
  const { id: accountId } = before;
  const until = at + undoMs;
  const identifiers = await identifierRows(db, accountId);
  const { own: next, unproven } = identifiersToMove(record, moved, proofOf);
  const ways = await identity.ways.of(before);
  for (const identifier of inLockOrder(next)) {
    const { kind } = identifier;
    const replaced = identifiers.find((each) => each.kind === kind);
    const isContact = kind === 'phone' || kind === 'email';
    if (isContact) await keepReplaced(identity, { account: before, ways, by: takenByOne }, kind);
    if (isContact && by !== undefined) await identity.ways.vouch({ account: before, added: kind, at, by, ...(taking ? { taking } : {}) });
    await replaceIdentifier({ db, keyring }, { accountId, identifier, at });
    if (replaced && !isContact) await reserveIdentifier(db, { accountId, kind, value: replaced.value, until });
  }
  for (const contact of unproven) await keepUnproven(db, { accountId, contact, at });
  const items = itemsToMove(record, moved);
  await writeProfileItems(db, accountId, items);
  await raiseVersion(db, accountId);
  const names = Object.fromEntries(next.map(({ kind, shown }) => [kind, shown]));
  return { identifiers, items: itemsOf(before, items), wrote: { items, names }, unproven: unproven.map(({ kind }) => kind) };
}

async function endAccess(deps: UpgradeDeps, { visit, session }: Caller, account: Account): Promise<StartedSession | undefined> {
  if (session?.accountId === account.id) return deps.access.goOnAfter(mergeNeed.action, { session, visit });
  await deps.access.endAll(account);
  return undefined;
}

import type { MergeField } from '#contract/account/upgrade/upgrade.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { canon, type IdentifierKind } from '#server/core/account/identifiers/identifier.ts';
import { identifierRows, writeIdentifierRow, type IdentifierRow } from '#server/core/account/accounts/identifiers.repository.ts';
import { writeProfileItems, type ProfileItems } from '#server/core/account/accounts/profile-items.repository.ts';
import { endReservation } from '#server/core/account/identifiers/reserved-identifiers.repository.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { hour } from '#server/platform/clock.ts';
import { claimMergeUndo } from './merges.guarded.ts';
import { lockAccount, raiseVersion } from '#server/core/account/accounts/accounts.guarded.ts';
import { IdentifierTaken } from '#server/core/account/identifiers/identifier-taken.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { reopenLegacy } from '#server/core/account/legacy/legacy-accounts.guarded.ts';
import { sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { MergeSnapshot } from './merge-snapshot.ts';
import { findMergeByUndo, mergesSince, type MergeRow } from './merges.repository.ts';
import { tellOwners } from './tell-owners.ts';
import type { UpgradeDeps } from './upgrade-deps.ts';

/** Long enough to choose a password. */
const recoveryLifeMs = hour;

const kinds: readonly IdentifierKind[] = ['phone', 'email', 'username', 'nickname'];

/**
 * Undoes a merge with the link sent to the contacts of both sides, and with it every later merge into the account.
 * Phone and email return to their earlier values, even if changed since; a name or item that the owner has changed since
 * stays. A password changed since is removed, because the merging person may know it. The legacy accounts wait again.
 *
 * One transaction: the account's lock, each merge claimed and undone, the end of all access, audit, notices.
 *
 * @throws {Refusal} tokenError for a link that is unknown, used or expired, and for an account that is gone or frozen;
 * passwordLocked; phoneExists, emailExists when another account by now has the only contact that would be restored:
 * then nothing changes
 */
export async function undoMerge(deps: UpgradeDeps, visit: Visit, token: string): Promise<{ readonly recovery: string }> {
  const {
    store: { db, clock },
  } = deps;
  return db.tx(async () => {
    const found = await findMergeByUndo(db, sha256(token));
    if (!found) throw unknownLink();
    await lockTouched(deps, found);
    if (!(await claimMergeUndo(db, { id: found.id, at: clock.now() }))) throw unknownLink();
    const before = await readAccount(deps.identity, found.account_id);
    refuseGone(before);
    const later = (await mergesSince(db, found)).filter(({ id }) => id !== found.id);
    for (const merge of later) {
      await claimMergeUndo(db, { id: merge.id, at: clock.now() });
      await restore(deps, merge);
    }
    const snapshot = await restore(deps, found);
    await refuseUnreachable(deps, before.id, snapshot);
    await deps.access.endAll(before);
    await deps.evidence.links.revoke(before.id, ['recovery', 'activation'], found.merged_at);
    const recovery = await renewPassword(deps, before, snapshot);
    await raiseVersion(db, before.id);
    await settle(deps, { merges: [...later, found], before, visit });
    return { recovery };
  });
}

/**
 * Locks all affected accounts in the order of a merge: the account, and those that are offered the legacy ones again.
 */
async function lockTouched({ store: { db }, identity: { legacyAccounts } }: UpgradeDeps, merge: MergeRow): Promise<void> {
  const ids = new Set([merge.account_id]);
  for (const { legacy_id: legacyId } of await mergesSince(db, merge)) {
    const legacy = await legacyAccounts.findSettled(legacyId);
    for (const { id } of legacy ? await legacyAccounts.matching(legacy.record) : []) ids.add(id);
  }
  for (const id of [...ids].toSorted()) await lockAccount(db, id);
}

/** An account with a deletion request is restored too, so that its owner can withdraw. Nothing changes a frozen one. */
function refuseGone({ state, frozenAt }: Account): void {
  if (state === 'locked') throw new Refusal('passwordLocked', { reason: 'locked by an operator' });
  if (state === 'purged') throw new Refusal('tokenError', { reason: 'the account is gone' });
  // The link stays: its time goes on, and the way back may end in it.
  if (frozenAt !== null) throw new Refusal('tokenError', { reason: 'the account is frozen' });
}

/** An account always keeps a phone or an email, to sign in and recover. */
async function refuseUnreachable(deps: UpgradeDeps, accountId: string, { identifiers }: MergeSnapshot): Promise<void> {
  const { phone, email } = await readAccount(deps.identity, accountId);
  if (phone !== null || email !== null) return;
  const had = identifiers.some(({ kind }) => kind === 'phone') ? 'phoneExists' : 'emailExists';
  throw new Refusal(had, { reason: 'another account has the contact' });
}

function unknownLink(): Refusal {
  return new Refusal('tokenError', { reason: 'no live link of a merge' });
}

/** Restores the values that this merge replaced, and the state of the legacy account. */
async function restore(deps: UpgradeDeps, merge: MergeRow): Promise<MergeSnapshot> {
  const {
    store: { db, keyring },
    identity: { accounts },
  } = deps;
  const accountId = merge.account_id;
  const snapshot: MergeSnapshot = JSON.parse(keyring.open('legacy-merge', merge.sealed));
  const account = await accounts.findById(accountId);
  if (!account) throw new Error('the account of a merge does not exist');
  const now = await identifierRows(db, accountId);
  for (const kind of kinds) {
    const was = snapshot.identifiers.find((row) => row.kind === kind);
    const is = now.find((row) => row.kind === kind);
    if (isSameRow(was, is) || !isRestored(kind, { is, wrote: snapshot.wrote.names })) continue;
    if (was) await endReservation(db, { accountId, kind, value: was.value });
    await writeUnlessTaken(deps, accountId, { kind, was, is });
  }
  await writeProfileItems(db, accountId, unchangedItems(account, snapshot));
  await reopenLegacy(db, { id: merge.legacy_id, accountId });
  return snapshot;
}

/** A contact always, because it recovers the account; a name only if the merge wrote it and it is unchanged since. */
function isRestored(
  kind: IdentifierKind,
  { is, wrote }: { readonly is: IdentifierRow | undefined; readonly wrote: Readonly<Partial<Record<MergeField, string>>> },
): boolean {
  if (kind === 'phone' || kind === 'email') return true;
  const written = wrote[kind];
  return written !== undefined && is?.value === canon(kind, written);
}

/** A contact changed after the merge may belong to another account by now: then the present value stays. */
async function writeUnlessTaken(
  deps: UpgradeDeps,
  accountId: string,
  { kind, was, is }: { readonly kind: IdentifierKind; readonly was: IdentifierRow | undefined; readonly is: IdentifierRow | undefined },
): Promise<void> {
  try {
    await writeIdentifierRow(deps.store, accountId, { kind, row: was });
  } catch (error) {
    if (!(error instanceof IdentifierTaken)) throw error;
    await writeIdentifierRow(deps.store, accountId, { kind, row: is });
  }
}

function isSameRow(one: IdentifierRow | undefined, other: IdentifierRow | undefined): boolean {
  return one?.value === other?.value && one?.shown === other?.shown && one?.created_at === other?.created_at;
}

/** The original items, except those changed since the merge. */
function unchangedItems(account: Account, { items, wrote }: MergeSnapshot): ProfileItems {
  const isUntouched = (item: string) => account[item as keyof ProfileItems] === wrote.items[item as keyof ProfileItems];
  return Object.fromEntries(Object.entries(items).filter(([item]) => isUntouched(item)));
}

/** A token for a new password if the old one was removed; otherwise ''. */
async function renewPassword(
  { store: { clock }, identity: { credentials, accounts }, evidence: { links } }: UpgradeDeps,
  before: Account,
  { passwordChangedAt }: MergeSnapshot,
): Promise<string> {
  if (before.passwordChangedAt === passwordChangedAt) return '';
  await credentials.clearPassword(before.id, clock.now());
  const { phone, email } = (await accounts.findById(before.id)) ?? before;
  return links.issue({ kind: 'recovery', accountId: before.id, target: email ?? phone ?? '', lifeMs: recoveryLifeMs });
}

async function settle(
  deps: UpgradeDeps,
  { merges, before, visit }: { readonly merges: readonly MergeRow[]; readonly before: Account; readonly visit: Visit },
): Promise<void> {
  const {
    identity: { legacyAccounts },
    journal: { audit },
  } = deps;
  const account = await readAccount(deps.identity, before.id);
  for (const merge of merges) {
    const legacy = await legacyAccounts.findById(merge.legacy_id);
    if (!legacy) throw new Error('a merge was undone, but its legacy account does not wait');
    const offered = await legacyAccounts.matching(legacy.record);
    await legacyAccounts.noteOffers([account.id, ...offered.map(({ id }) => id)]);
    await audit.record({ event: 'legacy.merge-undone', accountId: account.id, origin: visit, detail: { legacy: legacy.id } });
    await tellOwners(deps.journal, { event: 'mergeUndone', account, before: account, record: legacy.record, visit });
  }
}

import type { Account } from '#server/core/account/accounts/account.ts';
import { canon } from '#server/core/account/identifiers/identifier.ts';
import { identifierRows, writeIdentifierRow, type IdentifierRow } from '#server/core/account/accounts/identifiers.repository.ts';
import { writeProfileItems, type ProfileItems } from '#server/core/account/accounts/profile-items.repository.ts';
import { endReservation } from '#server/core/account/identifiers/reserved-identifiers.repository.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { claimMergeUndo } from './merges.guarded.ts';
import { lockAccount, raiseVersion } from '#server/core/account/accounts/accounts.guarded.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
import { refuseInactive } from '#server/core/account/accounts/refuse-inactive.ts';
import { dropUnproven } from '#server/core/account/unproven/unproven-contacts.repository.ts';
import { reopenLegacy } from '#server/core/account/legacy/legacy-accounts.guarded.ts';
import { sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { MergeSnapshot } from './merge-snapshot.ts';
import { findMergeByUndo, type MergeRow } from './merges.repository.ts';
import { tellOwners } from './tell-owners.ts';
import type { UpgradeDeps } from './upgrade-deps.ts';

/**
 * Undoes a merge with the link sent to the contacts that the account had: names and profile items that the owner has not
 * changed since return, and the legacy account waits again. Phones, emails, passwords and sessions stay as they are, for
 * the link proves nothing of who presses it. New credentials and a freeze end it.
 *
 * One transaction: locks, the link and the merge claimed, what the merge wrote, audit, notices.
 *
 * @throws {Refusal} tokenError for a link that is unknown, used, void or expired; passwordLocked
 */
export async function undoMerge(deps: UpgradeDeps, visit: Visit, token: string): Promise<void> {
  const {
    store: { db, clock },
    evidence: { links },
  } = deps;
  await db.tx(async () => {
    const merge = await findMergeByUndo(db, sha256(token));
    if (!merge) throw unknownLink();
    await lockTouched(deps, merge);
    await links.redeem('merge', token);
    const before = await readAccount(deps.identity, merge.account_id);
    refuseInactive(before);
    if (!(await claimMergeUndo(db, { id: merge.id, at: clock.now() }))) throw unknownLink();
    await restore(deps, before, merge);
    await raiseVersion(db, before.id);
    await settle(deps, { merge, before, visit });
  });
}

/**
 * Locks all affected accounts in the order of a merge: the account, and those that are offered the legacy one again.
 */
async function lockTouched({ store: { db }, identity: { legacyAccounts } }: UpgradeDeps, merge: MergeRow): Promise<void> {
  const legacy = await legacyAccounts.findSettled(merge.legacy_id);
  const offered = legacy ? await legacyAccounts.matching(legacy.record) : [];
  const ids = new Set([merge.account_id, ...offered.map(({ id }) => id)]);
  for (const id of [...ids].toSorted()) await lockAccount(db, id);
}

function unknownLink(): Refusal {
  return new Refusal('tokenError', { reason: 'no live link of a merge' });
}

/** Restores the names and items that this merge replaced, and the state of the legacy account. */
async function restore({ store: { db, keyring } }: UpgradeDeps, account: Account, merge: MergeRow): Promise<void> {
  const accountId = account.id;
  const snapshot: MergeSnapshot = JSON.parse(keyring.open('legacy-merge', merge.sealed));
  const now = await identifierRows(db, accountId);
  for (const kind of ['username', 'nickname'] as const) {
    const was = snapshot.identifiers.find((row) => row.kind === kind);
    const is = now.find((row) => row.kind === kind);
    if (!isUntouched(is, snapshot.wrote.names[kind])) continue;
    if (was) await endReservation(db, { accountId, kind, value: was.value });
    await writeIdentifierRow({ db, keyring }, accountId, { kind, row: was });
  }
  for (const kind of ['phone', 'email'] as const) if (snapshot.unproven.includes(kind)) await dropUnproven(db, { accountId, kind });
  await writeProfileItems(db, accountId, unchangedItems(account, snapshot));
  await reopenLegacy(db, { id: merge.legacy_id, accountId });
}

/** Whether a name is the one that the merge wrote. */
function isUntouched(is: IdentifierRow | undefined, written: string | undefined): boolean {
  return is !== undefined && written !== undefined && is.value === canon(is.kind, written);
}

/** The original items, except those changed since the merge. */
function unchangedItems(account: Account, { items, wrote }: MergeSnapshot): ProfileItems {
  const isAsWritten = (item: string) => account[item as keyof ProfileItems] === wrote.items[item as keyof ProfileItems];
  return Object.fromEntries(Object.entries(items).filter(([item]) => isAsWritten(item)));
}

async function settle(
  deps: UpgradeDeps,
  { merge, before, visit }: { readonly merge: MergeRow; readonly before: Account; readonly visit: Visit },
): Promise<void> {
  const {
    identity: { legacyAccounts },
    journal: { audit },
  } = deps;
  const account = await readAccount(deps.identity, before.id);
  const legacy = await legacyAccounts.findById(merge.legacy_id);
  if (!legacy) throw new Error('a merge was undone, but its legacy account does not wait');
  const offered = await legacyAccounts.matching(legacy.record);
  await legacyAccounts.noteOffers([account.id, ...offered.map(({ id }) => id)]);
  await audit.record({ event: 'legacy.merge-undone', accountId: account.id, origin: visit, detail: { legacy: legacy.id } });
  await tellOwners(deps, { event: 'mergeUndone', account, before, record: legacy.record, visit });
}

import type { ChangeEvent } from '#messages/mail-texts.ts';
import type { Account } from '#server/core/accounts/account.ts';
import { isSuspect } from '#server/core/ways/added-lately.ts';
import { IdentifierTaken } from '#server/core/accounts/identifier-taken.ts';
import { replaceIdentifier } from '#server/core/accounts/identifiers.repository.ts';
import { contactsOf, type Cause } from '#server/core/notices/notices.ts';
import type { Visit } from '#server/core/sessions/visit.ts';
import { hour } from '#server/platform/clock.ts';
import { removeContact } from '#server/core/accounts/identifiers.guarded.ts';
import { readAccount } from '#server/core/accounts/read-account.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { maskContact, type ContactChangeDeps, type ContactKind } from './contact-change.ts';
import { readSnapshot, type ContactSnapshot, type HadContact } from './contact-snapshot.ts';

export type UndoDeps = ContactChangeDeps;

export interface Undone {
  readonly kind: ContactKind;
  /** The contact that received the link, masked. */
  readonly target: string;
  /** The token of a recovery link, to set the new password at once. */
  readonly recovery: string;
}

/** Long enough to choose a password. */
const recoveryLifeMs = hour;

/**
 * Reverts a change of phone or email with the link sent to the earlier contact, for the owner and against an intruder.
 * Phone and email return to their values before that change, even if the other one changed later. Everything that an
 * intruder may know or hold ends: sessions, codes, proofs, links and the password. Undo links for earlier changes stay
 * valid, because they belong to the owner.
 *
 * One transaction: link spent, contacts, password removed, the end of all access, later undo links void, a link to set
 * a new password, audit, notices.
 *
 * @throws {Refusal} tokenError for a link that is unknown, used, void or expired; phoneExists, emailExists when another
 * account has the contact by now: then nothing changes; passwordLocked for an account that an operator has locked
 */
export async function undoContactChange(deps: UndoDeps, visit: Visit, token: string): Promise<Undone> {
  const {
    store: { db, clock },
    identity: { credentials },
    evidence: { links },
    journal: { audit },
  } = deps;
  const found = await links.find('undo', token);
  if (!found) throw new Refusal('tokenError', { reason: 'no live undo link' });
  const kind = found.target.includes('@') ? 'email' : 'phone';
  return db.tx(async () => {
    const link = await links.redeem('undo', token);
    const before = await readAccount(deps.identity, link.accountId);
    refuseGone(before);
    const snapshot = readSnapshot(link.payload);
    refuseSuspect(before, snapshot, kind);
    await restore(deps, before, { kind, snapshot });
    await deps.identity.legacyAccounts.noteOffers([before.id]);
    await credentials.clearPassword(before.id, clock.now());
    await deps.access.endAll(before);
    await links.revoke(before.id, ['undo'], snapshot.at);
    const recovery = await links.issue({ kind: 'recovery', accountId: before.id, target: link.target, lifeMs: recoveryLifeMs });
    await audit.record({ event: 'address.restored', accountId: before.id, origin: visit, detail: { kind } });
    await tellOfUndo(deps, { before, kind, by: visit });
    return { kind, target: maskContact(kind, snapshot[kind]?.identifier.shown ?? link.target), recovery };
  });
}

/** An account with a deletion request also gets its contacts back, so that its owner can withdraw. */
function refuseGone({ state }: Account): void {
  if (state === 'locked') throw new Refusal('passwordLocked', { reason: 'locked by an operator' });
  if (state === 'purged') throw new Refusal('tokenError', { reason: 'the account is gone' });
}

/** A link sent to a contact that an intruder added must not undo the owner's recovery. */
function refuseSuspect(account: Account, snapshot: ContactSnapshot, kind: ContactKind): void {
  const addedAt = snapshot[kind]?.addedAt;
  if (addedAt !== undefined && isSuspect(account, addedAt)) {
    throw new Refusal('tokenError', { reason: 'link to a contact added shortly before a recovery' });
  }
}

/**
 * First restores the contact that received the link, which must succeed, then the other one. If another account has
 * that one by now, it stays empty, because its present value came after the change.
 */
async function restore(
  { store: { db, keyring, clock } }: UndoDeps,
  account: Account,
  { kind, snapshot }: { readonly kind: ContactKind; readonly snapshot: ContactSnapshot },
): Promise<void> {
  // The original time: the contact does not count as added lately.
  const put = async ({ identifier, addedAt = clock.now() }: HadContact) =>
    replaceIdentifier({ db, keyring }, { accountId: account.id, identifier, at: addedAt });
  const main = snapshot[kind];
  if (main && main.identifier.value !== account[kind]) await put(main);
  const otherKind = kind === 'phone' ? 'email' : 'phone';
  const other = snapshot[otherKind];
  if (!other) await removeContact(db, { accountId: account.id, kind: otherKind });
  else if (other.identifier.value !== account[otherKind]) {
    // The other account's row makes the insert do nothing, so that the transaction goes on.
    await put(other).catch((error: unknown) => {
      if (!(error instanceof IdentifierTaken)) throw error;
    });
  }
}

/** Notifies the contacts of the restored account of the restoration or, if nothing had gone, of the removal. */
async function tellOfUndo(
  deps: UndoDeps,
  { before, kind, by }: { readonly before: Account; readonly kind: ContactKind; readonly by: Cause },
): Promise<void> {
  const account = await readAccount(deps.identity, before.id);
  const otherKind = kind === 'phone' ? 'email' : 'phone';
  const isRemoval = before[kind] === account[kind] && before[otherKind] !== null && account[otherKind] === null;
  const [event, about, target]: [ChangeEvent, ContactKind, string | null] = isRemoval
    ? [`${otherKind}Unbound`, otherKind, before[otherKind]]
    : ['addressRestored', kind, account[kind]];
  const values = { target: maskContact(about, target ?? '') };
  for (const to of contactsOf(account)) {
    await deps.journal.notices.sendChange({ account, event, to, language: by.lang, values, from: by.clientIp, by });
  }
}

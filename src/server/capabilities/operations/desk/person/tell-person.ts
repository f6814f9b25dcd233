import { pageLink } from '#server/core/sign-in/links/mail-link.ts';
import { lockAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { identifier } from '#server/core/account/identifiers/identifier.ts';
import { takeAgain } from '#server/core/protection/messages/message-copies.guarded.ts';
import { findMessageCopy, keepMessageCopy } from '#server/core/protection/messages/message-copies.repository.ts';
import { contactsOf } from '#server/core/protection/notices/notices.ts';
import { insertDeskNote } from '#server/core/operations/desk/desk-notes.repository.ts';
import { formerContacts } from '#server/core/sign-in/ways/former-ways.ts';
import { newId } from '#server/platform/ids.ts';
import type { OutboxMessage } from '#server/platform/sending/outbox/outbox-queue.ts';
import type { GiveBackDeps } from '../acts/give-back.ts';
import { detailOf, type Order } from './set-account-lock.ts';

/** No request is involved. */
const origin = { clientIp: '', requestId: '' };

/**
 * Sends a notice of an account again, as it was, to the address that it was for: one that the account has, or had and
 * nobody else has since. False for a code, one that is over or was sent three times, and for an address that is gone.
 */
export async function resendByOperator(deps: GiveBackDeps, order: Order & { readonly message: string }): Promise<boolean> {
  const { store, journal } = deps;
  const { db, clock, keyring } = store;
  const { accountId } = order;
  return db.tx(async () => {
    await lockAccount(db, accountId);
    const copy = await findMessageCopy(db, { accountId, id: order.message, at: clock.now() });
    if (copy === undefined) return false;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the outbox seals it
    const message = JSON.parse(keyring.open('outbox', copy.sealed)) as OutboxMessage;
    if (!(await isStillTheirs(deps, accountId, message)) || !(await takeAgain(db, copy.first))) return false;
    const sent = await journal.notices.sendAgain({ message, about: accountId, expiresAt: copy.expires_at });
    const { first, sealed, expires_at } = copy;
    await keepMessageCopy(db, { id: sent, account_id: accountId, first, sealed, expires_at });
    await journal.audit.record({ event: 'message.resent', accountId, origin, detail: { ...detailOf(order), kind: message.scene } });
    return true;
  });
}

/** Whether the address is one of the account's, or was and is nobody's now. */
async function isStillTheirs({ identity }: GiveBackDeps, accountId: string, { channel, to }: OutboxMessage): Promise<boolean> {
  const account = await identity.accounts.findById(accountId);
  if (account === undefined || account.state === 'purged') return false;
  const isIt = ({ address }: { readonly address: string }) => address.toLowerCase() === to.toLowerCase();
  if (contactsOf(account).some(isIt)) return true;
  if (!formerContacts(await identity.formers.of(account)).some(isIt)) return false;
  const had = identifier(channel === 'sms' ? 'phone' : 'email', to);
  return had !== undefined && !(await identity.accounts.exists(had.kind, had.value));
}

/** Tells one address of an account how to get back in: no token, no power. False where it has no such address. */
export async function inviteByOperator(deps: GiveBackDeps, order: Order & { readonly to: 'email' | 'phone' }): Promise<boolean> {
  const { store, identity, journal } = deps;
  const { accountId } = order;
  return store.db.tx(async () => {
    await lockAccount(store.db, accountId);
    const account = await identity.accounts.findById(accountId);
    if (account === undefined || account.state === 'purged') return false;
    const to = contactsOf(account).find(({ channel }) => (channel === 'sms' ? 'phone' : 'email') === order.to);
    if (to === undefined) return false;
    const link = pageLink('/register/support');
    await journal.notices.sendChange({ account, event: 'wayBack', to, link, linkKind: 'recover', from: '' });
    await journal.audit.record({ event: 'recovery.invited', accountId, origin, detail: { ...detailOf(order), to: order.to } });
    return true;
  });
}

/** Writes a note about a person. False for an empty one, and for an account that is gone. */
export async function noteByOperator(deps: GiveBackDeps, order: Order & { readonly text: string }): Promise<boolean> {
  const { store, identity, journal } = deps;
  const { accountId, operator: member, caseRef } = order;
  const text = order.text.trim();
  return store.db.tx(async () => {
    await lockAccount(store.db, accountId);
    const account = await identity.accounts.findById(accountId);
    if (text === '' || account === undefined || account.state === 'purged') return false;
    await insertDeskNote(store, { id: newId(), account_id: accountId, at: store.clock.now(), member, case_ref: caseRef, text });
    await journal.audit.record({ event: 'note.added', accountId, origin, detail: detailOf(order) });
    return true;
  });
}

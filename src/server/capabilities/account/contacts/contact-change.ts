import { pageLink } from '#server/core/sign-in/links/mail-link.ts';
import type { SensitiveAction } from '#contract/acts/acts.ts';
import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import type { ChangeEvent } from '#messages/mail-texts.ts';
import type { Access } from '#server/core/sign-in/access/access.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { addedLately, isSuspect } from '#server/core/sign-in/ways/added-lately.ts';
import type { OwnIdentifier } from '#server/core/account/identifiers/proven-contact.ts';
import { replaceIdentifier } from '#server/core/account/accounts/identifiers.repository.ts';
import type { AuditEvent } from '#server/core/protection/audit/audit.ts';
import { contactsOf, type Cause } from '#server/core/protection/notices/notices.ts';
import type { StartedSession } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { raiseVersion } from '#server/core/account/accounts/accounts.guarded.ts';
import { removeContact } from '#server/core/account/accounts/identifiers.guarded.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { WayId } from '#server/core/sign-in/ways/way.ts';
import { provenBy, takenByOne, takingOf, type Taking } from '#server/core/sign-in/ways/taking.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';

export type ContactKind = 'phone' | 'email';

export interface ContactChangeDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly access: Access;
  readonly journal: Journal;
}

/** The account after a change, and the session that made the change, under its new id. */
export interface ChangedAccount {
  readonly account: Account;
  readonly session: StartedSession;
}

type Happening = 'Bound' | 'Changed' | 'Unbound';

const auditEvents: Readonly<Record<`${ContactKind}${Happening}`, AuditEvent>> = {
  phoneBound: 'phone.bound',
  phoneChanged: 'phone.changed',
  phoneUnbound: 'phone.unbound',
  emailBound: 'email.bound',
  emailChanged: 'email.changed',
  emailUnbound: 'email.unbound',
};

/** The sensitive action that gives this account a new phone or email. */
export function actionOf(kind: ContactKind, account: Pick<Account, ContactKind>): SensitiveAction {
  if (kind === 'phone') return account.phone === null ? 'bindPhone' : 'changePhone';
  return account.email === null ? 'bindEmail' : 'changeEmail';
}

/**
 * Changes the phone or email of an account; undefined removes it. Runs in the transaction of the change, under the
 * account's lock, after all checks: identifier, version, notices, audit. A mailed link to another new
 * email is void then. The caller ends other access, because it knows the session that continues.
 * @throws {IdentifierTaken}
 * @throws {Refusal} lastWayIn
 */
export async function writeContact(
  deps: ContactChangeDeps,
  account: Account,
  { kind, next, by, taking, lost = false, visit, sessionId }: ContactWriting,
): Promise<void> {
  const {
    store: { db, clock },
    journal: { audit },
  } = deps;
  await keepFormer(deps, account, { kind, by, taking });
  const happening = next === undefined ? 'Unbound' : account[kind] === null ? 'Bound' : 'Changed';
  const event: ChangeEvent = `${kind}${happening}`;
  if (next) {
    const at = clock.now();
    if (by !== undefined) await deps.identity.ways.vouch({ account, added: kind, at, by, taking });
    await replaceIdentifier(deps.store, { accountId: account.id, identifier: next, at });
  } else if (!(await removeContact(db, { accountId: account.id, kind })))
    throw new Refusal('lastWayIn', { reason: 'another removal of the contact came first' });
  // The legacy accounts known by the old or the new contact change with it.
  await deps.identity.legacyAccounts.noteOffers([account.id]);
  if (kind === 'email') await deps.evidence.links.revoke(account.id, ['activation']);
  await raiseVersion(db, account.id);
  await tellOfContactChange(deps, account, {
    kind,
    event,
    target: next?.shown ?? account[kind] ?? '',
    isLost: lost && taking?.independence === 'independent',
    by: visit,
  });
  const former = kind === 'phone' ? account.phone : account.emailShown;
  await audit.record({
    event: auditEvents[event],
    accountId: account.id,
    origin: visit,
    ...(former === null ? {} : { former: { kind, value: former } }),
    ...(taking === undefined ? {} : { detail: provenBy(taking) }),
    ...(sessionId === undefined ? {} : { sessionId }),
  });
}

export interface ContactWriting {
  readonly kind: ContactKind;
  readonly next: OwnIdentifier | undefined;
  /** The way that proved the person; undefined for a removal. */
  readonly by?: WayId | undefined;
  /** The ways that were shown for it, together; undefined for a link, which one way has asked for. */
  readonly taking?: Taking | undefined;
  /** The person says that they no longer control the old one. */
  readonly lost?: boolean;
  readonly visit: Cause & Pick<Visit, 'requestId'>;
  /** Session of the acting person; undefined for a link. */
  readonly sessionId?: string | undefined;
}

/** A contact that leaves keeps recovering the account for 45 days, unless two independent ways took it out. */
async function keepFormer(
  { identity: { ways, formers } }: ContactChangeDeps,
  account: Account,
  { kind, by, taking }: Pick<ContactWriting, 'kind' | 'by' | 'taking'>,
): Promise<void> {
  const all = await ways.of(account);
  const proof = by === undefined ? undefined : all.known.get(by);
  const way = all.own.find((own) => own.kind === kind);
  const value = kind === 'phone' ? account.phone : account.emailShown;
  if (way === undefined || value === null) return;
  await formers.keep({ account, way, value, leftBy: 'replaced', by: taking ?? (proof ? takingOf([proof], all) : takenByOne), ways: all });
}

interface Telling {
  readonly kind: ContactKind;
  readonly event: ChangeEvent;
  readonly target: string;
  readonly isLost: boolean;
  readonly by: Cause;
}

/**
 * Notifies every earlier phone and email. One that is suspect after a recovery learns of its removal without a link that
 * acts, and so does one that its owner calls lost: two independent ways have made it void, and one way must not silence it.
 */
async function tellOfContactChange(deps: ContactChangeDeps, account: Account, { kind, event, target, isLost, by }: Telling): Promise<void> {
  const listed = addedLately(account, deps.store.clock.now()).find(({ type }) => type === kind);
  const isDoubted = isLost || (listed !== undefined && isSuspect(account, listed.addedAt));
  const plain = { link: pageLink('/freeze'), linkKind: 'freezePage' } as const;
  for (const to of contactsOf(account)) {
    const isGone = (to.channel === 'sms') === (kind === 'phone');
    const notice = { account, event, to, values: { target: maskContact(kind, target) }, from: by.clientIp, by };
    await deps.journal.notices.sendChange(isGone && isDoubted ? { ...notice, ...plain } : notice);
  }
}

export function maskContact(kind: ContactKind, address: string): string {
  return kind === 'phone' ? maskPhone(address) : maskEmail(address);
}

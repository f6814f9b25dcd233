import { pageLink } from '#server/core/sign-in/links/mail-link.ts';
import type { Recorded } from '#server/core/protection/audit/audit.ts';
import type { FreezeReason, FreezeSource } from '#contract/protection/freeze/incidents.words.ts';
import type { Access } from '#server/core/sign-in/access/access.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { lockAccount, raiseVersion, transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Contact } from '#server/core/account/identifiers/contact.ts';
import { contactHash } from '#server/core/protection/incidents/muted.repository.ts';
import type { AuditEntry } from '#server/core/protection/audit/audit.ts';
import { withdrawDeletionRow } from '#server/core/account/deletion/deletions.guarded.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import { putChoicesBack } from '#server/core/account/former-choices/put-choices-back.ts';
import { putNoticesBack } from '#server/core/protection/notices/notice-settings.ts';
import { contactsOf, type Cause } from '#server/core/protection/notices/notices.ts';
import type { UsedApps } from '#server/core/protection/devices/used-apps.ts';
import type { Store } from '#server/core/store.ts';
import { formerContacts } from '#server/core/sign-in/ways/former-ways.ts';
import { longPeriodMs } from '#server/core/sign-in/ways/way.ts';
import { day, minute } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Guardians } from './guardians.ts';
import { setFrozen } from '#server/core/protection/incidents/incidents.guarded.ts';
import { insertIncident } from '#server/core/protection/incidents/incidents.repository.ts';

export interface FreezeDeps {
  readonly store: Store;
  readonly identity: Pick<Identity, 'accounts' | 'formers' | 'legacyAccounts'>;
  readonly evidence: Pick<Evidence, 'links'>;
  readonly access: Pick<Access, 'endForFreeze'>;
  readonly journal: Pick<Journal, 'audit' | 'notices'>;
  readonly guardians: Guardians;
  readonly apps: Pick<UsedApps, 'consents'> & { readonly clients: Pick<UsedApps['clients'], 'secrets'> };
}

/** The list of the way back shows what changed in so many days before. */
const windowMs = 7 * day;

/** Subject of a notice. Milliseconds. */
export interface Disowned {
  readonly event: string;
  readonly at: number;
}

export interface FreezeOrder {
  readonly accountId: string;
  readonly by: FreezeSource;
  /** The phone or email that got the link or the code: not always one that the account still has. */
  readonly via?: Contact | undefined;
  readonly why: FreezeReason;
  readonly disowned?: Disowned | undefined;
  readonly origin: AuditEntry['origin'] & Cause;
  readonly operator?: { readonly name: string; readonly reason: string; readonly caseRef: string };
  /** Spends what allows it, in the same transaction, first. */
  readonly settle?: () => Promise<unknown>;
}

/** Result of a freeze. */
export interface Freeze {
  readonly at: number;
  readonly sessions: number;
  readonly apps: number;
}

/**
 * Freezes an account: one way is enough, because a freeze gives nobody anything. One transaction: every session, token, code,
 * proof and link ends, apps are told, a pending deletion is withdrawn, and every phone and email from before and after is
 * told. It changes no way and ends no wait. An account that is frozen already stays as it is.
 * @throws {Refusal} tokenError for an account that is gone, or whose erasure has begun
 */
export async function freezeAccount(deps: FreezeDeps, order: FreezeOrder): Promise<Freeze> {
  const { store, identity } = deps;
  return store.db.tx(async () => {
    await lockAccount(store.db, order.accountId);
    await order.settle?.();
    const account = await identity.accounts.findById(order.accountId);
    if (account === undefined || account.state === 'purged') throw new Refusal('tokenError', { reason: 'the account is gone' });
    if (account.frozenAt !== null) return { at: account.frozenAt, sessions: 0, apps: 0 };
    const at = store.clock.now();
    if (account.state === 'deleting') await withdrawDeletion(deps, account, { at, origin: order.origin });
    await setFrozen(store.db, { accountId: account.id, at });
    return { at, ...(await endEverything(deps, account, { ...order, at })) };
  });
}

async function withdrawDeletion(
  { store: { db }, journal: { audit } }: FreezeDeps,
  { id }: Account,
  { at, origin }: Pick<FreezeOrder, 'origin'> & { readonly at: number },
): Promise<void> {
  const isInTime = await withdrawDeletionRow(db, { accountId: id, at });
  if (!isInTime || !(await transitionAccount(db, { id, from: 'deleting', to: 'active' }))) {
    throw new Refusal('tokenError', { reason: 'the erasure has begun' });
  }
  await audit.record({ event: 'deletion.withdrawn', accountId: id, origin });
}

async function endEverything(
  deps: FreezeDeps,
  account: Account,
  order: FreezeOrder & { readonly at: number },
): Promise<Omit<Freeze, 'at'>> {
  const { store, identity, evidence, access, apps, guardians } = deps;
  const { disowned, why, at } = order;
  const windowFrom = windowOf({ now: at, createdAt: account.createdAt, disownedAt: disowned?.at });
  const choices = await putChoicesBack({ store, identity }, { accountId: account.id, since: windowFrom });
  await guardians.endNew({ childId: account.id, since: windowFrom, at });
  const notices = await putNoticesBack(store.db, { accountId: account.id, since: windowFrom, at });
  const { sessions } = await access.endForFreeze(account, windowFrom);
  await evidence.links.revoke(account.id, ['recovery', 'activation', 'guardian']);
  await identity.formers.keepForFreeze(account.id);
  await insertIncident(store.db, {
    id: newId(),
    account_id: account.id,
    state: 'frozen',
    opened_at: at,
    opened_by: order.by,
    event: disowned?.event ?? '',
    window_from: windowFrom,
    why,
    opened_via: order.via === undefined ? '' : contactHash(store.keyring, order.via),
    muted: '',
    put_back: [...choices, ...notices].join(' '),
    closed_at: null,
    operator: order.operator?.name ?? '',
    case_ref: order.operator?.caseRef ?? '',
  });
  await raiseVersion(store.db, account.id);
  await identity.legacyAccounts.noteOffers([account.id]);
  const told = await recordAndTell(deps, account, order);
  await apps.clients.secrets.holdNew({ ownerId: account.id, since: windowFrom, at });
  const ended = await apps.consents.removeAll(told);
  return { sessions, apps: ended };
}

/**
 * From when on the list shows changes: seven days before the freeze, or before the disowned event if that is older; never more
 * than 45 days back, and never what the account was made with.
 */
function windowOf({
  now,
  createdAt,
  disownedAt = now,
}: {
  readonly now: number;
  readonly createdAt: number;
  readonly disownedAt: number | undefined;
}): number {
  return Math.max(now - longPeriodMs, Math.min(now - windowMs, disownedAt), createdAt + minute);
}

/** Everybody who had an address of the account before or has one now: one of them is its owner. */
async function recordAndTell(
  { identity, journal: { audit, notices } }: FreezeDeps,
  account: Account,
  { origin, by, disowned, operator }: FreezeOrder,
): Promise<Recorded> {
  const detail = {
    by,
    ...(disowned && { for: disowned.event }),
    ...(operator && { operator: operator.name, reason: operator.reason, case: operator.caseRef }),
  };
  const recorded = await audit.record({ event: 'account.frozen', accountId: account.id, origin, detail });
  const everybody = [...contactsOf(account), ...formerContacts(await identity.formers.of(account))];
  for (const to of new Map(everybody.map((each) => [each.address.toLowerCase(), each] as const)).values()) {
    const link = pageLink('/frozen');
    await notices.sendChange({ account, event: 'frozen', to, link, linkKind: 'wayBack', from: origin.clientIp });
  }
  return recorded;
}

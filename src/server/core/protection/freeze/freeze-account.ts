import type { Recorded } from '#server/core/protection/audit/audit.ts';
import type { FreezeReason, FreezeSource } from '#contract/protection/freeze/incidents.words.ts';
import type { WayKind } from '#contract/sign-in/ways/ways.words.ts';
import type { Access } from '#server/core/sign-in/access/access.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { lockAccount, raiseVersion, transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import type { Contact } from '#server/core/account/identifiers/contact.ts';
import { contactHash } from '#server/core/protection/incidents/muted.repository.ts';
import { readAccount } from '#server/core/account/accounts/read-account.ts';
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
import { formerContacts, type FormerWay } from '#server/core/sign-in/ways/former-ways.ts';
import type { AccountWays } from '#server/core/sign-in/ways/ways.ts';
import { kindOf, standingOf, type WayId } from '#server/core/sign-in/ways/way.ts';
import { newId } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { setFrozen } from '#server/core/protection/incidents/incidents.guarded.ts';
import { insertIncident } from '#server/core/protection/incidents/incidents.repository.ts';
import { setAside } from './set-aside.ts';
import { suspectedWays, windowOf, type Disowned } from '#server/core/protection/incidents/spent.ts';

export interface FreezeDeps {
  readonly store: Store;
  readonly identity: Pick<Identity, 'accounts' | 'credentials' | 'formers' | 'legacyAccounts' | 'ways'>;
  readonly evidence: Pick<Evidence, 'links' | 'claims' | 'publicUrl'>;
  readonly access: Pick<Access, 'endForFreeze'>;
  readonly journal: Pick<Journal, 'audit' | 'notices'>;
  readonly apps: Pick<UsedApps, 'consents'>;
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

/** What a freeze has ended. */
export interface Freeze {
  readonly at: number;
  readonly sessions: number;
  readonly apps: number;
  /** Kinds of ways that stand again as they did, or are gone. */
  readonly changes: readonly WayKind[];
}

/**
 * Freezes an account: a weak proof is enough, because a freeze gives nobody anything. One transaction: every
 * session, token, code, proof and link ends, apps are told, a pending deletion is withdrawn, what was changed lately is
 * set aside, and every phone and email of before and after hears of it. An account that is frozen already stays as it
 * is, so that nobody makes more proofs void than the first freeze did.
 * @throws {Refusal} tokenError for an account that is gone, or whose erasure has begun
 */
export async function freezeAccount(deps: FreezeDeps, order: FreezeOrder): Promise<Freeze> {
  const { store, identity } = deps;
  return store.db.tx(async () => {
    await lockAccount(store.db, order.accountId);
    await order.settle?.();
    const account = await identity.accounts.findById(order.accountId);
    if (account === undefined || account.state === 'purged') throw new Refusal('tokenError', { reason: 'the account is gone' });
    if (account.frozenAt !== null) return { at: account.frozenAt, sessions: 0, apps: 0, changes: [] };
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
  const { store, identity, evidence, access, apps } = deps;
  const { disowned, why, at } = order;
  const before = { ways: await identity.ways.of(account), formers: await identity.formers.of(account) };
  const windowFrom = windowOf({ now: at, createdAt: account.createdAt, disownedAt: disowned?.at });
  const { spent: used, named } = suspectedWays(before.ways, {
    disowned,
    why,
    windowFrom,
    isOwnWord: isOwnWord(account, before, order.via),
  });
  const spent = [...used, ...openedPasswords(before, windowFrom)];
  const incidentId = newId();
  const changes = await setAside({ store, identity }, { account, ...before, incidentId, windowFrom });
  await putChoicesBack({ store, identity }, { accountId: account.id, since: windowFrom });
  await putNoticesBack(store.db, { accountId: account.id, since: windowFrom, at });
  const browsers = [...spent, ...named].flatMap((id) => (kindOf(id) === 'browser' ? [id.slice('browser:'.length)] : []));
  const { sessions } = await access.endForFreeze(account, { since: windowFrom, browsers });
  await evidence.links.revoke(account.id, ['recovery', 'activation']);
  await evidence.claims.overtake(account.id);
  await identity.formers.keepForFreeze(account.id);
  await insertIncident(store.db, {
    id: incidentId,
    account_id: account.id,
    state: 'frozen',
    opened_at: at,
    opened_by: order.by,
    event: disowned?.event ?? '',
    window_from: windowFrom,
    spent: JSON.stringify(spent),
    named: JSON.stringify(named),
    why,
    opened_via: order.via === undefined ? '' : contactHash(store.keyring, order.via),
    muted: '',
    closed_at: null,
    operator: order.operator?.name ?? '',
    case_ref: order.operator?.caseRef ?? '',
  });
  await raiseVersion(store.db, account.id);
  await identity.legacyAccounts.noteOffers([account.id]);
  const told = await recordAndTell(deps, account, { ...order, formers: before.formers, changes });
  const ended = await apps.consents.removeAll(told);
  return { sessions, apps: ended, changes };
}

/**
 * Whether what froze the account stands for itself, or did until it left. One that is neither here nor kept was there before
 * what took its place.
 */
function isOwnWord(
  account: Account,
  { ways: { own, known, now }, formers }: { readonly ways: AccountWays; readonly formers: readonly FormerWay[] },
  via: Contact | undefined,
): boolean {
  if (via === undefined) return true;
  const kind = via.channel === 'sms' ? 'phone' : 'email';
  const isIt = (address: string) => address.toLowerCase() === via.address.toLowerCase();
  const way = contactsOf(account).some(({ address }) => isIt(address))
    ? own.find((each) => each.kind === kind)
    : formers.find((each) => each.way.kind === kind && isIt(each.value))?.way;
  return way === undefined || standingOf(way, known, now).root === way.id;
}

/** The password before a change in the window, where a browser that the account knew before made it: it was open there. */
function openedPasswords(
  { ways: { known }, formers }: { readonly ways: AccountWays; readonly formers: readonly FormerWay[] },
  windowFrom: number,
): readonly WayId[] {
  const isOld = (browser: string) => (known.get(`browser:${browser}`)?.addedAt ?? windowFrom) < windowFrom;
  return formers
    .filter(({ way, leftAt, browser }) => way.kind === 'password' && leftAt >= windowFrom && isOld(browser))
    .map(({ way }) => way.id);
}

/** Everybody who had an address of the account before or has one now: one of them is its owner. */
async function recordAndTell(
  { identity, evidence, journal: { audit, notices } }: FreezeDeps,
  before: Account,
  {
    origin,
    by,
    disowned,
    operator,
    formers,
    changes,
  }: FreezeOrder & { readonly formers: readonly FormerWay[]; readonly changes: readonly WayKind[] },
): Promise<Recorded> {
  const detail = {
    by,
    ...(disowned && { for: disowned.event }),
    ...(changes.length > 0 && { changes: changes.join(' ') }),
    ...(operator && { operator: operator.name, reason: operator.reason, case: operator.caseRef }),
  };
  const recorded = await audit.record({ event: 'account.frozen', accountId: before.id, origin, detail });
  const account = await readAccount(identity, before.id);
  const everybody = [...contactsOf(before), ...contactsOf(account), ...formerContacts(formers)];
  for (const to of new Map(everybody.map((each) => [each.address.toLowerCase(), each] as const)).values()) {
    const link = { href: `${evidence.publicUrl}/frozen`, hours: 0 };
    await notices.sendChange({ account, event: 'frozen', to, language: origin.lang, link, linkKind: 'wayBack', from: origin.clientIp });
  }
  return recorded;
}

import { supportLink } from '#server/core/sign-in/links/mail-link.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { lockAccount, raiseVersion, transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { spendNumber } from '#server/core/protection/claims/recovery-numbers.guarded.ts';
import { findRecoveryNumber } from '#server/core/protection/claims/recovery-numbers.repository.ts';
import { tellOfClaim } from '#server/core/protection/claims/tell-of-claim.ts';
import { deskWaitMs, type Claim } from '#server/core/protection/claims/claims.ts';
import { withdrawDeletionRow } from '#server/core/account/deletion/deletions.guarded.ts';
import type { FreezeDeps } from '#server/core/protection/freeze/freeze-account.ts';
import { clearSpent, moveIncident } from '#server/core/protection/incidents/incidents.guarded.ts';
import { judgedWays } from '#server/core/protection/incidents/incidents.repository.ts';
import { contactsOf } from '#server/core/protection/notices/notices.ts';
import { formerContacts } from '#server/core/sign-in/ways/former-ways.ts';
import { hour } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { detailOf, type OperationDeps, type Order } from '../person/set-account-lock.ts';

export type GiveBackDeps = OperationDeps & FreezeDeps;

/** No request is involved. */
const origin = { clientIp: '', requestId: '' };

/**
 * Ends the dispute of a freeze: the request that was stopped waits again, for 72 hours, and every address of before and
 * now can stop it. With a way, one that a thief had used counts again, as one that opens nothing at once. The password is set
 * aside with what the freeze had: both sides may know it. Nothing else changes, and nobody is signed in. False where there is nothing to end.
 */
export async function unfreezeByOperator(deps: GiveBackDeps, order: Order & { readonly way: string }): Promise<boolean> {
  const { store, identity, evidence, journal } = deps;
  return store.db.tx(async () => {
    await lockAccount(store.db, order.accountId);
    const account = await identity.accounts.findById(order.accountId);
    if (account === undefined) return false;
    const { incident } = await judgedWays({ db: store.db, ways: identity.ways }, account);
    if (incident === undefined) return false;
    const { id, spent, named } = incident;
    if (order.way !== '') {
      const isSpent = spent.some((way) => way === order.way);
      const counting = { spent: spent.filter((way) => way !== order.way), named: [...named, order.way] };
      if (!isSpent || !(await clearSpent(store.db, { id, was: spent, ...counting }))) return false;
    }
    const isEnded = await moveIncident(store.db, { id, from: ['disputed'], to: 'frozen', at: store.clock.now() });
    if (!isEnded && order.way === '') return false;
    const claim = isEnded ? await evidence.claims.reopenStopped({ account, incidentId: id, waitMs: deskWaitMs }) : undefined;
    await setPasswordAside(deps, account, id);
    await raiseVersion(store.db, account.id);
    const detail = { ...detailOf(order), ...(order.way !== '' && { way: order.way.split(':')[0] ?? '' }), hours: deskWaitMs / hour };
    await journal.audit.record({ event: 'dispute.ended', accountId: account.id, origin, detail });
    if (claim === undefined) await tellEverybody(deps, account, 'disputeEnded');
    else await tellOpened(deps, account, claim);
    return true;
  });
}

/** The person enters by the way that stands, and chooses a new password. */
async function setPasswordAside({ store, identity }: GiveBackDeps, account: Account, incidentId: string): Promise<void> {
  const ways = await identity.ways.of(account);
  const way = ways.own.find(({ kind }) => kind === 'password');
  if (way === undefined || account.passwordHash === null) return;
  await identity.formers.setAside({ account, way, value: account.passwordHash, incidentId });
  await identity.credentials.clearPassword(account.id, store.clock.now());
}

/**
 * Ends a deletion for an owner who does not get at the link that withdraws it. Credentials stay as they are, nobody is
 * signed in, and every address is told. False where no deletion waits.
 */
export async function restoreByOperator(deps: GiveBackDeps, order: Order): Promise<boolean> {
  const { store, identity, access, journal } = deps;
  return store.db.tx(async () => {
    await lockAccount(store.db, order.accountId);
    const account = await identity.accounts.findById(order.accountId);
    if (account?.state !== 'deleting') return false;
    const isInTime = await withdrawDeletionRow(store.db, { accountId: account.id, at: store.clock.now() });
    if (!isInTime || !(await transitionAccount(store.db, { id: account.id, from: 'deleting', to: 'active' }))) return false;
    await raiseVersion(store.db, account.id);
    await access.endAll(account);
    await journal.audit.record({ event: 'deletion.withdrawn', accountId: account.id, origin, detail: detailOf(order) });
    await tellEverybody(deps, account, 'deletionRestored');
    return true;
  });
}

/**
 * Opens a request to get back in for the browser that shows a number: for a person who has shown too little to open it alone. It
 * waits 72 hours, every address of before and now is told and can stop it, and two independent ways make it void. False
 * where the number is not of this account, is used or over, or no address could stop it.
 */
export async function claimByOperator(deps: GiveBackDeps, order: Order & { readonly number: string }): Promise<boolean> {
  const { store, identity, evidence, journal } = deps;
  const at = store.clock.now();
  return store.db.tx(async () => {
    await lockAccount(store.db, order.accountId);
    const account = await identity.accounts.findById(order.accountId);
    if (account?.state !== 'active' || account.frozenAt !== null) return false;
    const found = await findRecoveryNumber(store.db, { number: order.number, accountId: account.id, at });
    if (found === undefined || contactsOf(account).length === 0) return false;
    const { ways } = await judgedWays({ db: store.db, ways: identity.ways }, account);
    const shown = found.shown.flatMap((id) => ways.known.get(id) ?? []);
    if (shown.every(({ kind }) => kind === 'browser')) return false;
    const visit = { clientIp: found.place, visitor: found.visitor, lang: found.language };
    const opened = await evidence.claims
      .open({ id: found.claim_id, account, ways, shown, waitMs: deskWaitMs, visit })
      .catch((error: unknown) => {
        // Another one waits, or was stopped lately.
        if (error instanceof Refusal) return undefined;
        throw error;
      });
    if (opened === undefined || !(await spendNumber(store.db, { number: found.number, at }))) return false;
    const detail = { ...detailOf(order), kind: 'recovery', roots: opened.claim.roots.join(' '), hours: deskWaitMs / hour };
    await journal.audit.record({ event: 'claim.opened', accountId: account.id, origin, detail });
    await tellOpened(deps, account, opened.claim);
    return true;
  });
}

function tellOpened({ store, evidence, journal, identity }: GiveBackDeps, account: Account, claim: Claim): Promise<void> {
  return tellOfClaim(
    { clock: store.clock, links: evidence.links, notices: journal.notices, formers: identity.formers },
    account,
    claim,
    'opened',
  );
}

/** Every address of before and now: one of them is the owner's. */
async function tellEverybody(
  { journal: { notices }, identity }: GiveBackDeps,
  account: Account,
  event: 'disputeEnded' | 'deletionRestored',
): Promise<void> {
  const all = [...contactsOf(account), ...formerContacts(await identity.formers.of(account))];
  for (const to of new Map(all.map((each) => [each.address.toLowerCase(), each] as const)).values()) {
    await notices.sendChange({ account, event, to, language: account.language, link: supportLink, linkKind: 'contact', from: '' });
  }
}

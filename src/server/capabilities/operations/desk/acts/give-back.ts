import { supportLink } from '#server/core/sign-in/links/mail-link.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import { lockAccount, raiseVersion, transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { spendNumber } from '#server/core/protection/claims/recovery-numbers.guarded.ts';
import { findRecoveryNumber } from '#server/core/protection/claims/recovery-numbers.repository.ts';
import { tellOfClaim } from '#server/core/protection/claims/tell-of-claim.ts';
import { deskWaitMs, type Claim } from '#server/core/protection/claims/claims.ts';
import { withdrawDeletionRow } from '#server/core/account/deletion/deletions.guarded.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { FreezeDeps } from '#server/core/protection/freeze/freeze-account.ts';
import { contactsOf } from '#server/core/protection/notices/notices.ts';
import { formerContacts } from '#server/core/sign-in/ways/former-ways.ts';
import { hour } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { HoldDeps } from '../person/hold-data.ts';
import { detailOf, type OperationDeps, type Order } from '../person/set-account-lock.ts';

export type GiveBackDeps = OperationDeps &
  FreezeDeps &
  HoldDeps & { readonly identity: Pick<Identity, 'ways'>; readonly evidence: Pick<Evidence, 'claims'> };

/** No request is involved. */
const origin = { clientIp: '', requestId: '' };

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
    await tellOfRestored(deps, account);
    return true;
  });
}

/**
 * Opens a request to get back in for the browser that shows a number: for a person who has shown too little to open it alone. It
 * waits 72 hours, every earlier and current contact is told and can stop it, and two independent ways make it void. False
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
    const ways = await identity.ways.of(account);
    const shown = found.shown.flatMap((id) => ways.known.get(id) ?? []);
    if (shown.length === 0) return false;
    const visit = { clientIp: found.place, visitor: found.visitor };
    const opened = await evidence.claims
      .open({ id: found.claim_id, account, ways, shown, waitMs: deskWaitMs, visit })
      .catch((error: unknown) => {
        // The same ways have opened one lately.
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

/** Tells every earlier and current contact: one of them is the owner's. */
async function tellOfRestored({ journal: { notices }, identity }: GiveBackDeps, account: Account): Promise<void> {
  const event = 'deletionRestored';
  const all = [...contactsOf(account), ...formerContacts(await identity.formers.of(account))];
  for (const to of new Map(all.map((each) => [each.address.toLowerCase(), each] as const)).values()) {
    await notices.sendChange({ account, event, to, link: supportLink, linkKind: 'contact', from: '' });
  }
}

import { supportLink } from '#server/core/sign-in/links/mail-link.ts';
import { staffReasons } from '#contract/vocabulary/staff-reasons.ts';
import { catalogues } from '#messages/catalogues.ts';
import type { Accounts } from '#server/core/account/accounts/accounts.repository.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Store } from '#server/core/store.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { day } from '#server/platform/clock.ts';
import { sha256 } from '#server/platform/ids.ts';

export interface TellOfLookDeps {
  readonly store: Pick<Store, 'db' | 'clock'>;
  readonly identity: { readonly accounts: Pick<Accounts, 'findById'> };
  readonly journal: Pick<Journal, 'notices'>;
}

/**
 * Tells the owner that a member of staff has looked, in the caller's transaction: once for each case and day of UTC. The
 * notice names the support instead of a freeze, because a look changes nothing that a freeze would put back.
 */
export async function tellOfLook(
  { store: { db, clock }, identity, journal: { notices } }: TellOfLookDeps,
  { accountId, reason, caseRef }: { readonly accountId: string; readonly reason: string; readonly caseRef: string },
): Promise<void> {
  const at = clock.now();
  const today = Math.floor(at / day);
  const id = sha256(`${accountId} ${caseRef} ${today}`);
  if (!(await claimOnce(db, { kind: 'look told', id, at, expiresAt: (today + 2) * day }))) return;
  const account = await identity.accounts.findById(accountId);
  if (account === undefined) return;
  const known = staffReasons.find((each) => each === reason) ?? 'asked';
  const values = { reason: catalogues[account.language].mail.staffReasons[known], case: caseRef };
  for (const to of await notices.readersOf(account, 'operatorLooked'))
    await notices.sendChange({ account, event: 'operatorLooked', to, values, link: supportLink, linkKind: 'contact', from: '' });
}

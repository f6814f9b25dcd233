import type { MergeField } from '#contract/account/upgrade/upgrade.words.ts';
import type { Account } from '#server/core/account/accounts/account.ts';
import type { IdentifierRow } from '#server/core/account/accounts/identifiers.repository.ts';
import type { ProfileItems } from '#server/core/account/accounts/profile-items.repository.ts';

/** The data needed to undo a merge exactly; sealed in the database as long as that is possible. */
export interface MergeSnapshot {
  /** All identifiers of the account before the merge, as they were stored. */
  readonly identifiers: readonly IdentifierRow[];
  /** The original profile items that the merge replaced. */
  readonly items: ProfileItems;
  /** The values that the merge wrote instead, and the spelling of the names. */
  readonly wrote: { readonly items: ProfileItems; readonly names: Readonly<Partial<Record<MergeField, string>>> };
  /** Contacts that it brought without a proof. */
  readonly unproven: readonly ('phone' | 'email')[];
}

/** The account's own values of these items. */
export function itemsOf(account: Account, items: ProfileItems): ProfileItems {
  return Object.fromEntries(Object.keys(items).map((item) => [item, account[item as keyof ProfileItems]]));
}

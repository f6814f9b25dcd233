import type { ProfileChanges } from '../save-profile.ts';
import { isOfKind, itemRows, profileItems, type ItemRow, type ProfileGroup, type ProfileItem } from '#contract/account/profile/items.ts';
import { itemRules, cleanItem } from '#contract/rules/profile.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { FieldRules } from '#web/ui/form/field-checks.ts';

/** Form values of the items: codes as strings. */
export type FormValues = Readonly<Record<ProfileItem, string>>;

export const fieldRules = each((item): FieldRules => ({
  rules: itemRules[item],
  normalize: (value) => cleanItem(item, value),
}));

/** All items of a group. */
export function groupItems(group: ProfileGroup): readonly ProfileItem[] {
  return profileItems.filter((item) => itemRows[item].group === group);
}

/** The items of a group that an account has filled in. */
export function itemsOf(group: ProfileGroup, account: AccountView): readonly ProfileItem[] {
  return groupItems(group).filter((item) => {
    const { onlyIn }: ItemRow = itemRows[item];
    return onlyIn === undefined || account.region === onlyIn || account[item] !== '';
  });
}

/** The account's values as initial form values. */
export function valuesOf(account: AccountView): FormValues {
  return each((item) => String(account[item]));
}

/** The items to send: those that differ. Changes made in another tab meanwhile stay. */
export function changesOf(from: FormValues, to: FormValues): ProfileChanges {
  const changed = profileItems.filter((item) => to[item] !== from[item]);
  return Object.fromEntries(changed.map((item) => [item, isOfKind(item, 'code') ? Number(to[item]) : to[item]]));
}

function each<Value>(make: (item: ProfileItem) => Value): Readonly<Record<ProfileItem, Value>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every item is there
  return Object.fromEntries(profileItems.map((item) => [item, make(item)])) as Record<ProfileItem, Value>;
}

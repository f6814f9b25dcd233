import { itemRows, profileItems, type KindValues, type PerItem, type ProfileItem, type ProfileValues } from '#contract/profile/items.ts';

/** How the items of a profile (`contract/profile/items.ts`) are columns of an account: `real_name` for `realName`. */

type ColumnName<Item extends string> = Item extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : '';

/** The items as they are stored: like their values in calls, but null for no date. */
export type StoredProfile = PerItem<Omit<KindValues, 'date'> & { readonly date: string | null }>;

export type ProfileColumns = { [Item in ProfileItem as ColumnName<Item>]: StoredProfile[Item] };

/** The items of a row. */
export function profileOf(row: ProfileColumns): StoredProfile {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each item has the value of its own column
  return Object.fromEntries(profileItems.map((item) => [item, row[columnOf(item)]])) as StoredProfile;
}

/** The columns of the items that are given: a list that nothing from a request extends. */
export function columnsOf(items: Partial<StoredProfile>): Partial<ProfileColumns> {
  return Object.fromEntries(profileItems.flatMap((item) => (items[item] === undefined ? [] : [[columnOf(item), items[item]]])));
}

/** What a call has sent, as it is stored. What it left out stays out. */
export function storedProfile(values: Partial<ProfileValues>): Partial<StoredProfile> {
  return Object.fromEntries(
    profileItems.flatMap((item) => {
      const value = values[item];
      return value === undefined ? [] : [[item, itemRows[item].kind === 'date' && value === '' ? null : value]];
    }),
  );
}

function columnOf(item: ProfileItem): keyof ProfileColumns {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `ColumnName` says of types
  return item.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as keyof ProfileColumns;
}

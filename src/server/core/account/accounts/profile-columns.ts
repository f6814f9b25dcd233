import {
  eachItem,
  itemRows,
  profileItems,
  type KindValues,
  type PerItem,
  type ProfileItem,
  type ProfileValues,
} from '#contract/account/profile/items.ts';

/** Maps profile items (`contract/account/profile/items.ts`) to account columns: `real_name` for `realName`. */

type ColumnName<Item extends string> = Item extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : '';

/** Profile items as stored: like the values in calls, but null for no date. */
export type StoredProfile = PerItem<Omit<KindValues, 'date'> & { readonly date: string | null }>;

export type ProfileColumns = { [Item in ProfileItem as ColumnName<Item>]: StoredProfile[Item] };

const columnPairs = profileItems.map((item) => [item, columnOf(item)] as const);

/** Profile columns of an account without any profile entry. */
const emptyItems: StoredProfile = eachItem({ text: () => '', year: () => '', date: () => null, choice: () => '', code: () => 0 });

export const emptyProfileColumns = columnsOf(emptyItems);

/** The value of an item that has none. */
export function emptyItem(item: ProfileItem): StoredProfile[ProfileItem] {
  return emptyItems[item];
}

type ProfileLives = {
  readonly [Column in keyof ProfileColumns]: { erase: { blank: ProfileColumns[Column] }; export: ItemWord<ProfileColumns[Column]> };
};
type ItemWord<V> = Extract<V, number> extends never ? 'in the export as profileItems' : 'in the export as profileItems, a number';

/** Treatment of each item's column: an erasure resets it to its empty value, and an export includes it. */
export const profileLives = livesOf(emptyProfileColumns);

function livesOf(empty: ProfileColumns): ProfileLives {
  const word = (blank: unknown) =>
    typeof blank === 'number' ? 'in the export as profileItems, a number' : 'in the export as profileItems';
  const lives = Object.entries(empty).map(([column, blank]) => [column, { erase: { blank }, export: word(blank) }]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each column has its own blank value
  return Object.fromEntries(lives) as ProfileLives;
}

/** Reads the profile items of a row. Every read of an account does it: names are paired once, and no lists are made. */
export function profileOf(row: ProfileColumns): StoredProfile {
  const profile: Partial<Record<ProfileItem, unknown>> = {};
  for (const [item, column] of columnPairs) profile[item] = row[column];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each item has the value of its column
  return profile as StoredProfile;
}

/** Maps items to columns, from a fixed list that no request can extend. */
export function columnsOf(items: StoredProfile): ProfileColumns;
export function columnsOf(items: Partial<StoredProfile>): Partial<ProfileColumns>;
export function columnsOf(items: Partial<StoredProfile>): Partial<ProfileColumns> {
  return Object.fromEntries(profileItems.flatMap((item) => (items[item] === undefined ? [] : [[columnOf(item), items[item]]])));
}

/** Converts the values of a call for storage. Omitted items stay omitted. */
export function storedProfile(values: Partial<ProfileValues>): Partial<StoredProfile> {
  return Object.fromEntries(
    profileItems.flatMap((item) => {
      const value = values[item];
      return value === undefined ? [] : [[item, itemRows[item].kind === 'date' && value === '' ? null : value]];
    }),
  );
}

function columnOf(item: ProfileItem): keyof ProfileColumns {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- same mapping as the type `ColumnName`
  return item.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as keyof ProfileColumns;
}

import { limits } from '#contract/limits.ts';
import type { Region } from '#contract/vocabulary/regions.ts';

/**
 * The items of a profile (spec 3), each described once. The schemas, rules, columns, texts, form fields and fields of a merge are all
 * derived from this table. `docs/how-to/profile-item.md` says how to add an item.
 */

/** The groups of items that are edited together, in the order of the pages (brief 3.3). */
export const profileGroups = ['personal', 'edu', 'work'] as const;

export type ProfileGroup = (typeof profileGroups)[number];

interface Common {
  readonly group: ProfileGroup;
  /** The HTML autofill token: what browsers fill in (brief 5). */
  readonly autofill?: string;
  /** Accounts of other regions have the item only where it is filled in already (brief 3.3). */
  readonly onlyIn?: Region;
}

/** A free text of at most `max` characters. The spec gives the length of `profile` alone; the others are what one line holds. */
interface Text extends Common {
  readonly kind: 'text';
  readonly max: number;
  /** Whether it may have several lines. */
  readonly lines?: 'many';
}

/**
 * `year`: four digits. `date`: a day. `choice`: one of the texts of its list. `code`: one of the numbers of its list. The lists are in
 * `choices.ts`, so that the table stays small where the lists are not needed.
 */
interface Plain extends Common {
  readonly kind: 'year' | 'date' | 'choice' | 'code';
}

export type ItemRow = Text | Plain;

export type ItemKind = ItemRow['kind'];

/** In the order in which they are shown. */
export const itemRows = {
  realName: { kind: 'text', max: 64, group: 'personal', autofill: 'name' },
  gender: { kind: 'code', group: 'personal' },
  birthday: { kind: 'date', group: 'personal', autofill: 'bday' },
  country: { kind: 'choice', group: 'personal', onlyIn: 'DE' },
  address: { kind: 'text', max: 200, group: 'personal', autofill: 'street-address' },
  signature: { kind: 'text', max: 100, group: 'personal' },
  profile: { kind: 'text', max: limits.profileMax, lines: 'many', group: 'personal' },
  degree: { kind: 'choice', group: 'edu' },
  school: { kind: 'text', max: 100, group: 'edu' },
  department: { kind: 'text', max: 100, group: 'edu' },
  year: { kind: 'year', group: 'edu' },
  industry: { kind: 'code', group: 'work' },
  company: { kind: 'text', max: 100, group: 'work', autofill: 'organization' },
  title: { kind: 'text', max: 100, group: 'work', autofill: 'organization-title' },
} as const satisfies Readonly<Record<string, ItemRow>>;

type Rows = typeof itemRows;

/** Each is a page of /mobile-modify-privacy. */
export type ProfileItem = keyof Rows;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const profileItems = Object.keys(itemRows) as readonly ProfileItem[];

/** The items of some kinds. */
export type ItemsOfKind<Kind extends ItemKind> = {
  [Item in ProfileItem]: Rows[Item]['kind'] extends Kind ? Item : never;
}[ProfileItem];

export function isItem(name: string): name is ProfileItem {
  return Object.hasOwn(itemRows, name);
}

export function isOfKind<Kind extends ItemKind>(item: ProfileItem, kind: Kind): item is ItemsOfKind<Kind> {
  return itemRows[item].kind === kind;
}

/** The items whose value comes from a list. */
export type ListedItem = ItemsOfKind<'choice' | 'code'>;

/** The value of an item in calls, by kind: '' and 0 say nothing. */
export interface KindValues {
  readonly text: string;
  readonly year: string;
  /** yyyy-mm-dd */
  readonly date: string;
  readonly choice: string;
  readonly code: number;
}

/** One value for each item, of a type that depends on the kind. */
export type PerItem<Values extends Readonly<Record<ItemKind, unknown>>> = {
  readonly [Item in ProfileItem]: Values[Rows[Item]['kind']];
};

/** The items as calls carry them. */
export type ProfileValues = PerItem<KindValues>;

/** Makes a value for each item by a function for each kind. */
export function eachItem<Values extends Readonly<Record<ItemKind, unknown>>>(make: {
  readonly [Kind in keyof Values]: Kind extends ItemKind ? (item: ItemsOfKind<Kind>, row: Rows[ItemsOfKind<Kind>]) => Values[Kind] : never;
}): PerItem<Values> {
  const makers: Readonly<Record<ItemKind, (item: never, row: never) => unknown>> = make;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `kind` names the function whose types are those of the item
  return Object.fromEntries(
    profileItems.map((item) => [item, makers[itemRows[item].kind](item as never, itemRows[item] as never)]),
  ) as never;
}

/** What is changed alone, because each has a limit of its own (spec 9). */
export const limitedItems = ['nickname', 'username', 'region'] as const;

export type LimitedItem = (typeof limitedItems)[number];

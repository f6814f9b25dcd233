import { limits } from '#contract/limits.ts';
import type { Region } from '#contract/vocabulary/regions.ts';

/**
 * The items of a profile (spec 3), each described once. Schemas, rules, columns, texts, form fields and merge fields
 * are all derived from this table. `docs/how-to/profile-item.md` says how to add an item.
 */

/** Groups of items that are edited together, in page order (brief 3.3). */
export const profileGroups = ['personal', 'edu', 'work'] as const;

export type ProfileGroup = (typeof profileGroups)[number];

interface Common {
  readonly group: ProfileGroup;
  /** HTML autofill token (brief 5). */
  readonly autofill?: string;
  /** Accounts of other regions see the item only if it has a value (brief 3.3). */
  readonly onlyIn?: Region;
}

/** A free text of at most `max` characters. The spec gives only the length of `profile`; the others fit one line. */
interface Text extends Common {
  readonly kind: 'text';
  readonly max: number;
  /** Whether the text may have several lines. */
  readonly lines?: 'many';
}

/**
 * `year`: four digits. `date`: a day. `choice`: a text of its list. `code`: a number of its list. The lists are in
 * `choices.ts`, which keeps this table small for code that does not need them.
 */
interface Plain extends Common {
  readonly kind: 'year' | 'date' | 'choice' | 'code';
}

export type ItemRow = Text | Plain;

export type ItemKind = ItemRow['kind'];

/** In display order. */
export const itemRows = {
  realName: { kind: 'text', max: 64, group: 'personal', autofill: 'name' },
  gender: { kind: 'code', group: 'personal' },
  birthday: { kind: 'date', group: 'personal', autofill: 'bday' },
  country: { kind: 'choice', group: 'personal', onlyIn: 'DE' },
  zone: { kind: 'choice', group: 'personal' },
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

/** Each item is a page of /mobile-modify-privacy. */
export type ProfileItem = keyof Rows;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const profileItems = Object.keys(itemRows) as readonly ProfileItem[];

/** Items of the given kinds. */
export type ItemsOfKind<Kind extends ItemKind> = {
  [Item in ProfileItem]: Rows[Item]['kind'] extends Kind ? Item : never;
}[ProfileItem];

export function isItem(name: string): name is ProfileItem {
  return Object.hasOwn(itemRows, name);
}

export function isOfKind<Kind extends ItemKind>(item: ProfileItem, kind: Kind): item is ItemsOfKind<Kind> {
  return itemRows[item].kind === kind;
}

/** Items with a list of values. */
export type ListedItem = ItemsOfKind<'choice' | 'code'>;

/** Value of an item in calls, by kind: '' and 0 mean no value. */
export interface KindValues {
  readonly text: string;
  readonly year: string;
  /** yyyy-mm-dd */
  readonly date: string;
  readonly choice: string;
  readonly code: number;
}

/** One value per item, of a type that depends on the kind. */
export type PerItem<Values extends Readonly<Record<ItemKind, unknown>>> = {
  readonly [Item in ProfileItem]: Values[Rows[Item]['kind']];
};

/** Items as calls transport them. */
export type ProfileValues = PerItem<KindValues>;

/** Creates a value for each item with a function per kind. */
export function eachItem<Values extends Readonly<Record<ItemKind, unknown>>>(make: {
  readonly [Kind in keyof Values]: Kind extends ItemKind ? (item: ItemsOfKind<Kind>, row: Rows[ItemsOfKind<Kind>]) => Values[Kind] : never;
}): PerItem<Values> {
  const makers: Readonly<Record<ItemKind, (item: never, row: never) => unknown>> = make;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `kind` selects the function with the item's types
  return Object.fromEntries(
    profileItems.map((item) => [item, makers[itemRows[item].kind](item as never, itemRows[item] as never)]),
  ) as never;
}

/** Fields that are changed one at a time, because each has its own limit (spec 9). */
export const limitedItems = ['nickname', 'username', 'region'] as const;

export type LimitedItem = (typeof limitedItems)[number];

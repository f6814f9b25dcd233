import { countries } from '#contract/vocabulary/countries.ts';
import { degrees } from '#contract/vocabulary/degrees.ts';
import { genders } from '#contract/vocabulary/genders.ts';
import { industries } from '#contract/vocabulary/industries.ts';
import { zones } from '#contract/vocabulary/zones.ts';
import type { ItemsOfKind } from './items.ts';

/** Choices of the items of kind `choice`. */
export const itemChoices = { country: countries, zone: zones, degree: degrees } as const satisfies Readonly<
  Record<ItemsOfKind<'choice'>, readonly string[]>
>;

/** Choices of the items of kind `code`; every list starts at 0. */
export const itemCodes = { gender: genders, industry: industries } as const satisfies Readonly<
  Record<ItemsOfKind<'code'>, readonly number[]>
>;

import { profileItems, type ProfileItem } from '#contract/account/profile/items.ts';
import { choicePurposes, type ChoicePurpose } from './consents.words.ts';

/**
 * Subjects that need a separate consent before they happen the first time: an item of the profile that the operator calls
 * sensitive, and apps whose data leaves Mainland China.
 */
export type SeparatePurpose = 'abroad' | `sensitive.${ProfileItem}`;

const sensitive = 'sensitive.';

export const separatePurposes: readonly SeparatePurpose[] = ['abroad', ...profileItems.map(purposeOfItem)];

/** Everything that an account gives and withdraws by a switch. */
export type Purpose = ChoicePurpose | SeparatePurpose;

export const purposes: readonly Purpose[] = [...choicePurposes, ...separatePurposes];

/** Version of the sheet for sensitive items (`sp.…` in `src/messages`). A changed meaning needs a new one. */
export const sensitiveVersion = '2026-11-27';

export function purposeOfItem<Item extends ProfileItem>(item: Item): `sensitive.${Item}` {
  return `${sensitive}${item}`;
}

/** The item of a sensitive purpose; undefined for every other one. */
export function itemOfPurpose(purpose: string): ProfileItem | undefined {
  return profileItems.find((item) => purposeOfItem(item) === purpose);
}

/** Facts on the sheet for a transfer abroad, in words of the operator. */
export const transferFacts = ['recipient', 'contact', 'purpose', 'manner', 'kinds', 'rights'] as const;

export type TransferFact = (typeof transferFacts)[number];

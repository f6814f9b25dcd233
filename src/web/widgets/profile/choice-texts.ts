import type { ListedItem } from '#contract/account/profile/items.ts';
import { degrees } from '#contract/vocabulary/degrees.ts';
import type { MessageKey } from '#web/lib/texts/i18n.tsx';

/** The items with a text for each value. The names of countries are in a separate file (`country-names.ts`). */
export type WordedItem = Exclude<ListedItem, 'country' | 'zone'>;

interface ChoiceTexts {
  readonly key: (value: string) => MessageKey;
  /** The value that counts as empty, and its text where it has one. */
  readonly none?: string;
  readonly noneKey?: MessageKey;
}

const choiceTexts: Readonly<Record<WordedItem, ChoiceTexts>> = {
  gender: { key: (code) => `g.${code}` as MessageKey, none: '0', noneKey: 'g.0' },
  degree: { key: (degree) => `d.${degrees.findIndex((each) => each === degree) + 1}` as MessageKey, none: '' },
  industry: { key: (code) => `ind.${code}` as MessageKey, none: '0' },
};

export function isWorded(item: string): item is WordedItem {
  return Object.hasOwn(choiceTexts, item);
}

/** The text key of a list value. */
export function choiceKey(item: WordedItem, value: string): MessageKey {
  return choiceTexts[item].key(value);
}

/** Whether a value counts as empty. */
export function isUnsaid(item: WordedItem, value: string): boolean {
  return value === choiceTexts[item].none;
}

/** Gray text of an empty item. */
export function emptyKey(item: string): MessageKey {
  return (isWorded(item) ? choiceTexts[item].noneKey : undefined) ?? 'pf.empty';
}

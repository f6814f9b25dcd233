import { eachItem, itemRows, type ItemRow, type ProfileItem } from '#contract/account/profile/items.ts';
import { birthdayRules } from './birthday.ts';
import { clean } from './clean.ts';
import { cleanText } from './clean-text.ts';
import { max, type Rules } from './rule.ts';

/** Year of the education: four digits, or nothing. */
const yearRules: Rules = [{ name: 'regex', fails: (value) => value !== '' && !/^(?:19|20)\d{2}$/.test(value) }];

/** Rules of each item; all items are optional. The shape of a call already limits an item with a list to that list. */
export const itemRules = eachItem<Readonly<Record<'text' | 'year' | 'date' | 'choice' | 'code', Rules>>>({
  text: (_item, { max: length }) => [max(length)],
  year: () => yearRules,
  date: () => birthdayRules,
  choice: () => [],
  code: () => [],
});

/** An item as it is kept: only some keep their line breaks. */
export function cleanItem(item: ProfileItem, value: string): string {
  const row: ItemRow = itemRows[item];
  if (row.kind === 'year') return clean.year(value);
  if (row.kind !== 'text') return value;
  return row.lines === 'many' ? cleanText.lines(value) : cleanText.line(value);
}

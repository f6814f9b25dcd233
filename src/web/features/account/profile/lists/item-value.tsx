import type { ReactNode } from 'react';
import { itemRows, type ItemRow, type ProfileItem } from '#contract/account/profile/items.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import type { Translate } from '#web/lib/texts/i18n.tsx';
import { dateText } from '#web/lib/texts/intl.ts';
import { choiceKey, isUnsaid, isWorded } from '#web/widgets/profile/choice-texts.ts';
import { useCountryNames } from '#web/widgets/profile/country-names.ts';
import { zoneName } from '#web/widgets/profile/zone-names.ts';
import css from './item-value.module.css';

/** An item for display; '' if it is empty. */
export function itemValue(account: AccountView, item: ProfileItem, t: Translate): ReactNode {
  const value = String(account[item]);
  const row: ItemRow = itemRows[item];
  if (isWorded(item)) return isUnsaid(item, value) ? '' : t(choiceKey(item, value));
  if (value === '') return '';
  if (row.kind === 'date') return birthdayText(value);
  if (item === 'zone') return zoneName(value);
  if (item === 'country') return <CountryName code={value} />;
  return row.kind === 'text' && row.lines === 'many' ? <span className={css['lines']}>{value}</span> : value;
}

/** Shows the code until the names have loaded. */
function CountryName({ code }: { readonly code: string }): ReactNode {
  const names = useCountryNames();
  return names?.[code] ?? code;
}

/** A birthday, `1994-12-10`: "December 10, 1994". */
function birthdayText(day: string): string {
  return dateText(new Date(`${day}T00:00:00Z`), 'wholeDay', { timeZone: 'UTC' });
}

import type { ProfileItem } from '#contract/vocabulary/profile-items.ts';
import type { ReactNode } from 'react';
import type { AccountView } from '#contract/schemas/account.ts';
import { degrees } from '#contract/vocabulary/degrees.ts';
import type { MessageKey, Translate } from '#web/lib/i18n.tsx';
import { useCountryNames } from '#web/widgets/country-names.ts';
import css from './item-value.module.css';

/** An item as it is read; '' where nothing is filled in. */
export function itemValue(account: AccountView, item: ProfileItem, t: Translate): ReactNode {
  if (item === 'gender') return t(`g.${account.gender as 0}`);
  if (item === 'industry') return account.industry === 0 ? '' : t(industryKey(account.industry));
  if (item === 'country') return account.country === '' ? '' : <CountryName code={account.country} />;
  if (item === 'degree') return account.degree === '' ? '' : t(degreeKey(account.degree));
  if (item === 'profile' && account.profile !== '') return <span className={css['lines']}>{account.profile}</span>;
  return account[item];
}

/** The code until the names have come. */
function CountryName({ code }: { readonly code: string }): ReactNode {
  const names = useCountryNames();
  return names?.[code] ?? code;
}

export function degreeKey(degree: string): MessageKey {
  return `d.${degrees.findIndex((each) => each === degree) + 1}` as MessageKey;
}

export function industryKey(code: number): MessageKey {
  return `ind.${code}` as MessageKey;
}

import type { ProfileItem } from '#contract/vocabulary/profile-items.ts';
import type { ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { countries } from '#contract/vocabulary/countries.ts';
import { degrees } from '#contract/vocabulary/degrees.ts';
import { genders } from '#contract/vocabulary/genders.ts';
import { industries } from '#contract/vocabulary/industries.ts';
import { useLanguage, useT } from '#web/lib/i18n.tsx';
import { useLayout } from '#web/lib/layout.ts';
import { ComboboxField } from '#web/ui/form/combobox-field.tsx';
import { DateField } from '#web/ui/form/date-field.tsx';
import type { AppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/radio-field.tsx';
import { SelectField, type Option } from '#web/ui/form/select-field.tsx';
import { TextAreaField } from '#web/ui/form/text-area-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { useCountryNames } from '#web/widgets/country-names.ts';
import { degreeKey, industryKey } from './item-value.tsx';
import { itemLabels, localToday, type ProfileValues } from './profile-items.ts';

interface ItemFieldProps {
  readonly form: AppForm<ProfileValues>;
  readonly item: ProfileItem;
}

/** The control for one item (brief 3.3 and 5). On phones lists and dates are the phone's own. */
export function ItemField({ form, item }: ItemFieldProps): ReactNode {
  const t = useT();
  const own = { form, name: item, label: t(itemLabels[item]) };
  switch (item) {
    case 'gender':
      return <RadioField {...own} columns={3} options={genders.map((code) => ({ value: String(code), label: t(`g.${code}`) }))} />;
    case 'birthday':
      return <BirthdayField form={form} />;
    case 'degree': {
      const options = degrees.map((degree) => ({ value: degree, label: t(degreeKey(degree)) }));
      return <SelectField {...own} options={[{ value: '', label: t('pf.select') }, ...options]} />;
    }
    case 'country':
      return <CountryField form={form} />;
    case 'industry':
      return <IndustryField form={form} />;
    case 'profile':
      return <TextAreaField {...own} max={limits.profileMax} />;
    case 'year':
      return <TextField {...own} input={{ inputMode: 'numeric' }} />;
    case 'realName':
    case 'address':
    case 'signature':
    case 'school':
    case 'department':
    case 'company':
    case 'title':
      return <TextField {...own} input={{ autoComplete: fillIns[item] }} />;
  }
}

/** What browsers fill in (brief 5). */
const fillIns: Readonly<Partial<Record<ProfileItem, string>>> = {
  realName: 'name',
  address: 'street-address',
  company: 'organization',
  title: 'organization-title',
};

function BirthdayField({ form }: Pick<ItemFieldProps, 'form'>): ReactNode {
  const t = useT();
  const own = { form, name: 'birthday', label: t('pf.birthday') } as const;
  const isMobile = useLayout() === 'mobile';
  const today = localToday();
  if (isMobile) return <TextField {...own} trailing={null} input={{ type: 'date', min: '1800-01-02', max: today, autoComplete: 'bday' }} />;
  return (
    <DateField
      {...own}
      parts={{
        year: { label: t('pf.bd.year'), empty: t('pf.bd.y') },
        month: { label: t('pf.bd.month'), empty: t('pf.bd.m') },
        day: { label: t('pf.bd.day'), empty: t('pf.bd.d') },
      }}
      firstYear={Number(limits.birthdayAfter.slice(0, 4))}
      lastYear={Number(today.slice(0, 4))}
      autoComplete="bday"
    />
  );
}

function CountryField({ form }: Pick<ItemFieldProps, 'form'>): ReactNode {
  const t = useT();
  const language = useLanguage();
  const names = useCountryNames();
  const isMobile = useLayout() === 'mobile';
  const none = { value: '', label: t('pf.select') };
  // The present value keeps its place while the names are on their way.
  const codes = names === undefined ? countries.filter((code) => code === form.value('country')) : countries;
  const order = new Intl.Collator(language.replace('_', '-'));
  const options = codes
    .map((code): Option => ({ value: code, label: names?.[code] ?? code }))
    .toSorted((a, b) => Number(a.value === 'OTHER') - Number(b.value === 'OTHER') || order.compare(a.label, b.label));
  const own = { form, name: 'country', label: t('pf.country'), options: [none, ...options] } satisfies Parameters<
    typeof ComboboxField<ProfileValues>
  >[0];
  return isMobile ? <SelectField {...own} /> : <ComboboxField {...own} />;
}

function IndustryField({ form }: Pick<ItemFieldProps, 'form'>): ReactNode {
  const t = useT();
  const isMobile = useLayout() === 'mobile';
  const [none, ...rest] = industries.map((code): Option => ({ value: String(code), label: t(industryKey(code)) }));
  if (none === undefined) return undefined;
  const own = { form, name: 'industry', label: t('pf.industry') } as const;
  return isMobile ? <SelectField {...own} options={[none, ...rest]} /> : <ComboboxField {...own} options={[none, ...rest]} />;
}

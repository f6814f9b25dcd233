import type { ComponentType, ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { itemChoices, itemCodes } from '#contract/account/profile/choices.ts';
import { itemRows, type ItemRow, type ListedItem, type ProfileItem } from '#contract/account/profile/items.ts';
import { localToday } from '#web/lib/texts/local-today.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { nameOrder } from '#web/lib/texts/intl.ts';
import { useLayout } from '#web/lib/page/layout.ts';
import { ComboboxField } from '#web/ui/form/fields/combobox-field.tsx';
import { DateField } from '#web/ui/form/fields/date-field.tsx';
import type { AppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { SelectField, type Option } from '#web/ui/form/fields/select-field.tsx';
import { TextAreaField } from '#web/ui/form/fields/text-area-field.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { choiceKey } from '#web/widgets/profile/choice-texts.ts';
import { useCountryNames } from '#web/widgets/profile/country-names.ts';
import { zoneName } from '#web/widgets/profile/zone-names.ts';
import type { FormValues } from './profile-items.ts';

interface ItemFieldProps {
  readonly form: AppForm<FormValues>;
  readonly item: ProfileItem;
}

/** The control for one item (brief 3.3 and 5). On phones, lists and dates use native controls. */
export function ItemField({ form, item }: ItemFieldProps): ReactNode {
  const t = useT();
  const own = { form, name: item, label: t(`pf.${item}`) };
  if (isListed(item)) {
    const ListedField = listedFields[item];
    return <ListedField {...own} />;
  }
  const row: ItemRow = itemRows[item];
  const fillIn = row.autofill === undefined ? {} : { autoComplete: row.autofill };
  if (row.kind === 'date') return <PastDateField {...own} {...fillIn} />;
  if (row.kind === 'year') return <TextField {...own} input={{ inputMode: 'numeric', ...fillIn }} />;
  if (row.kind === 'text' && row.lines === 'many') return <TextAreaField {...own} max={row.max} />;
  return <TextField {...own} input={fillIn} />;
}

interface ControlProps {
  readonly form: AppForm<FormValues>;
  readonly name: ProfileItem;
  readonly label: string;
}

/** The control for each item that has a list. */
const listedFields: Readonly<Record<ListedItem, ComponentType<ControlProps>>> = {
  gender: GenderField,
  country: CountryField,
  zone: ZoneField,
  degree: DegreeField,
  industry: IndustryField,
};

function isListed(item: ProfileItem): item is ListedItem {
  return Object.hasOwn(listedFields, item);
}

function PastDateField({ autoComplete, ...own }: ControlProps & { readonly autoComplete?: string }): ReactNode {
  const t = useT();
  const isMobile = useLayout() === 'mobile';
  const today = localToday();
  const fillIn = autoComplete === undefined ? {} : { autoComplete };
  if (isMobile) return <TextField {...own} trailing={null} input={{ type: 'date', min: '1800-01-02', max: today, ...fillIn }} />;
  return (
    <DateField
      {...own}
      {...fillIn}
      parts={{
        year: { label: t('pf.bd.year'), empty: t('pf.bd.y') },
        month: { label: t('pf.bd.month'), empty: t('pf.bd.m') },
        day: { label: t('pf.bd.day'), empty: t('pf.bd.d') },
      }}
      firstYear={Number(limits.birthdayAfter.slice(0, 4))}
      lastYear={Number(today.slice(0, 4))}
    />
  );
}

function GenderField(own: ControlProps): ReactNode {
  const t = useT();
  const options = itemCodes.gender.map((code) => ({ value: String(code), label: t(choiceKey('gender', String(code))) }));
  return <RadioField {...own} columns={3} options={options} />;
}

function DegreeField(own: ControlProps): ReactNode {
  const t = useT();
  const options = itemChoices.degree.map((degree) => ({ value: degree, label: t(choiceKey('degree', degree)) }));
  return <SelectField {...own} options={[{ value: '', label: t('pf.select') }, ...options]} />;
}

function CountryField({ form, ...own }: ControlProps): ReactNode {
  const t = useT();
  const names = useCountryNames();
  const isMobile = useLayout() === 'mobile';
  const none = { value: '', label: t('pf.select') };
  // Show the current value while the names are loading.
  const codes = names === undefined ? itemChoices.country.filter((code) => code === form.value('country')) : itemChoices.country;
  const order = nameOrder();
  const options = codes
    .map((code): Option => ({ value: code, label: names?.[code] ?? code }))
    .toSorted((a, b) => Number(a.value === 'OTHER') - Number(b.value === 'OTHER') || order(a.label, b.label));
  const control = { ...own, form, options: [none, ...options] as const };
  return isMobile ? <SelectField {...control} /> : <ComboboxField {...control} />;
}

function ZoneField({ form, ...own }: ControlProps): ReactNode {
  const t = useT();
  const isMobile = useLayout() === 'mobile';
  const none = { value: '', label: t('pf.select') };
  const options = itemChoices.zone.map((zone): Option => ({ value: zone, label: zoneName(zone) }));
  const control = { ...own, form, options: [none, ...options] as const };
  return isMobile ? <SelectField {...control} /> : <ComboboxField {...control} />;
}

function IndustryField(own: ControlProps): ReactNode {
  const t = useT();
  const isMobile = useLayout() === 'mobile';
  const [none, ...rest] = itemCodes.industry.map((code): Option => ({
    value: String(code),
    label: t(choiceKey('industry', String(code))),
  }));
  if (none === undefined) return undefined;
  return isMobile ? <SelectField {...own} options={[none, ...rest]} /> : <ComboboxField {...own} options={[none, ...rest]} />;
}

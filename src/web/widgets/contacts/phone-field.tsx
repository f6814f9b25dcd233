import { useT } from '#web/lib/texts/i18n.tsx';
import type { FieldTexts } from '#web/ui/form/field.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import type { FieldIn } from '#web/ui/form/use-field.ts';
import { groupedPhone, phoneDigits } from './phone-text.ts';

interface PhoneFieldProps<V> extends Partial<FieldTexts>, FieldIn<V> {}

/** A Chinese mobile number: the +86 is fixed; displayed in groups 3-4-4 and stored as digits. */
export function PhoneField<V>({ form, name, ...texts }: PhoneFieldProps<V>) {
  const t = useT();
  return (
    <TextField
      {...texts}
      form={form}
      name={name}
      label={texts.label ?? t('f.phone')}
      prefix={countryCode}
      display={groupedPhone}
      clean={phoneDigits}
      input={{ type: 'tel', inputMode: 'numeric', autoComplete: 'tel-national', placeholder: t('f.phone.ph') }}
    />
  );
}

const countryCode = '+86';

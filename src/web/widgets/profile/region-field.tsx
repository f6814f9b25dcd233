import { regions } from '#contract/vocabulary/regions.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { followRegion } from '#web/lib/texts/language.ts';
import { SelectField } from '#web/ui/form/fields/select-field.tsx';
import type { FieldIn } from '#web/ui/form/use-field.ts';

interface RegionFieldProps<V> extends FieldIn<V> {}

/** Mainland China, or Hong Kong, Macau, Taiwan and other regions. The language follows until one is chosen (spec 1). */
export function RegionField<V>({ form, name }: RegionFieldProps<V>) {
  const t = useT();
  return (
    <SelectField
      form={form}
      name={name}
      label={t('region.label')}
      options={regions.map((region) => ({ value: region, label: t(`region.${region}`) }))}
      onChange={(value) => {
        const region = regions.find((each) => each === value);
        if (region !== undefined) followRegion(region);
      }}
    />
  );
}

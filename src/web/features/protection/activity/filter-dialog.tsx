import type { ReactNode } from 'react';
import { navigate, useRoutePath } from '#web/lib/page/router.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { SelectField } from '#web/ui/form/fields/select-field.tsx';
import { useAppForm } from '#web/ui/form/form.tsx';
import { clientName } from '#web/widgets/device/device-words.ts';
import { FormDialog } from '#web/widgets/page/form-dialog.tsx';
import { dayChoices, everything, queryOf, useActivity, type Filter } from './activity.ts';

interface FilterDialogProps {
  readonly filter: Filter;
  readonly onClose: () => void;
}

/** Result, browser and days, which go into the address. */
export function FilterDialog({ filter, onClose }: FilterDialogProps): ReactNode {
  const t = useT();
  const path = useRoutePath();
  const { data } = useActivity(everything);
  const { group, by, days } = filter;
  const form = useAppForm({
    defaults: { result: group === 'refused' ? group : '', by, days },
    rules: {},
    onSubmit: async (wanted) => {
      const kind = wanted.result === 'refused' ? 'refused' : group === 'refused' ? undefined : group;
      onClose();
      navigate(path + queryOf({ group: kind, by: wanted.by, days: wanted.days }), { replace: true });
      return Promise.resolve();
    },
  });
  const all = { value: '', label: t('ac.f.all') };
  const browsers = new Map((data?.pages ?? []).flatMap(({ items }) => items.map((entry) => [entry.by, clientName(entry, t)])));
  if (by !== '' && !browsers.has(by)) browsers.set(by, t('dv.noName'));
  const known = [...browsers].filter(([value, label]) => value !== '' && label !== '').map(([value, label]) => ({ value, label }));
  return (
    <FormDialog form={form} open onClose={onClose} title={t('ac.filter')} verb={t('ac.show')}>
      <SelectField form={form} name="result" label={t('ac.result')} options={[all, { value: 'refused', label: t('ac.f.refused') }]} />
      <SelectField form={form} name="by" label={t('ac.device')} options={[all, ...known]} />
      <SelectField
        form={form}
        name="days"
        label={t('ac.days')}
        options={[all, ...dayChoices.map((value) => ({ value, label: t('ac.lastDays', { n: value }) }))]}
      />
    </FormDialog>
  );
}

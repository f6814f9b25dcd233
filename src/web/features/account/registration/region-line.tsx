import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import type { AppForm } from '#web/ui/form/form.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { RegionField } from '#web/widgets/profile/region-field.tsx';
import css from './region-line.module.css';
import type { RegistrationValues } from './registration-values.ts';

interface RegionLineProps {
  readonly form: AppForm<RegistrationValues>;
}

/** The region as one line of text, because it is right for most people; "Change" turns it into the field. */
export function RegionLine({ form }: RegionLineProps): ReactNode {
  const t = useT();
  const region = useFieldValue(form, 'region');
  const [isOpen, setOpen] = useState(false);
  const arrive = useEffectEvent(() => form.focus('region'));
  useEffect(() => {
    if (isOpen) arrive();
  }, [isOpen]);
  if (isOpen) return <RegionField form={form} name="region" />;
  return (
    <p className={css['line']}>
      <span>{t('region.label')}</span>
      <b>{t(region === 'DE' ? 'region.DE.short' : 'region.CN')}</b>
      <LinkButton label={t('rg.changeRegion')} onClick={() => setOpen(true)}>
        {t('rg.change')}
      </LinkButton>
    </p>
  );
}

import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import type { AppForm } from '#web/ui/form/form.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import type { RegistrationValues } from './registration-values.ts';

interface RegionLineProps {
  readonly form: AppForm<RegistrationValues>;
  readonly onChange: () => void;
}

/** The region as words, because it is right for most people; "Change" brings the field. */
export function RegionLine({ form, onChange }: RegionLineProps): ReactNode {
  const t = useT();
  const region = useFieldValue(form, 'region');
  return (
    <>
      {t(region === 'DE' ? 'region.DE.short' : 'region.CN')}{' '}
      <LinkButton label={t('rg.changeRegion')} onClick={onChange}>
        {t('rg.change')}
      </LinkButton>
      <span aria-hidden="true">{' · '}</span>
    </>
  );
}

import type { ReactNode } from 'react';
import { profileEndpoints } from '#contract/endpoints/profile.ts';
import { regions, type RegionOrNone } from '#contract/vocabulary/regions.ts';
import { call } from '#web/lib/api.ts';
import { useT } from '#web/lib/i18n.tsx';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/radio-field.tsx';
import { useIsChanged } from '#web/ui/form/use-field.ts';
import { Notice } from '#web/ui/notice.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import type { EditProps } from './edit.ts';
import { limitedChange } from './limited-change.ts';

/** Changes the region, only once, after an identity proof (brief 3.3, contract 5). */
export function RegionEdit({ account, onDone, children }: EditProps): ReactNode {
  const t = useT();
  const isUsed = account.limits.region.left === 0;
  const defaults = { region: account.region };
  const form = useAppForm<{ readonly region: RegionOrNone }>({
    defaults,
    rules: {},
    onSubmit: async ({ region }) => {
      if (region === account.region || region === '') {
        onDone();
        return;
      }
      const need = { action: 'changeRegion', target: region } as const;
      const isChanged = await limitedChange(() => withProof(need, () => call(profileEndpoints.updateRegion, { body: { region } })));
      if (isChanged) onDone();
    },
  });
  const changed = useIsChanged(form, defaults);
  return children({
    formId: form.id,
    pending: form.pending,
    changed,
    blocked: isUsed,
    content: (
      <FormShell form={form} label={t('pf.region')}>
        <RadioField
          form={form}
          name="region"
          label={t('pf.region')}
          options={regions.map((region) => ({ value: region, label: t(`region.${region}`) }))}
        />
        <Notice tone="warning" title={t(isUsed ? 'pf.region.used' : 'region.once')}>
          {t('pf.region.means')}
        </Notice>
      </FormShell>
    ),
  });
}

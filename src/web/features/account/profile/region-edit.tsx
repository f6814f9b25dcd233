import type { ReactNode } from 'react';
import { profileEndpoints } from '#contract/account/profile/profile.ts';
import { languageOfRegion } from '#contract/vocabulary/languages.ts';
import { regions, type RegionOrNone } from '#contract/vocabulary/regions.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { changeLanguage, hasLanguageCookie } from '#web/lib/texts/language.ts';
import { useAppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import type { EditProps } from './edit.ts';
import { FormEdit } from './form-edit.tsx';
import { limitedChange } from './limited-change.ts';

/**
 * Chooses the region, or changes it, only once, after an identity proof (brief 3.3, contract 5). The language follows,
 * unless the person has chosen one (spec 1).
 */
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
      // Asked before: the answer brings the cookie of the new language.
      const follows = !hasLanguageCookie();
      const need = { action: 'changeRegion', target: region } as const;
      const isChanged = await limitedChange(() => withProof(need, () => call(profileEndpoints.updateRegion, { body: { region } })));
      if (!isChanged) return;
      if (follows) await changeLanguage(languageOfRegion(region));
      onDone();
    },
  });
  return (
    <FormEdit form={form} defaults={defaults} label={t('pf.region')} blocked={isUsed} layout={children}>
      <RadioField
        form={form}
        name="region"
        label={t('pf.region')}
        options={regions.map((region) => ({ value: region, label: t(`region.${region}`) }))}
      />
      <Notice tone="warning" title={t(isUsed ? 'pf.region.used' : account.region === '' ? 'pf.region.first' : 'region.once')}>
        {t('pf.region.means')}
      </Notice>
    </FormEdit>
  );
}

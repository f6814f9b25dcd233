import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { UpgradePreview } from '#contract/account/upgrade/upgrade.schemas.ts';
import { shownMask } from '#contract/masks.ts';
import { confirmRules, newPasswordRules } from '#contract/rules/password.ts';
import type { Region } from '#contract/vocabulary/regions.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { FormShell, useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { AgreementDialog, AgreementField, askForAgreementAgain } from '#web/widgets/agreements/agreement-field.tsx';
import { agreementVersions } from '#web/widgets/agreements/agreement-versions.ts';
import { useCaptcha } from '#web/widgets/captcha/captcha.ts';
import { NewPasswordPair } from '#web/widgets/password/new-password-pair.tsx';
import { proposedRegion } from '#web/widgets/profile/proposed-region.ts';
import { RegionField } from '#web/widgets/profile/region-field.tsx';
import { upgradeAlone } from './finish.ts';
import { FieldLists } from './merge-fields.tsx';
import { useStartAgain } from './upgrade-calls.ts';
import css from './upgrade.module.css';

interface NewAccountProps {
  readonly preview: UpgradePreview;
  readonly footer: ReactNode;
}

interface NewAccountValues {
  readonly region: Region;
  readonly password: string;
  readonly confirm: string;
  readonly agreed: boolean;
}

/** Makes the legacy account independent: the agreement, and a new password if the old one was not proven. */
export function NewAccount({ preview, footer }: NewAccountProps): ReactNode {
  const t = useT();
  // Nobody is signed in here: the legacy account's own names.
  const { username: name, phone, email } = preview.legacy;
  const username = name || shownMask(phone || email);
  const { orStartAgain } = useStartAgain();
  const captcha = useCaptcha('upgrade');
  const [isAsking, setAsking] = useState(false);
  const { needsPassword, region: known } = preview;
  const form: AppForm<NewAccountValues> = useAppForm<NewAccountValues>({
    defaults: { region: known === '' ? 'CN' : known, password: '', confirm: '', agreed: false },
    rules: { password: { rules: newPasswordRules, as: 'newPassword' }, confirm: { rules: confirmRules } },
    onSubmit: async ({ region, password, agreed }) => {
      if (!agreed) {
        setAsking(true);
        return;
      }
      const agreements = [...(await agreementVersions(region))];
      await orStartAgain(() => upgradeAlone(captcha, { region, agreements, ...(needsPassword ? { password } : {}) }));
    },
    onRefusal: (error) => askForAgreementAgain(form, 'agreed', error),
  });
  const propose = useEffectEvent(async (signal: AbortSignal) => {
    const region = known === '' ? await proposedRegion(signal) : undefined;
    if (region !== undefined && form.value('region') === 'CN') form.set('region', region);
  });
  useEffect(() => {
    const controller = new AbortController();
    void propose(controller.signal);
    return () => controller.abort();
  }, []);
  return (
    <>
      <FormShell form={form} submitLabel={t('home.upgrade.btn')} footer={footer}>
        <FieldLists preview={preview} />
        {known === '' ? (
          <RegionField form={form} name="region" />
        ) : (
          <dl className={css['lists']}>
            <div>
              <dt>{t('region.label')}</dt>
              <dd>{t(`region.${known}`)}</dd>
            </div>
          </dl>
        )}
        {needsPassword && <NewPasswordPair form={form} name="password" username={username} />}
        <AgreementField form={form} name="agreed" />
      </FormShell>
      <AgreementDialog form={form} name="agreed" open={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

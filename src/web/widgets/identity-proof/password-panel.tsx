import type { ReactNode } from 'react';
import { passwordRules } from '#contract/rules/password.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/fields/password-field.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import type { PanelProps } from './proof-request.ts';

/** The current password as the proof. The fifth wrong one ends the session (4010). */
export function PasswordPanel({ request, onCancel, onOther }: PanelProps): ReactNode {
  const t = useT();
  const { manner } = request;
  const form: AppForm<{ readonly password: string }> = useAppForm({
    defaults: { password: '' },
    rules: { password: { rules: passwordRules } },
    onSubmit: async ({ password }) => {
      try {
        await request.prove({ method: 'password', password });
        if (manner.isDeliberate) form.set('password', '');
      } catch (error) {
        if (!isRefusal(error, 'passwordWrong')) throw error;
        form.set('password', '');
        form.fail('password', 'password');
      }
    },
    onRefusal: request.onRefusal,
  });
  const lead = manner.leads.password ?? (manner.isSaid ? undefined : 'vf.sub');
  return (
    <manner.Step title={t('vf.h')} lead={lead && t(lead)} form={form} isComplete onCancel={onCancel}>
      <PasswordField
        form={form}
        name="password"
        label={t('f.oldPassword')}
        placeholder={t('f.password.ph')}
        autoComplete="current-password"
        aside={onOther !== undefined && <LinkButton onClick={onOther}>{t('vf.other')}</LinkButton>}
      />
    </manner.Step>
  );
}

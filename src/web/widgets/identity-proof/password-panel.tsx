import type { ReactNode } from 'react';
import { passwordRules } from '#contract/rules/password.ts';
import { useT } from '#web/lib/i18n.tsx';
import { RefusalError } from '#web/lib/refusal-error.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

interface PasswordPanelProps {
  readonly onPassword: (password: string) => Promise<void>;
  readonly onCancel?: (() => void) | undefined;
  readonly onOther?: (() => void) | undefined;
}

/** The present password as the proof. The fifth wrong one ends the session (4010). */
export function PasswordPanel({ onPassword, onCancel, onOther }: PasswordPanelProps): ReactNode {
  const t = useT();
  const form: AppForm<{ readonly password: string }> = useAppForm({
    defaults: { password: '' },
    rules: { password: { rules: passwordRules } },
    onSubmit: async ({ password }) => {
      try {
        await onPassword(password);
      } catch (error) {
        if (!(error instanceof RefusalError) || error.refusal !== 'passwordWrong') throw error;
        form.set('password', '');
        form.fail('password', 'password');
      }
    },
  });
  return (
    <FlowStep title={t('vf.h')} lead={t('vf.sub')} form={form} onCancel={onCancel}>
      <PasswordField
        form={form}
        name="password"
        label={t('f.oldPassword')}
        placeholder={t('f.password.ph')}
        autoComplete="current-password"
        aside={onOther !== undefined && <LinkButton onClick={onOther}>{t('vf.other')}</LinkButton>}
      />
    </FlowStep>
  );
}

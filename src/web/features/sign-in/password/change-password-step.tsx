import type { ReactNode } from 'react';
import { passwordEndpoints } from '#contract/sign-in/password/password.ts';
import { confirmRules, newPasswordRules, passwordRules } from '#contract/rules/password.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/fields/password-field.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { useNameForManagers } from '#web/widgets/account/name-for-managers.ts';
import { NewPasswordPair } from '#web/widgets/password/new-password-pair.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { passwordChanged } from './password-changed.ts';
import { PasswordLead } from './password-lead.tsx';

interface ChangePasswordStepProps {
  readonly title: string;
  readonly onDone: () => void;
  /** Leads to the change by code; absent if no code can be sent. */
  readonly onForgot: (() => void) | undefined;
}

interface Values {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirm: string;
}

/** Changes the password with the current one (brief 4.7). */
export function ChangePasswordStep({ title, onDone, onForgot }: ChangePasswordStepProps): ReactNode {
  const t = useT();
  const username = useNameForManagers();
  const form: AppForm<Values> = useAppForm<Values>({
    defaults: { oldPassword: '', newPassword: '', confirm: '' },
    rules: { oldPassword: { rules: passwordRules }, newPassword: { rules: newPasswordRules }, confirm: { rules: confirmRules } },
    context: ({ oldPassword }) => ({ current: oldPassword }),
    onSubmit: async ({ oldPassword, newPassword }) => {
      try {
        const send = async () => call(passwordEndpoints.changePassword, { body: { oldPassword, newPassword } });
        if ((await withProof({ action: 'changePassword' }, send)) === undefined) return;
      } catch (error) {
        if (!isRefusal(error, 'oldPasswordInvalid')) throw error;
        form.set('oldPassword', '');
        form.fail('oldPassword', 'oldPasswordInvalid');
        return;
      }
      passwordChanged();
      onDone();
    },
  });
  return (
    <FlowStep title={title} lead={<PasswordLead text="pw.lead" />} form={form} submitLabel={t('btn.modify')}>
      <PasswordField
        form={form}
        name="oldPassword"
        label={t('f.oldPassword')}
        placeholder={t('f.password.ph')}
        autoComplete="current-password"
        aside={onForgot !== undefined && <LinkButton onClick={onForgot}>{t('pw.byCode')}</LinkButton>}
      />
      <NewPasswordPair form={form} name="newPassword" label={t('f.newPw')} username={username} />
    </FlowStep>
  );
}

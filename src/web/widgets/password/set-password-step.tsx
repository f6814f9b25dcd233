import type { ReactNode } from 'react';
import type { AccountView } from '#contract/schemas/account.ts';
import { passwordEndpoints } from '#contract/endpoints/password.ts';
import { confirmRules, newPasswordRules } from '#contract/rules/password.ts';
import { call } from '#web/lib/api.ts';
import { useT } from '#web/lib/i18n.tsx';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { accountKey } from '#web/widgets/account/account.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';

interface SetPasswordStepProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly submitLabel?: string;
  /** Called when the password is set and the cached account is updated. */
  readonly onDone: () => void;
  readonly onCancel?: (() => void) | undefined;
}

/**
 * Sets the first password of an account (contract 5): as a separate flow, or as the step 'Set your password first'
 * before a phone or an email is bound. Asks for the necessary identity proof in a dialog over it.
 */
export function SetPasswordStep({ title, lead, submitLabel, onDone, onCancel }: SetPasswordStepProps): ReactNode {
  const t = useT();
  const form: AppForm<{ readonly newPassword: string; readonly confirm: string }> = useAppForm({
    defaults: { newPassword: '', confirm: '' },
    rules: { newPassword: { rules: newPasswordRules }, confirm: { rules: confirmRules } },
    onSubmit: async ({ newPassword }) => {
      const set = await withProof({ action: 'setPassword' }, () => call(passwordEndpoints.setPassword, { body: { newPassword } }));
      if (set === undefined) return;
      accountCache.setQueryData<AccountView>(accountKey, (account) => account && { ...account, password_empty: false });
      onDone();
    },
  });
  return (
    <FlowStep title={title} lead={lead ?? t('pw.firstLead')} form={form} submitLabel={submitLabel ?? t('btn.confirm')} onCancel={onCancel}>
      <NewPasswordField form={form} name="newPassword" label={t('f.newPw')} />
      <PasswordField form={form} name="confirm" label={t('f.confirm')} placeholder={t('f.confirm.ph')} autoComplete="new-password" />
    </FlowStep>
  );
}

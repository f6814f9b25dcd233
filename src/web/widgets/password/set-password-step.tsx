import type { ReactNode } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { passwordEndpoints } from '#contract/sign-in/password/password.ts';
import { confirmRules, newPasswordRules } from '#contract/rules/password.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { accountKey } from '#web/widgets/account/account.ts';
import { useNameForManagers } from '#web/widgets/account/name-for-managers.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { NewPasswordPair } from './new-password-pair.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';

interface SetPasswordStepProps {
  readonly title: string;
  readonly submitLabel: string;
  /** Gets the password, when it is set and the cached account is updated. */
  readonly onDone: (password: string) => Promise<void>;
}

/**
 * Sets the first password of an account (contract 5), after the identity proof. If that has expired, a dialog asks for
 * another one.
 */
export function SetPasswordStep({ title, submitLabel, onDone }: SetPasswordStepProps): ReactNode {
  const t = useT();
  const username = useNameForManagers();
  const form: AppForm<{ readonly newPassword: string; readonly confirm: string }> = useAppForm({
    defaults: { newPassword: '', confirm: '' },
    rules: { newPassword: { rules: newPasswordRules }, confirm: { rules: confirmRules } },
    onSubmit: async ({ newPassword }) => {
      const set = await withProof({ action: 'setPassword' }, () => call(passwordEndpoints.setPassword, { body: { newPassword } }));
      if (set === undefined) return;
      // An account that was whole without a password may remove it again.
      accountCache.setQueryData<AccountView>(
        accountKey,
        (account) => account && { ...account, password_empty: false, passwordNeeded: false, passwordRemovable: !account.passwordNeeded },
      );
      await onDone(newPassword);
    },
  });
  return (
    <FlowStep
      title={title}
      lead={
        <>
          {t('pw.firstLead')}
          <WhatEnds action="setPassword" />
        </>
      }
      form={form}
      submitLabel={submitLabel}
    >
      <NewPasswordPair form={form} name="newPassword" label={t('f.newPw')} username={username} />
    </FlowStep>
  );
}

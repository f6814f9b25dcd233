import { useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { authenticate } from '#web/widgets/identity-proof/authenticate.ts';
import type { ProofNeed } from '#web/widgets/identity-proof/proof-method.ts';
import { VerifyIdentity } from '#web/widgets/identity-proof/verify-identity.tsx';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { passwordEndpoints } from '#contract/sign-in/password/password.ts';
import { confirmRules, newPasswordRules } from '#contract/rules/password.ts';
import { call } from '#web/lib/api/api.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { accountKey } from '#web/widgets/account/account.ts';
import { useNameForManagers } from '#web/widgets/account/name-for-managers.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { NewPasswordPair } from './new-password-pair.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';

interface FirstPasswordStepsProps {
  readonly title: string;
  readonly submitLabel?: string;
  /** The action that follows: the new password proves the identity for it, if it is strong enough. */
  readonly next?: ProofNeed;
  readonly onDone: () => void;
}

/** The steps that set the first password of an account: the identity proof first, then the password. */
export function FirstPasswordSteps({ title, submitLabel, next, onDone }: FirstPasswordStepsProps): ReactNode {
  const t = useT();
  const [isProven, setProven] = useState(false);
  if (!isProven) return <VerifyIdentity action="setPassword" onVerified={() => setProven(true)} />;
  return (
    <SetPasswordStep
      title={title}
      submitLabel={submitLabel ?? t('btn.set')}
      onDone={async (password) => {
        // If it proves nothing, the next action asks.
        if (next !== undefined) await authenticate({ method: 'password', password }, next).catch(() => undefined);
        onDone();
      }}
    />
  );
}

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
function SetPasswordStep({ title, submitLabel, onDone }: SetPasswordStepProps): ReactNode {
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

import { useState, type ReactNode } from 'react';
import { confirmRules, newPasswordRules } from '#contract/rules/password.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { goRecover } from '#web/widgets/mailed-links/go-recover.ts';
import { WaitNotice } from '#web/widgets/page/wait-notice.tsx';
import { withdrawalPath } from '#web/widgets/account/withdrawal-path.ts';
import { NewPasswordPair } from '#web/widgets/password/new-password-pair.tsx';
import { resetByToken } from './reset-password.ts';

interface NewPasswordStepProps {
  /** Token of a mailed link, or the ticket of the recovery. */
  readonly token: string;
  readonly contact: string;
  readonly onDone: (contact: string, newPassword: string) => Promise<void>;
  readonly onDead: () => void;
}

/** The last step: nothing more is asked after it. */
export function NewPasswordStep({ token, contact, onDone, onDead }: NewPasswordStepProps): ReactNode {
  const t = useT();
  const [waitUntil, setWaitUntil] = useState<number>();
  const form: AppForm<{ readonly newPassword: string; readonly confirm: string }> = useAppForm({
    defaults: { newPassword: '', confirm: '' },
    rules: { newPassword: { rules: newPasswordRules }, confirm: { rules: confirmRules } },
    onSubmit: async ({ newPassword }) => {
      setWaitUntil(undefined);
      try {
        await resetByToken(token, newPassword);
      } catch (error) {
        if (isRefusal(error, 'tokenError')) {
          onDead();
          return;
        }
        if (goRecover(error)) return;
        if (isRefusal(error, 'deletionPending')) {
          navigate(withdrawalPath(error));
          return;
        }
        if (error instanceof RefusalError && error.retryAfter !== undefined) setWaitUntil(Date.now() + error.retryAfter * 1000);
        throw error;
      }
      await onDone(contact, newPassword);
    },
  });
  return (
    <FlowStep title={t('rc.newT')} lead={t('rc.newD')} form={form} submitLabel={t('rc.set')}>
      {waitUntil !== undefined && <WaitNotice until={waitUntil} />}
      <NewPasswordPair form={form} name="newPassword" label={t('f.newPw')} username={contact} />
    </FlowStep>
  );
}

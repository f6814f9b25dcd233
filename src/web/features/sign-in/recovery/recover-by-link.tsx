import { useEffect, useState, type ReactNode } from 'react';
import { confirmRules, newPasswordRules } from '#contract/rules/password.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { goRecover } from '#web/widgets/mailed-links/go-recover.ts';
import { announce } from '#web/ui/feedback/announce.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { WaitNotice } from '#web/widgets/page/wait-notice.tsx';
import { withdrawalPath } from '#web/widgets/account/withdrawal-path.ts';
import { NewPasswordPair } from '#web/widgets/password/new-password-pair.tsx';
import { forgetRecoveryToken } from './recovery-token.ts';
import { RecoveryStepper } from './recovery-stepper.tsx';
import { contactOfLink, resetByLink } from './reset-password.ts';

interface RecoverByLinkProps {
  readonly token: string;
  readonly onDone: () => Promise<void> | void;
  /** Leads to the ways without a link. */
  readonly onRestart: () => void;
}

/** Sets the new password after the mailed link was opened. An expired link is reported before anything is typed. */
export function RecoverByLink({ token, onDone, onRestart }: RecoverByLinkProps): ReactNode {
  const t = useT();
  const [link, setLink] = useState<{ readonly contact: string } | 'asked' | 'dead'>('asked');
  useEffect(() => {
    let current = true;
    const ask = async (): Promise<void> => {
      const contact = await contactOfLink(token).catch((error: unknown) => {
        // Unreachable or busy: show the form; its own answer decides.
        handleRefusal(error);
        return '';
      });
      if (current) setLink(contact === undefined ? 'dead' : { contact });
    };
    void ask();
    return () => {
      current = false;
    };
  }, [token]);
  if (link === 'dead') return <DeadLink onRestart={onRestart} />;
  return (
    <>
      <RecoveryStepper step="password" />
      {link === 'asked' ? (
        <FlowStep title={t('rc.h')} lead={t('v.checking')} waiting />
      ) : (
        <NewPasswordByLink token={token} contact={link.contact} onDone={onDone} onDead={() => setLink('dead')} />
      )}
    </>
  );
}

interface NewPasswordByLinkProps {
  readonly token: string;
  readonly contact: string;
  readonly onDone: () => Promise<void> | void;
  readonly onDead: () => void;
}

function NewPasswordByLink({ token, contact, onDone, onDead }: NewPasswordByLinkProps): ReactNode {
  const t = useT();
  const [waitUntil, setWaitUntil] = useState<number>();
  const form: AppForm<{ readonly newPassword: string; readonly confirm: string }> = useAppForm({
    defaults: { newPassword: '', confirm: '' },
    rules: { newPassword: { rules: newPasswordRules }, confirm: { rules: confirmRules } },
    onSubmit: async ({ newPassword }) => {
      setWaitUntil(undefined);
      try {
        await resetByLink(token, newPassword);
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
      forgetRecoveryToken();
      await onDone();
    },
  });
  return (
    <FlowStep title={t('rc.h')} lead={t('rc.newByLink')} form={form} submitLabel={t('btn.confirm')}>
      {waitUntil !== undefined && <WaitNotice until={waitUntil} />}
      <NewPasswordPair form={form} name="newPassword" label={t('f.newPw')} username={contact} />
    </FlowStep>
  );
}

function DeadLink({ onRestart }: { readonly onRestart: () => void }): ReactNode {
  const t = useT();
  useEffect(() => announce(`${t('rc.dead')} ${t('rc.deadBody')}`, 'assertive'), [t]);
  return (
    <FlowStep title={t('rc.dead')} lead={t('rc.deadBody')}>
      <Button variant="primary" size="lg" block onClick={onRestart}>
        {t('rc.restart')}
      </Button>
    </FlowStep>
  );
}

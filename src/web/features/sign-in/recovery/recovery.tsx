import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { announce } from '#web/ui/feedback/announce.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { goRecover } from '#web/widgets/mailed-links/go-recover.ts';
import { ContactStep, CodeStep } from './contact-steps.tsx';
import { contactOfLink, resetByToken } from './reset-password.ts';
import { tabStore } from '#web/lib/browser/browser.ts';
import { navigate } from '#web/lib/page/router.ts';
import { confirmRules, newPasswordRules } from '#contract/rules/password.ts';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { WaitNotice } from '#web/widgets/page/wait-notice.tsx';
import { withdrawalPath } from '#web/widgets/account/withdrawal-path.ts';
import { NewPasswordPair } from '#web/widgets/password/new-password-pair.tsx';

interface RecoveryProps {
  /** The identifier typed at sign-in, '' if there is none. Called in an effect. */
  readonly readIdentifier: () => string;
  /** The password was reset. */
  readonly onDone: (contact: string, newPassword: string) => Promise<void>;
}

type Step =
  | { readonly as: 'contact'; readonly instead?: string | undefined }
  | { readonly as: 'code'; readonly contact: string }
  | { readonly as: 'password'; readonly contact: string; readonly token: string };

/**
 * A new password for a locked-out person: the contact, its code, and the password last, when nothing more has to be shown. Where
 * more is needed the page of the way back continues. A mailed link enters at the password.
 */
export function Recovery(props: RecoveryProps): ReactNode {
  const [link, setLink] = useState<string>();
  const [step, setStep] = useState<Step>({ as: 'contact' });
  // Before the first paint: visitors with a link see no other form.
  useLayoutEffect(() => setLink(takeRecoveryToken()), []);
  const restart = (): void => {
    forgetRecoveryToken();
    setLink(undefined);
    setStep({ as: 'contact' });
  };
  if (link !== undefined) {
    const done = (contact: string, newPassword: string): Promise<void> => {
      forgetRecoveryToken();
      return props.onDone(contact, newPassword);
    };
    return <ByLink key={link} token={link} onDone={done} onRestart={restart} />;
  }
  switch (step.as) {
    case 'contact':
      return (
        <ContactStep
          key="contact"
          readIdentifier={props.readIdentifier}
          instead={step.instead}
          onNamed={(contact) => setStep({ as: 'code', contact })}
        />
      );
    case 'code':
      return (
        <CodeStep
          key="code"
          contact={step.contact}
          onProven={(token) => setStep({ as: 'password', contact: step.contact, token })}
          onBack={(instead) => setStep({ as: 'contact', instead })}
        />
      );
    case 'password':
      return <NewPasswordStep key="password" {...step} onDone={props.onDone} onDead={restart} />;
  }
}

interface ByLinkProps {
  readonly token: string;
  readonly onDone: RecoveryProps['onDone'];
  readonly onRestart: () => void;
}

/** After the mailed link was opened. An expired one is reported before anything is typed. */
function ByLink({ token, onDone, onRestart }: ByLinkProps): ReactNode {
  const t = useT();
  const [link, setLink] = useState<{ readonly contact: string } | 'asked' | 'dead'>('asked');
  useEffect(() => {
    let current = true;
    const ask = async (): Promise<void> => {
      try {
        const contact = await contactOfLink(token);
        if (current) setLink(contact === undefined ? 'dead' : { contact });
      } catch (error) {
        if (!current || goRecover(error)) return;
        // Unreachable or busy: show the form; its own answer decides.
        handleRefusal(error);
        setLink({ contact: '' });
      }
    };
    void ask();
    return () => {
      current = false;
    };
  }, [token]);
  if (link === 'asked') return <FlowStep title={t('title.recover')} lead={t('v.checking')} waiting />;
  if (link === 'dead') return <DeadLink onRestart={onRestart} />;
  return <NewPasswordStep token={token} contact={link.contact} onDone={onDone} onDead={() => setLink('dead')} />;
}

function DeadLink({ onRestart }: { readonly onRestart: () => void }): ReactNode {
  const t = useT();
  useEffect(() => announce(t('rc.dead'), 'assertive'), [t]);
  return (
    <FlowStep title={t('rc.dead')}>
      <Button variant="primary" size="lg" block onClick={onRestart}>
        {t('rc.restart')}
      </Button>
    </FlowStep>
  );
}

/** Only this tab reads it. */
const storageKey = 'recovery.token';

/**
 * The token of a recovery link: from the URL, which loses it immediately, or kept for a reload. Undefined if the person
 * did not come by a link.
 */
function takeRecoveryToken(): string | undefined {
  const given = new URLSearchParams(location.search).get('token');
  if (given !== null) {
    tabStore.setItem(storageKey, given);
    navigate(location.pathname, { replace: true });
  }
  return tabStore.getItem(storageKey) ?? undefined;
}

/** Forgets the token after the link was used or found invalid. */
function forgetRecoveryToken(): void {
  tabStore.removeItem(storageKey);
}

interface NewPasswordStepProps {
  /** Token of a mailed link, or the ticket of the recovery. */
  readonly token: string;
  readonly contact: string;
  readonly onDone: (contact: string, newPassword: string) => Promise<void>;
  readonly onDead: () => void;
}

/** The last step: nothing more is asked after it. */
function NewPasswordStep({ token, contact, onDone, onDead }: NewPasswordStepProps): ReactNode {
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

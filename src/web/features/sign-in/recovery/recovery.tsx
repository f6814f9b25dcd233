import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { announce } from '#web/ui/feedback/announce.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { beginRecoveryOf, goRecover } from '#web/widgets/mailed-links/go-recover.ts';
import { OneMore } from '#web/widgets/identity-proof/one-more.tsx';
import type { AvailableMethod } from '#web/widgets/identity-proof/proof-method.ts';
import { readSecondStep } from '#web/widgets/sign-in/read-second-step.ts';
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
  /** The password was reset; the ticket signs in. */
  readonly onDone: (contact: string, ticket: string) => Promise<void>;
}

/** A recovery that takes one of the methods before the password. */
interface Asked {
  readonly contact: string;
  readonly token: string;
  readonly methods: readonly AvailableMethod[];
}

type Step =
  | { readonly as: 'contact'; readonly instead?: string | undefined }
  | { readonly as: 'code'; readonly contact: string }
  | (Asked & { readonly as: 'more' })
  | { readonly as: 'password'; readonly contact: string; readonly token: string };

/**
 * A new password for a locked-out person: the contact, its code, one more check where the sign-in from here takes one, and the
 * password last. Where that is not enough the page of the way back continues. A mailed link enters after the code.
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
    const done = (contact: string, ticket: string): Promise<void> => {
      forgetRecoveryToken();
      return props.onDone(contact, ticket);
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
          onProven={(token, methods) => setStep({ as: methods.length === 0 ? 'password' : 'more', contact: step.contact, token, methods })}
          onBack={(instead) => setStep({ as: 'contact', instead })}
        />
      );
    case 'more':
      return <MoreStep key="more" asked={step} onShown={() => setStep({ ...step, as: 'password' })} onDead={restart} />;
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
  const [link, setLink] = useState<{ readonly contact: string } | Asked | 'asked' | 'dead'>('asked');
  useEffect(() => {
    let current = true;
    const ask = async (): Promise<void> => {
      try {
        const contact = await contactOfLink(token);
        if (current) setLink(contact === undefined ? 'dead' : { contact });
      } catch (error) {
        if (!current) return;
        const asked = askedOf(error);
        if (asked !== undefined) {
          // For a reload: the link is spent.
          tabStore.setItem(storageKey, asked.token);
          setLink(asked);
          return;
        }
        if (goRecover(error)) return;
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
  const isDead = () => setLink('dead');
  if (!('token' in link)) return <NewPasswordStep token={token} contact={link.contact} onDone={onDone} onDead={isDead} />;
  if (link.methods.length > 0) return <MoreStep asked={link} onShown={() => setLink({ ...link, methods: [] })} onDead={isDead} />;
  return <NewPasswordStep token={link.token} contact={link.contact} onDone={onDone} onDead={isDead} />;
}

/** The refusal of a link that takes one more check here; undefined for any other. */
function askedOf(error: unknown): Asked | undefined {
  const second = error instanceof RefusalError ? readSecondStep(error) : undefined;
  if (second?.because !== 'risky' || second.methods.length === 0 || !(error instanceof RefusalError)) return undefined;
  const { contact } = error.data;
  return { contact: typeof contact === 'string' ? contact : '', token: second.ticket, methods: second.methods };
}

interface MoreStepProps {
  readonly asked: Asked;
  readonly onShown: () => void;
  readonly onDead: () => void;
}

/** The step that the sign-in would ask for, before the password. */
function MoreStep({ asked: { token, methods }, onShown, onDead }: MoreStepProps): ReactNode {
  const t = useT();
  return (
    <OneMore
      ticket={token}
      methods={methods}
      lead={t('ts.risky')}
      onShown={onShown}
      onRefusal={(error) => {
        if (!isRefusal(error, 'tokenError')) return false;
        onDead();
        return true;
      }}
      last={{ label: t('ts.none'), onPress: () => beginRecoveryOf(token) }}
    />
  );
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
  readonly onDone: RecoveryProps['onDone'];
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
      let ticket = '';
      try {
        ({ ticket = '' } = await resetByToken(token, newPassword));
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
      await onDone(contact, ticket);
    },
  });
  return (
    <FlowStep title={t('rc.newT')} lead={t('rc.newD')} form={form} submitLabel={t('rc.set')}>
      {waitUntil !== undefined && <WaitNotice until={waitUntil} />}
      <NewPasswordPair form={form} name="newPassword" label={t('f.newPw')} username={contact} />
    </FlowStep>
  );
}

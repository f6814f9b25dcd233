import { useEffect, useEffectEvent, type ReactNode, useState } from 'react';
import { clean } from '#contract/rules/clean.ts';
import { contactRules } from '#contract/rules/account.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { isRefusal, type RefusalError } from '#web/lib/api/refusal-error.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { AuthFoot } from '#web/ui/layout/auth-card.tsx';
import { withdrawalPath } from '#web/widgets/account/withdrawal-path.ts';
import { sendToVisitor } from '#web/widgets/codes/send-code.ts';
import { EmailField } from '#web/widgets/contacts/email-field.tsx';
import { emailInstead } from '#web/widgets/contacts/email-instead.ts';
import { MaskedTargetText } from '#web/widgets/contacts/masked-target-text.tsx';
import { textsAbout } from '#web/widgets/contacts/texts-about.ts';
import { CodePanel } from '#web/widgets/identity-proof/code-panel.tsx';
import type { AvailableMethod } from '#web/widgets/identity-proof/proof-method.ts';
import { canUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import { beginRecoveryOf, goRecover } from '#web/widgets/mailed-links/go-recover.ts';
import { keepIdentifier } from '#web/widgets/sign-in/kept-identifier.ts';
import { beginRecovery } from './reset-password.ts';
import { accountEndpoints } from '#contract/account/account/account.ts';
import { remoteRules } from '#contract/rules/remote.ts';
import { call } from '#web/lib/api/api.ts';
import { hasPerson } from '#web/lib/person/person-state.ts';
import type { RemoteCheck } from '#web/ui/form/remote-check.ts';
import { useUniqueness } from '#web/widgets/contacts/uniqueness.ts';
import css from './recovery.module.css';

interface ContactStepProps {
  readonly readIdentifier: () => string;
  /** The masked email that the server requires instead of the phone. */
  readonly instead: string | undefined;
  readonly onNamed: (contact: string) => void;
}

/**
 * The contact that receives the code. Whether it is registered is told as at sign-in, by /check with its limits; the calls that
 * send and take the code tell nothing.
 */
export function ContactStep({ readIdentifier, instead, onNamed }: ContactStepProps): ReactNode {
  const t = useT();
  const known = useKnownContact();
  const form: AppForm<{ readonly account: string }> = useAppForm({
    defaults: { account: '' },
    rules: {
      account: {
        rules: contactRules,
        normalize: clean.account,
        remote: known,
        get as() {
          return textsAbout(form.value('account'), contactRules);
        },
      },
    },
    onSubmit: ({ account }) => {
      // For a reload, and for the sign-in.
      keepIdentifier(account);
      onNamed(account);
    },
  });
  const restore = useEffectEvent(() => {
    if (form.value('account') === '' && instead === undefined) form.set('account', readIdentifier());
  });
  useEffect(() => restore(), []);
  return (
    <FlowStep title={t('title.recover')} lead={t('rc.sub')} form={form} submitLabel={t('f.getCode')} footer={<BackToSignIn />}>
      {instead !== undefined && (
        <div role="alert">
          <Notice tone="warning">
            <MaskedTargetText text="rc.unused" gap="target" masked={instead} />
          </Notice>
        </div>
      )}
      <EmailField identifier form={form} name="account" autoComplete="username" />
    </FlowStep>
  );
}

function BackToSignIn(): ReactNode {
  const t = useT();
  return (
    <div className={css['back']}>
      <AuthFoot>
        <Link href="/login">{t('si.again')}</Link>
      </AuthFoot>
    </div>
  );
}

interface CodeStepProps {
  readonly contact: string;
  /** The ticket sets the password, after one of the methods where there are any. */
  readonly onProven: (ticket: string, methods: readonly AvailableMethod[]) => void;
  /** To another contact; with the one that the server requires instead. */
  readonly onBack: (instead?: string) => void;
}

/** The code, which is on its way as soon as the step opens. */
export function CodeStep({ contact, onProven, onBack }: CodeStepProps): ReactNode {
  const t = useT();
  const channel = contact.includes('@') ? 'email' : 'phone';

  function takeRefusal(error: RefusalError): boolean {
    if (isRefusal(error, 'deletionPending')) {
      navigate(withdrawalPath(error));
      return true;
    }
    const email = emailInstead(error);
    if (email === undefined) return goRecover(error);
    onBack(email);
    return true;
  }

  return (
    <CodePanel
      channel={channel}
      masked={contact}
      frame={{ title: t('title.recover') }}
      request={{
        codes: { scene: 'reset', send: () => (target, validate) => sendToVisitor('reset')(target, validate) },
        beginPasskey: () => Promise.reject(new Error('no passkey is asked for here')),
        Frame: FlowStep,
        onRefusal: takeRefusal,
        prove: async (given) => {
          if (!('code' in given)) return;
          const { ticket, enough, methods } = await beginRecovery(contact, given.code);
          const here = methods.filter(({ method }) => method !== 'passkey' || canUsePasskeys());
          if (enough || here.length > 0) onProven(ticket, here);
          else beginRecoveryOf(ticket);
        },
      }}
      onStuck={() => undefined}
      others={
        <>
          {channel === 'email' && <p>{t('ex.link48')}</p>}
          <p>
            <LinkButton onClick={() => onBack()}>{t('rc.another')}</LinkButton>
          </p>
        </>
      }
    />
  );
}

/**
 * The check of the contact that shall receive the code, as at sign-in: a visitor's must be registered, a signed-in
 * person's must be the account's own.
 */
function useKnownContact(): RemoteCheck {
  const isSignedIn = useIsSignedIn();
  const registered = { phone: useUniqueness(remoteRules.phoneKnown), email: useUniqueness(remoteRules.emailKnown) };
  const own = { phone: useUniqueness(remoteRules.phoneOwn), email: useUniqueness(remoteRules.emailOwn) };
  const { phone, email } = isSignedIn ? own : registered;
  const of = (value: string): RemoteCheck => (value.includes('@') ? email : phone);
  return {
    rule: phone.rule,
    known: (value) => of(value).known(value),
    ask: (value) => of(value).ask(value),
    drop: () => {
      phone.drop();
      email.drop();
    },
  };
}

function useIsSignedIn(): boolean {
  const [isSignedIn, setSignedIn] = useState(false);
  useEffect(() => {
    if (!hasPerson()) return undefined;
    const stop = new AbortController();
    call(accountEndpoints.metainfo, { signal: stop.signal }).then(
      () => setSignedIn(true),
      () => undefined,
    );
    return () => stop.abort();
  }, []);
  return isSignedIn;
}

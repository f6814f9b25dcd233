import { useState, type ReactNode, useLayoutEffect, useCallback } from 'react';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { useT, translate } from '#web/lib/texts/i18n.tsx';
import { FlowDialog, FlowStep } from '#web/ui/flow/flow.tsx';
import { useAccount, accountKey } from '#web/widgets/account/account.ts';
import { AccountPending } from '#web/widgets/account/account-pending.tsx';
import { VerifyIdentity } from '#web/widgets/identity-proof/verify-identity.tsx';
import { useLeaveWarning } from '#web/widgets/page/leave-warning.tsx';
import { FirstPasswordSteps } from '#web/widgets/password/first-password-steps.tsx';
import { contactCalls, type ContactKind } from './contact-kinds.ts';
import { notify } from '#web/lib/page/notify.ts';
import { CheckboxField } from '#web/ui/form/fields/checkbox-field.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { useIsChanged } from '#web/ui/form/use-field.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { deadlineKey, forgetDeadline } from '#web/widgets/codes/code-deadlines.ts';
import { CodeField } from '#web/widgets/codes/code-field.tsx';
import { EmailField } from '#web/widgets/contacts/email-field.tsx';
import { PhoneField } from '#web/widgets/contacts/phone-field.tsx';
import { MaskedTargetText } from '#web/widgets/contacts/masked-target-text.tsx';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { WhatEnds } from '#web/widgets/identity-proof/what-ends.tsx';
import { hasLiveProof } from '#web/widgets/identity-proof/proof-method.ts';
import { LostLabel } from './unbindable.tsx';
import { clean } from '#contract/rules/clean.ts';
import { emailCodeRules, smsCodeRules } from '#contract/rules/code.ts';
import { emailRules } from '#contract/rules/email.ts';
import { phoneRules } from '#contract/rules/phone.ts';
import { remoteRules } from '#contract/rules/remote.ts';
import type { FieldRules } from '#web/ui/form/field-checks.ts';
import type { RemoteCheck } from '#web/ui/form/remote-check.ts';
import { isOfMask } from '#web/widgets/contacts/of-mask.ts';
import { useUniqueness } from '#web/widgets/contacts/uniqueness.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { refusalText } from '#web/lib/api/refusals.ts';
import { momentText } from '#web/lib/texts/time-text.ts';
import { clock } from '#web/ui/marks/icons.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import css from './new-contact-step.module.css';

interface ContactFlowProps {
  readonly kind: ContactKind;
  readonly onDone: () => void;
  /** Reports whether leaving would lose something. */
  readonly onChanged: (changed: boolean) => void;
}

/** Changes or binds a phone or an email in a dialog over the Security page. Asks before Escape loses typed text. */
export function ContactDialog({
  kind,
  open,
  onClose,
}: {
  readonly kind: ContactKind;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const [changed, setChanged] = useState(false);
  const { leave, finish, dialog } = useLeaveWarning(open && changed);
  const end = (): void => finish(onClose);
  return (
    <>
      <FlowDialog open={open} onClose={end} onDismiss={() => leave(onClose)}>
        <ContactFlow kind={kind} onDone={end} onChanged={setChanged} />
      </FlowDialog>
      {dialog}
    </>
  );
}

/** The same as the body of a page, which asks before Back loses typed text. */
export function ContactPageFlow({ onDone, ...flow }: Omit<ContactFlowProps, 'onChanged'>): ReactNode {
  const [changed, setChanged] = useState(false);
  const { finish, dialog } = useLeaveWarning(changed);
  return (
    <>
      <ContactFlow {...flow} onDone={() => finish(onDone)} onChanged={setChanged} />
      {dialog}
    </>
  );
}

/** The steps of a change or a first binding (brief 4.6), for a dialog or a page. */
function ContactFlow(props: ContactFlowProps): ReactNode {
  const t = useT();
  const { data: account } = useAccount();
  if (account === undefined) return <AccountPending title={t(`title.${props.kind}`)} />;
  return <ContactSteps {...props} account={account} />;
}

type Step = 'password' | 'verify' | 'new';

/** The steps: a password if it is missing, the identity proof, the new contact. Always in this order (brief 4.6). */
function ContactSteps({ kind, account, ...ends }: ContactFlowProps & { readonly account: AccountView }): ReactNode {
  const t = useT();
  // Fixed at the start of the flow: its own steps change the account.
  const [isChange] = useState(() => contactCalls[kind].masked(account) !== '');
  const [step, setStep] = useState<Step>(account.passwordNeeded ? 'password' : 'verify');
  const { actions } = contactCalls[kind];
  const need = { action: isChange ? actions.change : actions.bind };
  if (step === 'password') {
    return (
      <FirstPasswordSteps key={step} title={t('title.setFirst')} submitLabel={t('btn.next')} next={need} onDone={() => setStep('verify')} />
    );
  }
  if (step === 'verify') return <VerifyIdentity key={step} {...need} onVerified={() => setStep('new')} />;
  const title = t(isChange ? `title.${kind}` : kind === 'phone' ? 'title.bindPhone' : 'title.bindEmail');
  return <NewContactStep key={step} kind={kind} title={title} account={account} {...ends} />;
}

interface NewContactStepProps {
  readonly kind: ContactKind;
  readonly title: string;
  readonly account: AccountView;
  readonly onDone: () => void;
  /** Reports whether leaving would lose something. */
  readonly onChanged: (changed: boolean) => void;
}

/** A first phone or email is not a new one. */
const labels = {
  phone: { bind: 'f.phone', change: 'f.newPhone' },
  email: { bind: 'f.email', change: 'f.newEmail' },
} as const;

const nothing: Values = { contact: '', code: '', lost: false };

interface Values {
  readonly contact: string;
  readonly code: string;
  /** The old one is no longer theirs. */
  readonly lost: boolean;
}

/**
 * The new phone or email and its code. If the identity proof has expired or is not strong enough, a dialog over the
 * step asks for another one, and the typed values stay.
 */
function NewContactStep({ kind, title, account, onDone, onChanged }: NewContactStepProps): ReactNode {
  const t = useT();
  const calls = contactCalls[kind];
  // The proof of the previous step may be newer than the last render.
  const { data: now = account } = useAccount();
  // Fixed when the step begins: its own end changes the account.
  const [{ current, hasLink }] = useState(() => ({ current: calls.masked(now), hasLink: kind === 'email' && hasLiveProof(now) }));
  const isChange = current !== '';
  const action = isChange ? calls.actions.change : calls.actions.bind;
  const { later, watch } = useRetryTime();
  const form: AppForm<Values> = useAppForm<Values>({
    defaults: nothing,
    rules: useNewContactRules(kind, current),
    onSubmit: async ({ contact, code, lost }) => {
      const changed = await watch(() => withProof({ action }, () => calls.update({ contact, code, lost })));
      if (changed === undefined) return;
      forgetDeadline(deadlineKey('bind', contact));
      accountCache.setQueryData<AccountView>(accountKey, changed);
      notify({ kind: 'success', text: translate(isChange ? `rs.ok.${kind}` : `ad.bound.${kind}`) });
      onDone();
    },
  });
  const isTyped = useIsChanged(form, nothing);
  // Before the next key: Escape may be it.
  useLayoutEffect(() => {
    onChanged(isTyped);
    return () => onChanged(false);
  }, [isTyped, onChanged]);
  const NewField = kind === 'phone' ? PhoneField : EmailField;
  return (
    <FlowStep
      title={title}
      lead={
        <>
          {isChange ? <MaskedTargetText text="ad.tellOld" gap="target" masked={current} /> : t('ad.bindLead')}
          <WhatEnds action={action} />
        </>
      }
      form={form}
      submitLabel={t(isChange ? 'btn.change' : 'btn.add')}
    >
      <RetryNotice later={later} />
      <NewField form={form} name="contact" label={t(labels[kind][isChange ? 'change' : 'bind'])} />
      <CodeField
        form={form}
        name="code"
        target="contact"
        scene="bind"
        send={(target, validate) => watch(() => calls.sendCode(target, validate))}
      />
      {isChange && now.twoStep.enabled && (
        <CheckboxField form={form} name="lost" label={<LostLabel masked={current} note={t('un.lostD')} />} />
      )}
      {hasLink && <p className={css['hint']}>{t('ad.mailLink')}</p>}
    </FlowStep>
  );
}

interface NewContactRules {
  readonly contact: FieldRules;
  readonly code: FieldRules;
}

/**
 * Rules for a new phone or email and its code (spec 5).
 * @param current the account's contact, masked, or ''
 */
function useNewContactRules(kind: ContactKind, current: string): NewContactRules {
  const free = useUniqueness(kind === 'phone' ? remoteRules.phoneFree : remoteRules.emailFree);
  return kind === 'phone'
    ? {
        contact: { rules: phoneRules, normalize: clean.phone, as: 'phone', remote: free },
        code: { rules: smsCodeRules, normalize: clean.code, as: 'smsCode' },
      }
    : {
        contact: { rules: emailRules, normalize: clean.email, as: 'email', remote: exceptCurrent(free, current) },
        code: { rules: emailCodeRules, normalize: clean.code, as: 'emailCode' },
      };
}

/**
 * The account's own contact also "exists", but that is not the right message. Here it is known only masked: for a value
 * that matches the mask, the call that sends the code decides and answers `is_not` for the own contact.
 */
function exceptCurrent(free: RemoteCheck, current: string): RemoteCheck {
  return { ...free, ask: (value) => (current !== '' && isOfMask(value, current) ? Promise.resolve(false) : free.ask(value)) };
}

/** A refusal that is valid until a given time. */
interface Later {
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** A temporary refusal (1011, 3004, 3009, 3012), and a wrapper that watches calls for one. */
interface RetryTime {
  readonly later: Later | undefined;
  /** Runs a call, forgets an earlier refusal, and rethrows the call's own. */
  readonly watch: <T>(run: () => Promise<T>) => Promise<T>;
}

/** Remembers the end of a temporary refusal, because its toast disappears after three seconds. */
function useRetryTime(): RetryTime {
  const [later, setLater] = useState<Later>();
  const watch = useCallback(async <T,>(run: () => Promise<T>): Promise<T> => {
    setLater(undefined);
    try {
      return await run();
    } catch (error) {
      setLater(laterOf(error));
      throw error;
    }
  }, []);
  return { later, watch };
}

/** Shows the time of the next possible attempt, in the person's time zone. */
function RetryNotice({ later }: Pick<RetryTime, 'later'>): ReactNode {
  const t = useT();
  if (later === undefined) return null;
  return (
    <div role="alert">
      <Notice tone="warning" icon={clock} title={later.text}>
        {t('ad.again', { time: momentText(later.until) })}
      </Notice>
    </div>
  );
}

function laterOf(error: unknown): Later | undefined {
  if (!(error instanceof RefusalError)) return undefined;
  const { retryAfter, data } = error;
  const nextAt = typeof data['nextAt'] === 'string' ? Date.parse(data['nextAt']) : Number.NaN;
  const at = retryAfter === undefined ? nextAt : Date.now() + retryAfter * 1000;
  return Number.isFinite(at) ? { text: refusalText(error), until: at } : undefined;
}

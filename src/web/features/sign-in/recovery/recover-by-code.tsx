import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { clean } from '#contract/rules/clean.ts';
import { emailCodeRules, smsCodeRules } from '#contract/rules/code.ts';
import { emailRules } from '#contract/rules/email.ts';
import { confirmRules, newPasswordRules } from '#contract/rules/password.ts';
import { phoneRules } from '#contract/rules/phone.ts';
import { firstFailing } from '#contract/rules/rule.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { navigate } from '#web/lib/page/router.ts';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { goRecover } from '#web/widgets/mailed-links/go-recover.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { deadlineKey, forgetDeadline } from '#web/widgets/codes/code-deadlines.ts';
import { emailInstead } from '#web/widgets/contacts/email-instead.ts';
import { WaitNotice } from '#web/widgets/page/wait-notice.tsx';
import { withdrawalPath } from '#web/widgets/account/withdrawal-path.ts';
import { NewPasswordPair } from '#web/widgets/password/new-password-pair.tsx';
import { forgetRecoveryDraft, isContact, keepRecoveryDraft, readRecoveryDraft } from './recovery-draft.ts';
import { RecoveryStepper } from './recovery-stepper.tsx';
import type { Method, RecoveryProps, RecoveryValues } from './recovery-values.ts';
import { resetByCode } from './reset-password.ts';
import { useKnownContact } from './known-contact.ts';
import { useRecoverySteps } from './use-recovery-steps.ts';
import { VerifyStep } from './verify-step.tsx';

const nobodyKnown = { phone: '', email: '' };

/**
 * Recovery by code. The server checks the code together with the new password: a refusal of the code leads back to the
 * first step, and all typed values stay. The right code then finishes at once.
 */
export function RecoverByCode({ readIdentifier, onDone }: RecoveryProps): ReactNode {
  const { step, goOn, goBack, restart } = useRecoverySteps();
  const [verified, setVerified] = useState<'now' | 'before'>();
  const [waitUntil, setWaitUntil] = useState<number>();
  const [instead, setInstead] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const known = useKnownContact();

  const form: AppForm<RecoveryValues> = useAppForm<RecoveryValues>({
    defaults: { method: 'phone', phone: '', email: '', code: '', newPassword: '', confirm: '' },
    rules: {
      phone: { rules: phoneRules, normalize: clean.phone, remote: known.phone },
      email: { rules: emailRules, normalize: clean.email, remote: known.email },
      get code() {
        return form.value('method') === 'phone'
          ? { rules: smsCodeRules, normalize: clean.code, as: 'smsCode' }
          : { rules: emailCodeRules, normalize: clean.code, as: 'emailCode' };
      },
      newPassword: { rules: newPasswordRules },
      confirm: { rules: confirmRules },
    },
    onSubmit: async (values) => {
      if (shown === 'password' || (isRefused && isGoodPair(values))) await reset(values);
      else setVerified('now');
    },
  });

  async function reset(values: RecoveryValues): Promise<void> {
    setWaitUntil(undefined);
    try {
      await resetByCode(values);
    } catch (error) {
      if (isRefusal(error, 'deletionPending')) {
        navigate(withdrawalPath(error));
        return;
      }
      if (goRecover(error)) return;
      const email = error instanceof RefusalError ? emailInstead(error) : undefined;
      if (email !== undefined) {
        setInstead(email);
        setRefused(true);
        form.set('method', 'email');
        await goBack();
        return;
      }
      if (error instanceof RefusalError && error.retryAfter !== undefined) setWaitUntil(Date.now() + error.retryAfter * 1000);
      if (isOfFirstStep(error)) {
        setRefused(true);
        await goBack();
      } else if (shown === 'verify') setVerified('now'); // The failure is shown where the new password is.
      throw error;
    }
    forgetCode(values[values.method]);
    await onDone(values[values.method]);
  }

  const { kept, forget } = useRecoveryDraft(form, readIdentifier);
  const shown = verified === undefined ? 'verify' : step;
  useEffect(() => {
    if (step !== shown) restart();
  }, [step, shown, restart]);
  // Only after the form is no longer inert, so that the next step can take the focus.
  useLeaving(verified === 'now' && !form.pending, () => {
    setVerified('before');
    setRefused(false);
    goOn();
  });

  return (
    <>
      <RecoveryStepper step={shown} />
      {shown === 'verify' ? (
        <VerifyStep key="verify" form={form} known={kept} onForget={forget} waitUntil={waitUntil} instead={instead} isLast={isRefused} />
      ) : (
        <NewPasswordStep key="password" form={form} waitUntil={waitUntil} onBack={() => void goBack()} />
      )}
    </>
  );
}

function useLeaving(isLeaving: boolean, leave: () => void): void {
  const go = useEffectEvent(leave);
  useEffect(() => {
    if (isLeaving) go();
  }, [isLeaving]);
}

/** The code is used. */
function forgetCode(contact: string): void {
  forgetDeadline(deadlineKey('reset', contact));
  forgetRecoveryDraft();
}

interface NewPasswordStepProps {
  readonly form: AppForm<RecoveryValues>;
  readonly waitUntil: number | undefined;
  readonly onBack: () => void;
}

/** Step 2. */
function NewPasswordStep({ form, waitUntil, onBack }: NewPasswordStepProps): ReactNode {
  const t = useT();
  return (
    <FlowStep
      title={t('rc.h')}
      lead={t('rc.newByCode')}
      form={form}
      submitLabel={t('btn.confirm')}
      onCancel={onBack}
      cancelLabel={t('btn.prev')}
    >
      {waitUntil !== undefined && <WaitNotice until={waitUntil} />}
      <NewPasswordPair form={form} name="newPassword" label={t('f.newPw')} username={form.value(form.value('method'))} />
    </FlowStep>
  );
}

/** A pair that the form accepts: after a wrong code nothing else is missing. */
function isGoodPair({ newPassword, confirm }: RecoveryValues): boolean {
  return confirm === newPassword && firstFailing(newPasswordRules, newPassword) === undefined;
}

/** Refusals of the phone, the email or the code. */
const refusalsOfFirstStep: readonly RefusalError['refusal'][] = [
  'smsCodeWrong',
  'emailCodeWrong',
  'smsCodeNotObtained',
  'emailCodeNotObtained',
  'phoneNotExists',
  'emailNotExists',
];

function isOfFirstStep(error: unknown): boolean {
  if (!(error instanceof RefusalError)) return false;
  return refusalsOfFirstStep.includes(error.refusal) || ['phone', 'email', 'code'].some((field) => field in error.fields);
}

/**
 * Restores the kept draft or the identifier typed at sign-in, then keeps every change. Only effects use storage,
 * because the server renders the page.
 */
function useRecoveryDraft(form: AppForm<RecoveryValues>, readIdentifier: () => string) {
  const [kept, setKept] = useState(nobodyKnown);
  const [forgotten, setForgotten] = useState<{ readonly channel: Method }>();
  const from = useRef<string>(undefined);
  const method = useFieldValue(form, 'method');
  const phone = useFieldValue(form, 'phone');
  const email = useFieldValue(form, 'email');

  useEffect(() => {
    if (from.current !== undefined) keepRecoveryDraft({ method, phone, email }, from.current);
  }, [method, phone, email]);

  // A code belongs to its recipient.
  const target = useRef('');
  const follow = useEffectEvent((next: Method) => {
    if (target.current !== '' && target.current !== next) {
      form.set('code', '');
      form.renew('code');
      form.renew(next);
    }
    target.current = next;
  });
  useEffect(() => follow(method), [method]);

  const restore = useEffectEvent(() => {
    const identifier = readIdentifier();
    const draft = readRecoveryDraft(identifier);
    from.current = identifier;
    form.set('method', draft.method);
    form.set('phone', draft.phone);
    form.set('email', draft.email);
    setKept({ phone: knownOne('phone', draft.phone), email: knownOne('email', draft.email) });
  });
  useEffect(() => restore(), []);

  function forget(channel: Method): void {
    setKept((now) => ({ ...now, [channel]: '' }));
    form.set(channel, '');
    form.set('code', '');
    setForgotten({ channel });
  }
  // The field was rendered only just now.
  const goTo = useEffectEvent((channel: Method) => form.focus(channel));
  useEffect(() => {
    if (forgotten !== undefined) goTo(forgotten.channel);
  }, [forgotten]);
  return { kept, forget };
}

function knownOne(method: Method, value: string): string {
  return isContact(method, value) ? value : '';
}

import { useState, type ReactNode } from 'react';
import { maskWrittenEmail, maskPhone } from '#contract/masks.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import type { AppForm } from '#web/ui/form/form.tsx';
import { RadioField } from '#web/ui/form/fields/radio-field.tsx';
import { useField } from '#web/ui/form/use-field.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CodeField } from '#web/widgets/codes/code-field.tsx';
import type { SendCode } from '#web/widgets/codes/code-request.ts';
import { EmailField } from '#web/widgets/contacts/email-field.tsx';
import { PhoneField } from '#web/widgets/contacts/phone-field.tsx';
import { sendToVisitor } from '#web/widgets/codes/send-code.ts';
import { MaskedTargetText } from '#web/widgets/contacts/masked-target-text.tsx';
import { SupportLine } from '#web/widgets/identity-proof/support-line.tsx';
import { WaitNotice } from '#web/widgets/page/wait-notice.tsx';
import type { RecoveryDraft } from './recovery-draft.ts';
import css from './recovery.module.css';
import type { Method, RecoveryValues } from './recovery-values.ts';

interface VerifyStepProps {
  readonly form: AppForm<RecoveryValues>;
  /** Contacts known when the page was opened: shown masked instead of in a field. */
  readonly known: Pick<RecoveryDraft, Method>;
  readonly onForget: (method: Method) => void;
  /** Earliest time of the next attempt, set by the server. */
  readonly waitUntil: number | undefined;
  /** The masked email that the server requires instead of the phone. */
  readonly instead: string | undefined;
  /** The new password is there already: the right code finishes. */
  readonly isLast: boolean;
}

/**
 * Step 1: the recipient of the code, and the code. Whether the recipient is registered is told as at sign-in, by /check
 * with its limits; the calls that send and reset tell nothing.
 */
export function VerifyStep({ form, known, onForget, waitUntil, instead, isLast }: VerifyStepProps): ReactNode {
  const t = useT();
  const { value: method } = useField<RecoveryValues, string>(form, 'method');
  const channel = method === 'email' ? 'email' : 'phone';
  const contact = useField<RecoveryValues, string>(form, channel);
  const code = useField<RecoveryValues, string>(form, 'code');
  const [limitedUntil, setLimitedUntil] = useState<number>();
  const until = Math.max(waitUntil ?? 0, limitedUntil ?? 0);
  // A failure is shown at the field, so the contact is then not masked.
  const isKnown = known[channel] !== '' && contact.error === undefined;
  const send: SendCode = async (target, validate) => {
    setLimitedUntil(undefined);
    try {
      return await sendToVisitor('reset')(target, validate);
    } catch (error) {
      if (error instanceof RefusalError && error.retryAfter !== undefined) setLimitedUntil(Date.now() + error.retryAfter * 1000);
      throw error;
    }
  };
  return (
    <FlowStep title={t('rc.h')} lead={t('rc.sub')} form={form} footer={<Help />} {...(isLast ? { submitLabel: t('btn.confirm') } : {})}>
      {until > 0 && <WaitNotice until={until} />}
      {instead !== undefined && channel === 'email' && (
        <div role="alert">
          <Notice tone="warning">
            <MaskedTargetText text="rc.unused" gap="target" masked={instead} />
          </Notice>
        </div>
      )}
      {code.error !== undefined && form.value('newPassword') !== '' && <Notice>{t('rc.kept')}</Notice>}
      <RadioField
        form={form}
        name="method"
        label={t('rc.method')}
        options={[
          { value: 'phone', label: <PhoneChoice phone={known.phone} /> },
          { value: 'email', label: <EmailChoice email={known.email} /> },
        ]}
        aside={
          isKnown && <LinkButton onClick={() => onForget(channel)}>{t(channel === 'phone' ? 'rc.otherPhone' : 'rc.otherEmail')}</LinkButton>
        }
      />
      {!isKnown && (channel === 'phone' ? <PhoneField form={form} name="phone" /> : <EmailField form={form} name="email" />)}
      <div className={css['stack']}>
        <CodeField key={channel} form={form} name="code" target={channel} scene="reset" send={send} />
        {channel === 'email' && <p className={css['note']}>{t('ex.link48')}</p>}
      </div>
    </FlowStep>
  );
}

function PhoneChoice({ phone }: { readonly phone: string }): ReactNode {
  const t = useT();
  return phone === '' ? t('rc.sms') : <MaskedTargetText text="vf.byPhone" gap="phone" masked={maskPhone(phone)} />;
}

function EmailChoice({ email }: { readonly email: string }): ReactNode {
  const t = useT();
  return email === '' ? t('rc.mail') : <MaskedTargetText text="vf.byEmail" gap="email" masked={maskWrittenEmail(email)} />;
}

function Help(): ReactNode {
  return (
    <div className={css['help']}>
      <SupportLine />
    </div>
  );
}

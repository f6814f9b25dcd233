import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { codeRules, normaliseCode } from '#contract/rules/code.ts';
import { useT } from '#web/lib/i18n.tsx';
import { RefusalError } from '#web/lib/refusal-error.ts';
import { FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CodeButton } from '#web/widgets/codes/code-button.tsx';
import { deadlineKey, forgetDeadline } from '#web/widgets/codes/code-deadlines.ts';
import { useCodeRequest } from '#web/widgets/codes/code-request.ts';
import { CodeSlots } from '#web/widgets/codes/code-slots.tsx';
import { useSmsCode } from '#web/widgets/codes/web-otp.ts';
import { MaskedTargetText, shownTarget } from './masked-target-text.tsx';
import { sendToOwner } from './send-to-owner.ts';
import { SupportLine } from './support-line.tsx';
import css from './identity-proof.module.css';

/** After so many wrong codes another method is offered (brief 4.5). */
const triesBeforeOffer = 3;

export interface OwnCode {
  readonly channel: 'phone' | 'email';
  /** Masked by the server. */
  readonly masked: string;
}

interface CodePanelProps extends OwnCode {
  /** Spends the code. Its refusal of a wrong one empties the slots. */
  readonly onCode: (code: string) => Promise<void>;
  readonly onCancel?: (() => void) | undefined;
  /** To the other methods, where there are any. */
  readonly onOther?: (() => void) | undefined;
}

/** A code that goes to the account's own phone or email, as the only matter of a step. It is asked for at once. */
export function CodePanel({ channel, masked, onCode, onCancel, onOther }: CodePanelProps): ReactNode {
  const t = useT();
  const [wrong, setWrong] = useState(0);
  const form: AppForm<{ readonly code: string }> = useAppForm({
    defaults: { code: '' },
    rules: { code: { rules: codeRules, normalise: normaliseCode } },
    onSubmit: async ({ code }) => {
      try {
        await onCode(code);
        forgetDeadline(deadlineKey('verify', shownTarget(masked)));
      } catch (error) {
        if (!isWrongCode(error)) throw error;
        setWrong((count) => count + 1);
        form.set('code', '');
        form.fail('code', 'code');
      }
    },
  });
  const request = useOwnCode({ form, channel, masked });
  const other = onOther === undefined ? undefined : <LinkButton onClick={onOther}>{t('vf.other')}</LinkButton>;
  return (
    <FlowStep
      title={t('vf.h')}
      lead={<MaskedTargetText text="vf.enter" values={{ digits: limits.codeDigits }} gap="target" masked={masked} strong />}
      form={form}
      onCancel={onCancel}
    >
      <div className={css['stack']}>
        {wrong >= triesBeforeOffer && (
          <div role="alert">
            <Notice tone="warning">
              {t('vf.wrongOften', { n: triesBeforeOffer })} {other ?? <SupportLine />}
            </Notice>
          </div>
        )}
        <CodeSlots
          form={form}
          name="code"
          onComplete={form.submit}
          tip={<CodeButton request={request} />}
          aside={wrong >= triesBeforeOffer ? undefined : other}
        />
      </div>
    </FlowStep>
  );
}

/** Asks for the code at once, unless one is on its way: a reload of the page keeps the countdown. */
function useOwnCode({ form, channel, masked }: OwnCode & { readonly form: AppForm<{ readonly code: string }> }) {
  const awaitSms = useSmsCode((code) => {
    form.set('code', code);
    form.submit();
  });
  const request = useCodeRequest({
    scene: 'verify',
    target: shownTarget(masked),
    send: sendToOwner(channel),
    onSent: () => {
      form.clear('code');
      form.focus('code');
      if (channel === 'phone') awaitSms();
    },
    onRefusal: (error) => {
      if (!form.setRefusal(error)) form.fail('code', 'error', 'phone');
    },
  });
  const begin = useEffectEvent(() => {
    if (request.state === 'ready') request.ask();
  });
  useEffect(() => begin(), []);
  return request;
}

function isWrongCode(error: unknown): boolean {
  return error instanceof RefusalError && (error.refusal === 'smsCodeWrong' || error.refusal === 'emailCodeWrong');
}

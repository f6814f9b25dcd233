import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { clean } from '#contract/rules/clean.ts';
import { limits } from '#contract/limits.ts';
import { codeRules } from '#contract/rules/code.ts';
import { shownMask } from '#contract/masks.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { CodeButton } from '#web/widgets/codes/code-button.tsx';
import { deadlineKey, forgetDeadline } from '#web/widgets/codes/code-deadlines.ts';
import { useCodeRequest, type CodeRequest } from '#web/widgets/codes/code-request.ts';
import { CodeSlots } from '#web/widgets/codes/code-slots.tsx';
import { useSmsCode } from '#web/widgets/codes/web-otp.ts';
import { MaskedTargetText } from './masked-target-text.tsx';
import type { PanelProps } from './proof-request.ts';
import { SupportLine } from './support-line.tsx';

/** Number of wrong codes after which the panel offers another method (brief 4.5). */
const triesBeforeOffer = 3;

interface CodePanelProps extends PanelProps {
  readonly channel: 'phone' | 'email';
}

/** A step with only a code, which is sent to the account's own phone or email as soon as the step opens. */
export function CodePanel({ channel, masked, request, onCancel, onOther }: CodePanelProps): ReactNode {
  const t = useT();
  const { codes, manner } = request;
  const [wrong, setWrong] = useState(0);
  const form: AppForm<{ readonly code: string }> = useAppForm({
    defaults: { code: '' },
    rules: { code: { rules: codeRules, normalize: clean.code } },
    onSubmit: async ({ code }) => {
      try {
        await request.prove({ method: channel, code });
        forgetDeadline(deadlineKey(codes.scene, shownMask(masked)));
        if (manner.isDeliberate) form.set('code', '');
      } catch (error) {
        if (!isRefusal(error, 'smsCodeWrong', 'emailCodeWrong')) throw error;
        setWrong((count) => count + 1);
        form.set('code', '');
        form.fail('code', 'code');
      }
    },
    onRefusal: request.onRefusal,
  });
  const code = useFieldValue(form, 'code');
  const sending = useOwnCode({ form, channel, masked, request });
  const other = onOther === undefined ? undefined : <LinkButton onClick={onOther}>{t('vf.other')}</LinkButton>;
  const isOffered = wrong >= triesBeforeOffer && !manner.isDeliberate;
  const lead = manner.leads.code ?? 'vf.enter';
  return (
    <manner.Step
      title={t('vf.h')}
      lead={<MaskedTargetText text={lead} values={{ digits: limits.codeDigits }} gap="target" masked={masked} strong />}
      form={form}
      isComplete={code.length >= limits.codeDigits}
      onCancel={onCancel}
    >
      <Stack>
        {isOffered && (
          <div role="alert">
            <Notice tone="warning">
              {t('vf.wrongOften', { n: triesBeforeOffer })} {other ?? <SupportLine />}
            </Notice>
          </div>
        )}
        <CodeSlots
          form={form}
          name="code"
          onComplete={manner.isDeliberate ? undefined : form.submit}
          tip={<CodeButton request={sending} />}
          aside={isOffered ? undefined : other}
        />
      </Stack>
    </manner.Step>
  );
}

interface OwnCode extends Pick<CodePanelProps, 'channel' | 'masked' | 'request'> {
  readonly form: AppForm<{ readonly code: string }>;
}

/** Requests the code at once, unless a countdown is running: it survives a reload of the page. */
function useOwnCode({ form, channel, masked, request: { codes, manner } }: OwnCode): CodeRequest {
  const awaitSms = useSmsCode((code) => {
    form.set('code', code);
    if (!manner.isDeliberate) form.submit();
  });
  const sending = useCodeRequest({
    scene: codes.scene,
    target: shownMask(masked),
    send: codes.send(channel),
    withoutCaptcha: codes.withoutCaptcha === true,
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
    if (sending.state === 'ready') sending.ask();
  });
  useEffect(() => begin(), []);
  return sending;
}

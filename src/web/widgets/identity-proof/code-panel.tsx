import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { clean } from '#contract/rules/clean.ts';
import { codeRules } from '#contract/rules/code.ts';
import { shownMask } from '#contract/masks.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { deadlineKey, forgetDeadline } from '#web/widgets/codes/code-deadlines.ts';
import { useCodeRequest, type CodeRequest } from '#web/widgets/codes/code-request.ts';
import { CodeSlots } from '#web/widgets/codes/code-slots.tsx';
import { useSmsCode } from '#web/widgets/codes/web-otp.ts';
import type { PanelProps } from './proof-request.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { MaskedTargetText } from '#web/widgets/contacts/masked-target-text.tsx';

/** Number of wrong codes after which the other ways are listed. */
const triesBeforeOffer = 3;

interface CodePanelProps extends PanelProps {
  readonly channel: 'phone' | 'email';
}

/** A code that is sent to the account's own phone or email as soon as the panel opens; its last digit sends it back. */
export function CodePanel({ channel, masked, frame, request, others, onStuck }: CodePanelProps): ReactNode {
  const { codes } = request;
  const wrong = useRef(0);
  const form: AppForm<{ readonly code: string }> = useAppForm({
    defaults: { code: '' },
    rules: { code: { rules: codeRules, normalize: clean.code } },
    onSubmit: async ({ code }) => {
      try {
        await request.prove({ method: channel, code });
        forgetDeadline(deadlineKey(codes.scene, shownMask(masked)));
      } catch (error) {
        if (!isRefusal(error, 'smsCodeWrong', 'emailCodeWrong')) throw error;
        wrong.current += 1;
        form.fail('code', 'code');
        if (wrong.current >= triesBeforeOffer) onStuck();
      }
    },
    onRefusal: request.onRefusal,
  });
  const sending = useOwnCode({ form, channel, masked, codes });
  return (
    <request.Frame {...frame} form={form} sendsItself>
      <Stack>
        <CodeSlots form={form} name="code" tip={<SentLine request={sending} masked={masked} />} />
        {others}
      </Stack>
    </request.Frame>
  );
}

interface OwnCode extends Pick<CodePanelProps, 'channel' | 'masked'>, Pick<PanelProps['request'], 'codes'> {
  readonly form: AppForm<{ readonly code: string }>;
}

/** Requests the code at once, unless a countdown is running: it survives a reload of the page. */
function useOwnCode({ form, channel, masked, codes }: OwnCode): CodeRequest {
  const awaitSms = useSmsCode((code) => {
    form.set('code', code);
    form.submit();
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

/** The line below a code that is sent automatically: where it went, and when the next one can be sent. */
function SentLine({ request, masked }: { readonly request: CodeRequest; readonly masked: string }): ReactNode {
  const t = useT();
  const { state, secondsLeft, requested, ask } = request;
  if (state === 'captcha') return t('captcha.verifying');
  if (state === 'sending') return t('f.sending');
  if (state === 'waiting') return <MaskedTargetText text="f.sentWait" gap="target" masked={masked} values={{ n: secondsLeft }} />;
  if (!requested) return <LinkButton onClick={ask}>{t('f.getCode')}</LinkButton>;
  return (
    <>
      <MaskedTargetText text="f.sent" gap="target" masked={masked} />
      {' · '}
      <LinkButton onClick={ask}>{t('f.resend')}</LinkButton>
    </>
  );
}

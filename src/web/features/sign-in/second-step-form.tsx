import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { codeRules, normalizeCode } from '#contract/rules/code.ts';
import { shownMask } from '#contract/masks.ts';
import { useT } from '#web/lib/i18n.tsx';
import { navigate } from '#web/lib/router.ts';
import { RefusalError } from '#web/lib/refusal-error.ts';
import { FlowPage, FlowStep } from '#web/ui/flow/flow.tsx';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { CodeButton } from '#web/widgets/codes/code-button.tsx';
import { deadlineKey, forgetDeadline, keepDeadline } from '#web/widgets/codes/code-deadlines.ts';
import { useCodeRequest } from '#web/widgets/codes/code-request.ts';
import { CodeSlots } from '#web/widgets/codes/code-slots.tsx';
import { MaskedTargetText } from '#web/widgets/identity-proof/masked-target-text.tsx';
import { SupportLine } from '#web/widgets/identity-proof/support-line.tsx';
import { WaitNotice } from '#web/widgets/page/wait-notice.tsx';
import { withdrawalPath } from '#web/widgets/account/withdrawal-path.ts';
import { keepIdentifier } from './kept-identifier.ts';
import css from './second-step-form.module.css';
import { finishSignIn, sendSecondCode, type SecondStep } from './second-step.ts';
import type { PageQuery } from './sign-in.ts';

interface SecondStepFormProps {
  readonly second: SecondStep;
  readonly query: PageQuery;
  readonly onBack: () => void;
  /** The first step must be repeated. */
  readonly onOver: () => void;
}

/** The second step of a sign-in (contract 5): the code that the server sent to the account's email. */
export function SecondStepForm({ second, query, onBack, onOver }: SecondStepFormProps): ReactNode {
  const t = useT();
  const [waitUntil, setWaitUntil] = useState<number>();
  const { masked } = second;
  const form: AppForm<{ readonly code: string }> = useAppForm({
    defaults: { code: '' },
    rules: { code: { rules: codeRules, normalize: normalizeCode } },
    onSubmit: async ({ code }) => {
      setWaitUntil(undefined);
      try {
        const next = await finishSignIn(second, code, query);
        forgetDeadline(keyOf(second));
        keepIdentifier('');
        navigate(next, { replace: true });
      } catch (error) {
        if (!(error instanceof RefusalError) || !takeRefusal(error)) throw error;
      }
    },
  });

  /** The refusals with texts of this step. */
  function takeRefusal(error: RefusalError): boolean {
    if (error.refusal === 'emailCodeWrong') {
      form.set('code', '');
      form.fail('code', 'code');
      return true;
    }
    if (error.refusal === 'tokenError') {
      onOver();
      return true;
    }
    if (error.refusal === 'deletionPending') {
      navigate(withdrawalPath(error));
      return true;
    }
    if (error.retryAfter === undefined) return false;
    setWaitUntil(Date.now() + error.retryAfter * 1000);
    return true;
  }

  const request = useCodeRequest({
    scene: 'login',
    withoutCaptcha: true,
    target: shownMask(masked),
    send: () => sendSecondCode(second),
    onSent: () => {
      form.clear('code');
      form.focus('code');
    },
    onRefusal: (error) => {
      if (error instanceof RefusalError && takeRefusal(error)) return;
      if (!form.setRefusal(error)) form.fail('code', 'error', 'phone');
    },
  });
  const arrive = useEffectEvent(() => {
    keepDeadline(keyOf(second), second.resendAt);
    form.focus('code');
  });
  useEffect(() => arrive(), []);

  return (
    <FlowPage inCard onLeave={onBack}>
      <FlowStep
        title={t('vf.h')}
        lead={<MaskedTargetText text="si.second" values={{ digits: limits.codeDigits }} gap="target" masked={masked} strong />}
        form={form}
        submitLabel={t('si.btn')}
        onCancel={onBack}
        cancelLabel={t('btn.prev')}
        footer={
          <div className={css['help']}>
            <SupportLine />
          </div>
        }
      >
        {waitUntil !== undefined && <WaitNotice until={waitUntil} />}
        <CodeSlots form={form} name="code" onComplete={form.submit} tip={<CodeButton request={request} />} />
      </FlowStep>
    </FlowPage>
  );
}

function keyOf({ masked }: SecondStep): string {
  return deadlineKey('login', shownMask(masked));
}

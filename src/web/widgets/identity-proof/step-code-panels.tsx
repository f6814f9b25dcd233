import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { clean } from '#contract/rules/clean.ts';
import { limits } from '#contract/limits.ts';
import { codeRules } from '#contract/rules/code.ts';
import { required } from '#contract/rules/rule.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { useFieldValue } from '#web/ui/form/use-field.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { CodeSlots } from '#web/widgets/codes/code-slots.tsx';
import type { PanelProps } from './proof-request.ts';

type CodeForm = AppForm<{ readonly code: string }>;

/** A code of the authenticator app as the proof; the last digit sends it. */
export function AppCodePanel({ request, onCancel, onOther }: PanelProps): ReactNode {
  const t = useT();
  const { manner } = request;
  const form = useStepForm(request, 'totp');
  const code = useFieldValue(form, 'code');
  return (
    <manner.Step
      title={t('vf.h')}
      lead={t(manner.leads.code ?? 'ts.checkApp')}
      form={form}
      isComplete={code.length >= limits.codeDigits}
      onCancel={onCancel}
    >
      <CodeSlots
        form={form}
        name="code"
        onComplete={manner.isDeliberate ? undefined : form.submit}
        aside={onOther && <LinkButton onClick={onOther}>{t('vf.other')}</LinkButton>}
      />
    </manner.Step>
  );
}

/** A recovery code as the proof. It works once. */
export function RecoveryCodePanel({ request, onCancel, onOther }: PanelProps): ReactNode {
  const t = useT();
  const { manner } = request;
  const form = useStepForm(request, 'recovery');
  return (
    <manner.Step title={t('vf.h')} lead={t('rc.enter')} form={form} isComplete onCancel={onCancel}>
      <TextField
        form={form}
        name="code"
        label={t('rc.one')}
        input={{ autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, placeholder: 'XXXXX-XXXXX' }}
        aside={onOther && <LinkButton onClick={onOther}>{t('vf.other')}</LinkButton>}
      />
    </manner.Step>
  );
}

function useStepForm(request: PanelProps['request'], method: 'totp' | 'recovery'): CodeForm {
  const form: CodeForm = useAppForm({
    defaults: { code: '' },
    rules: { code: method === 'totp' ? { rules: codeRules, normalize: clean.code } : { rules: [required] } },
    onSubmit: async ({ code }) => {
      try {
        await request.prove({ method, code });
        if (request.manner.isDeliberate) form.set('code', '');
      } catch (error) {
        if (!isRefusal(error, 'stepCodeWrong')) throw error;
        form.set('code', '');
        form.fail('code', error.data['used'] === true ? 'used' : 'wrong', 'step');
      }
    },
    onRefusal: request.onRefusal,
  });
  const begin = useEffectEvent(() => form.focus('code'));
  useEffect(() => begin(), []);
  return form;
}

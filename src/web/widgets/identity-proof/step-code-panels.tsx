import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { clean } from '#contract/rules/clean.ts';
import { codeRules } from '#contract/rules/code.ts';
import { required } from '#contract/rules/rule.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { CodeSlots } from '#web/widgets/codes/code-slots.tsx';
import type { PanelProps } from './proof-request.ts';

type CodeForm = AppForm<{ readonly code: string }>;

/** A code of the authenticator app as the proof; the last digit sends it. */
export function AppCodePanel({ frame, request, others }: PanelProps): ReactNode {
  const t = useT();
  const form = useStepForm(request, 'totp');
  return (
    <request.Frame {...frame} form={form} sendsItself>
      <Stack>
        <CodeSlots form={form} name="code" onComplete={form.submit} tip={t('ts.checkApp')} />
        {others}
      </Stack>
    </request.Frame>
  );
}

/** A recovery code as the proof. It works once. */
export function RecoveryCodePanel({ frame, request, others }: PanelProps): ReactNode {
  const t = useT();
  const form = useStepForm(request, 'recovery');
  return (
    <request.Frame {...frame} form={form}>
      <Stack>
        <TextField
          form={form}
          name="code"
          label={t('rc.one')}
          tip={t('rc.enter')}
          tipStays
          input={{ autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, placeholder: 'XXXXX-XXXXX' }}
        />
        {others}
      </Stack>
    </request.Frame>
  );
}

function useStepForm(request: PanelProps['request'], method: 'totp' | 'recovery'): CodeForm {
  const form: CodeForm = useAppForm({
    defaults: { code: '' },
    rules: { code: method === 'totp' ? { rules: codeRules, normalize: clean.code } : { rules: [required] } },
    onSubmit: async ({ code }) => {
      try {
        await request.prove({ method, code });
        form.set('code', '');
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

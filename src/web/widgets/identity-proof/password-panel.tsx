import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { passwordRules } from '#contract/rules/password.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { useAppForm, type AppForm } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/fields/password-field.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import type { PanelProps } from './proof-request.ts';

/** The current password as the proof. The fifth wrong one ends the session (4010). */
export function PasswordPanel({ frame, request, others }: PanelProps): ReactNode {
  const t = useT();
  const form: AppForm<{ readonly password: string }> = useAppForm({
    defaults: { password: '' },
    rules: { password: { rules: passwordRules } },
    onSubmit: async ({ password }) => {
      try {
        await request.prove({ method: 'password', password });
        form.set('password', '');
      } catch (error) {
        if (!isRefusal(error, 'passwordWrong')) throw error;
        form.set('password', '');
        form.fail('password', 'password');
      }
    },
    onRefusal: request.onRefusal,
  });
  const begin = useEffectEvent(() => form.focus('password'));
  useEffect(() => begin(), []);
  return (
    <request.Frame {...frame} form={form}>
      <Stack>
        <PasswordField
          form={form}
          name="password"
          label={t('f.password')}
          placeholder={t('f.password.ph')}
          autoComplete="current-password"
        />
        {others}
      </Stack>
    </request.Frame>
  );
}

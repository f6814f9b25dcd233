import type { ReactNode } from 'react';
import { clean } from '#contract/rules/clean.ts';
import { openidEndpoints } from '#contract/apps/openid/openid.ts';
import { userCodeRules } from '#contract/rules/user-code.ts';
import { call } from '#web/lib/api/api.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { AuthCard } from '#web/ui/layout/card.tsx';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';
import type { DeviceAsking } from './device-question.tsx';

interface CodeFormProps {
  readonly code: string;
  readonly onFound: (asking: DeviceAsking) => void;
}

/** Takes the code that the device shows, in any spelling. */
export function CodeForm({ code, onFound }: CodeFormProps): ReactNode {
  const t = useT();
  const form = useAppForm({
    defaults: { userCode: grouped(code) },
    rules: { userCode: { rules: userCodeRules, normalize: clean.userCode } },
    onSubmit: async ({ userCode }) => onFound(await call(openidEndpoints.findDeviceCode, { body: { userCode } })),
  });
  return (
    <AuthCard title={t('title.link')} lead={t('ln.sub')}>
      <FormShell form={form} submitLabel={t('btn.next')}>
        <TextField
          form={form}
          name="userCode"
          label={t('ln.code')}
          clean={grouped}
          input={{ autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, placeholder: t('ln.ph') }}
        />
      </FormShell>
    </AuthCard>
  );
}

/** ABCD-EFGH, from any typed or pasted text. */
function grouped(typed: string): string {
  const letters = clean.userCode(typed).slice(0, 8);
  return letters.length > 4 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : letters;
}

import { useState, type ReactNode } from 'react';
import { useLayout } from '#web/lib/page/layout.ts';
import { useQuery } from '#web/lib/page/router.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { check, x } from '#web/ui/marks/icons.ts';
import { Mark } from '#web/ui/layout/mark.tsx';
import { devicesPlace } from '#web/widgets/account/places.ts';
import { DeviceQuestion, type DeviceAsking } from './device-question.tsx';
import { clean } from '#contract/rules/clean.ts';
import { openidEndpoints } from '#contract/apps/openid/openid.ts';
import { userCodeRules } from '#contract/rules/user-code.ts';
import { call } from '#web/lib/api/api.ts';
import { FormShell, useAppForm } from '#web/ui/form/form.tsx';
import { TextField } from '#web/ui/form/fields/text-field.tsx';

/** /link: a device is signed in with the code that it shows (RFC 8628 section 3.3); `?code=` comes from its QR code. */
export function DeviceLink(): ReactNode {
  const code = useQuery().get('code') ?? '';
  return <Steps key={code} code={code} />;
}

/** Code, question, outcome. A code from the URL needs a press, so that no link leads into an approval unnoticed. */
function Steps({ code }: { readonly code: string }): ReactNode {
  const t = useT();
  const devicesHref = devicesPlace[useLayout()];
  const [asking, setAsking] = useState<DeviceAsking>();
  const [outcome, setOutcome] = useState<'allowed' | 'refused' | 'mismatch'>();
  if (outcome === 'mismatch') {
    return (
      <AuthCard title={t('qr.wrong')} lead={t('qr.wrongB')}>
        <ButtonLink variant="primary" size="lg" block href="/">
          {t('sys.backHome')}
        </ButtonLink>
      </AuthCard>
    );
  }
  if (outcome !== undefined) {
    const isAllowed = outcome === 'allowed';
    return (
      <AuthCard
        title={t(isAllowed ? 'ln.ok.h' : 'ln.no.h')}
        lead={t(isAllowed ? 'ln.ok.b' : 'ln.no.b')}
        mark={<Mark seed={31} size="m" tone={isAllowed ? 'success' : 'neutral'} icon={isAllowed ? check : x} />}
      >
        <ButtonLink variant="primary" size="lg" block href={isAllowed ? devicesHref : '/'}>
          {t(isAllowed ? 'ln.ok.btn' : 'sys.backHome')}
        </ButtonLink>
      </AuthCard>
    );
  }
  if (asking !== undefined) return <DeviceQuestion asking={asking} onOutcome={setOutcome} onOver={() => setAsking(undefined)} />;
  return <CodeForm code={code} onFound={setAsking} />;
}

interface CodeFormProps {
  readonly code: string;
  readonly onFound: (asking: DeviceAsking) => void;
}

/** Takes the code that the device shows, in any spelling. */
function CodeForm({ code, onFound }: CodeFormProps): ReactNode {
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

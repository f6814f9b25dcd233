import { useState, type ReactNode } from 'react';
import { useLayout } from '#web/lib/page/layout.ts';
import { useQuery } from '#web/lib/page/router.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/card.tsx';
import { check, x } from '#web/ui/marks/icons.ts';
import { Mark } from '#web/ui/layout/rings.tsx';
import { devicesPlace } from '#web/widgets/account/places.ts';
import { CodeForm } from './code-form.tsx';
import { DeviceQuestion, type DeviceAsking } from './device-question.tsx';

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

import { useState, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { AuthCard } from '#web/ui/layout/card.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { check, x } from '#web/ui/marks/icons.ts';
import { Mark } from '#web/ui/layout/rings.tsx';
import { CodeForm } from './code-form.tsx';
import { DeviceQuestion, type DeviceAsking } from './device-question.tsx';

interface DeviceLinkProps {
  /** The code in the URL; '' if the person types it. */
  readonly code: string;
  /** The page with the account's list of devices. */
  readonly devicesHref: string;
}

/** Code, question, outcome. A code from the URL needs a press, so that no link leads into an approval unnoticed. */
export function DeviceLink({ code, devicesHref }: DeviceLinkProps): ReactNode {
  const t = useT();
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
        mark={
          <Mark seed={31} size="m" tone={isAllowed ? 'success' : 'neutral'}>
            <Icon of={isAllowed ? check : x} size={28} />
          </Mark>
        }
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

import type { ReactNode } from 'react';
import { useT } from '#web/lib/i18n.tsx';
import { useQuery } from '#web/lib/router.ts';
import { AuthCard } from '#web/ui/card.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { check, triangleExclamationPoint } from '#web/ui/icons.ts';
import { Mark } from '#web/ui/rings.tsx';
import { HomeButton } from './parts/home-button.tsx';

/** /logout: signed out; with `reason=risk`, signed out by code 4010, and the page asks for a new password (spec 8). */
export function LogoutScreen(): ReactNode {
  const t = useT();
  if (useQuery().get('reason') === 'risk') {
    return (
      <AuthCard
        title={t('toast.4010')}
        mark={
          <Mark seed={17} size="m" tone="warning">
            <Icon of={triangleExclamationPoint} size={28} />
          </Mark>
        }
      >
        <HomeButton label={t('rc.h')} href="/edit-password" />
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title={t('title.signedOut')}
      mark={
        <Mark seed={17} size="m" tone="neutral">
          <Icon of={check} size={28} />
        </Mark>
      }
    >
      <HomeButton label={t('title.signIn')} href="/login" />
    </AuthCard>
  );
}

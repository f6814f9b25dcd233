import { useEffect, type ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { notify } from '#web/lib/page/notify.ts';
import { useQuery } from '#web/lib/page/router.ts';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';
import { check, triangleExclamationPoint } from '#web/ui/marks/icons.ts';
import { Mark } from '#web/ui/layout/mark.tsx';
import { HomeButton } from '../parts/home-button.tsx';

/** /logout: signed out; with `reason=risk`, signed out by code 4010. */
export function LogoutScreen(): ReactNode {
  const t = useT();
  if (useQuery().get('reason') === 'risk') return <Locked />;
  return (
    <AuthCard title={t('title.signedOut')} mark={<Mark seed={17} size="m" tone="neutral" icon={check} />}>
      <HomeButton label={t('title.signIn')} href="/login" />
    </AuthCard>
  );
}

/** The toast of code 4010 (spec 8), and the same text on the page, which asks for a new password. */
function Locked(): ReactNode {
  const t = useT();
  const text = t('toast.4010');
  // The document of the account was unloaded, and its toast with it.
  useEffect(() => notify({ kind: 'error', text }), [text]);
  return (
    <AuthCard title={t('title.locked')} lead={text} mark={<Mark seed={17} size="m" tone="warning" icon={triangleExclamationPoint} />}>
      <HomeButton label={t('title.recover')} href="/edit-password" />
    </AuthCard>
  );
}

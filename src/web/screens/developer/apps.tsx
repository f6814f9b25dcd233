import type { ReactNode } from 'react';
import { DeveloperHome } from '#web/features/apps/developer/home/developer-home.tsx';
import { RegisterLink } from '#web/features/apps/developer/registration/register-link.tsx';
import { SectionHead } from '#web/features/apps/developer/section-head.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';

/** /developer: all apps of the person, or the way into the Developer Center. */
export function DeveloperAppsScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <SectionHead title={t('dc.h')} lead={t('dc.sub')} action={<RegisterLink />} />
      <DeveloperHome />
    </>
  );
}

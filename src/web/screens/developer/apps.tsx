import type { ReactNode } from 'react';
import { DeveloperHome } from '#web/features/developer/developer-home.tsx';
import { RegisterLink } from '#web/features/developer/register-link.tsx';
import { SectionHead } from '#web/features/developer/section-head.tsx';
import { useT } from '#web/lib/i18n.tsx';

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

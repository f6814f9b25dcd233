import type { ReactNode } from 'react';
import { Guides } from '#web/features/apps/developer/guides/guides.tsx';
import { SectionHead } from '#web/features/apps/developer/section-head.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';

/** /developer/guides: quickstarts. */
export function DeveloperGuidesScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <SectionHead lead={t('dc.g.sub')} />
      <Guides />
    </>
  );
}

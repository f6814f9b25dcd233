import type { ReactNode } from 'react';
import { ScopeGuide } from '#web/features/apps/developer/guides/scope-guide.tsx';
import { SectionHead } from '#web/features/apps/developer/section-head.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';

/** /developer/scopes: what an app may ask for. */
export function DeveloperScopesScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <SectionHead lead={t('dc.sc.sub')} />
      <ScopeGuide />
    </>
  );
}

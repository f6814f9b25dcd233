import type { ReactNode } from 'react';
import { AppPage } from '#web/features/apps/developer/app-page.tsx';
import { Testers } from '#web/features/apps/developer/testers/testers.tsx';
import { SectionHead } from '#web/features/apps/developer/section-head.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';

/** /developer/apps/:id/testers: who may sign in during the test. */
export function DeveloperTestersScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <SectionHead lead={t('dc.tu.lead')} />
      <AppPage>{(app) => <Testers key={app.clientID} app={app} />}</AppPage>
    </>
  );
}

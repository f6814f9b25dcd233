import type { ReactNode } from 'react';
import { AppPage } from '#web/features/developer/app-page.tsx';
import { Testers } from '#web/features/developer/testers.tsx';
import { SectionHead } from '#web/features/developer/section-head.tsx';
import { useT } from '#web/lib/i18n.tsx';

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

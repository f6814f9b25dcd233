import type { ReactNode } from 'react';
import { AppPage } from '#web/features/apps/developer/app-page.tsx';
import { Logs } from '#web/features/apps/developer/logs/logs.tsx';
import { SectionHead } from '#web/features/apps/developer/section-head.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';

/** /developer/apps/:id/logs: failed requests. */
export function DeveloperLogsScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <SectionHead lead={t('dc.log.b')} />
      <AppPage>{(app) => <Logs key={app.clientID} id={app.clientID} />}</AppPage>
    </>
  );
}

import type { ReactNode } from 'react';
import { AppPage } from '#web/features/apps/developer/app-page.tsx';
import { SectionHead } from '#web/features/apps/developer/section-head.tsx';
import { Streams } from '#web/features/apps/developer/streams/streams.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';

/** /developer/apps/:id/signals: where the app is notified of security events. */
export function DeveloperSignalsScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <SectionHead lead={t('dc.sg.lead')} />
      <AppPage>{(app) => <Streams key={app.clientID} app={app} />}</AppPage>
    </>
  );
}

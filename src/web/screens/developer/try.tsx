import type { ReactNode } from 'react';
import { AppPage } from '#web/features/developer/app-page.tsx';
import { TryIt } from '#web/features/developer/try-it.tsx';
import { SectionHead } from '#web/features/developer/section-head.tsx';
import { useT } from '#web/lib/i18n.tsx';

/** /developer/apps/:id/try: a trial sign-in. */
export function DeveloperTryScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <SectionHead lead={t('dc.try.b')} />
      <AppPage>{(app) => <TryIt key={app.clientID} app={app} />}</AppPage>
    </>
  );
}

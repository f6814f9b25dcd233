import type { ReactNode } from 'react';
import { AppPage } from '#web/features/developer/app-page.tsx';
import { Settings } from '#web/features/developer/settings.tsx';
import { SectionHead } from '#web/features/developer/section-head.tsx';
import { useT } from '#web/lib/i18n.tsx';

/** /developer/apps/:id/settings: all settings of an app. */
export function DeveloperSettingsScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <SectionHead lead={t('dc.f.settingsLead')} />
      <AppPage>{(app) => <Settings key={app.clientID} app={app} />}</AppPage>
    </>
  );
}

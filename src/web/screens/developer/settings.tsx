import type { ReactNode } from 'react';
import { AppPage } from '#web/features/apps/developer/app-page.tsx';
import { Settings } from '#web/features/apps/developer/settings/settings.tsx';
import { SectionHead } from '#web/features/apps/developer/section-head.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';

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

import type { ReactNode } from 'react';
import { AppPage } from '#web/features/apps/developer/app-page.tsx';
import { AppSecrets } from '#web/features/apps/developer/app-secrets/app-secrets.tsx';
import { SectionHead } from '#web/features/apps/developer/section-head.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';

/** /developer/apps/:id/keys: secrets and public keys. */
export function DeveloperAppSecretsScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <SectionHead lead={t('dc.k.two')} />
      <AppPage>{(app) => <AppSecrets key={app.clientID} app={app} />}</AppPage>
    </>
  );
}

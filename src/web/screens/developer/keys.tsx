import type { ReactNode } from 'react';
import { AppPage } from '#web/features/apps/developer/app-page.tsx';
import { Keys } from '#web/features/apps/developer/keys/keys.tsx';
import { SectionHead } from '#web/features/apps/developer/section-head.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';

/** /developer/apps/:id/keys: secrets and public keys. */
export function DeveloperKeysScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <SectionHead lead={t('dc.k.two')} />
      <AppPage>{(app) => <Keys key={app.clientID} app={app} />}</AppPage>
    </>
  );
}

import type { ReactNode } from 'react';
import { AppPage } from '#web/features/developer/app-page.tsx';
import { Keys } from '#web/features/developer/keys.tsx';
import { SectionHead } from '#web/features/developer/section-head.tsx';
import { useT } from '#web/lib/i18n.tsx';

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

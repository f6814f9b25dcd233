import type { ReactNode } from 'react';
import { AppList } from '#web/features/apps/apps/app-list.tsx';
import { Invitations } from '#web/features/apps/apps/invitations.tsx';
import { Programs } from '#web/features/apps/apps/programs.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { PageHead } from '../parts/page-head.tsx';

/** /pc-application and /mobile-application: Application authorization. */
export function AppsScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <PageHead>{t('ap.sub')}</PageHead>
      <Invitations />
      <AppList />
      <Programs />
    </>
  );
}

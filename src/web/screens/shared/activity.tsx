import type { ReactNode } from 'react';
import { ActivityList } from '#web/features/activity/activity-list.tsx';
import { useT } from '#web/lib/i18n.tsx';
import { PageHead } from './parts/page-head.tsx';

/** /pc-activity and /mobile-activity: Security activity. */
export function ActivityScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <PageHead>{t('ac.sub')}</PageHead>
      <ActivityList />
    </>
  );
}

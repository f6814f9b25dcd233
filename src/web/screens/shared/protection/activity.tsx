import type { ReactNode } from 'react';
import { ActivityList } from '#web/features/protection/activity/activity-list.tsx';
import { useT } from '#web/lib/texts/i18n.tsx';
import { PageHead } from '../parts/page-head.tsx';

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

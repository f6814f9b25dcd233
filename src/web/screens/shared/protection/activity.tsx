import type { ReactNode } from 'react';
import { ActivityList } from '#web/features/protection/activity/activity-list.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-activity and /mobile-activity: Security activity. */
export function ActivityScreen(): ReactNode {
  return (
    <Stack>
      <PageHead />
      <ActivityList />
    </Stack>
  );
}

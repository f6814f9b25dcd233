import type { ReactNode } from 'react';
import { AppDetail } from '#web/features/apps/apps/app-detail.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-application/:id and /mobile-application/:id: one of the apps. */
export function AppScreen(): ReactNode {
  return (
    <Stack>
      <PageHead />
      <AppDetail />
    </Stack>
  );
}

import type { ReactNode } from 'react';
import { RequestList } from '#web/features/rights/requests/request-list.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-data-requests and /mobile-data-requests: Questions and requests. */
export function DataRequestsScreen(): ReactNode {
  return (
    <Stack>
      <PageHead />
      <RequestList />
    </Stack>
  );
}

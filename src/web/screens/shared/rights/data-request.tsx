import type { ReactNode } from 'react';
import { RequestPanel } from '#web/features/rights/requests/request-thread.tsx';
import { useParams } from '#web/lib/page/router.ts';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** One request of /pc-data-requests and /mobile-data-requests. */
export function DataRequestScreen(): ReactNode {
  const { id = '' } = useParams();
  return (
    <Stack>
      <PageHead />
      <RequestPanel id={id} />
    </Stack>
  );
}

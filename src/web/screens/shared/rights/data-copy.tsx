import { CopyCard } from '#web/features/rights/exports/copy-card.tsx';
import { CopyList } from '#web/features/rights/exports/copy-list.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-data-copy and /mobile-data-copy: the copies of the last 90 days. */
export function DataCopyScreen() {
  return (
    <Stack>
      <PageHead />
      <CopyCard isListed />
      <CopyList />
    </Stack>
  );
}

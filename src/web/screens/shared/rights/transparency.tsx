import type { ReactNode } from 'react';
import { TransparencyPanel } from '#web/features/rights/transparency/transparency-panel.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-transparency and /mobile-transparency: Messages and access. */
export function TransparencyScreen(): ReactNode {
  return (
    <Stack>
      <PageHead />
      <TransparencyPanel />
    </Stack>
  );
}

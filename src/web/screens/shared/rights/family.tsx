import type { ReactNode } from 'react';
import { FamilyPanel } from '#web/features/rights/family/family-panel.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-family and /mobile-family: a child's guardians, or a guardian's children. */
export function FamilyScreen(): ReactNode {
  return (
    <Stack>
      <PageHead />
      <FamilyPanel />
    </Stack>
  );
}

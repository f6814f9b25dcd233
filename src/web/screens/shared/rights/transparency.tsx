import { CheckMessage } from '#web/features/rights/transparency/check-message.tsx';
import { TransparencyPanel } from '#web/features/rights/transparency/transparency-panel.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-transparency and /mobile-transparency: Messages and staff access. */
export function TransparencyScreen() {
  return (
    <Stack>
      <PageHead aside={<CheckMessage />} />
      <TransparencyPanel />
    </Stack>
  );
}

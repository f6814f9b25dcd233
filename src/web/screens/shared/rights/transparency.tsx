import { useState } from 'react';
import { NewRequestDialog } from '#web/features/rights/requests/new-request.tsx';
import { CheckMessage } from '#web/features/rights/transparency/check-message.tsx';
import { TransparencyPanel } from '#web/features/rights/transparency/transparency-panel.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-transparency and /mobile-transparency: Messages and staff access. */
export function TransparencyScreen() {
  const [about, setAbout] = useState({ act: '', open: false });
  return (
    <Stack>
      <PageHead aside={<CheckMessage />} />
      <TransparencyPanel onAsk={(act) => setAbout({ act, open: true })} />
      <NewRequestDialog key={about.act} {...about} onClose={() => setAbout({ ...about, open: false })} />
    </Stack>
  );
}

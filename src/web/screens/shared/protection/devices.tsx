import type { ReactNode } from 'react';
import { DeviceList } from '#web/features/protection/devices/device-list.tsx';
import { SettingsLinkCard } from '#web/features/apps/settings/settings-link.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /device and /mobile-device-info: Device Information. */
export function DevicesScreen(): ReactNode {
  return (
    <Stack>
      <PageHead />
      <DeviceList />
      <SettingsLinkCard />
    </Stack>
  );
}

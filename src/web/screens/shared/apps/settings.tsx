import type { ReactNode } from 'react';
import { SettingsList } from '#web/features/apps/settings/settings-list.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /pc-settings-sync and /mobile-settings-sync: Settings sync. */
export function SettingsScreen(): ReactNode {
  return (
    <Stack>
      <PageHead />
      <SettingsList />
    </Stack>
  );
}

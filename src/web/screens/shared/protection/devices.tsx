import { usePrograms } from '#web/features/apps/apps/programs.ts';
import { SettingsRow } from '#web/features/apps/settings/settings-row.tsx';
import { DeviceList } from '#web/features/protection/devices/device-list.tsx';
import { useLanguage } from '#web/lib/texts/i18n.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { PageHead } from '#web/widgets/page/page-head.tsx';

/** /device and /mobile-device-info: Device Information. */
export function DevicesScreen() {
  const language = useLanguage();
  const { data: programs = [] } = usePrograms();
  const appsOn = (id: string) =>
    programs.filter(({ devices }) => devices.some((device) => device.id === id)).map(({ name }) => name[language]);
  return (
    <Stack>
      <PageHead />
      <DeviceList appsOn={appsOn}>
        <SettingsRow />
      </DeviceList>
    </Stack>
  );
}

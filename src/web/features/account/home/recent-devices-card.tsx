import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { atStart, lastSeenText } from '#web/lib/texts/time-text.ts';
import { Badge, Tile } from '#web/ui/layout/badge.tsx';
import { Row } from '#web/ui/layout/rows.tsx';
import { devicesPlace } from '#web/widgets/account/places.ts';
import { deviceIcon, deviceName } from '#web/widgets/device/device-words.ts';
import { useDevices } from '#web/widgets/device/devices.ts';
import { PlaceCard } from './place-card.tsx';

/** This browser and the devices that were used last. */
export function RecentDevicesCard(): ReactNode {
  const t = useT();
  const devices = useDevices();
  return (
    <PlaceCard place={devicesPlace} list={devices} all="home.allDevices">
      {(device) => (
        <Row
          key={device.id}
          lead={<Tile icon={deviceIcon(device)} />}
          title={deviceName(device, t)}
          note={device.current ? t('dv.active') : atStart(lastSeenText(device.lastSeenAt))}
          action={device.current && <Badge>{t('dv.this')}</Badge>}
        />
      )}
    </PlaceCard>
  );
}

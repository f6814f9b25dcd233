import type { ReactNode } from 'react';
import { failureOf } from '#web/lib/api/failure.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { lastSeenText } from '#web/lib/texts/time-text.ts';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { Row, Rows, Tile } from '#web/ui/layout/rows.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { deviceIcon, deviceName } from '#web/widgets/device/device-words.ts';
import { useDevices } from '#web/widgets/device/devices.ts';
import { shownOnHome } from './shown-on-home.ts';

/** This browser and the most recently used devices (brief 3.2). */
export function RecentDevicesCard(): ReactNode {
  const t = useT();
  const devices = useDevices();
  const failure = failureOf(devices);
  return (
    <Card
      title={t('home.devices')}
      busy={devices.data === undefined && failure === undefined}
      aside={
        <Link variant="more" href="/device" label={`${t('btn.view')}: ${t('home.devices')}`}>
          {t('btn.view')}
        </Link>
      }
    >
      {failure !== undefined ? (
        <ErrorCard {...failure} />
      ) : devices.data === undefined ? (
        <Skeleton />
      ) : (
        <Rows>
          {devices.data.slice(0, shownOnHome).map((device) => (
            <Row
              key={device.id}
              lead={<Tile icon={deviceIcon(device)} />}
              title={deviceName(device, t)}
              note={device.current ? t('dv.active') : t('dv.last', { time: lastSeenText(device.lastSeenAt) })}
              action={device.current && <Badge tone="success">{t('dv.this')}</Badge>}
            />
          ))}
        </Rows>
      )}
    </Card>
  );
}

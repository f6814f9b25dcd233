import { useState, type ReactNode } from 'react';
import { failureOf } from '#web/lib/api/failure.ts';
import { useT, type Translate } from '#web/lib/texts/i18n.tsx';
import { useLayout } from '#web/lib/page/layout.ts';
import { Badge } from '#web/ui/layout/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Empty } from '#web/ui/feedback/empty.tsx';
import { ErrorCard } from '#web/ui/feedback/error-card.tsx';
import { monitorSmartphone } from '#web/ui/marks/icons.ts';
import { Link } from '#web/ui/controls/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Rows } from '#web/ui/layout/rows.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { deviceName } from '#web/widgets/device/device-words.ts';
import { useDevices, type Device } from '#web/widgets/device/devices.ts';
import { DeviceRow } from './device-row.tsx';
import { RemovalDialog, type Removal } from './removal-dialog.tsx';

const passwordPages = { desktop: '/pc-way/password', mobile: '/mobile-modify-info/password' } as const;

/** The account's sign-ins: this browser, and others with a button to end each (brief 3.4). */
export function DeviceList(): ReactNode {
  const t = useT();
  const layout = useLayout();
  const devices = useDevices();
  const failure = failureOf(devices);
  const current = devices.data?.find((device) => device.current);
  const namesakes = namesakesIn(devices.data ?? [], t);
  return (
    <Stack>
      {failure !== undefined ? (
        <Card>
          <ErrorCard {...failure} />
        </Card>
      ) : devices.data === undefined ? (
        <Card busy>
          <Skeleton />
        </Card>
      ) : (
        <>
          {current !== undefined && (
            <Card title={t('dv.this')}>
              <Rows>
                <DeviceRow device={current} hasNamesake={namesakes.has(current)} action={<Badge tone="success">{t('dv.active')}</Badge>} />
              </Rows>
            </Card>
          )}
          <OtherDevices devices={devices.data.filter((device) => !device.current)} namesakes={namesakes} />
        </>
      )}
      <Notice
        title={t('dv.unknown')}
        action={
          <Link variant="more" href={passwordPages[layout]}>
            {t('title.password')}
          </Link>
        }
      >
        {t('dv.unknownB')}
      </Notice>
    </Stack>
  );
}

/** Devices that share their name with another, such as two sign-ins of one browser. */
function namesakesIn(devices: readonly Device[], t: Translate): ReadonlySet<Device> {
  const groups = Map.groupBy(devices, (device) => deviceName(device, t));
  return new Set([...groups.values()].filter((group) => group.length > 1).flat());
}

interface OtherDevicesProps {
  readonly devices: readonly Device[];
  readonly namesakes: ReadonlySet<Device>;
}

function OtherDevices({ devices, namesakes }: OtherDevicesProps): ReactNode {
  const t = useT();
  const [removal, setRemoval] = useState<Removal>();
  const [open, setOpen] = useState(false);

  function ask(next: Removal): void {
    setRemoval(next);
    setOpen(true);
  }

  return (
    <Card
      title={t('dv.other')}
      aside={
        devices.length > 1 && (
          <Button variant="text" size="sm" onClick={() => ask('others')}>
            {t('dv.others')}
          </Button>
        )
      }
    >
      {devices.length === 0 ? (
        <Empty icon={monitorSmartphone} title={t('dv.empty.h')}>
          {t('dv.empty.b')}
        </Empty>
      ) : (
        <Rows>
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              hasNamesake={namesakes.has(device)}
              onRemove={(removed) => ask({ device, ...removed })}
            />
          ))}
        </Rows>
      )}
      {removal !== undefined && <RemovalDialog removal={removal} open={open} onClose={() => setOpen(false)} />}
    </Card>
  );
}

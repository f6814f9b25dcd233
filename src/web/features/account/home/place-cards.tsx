import type { ReactNode } from 'react';
import type { Loading } from '#web/lib/api/failure.ts';
import { useT, type MessageKey } from '#web/lib/texts/i18n.tsx';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Rows, Row } from '#web/ui/layout/rows.tsx';
import { type Place, appsPlace, devicesPlace } from '#web/widgets/account/places.ts';
import { atStart, lastSeenText } from '#web/lib/texts/time-text.ts';
import { AppIcon } from '#web/widgets/oauth-client/app-icon.tsx';
import { useApps } from '#web/widgets/oauth-client/apps.ts';
import { Badge, Tile } from '#web/ui/layout/badge.tsx';
import { deviceIcon, deviceName } from '#web/widgets/device/device-words.ts';
import { useDevices } from '#web/widgets/device/devices.ts';
import css from './place-cards.module.css';

/** The rows of a card on the home. */
const shown = 3;

interface PlaceCardProps<Item> {
  readonly place: Place;
  readonly list: Loading & { readonly data: readonly Item[] | undefined };
  /** The link to all, with their number `{n}`. */
  readonly all: MessageKey;
  /** Stands for the rows of an empty list. */
  readonly empty?: MessageKey;
  /** One row. */
  readonly children: (item: Item) => ReactNode;
}

/** The first items of a place, and the link to all of them. */
function PlaceCard<Item>({ place, list, all, empty, children }: PlaceCardProps<Item>): ReactNode {
  const t = useT();
  const name = t(place.label);
  const n = list.data?.length ?? 0;
  return (
    <Card
      title={name}
      busy={list.isPending}
      aside={
        n > 0 && (
          <Link href={place.desktop} label={`${t(all, { n })}: ${name}`}>
            {t(all, { n })}
          </Link>
        )
      }
    >
      {list.data === undefined ? (
        <Pending of={list} />
      ) : n === 0 && empty !== undefined ? (
        <p className={css['empty']}>{t(empty)}</p>
      ) : (
        <Rows>{list.data.slice(0, shown).map(children)}</Rows>
      )}
    </Card>
  );
}

/** The apps that were used last. */
export function AppsCard(): ReactNode {
  const t = useT();
  const apps = useApps();
  return (
    <PlaceCard place={appsPlace} list={apps} all="home.allApps" empty="ap.empty">
      {({ clientID, icon, name, lastUsedAt }) => (
        <Row
          key={clientID}
          lead={<AppIcon src={icon} size="s" />}
          title={name}
          note={atStart(t('ap.used', { time: lastSeenText(lastUsedAt) }))}
        />
      )}
    </PlaceCard>
  );
}

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

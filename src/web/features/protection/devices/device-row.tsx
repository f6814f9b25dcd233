import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { lastSeenText, momentText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Row, Tile } from '#web/ui/layout/rows.tsx';
import { deviceFacts, deviceIcon, deviceName } from '#web/widgets/device/device-words.ts';
import type { Device } from '#web/widgets/device/devices.ts';
import css from './device-row.module.css';

interface DeviceRowProps {
  readonly device: Device;
  /** Another one has the same name: the time of the sign-in distinguishes them. */
  readonly hasNamesake: boolean;
  /** At the end of a row that cannot be removed. */
  readonly action?: ReactNode;
  readonly onRemove?: (removed: { readonly name: string; readonly row: Element | null }) => void;
}

/** A browser or device with its name and known facts. */
export function DeviceRow({ device, hasNamesake, action, onRemove }: DeviceRowProps): ReactNode {
  const t = useT();
  const name = deviceName(device, t);
  const since = hasNamesake ? t('dv.since', { time: momentText(device.firstSeenAt) }) : '';
  const last = device.current ? '' : t('dv.last', { time: lastSeenText(device.lastSeenAt) });
  const lines = [
    ...deviceFacts(device, t).map((text) => ({ text, isApart: false })),
    ...[since, last].filter((text) => text !== '').map((text) => ({ text, isApart: true })),
  ];
  const fullName = hasNamesake ? t('dv.namesake', { device: name, since }) : name;
  return (
    <Row
      lead={<Tile icon={deviceIcon(device)} tone={device.current ? 'accent' : 'neutral'} />}
      title={name}
      note={lines.map(({ text, isApart }) => (
        <span key={text} className={isApart ? css['apart'] : css['fact']}>
          {text}
        </span>
      ))}
      action={
        onRemove === undefined ? (
          action
        ) : (
          <Button
            size="sm"
            label={t('dv.removeOne', { device: fullName })}
            onClick={(event) => onRemove({ name: fullName, row: event.currentTarget.closest('li') })}
          >
            {t('dv.remove')}
          </Button>
        )
      }
    />
  );
}

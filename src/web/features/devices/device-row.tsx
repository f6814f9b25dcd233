import type { ReactNode } from 'react';
import { useLanguage, useT } from '#web/lib/i18n.tsx';
import { lastSeenText } from '#web/lib/time-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Row, Tile } from '#web/ui/rows.tsx';
import { deviceFacts, deviceIcon, deviceName } from '#web/widgets/device/device-words.ts';
import type { Device } from '#web/widgets/device/devices.ts';
import css from './device-row.module.css';

interface DeviceRowProps {
  readonly device: Device;
  /** At the end of a row that cannot be removed. */
  readonly action?: ReactNode;
  readonly onRemove?: (row: Element | null) => void;
}

/** A browser or device with its name and known facts. */
export function DeviceRow({ device, action, onRemove }: DeviceRowProps): ReactNode {
  const t = useT();
  const language = useLanguage();
  const name = deviceName(device, t);
  const facts = deviceFacts(device, { t, language }).map((text) => ({ text, isApart: false }));
  const lines = device.current ? facts : [...facts, { text: t('dv.last', { time: lastSeenText(device.lastSeenAt) }), isApart: true }];
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
          <Button size="sm" label={t('dv.removeOne', { device: name })} onClick={(event) => onRemove(event.currentTarget.closest('li'))}>
            {t('dv.remove')}
          </Button>
        )
      }
    />
  );
}

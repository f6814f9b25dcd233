import { useRef, type ReactNode } from 'react';
import { devicesEndpoints } from '#contract/protection/devices/devices.ts';
import { useAct } from '#web/lib/api/use-act.ts';
import { call } from '#web/lib/api/api.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { listText } from '#web/lib/texts/intl.ts';
import { atStart, lastSeenText } from '#web/lib/texts/time-text.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { DialogContent, DialogShell } from '#web/ui/feedback/dialog.tsx';
import { deviceName, networkName, placeText, systemOf } from '#web/widgets/device/device-words.ts';
import type { Device } from '#web/widgets/device/devices.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { Facts } from '#web/widgets/page/facts.tsx';

interface DeviceSheetProps {
  readonly device: Device;
  readonly apps: readonly string[];
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onEnded: () => void;
}

/** Facts of a device, and its end, which acts at once. */
export function DeviceSheet({ device, apps, open, onClose, onEnded }: DeviceSheetProps): ReactNode {
  const t = useT();
  const [busy, act] = useAct();
  // A second press of the key that opened the sheet ends nothing.
  const heading = useRef<HTMLHeadingElement>(null);

  const end = (): Promise<void> =>
    act(async () => {
      if (await endDevice(device)) onEnded();
    });

  return (
    <DialogShell open={open} onClose={onClose} busy={busy} initialFocus={heading}>
      <DialogContent
        heading={heading}
        title={deviceName(device, t)}
        actions={
          !device.current && (
            <Button red busy={busy} onClick={() => void end()}>
              {t('dv.end')}
            </Button>
          )
        }
      >
        <Facts
          of={[
            [t('dv.system'), systemOf(device)],
            [t('dv.place'), placeText(device, t) || networkName(device, t)],
            [t('dv.first'), atStart(lastSeenText(device.firstSeenAt))],
            [t('dv.last'), device.current ? t('dv.active') : atStart(lastSeenText(device.lastSeenAt))],
            [t('dv.apps'), listText(apps, 'values')],
          ]}
        />
        {!device.current && (
          <p>
            {t('dv.unknown')}{' '}
            <Link variant="inline" href="/freeze">
              {t('wy.btn')}
            </Link>
          </p>
        )}
      </DialogContent>
    </DialogShell>
  );
}

/** A device that is already gone counts as ended. False if the person canceled the identity proof. */
async function endDevice({ id }: Device): Promise<boolean> {
  try {
    return (await withProof({ action: 'endOthers' }, () => call(devicesEndpoints.unbindDevice, { body: { id } }))) !== undefined;
  } catch (error) {
    if (!isRefusal(error, 'notFound')) throw error;
  }
  return true;
}

import { useState, type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { devicesEndpoints } from '#contract/protection/devices/devices.ts';
import { call } from '#web/lib/api/api.ts';
import { useQuery } from '#web/lib/page/router.ts';
import { translate, useT } from '#web/lib/texts/i18n.tsx';
import { atStart, lastSeenText } from '#web/lib/texts/time-text.ts';
import { Pending } from '#web/ui/feedback/pending.tsx';
import { announce } from '#web/ui/feedback/announce.tsx';
import { isFocusLost } from '#web/ui/feedback/lost-focus.ts';
import { Badge, Tile } from '#web/ui/layout/badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Rows } from '#web/ui/layout/rows.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { logOut } from '#web/ui/marks/icons.ts';
import { accountCache } from '#web/widgets/account/account-cache.ts';
import { deviceIcon, deviceName, placeText, networkName, systemOf } from '#web/widgets/device/device-words.ts';
import { devicesKey, useDevices, type Device } from '#web/widgets/device/devices.ts';
import { withProof } from '#web/widgets/identity-proof/proof.ts';
import { Question } from '#web/widgets/page/question.tsx';
import { useAct } from '#web/lib/api/use-act.ts';
import { isRefusal } from '#web/lib/api/refusal-error.ts';
import { listText } from '#web/lib/texts/intl.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Link } from '#web/ui/controls/link.tsx';
import { DialogContent, DialogShell, type Opened } from '#web/ui/feedback/dialog.tsx';
import { Facts } from '#web/widgets/page/facts.tsx';

interface DeviceListProps {
  /** Names of the apps on a device. */
  readonly appsOn: (deviceId: string) => readonly string[];
  /** Rows of other features, above the end of all other sign-ins. */
  readonly children: ReactNode;
}

/** Everything that is signed in, this browser first. A row, and `?device=` with its id, opens a device; one that has ended stays for this visit as a gray line. */
export function DeviceList({ appsOn, children }: DeviceListProps): ReactNode {
  const t = useT();
  const devices = useDevices();
  const [ended, setEnded] = useState<readonly Device[]>([]);
  const named = useQuery().get('device');
  const [chosen, setChosen] = useState<Device>();
  const [open, setOpen] = useState(named !== null);
  const opened = chosen ?? devices.data?.find(({ id }) => id === named);
  const [asks, setAsks] = useState(false);
  const all = inOrder([...(devices.data ?? []), ...ended]);

  function end(gone: readonly Device[]): void {
    // Synchronously, so that the dialog returns the focus before the row is replaced.
    flushSync(() => {
      setOpen(false);
      setAsks(false);
    });
    flushSync(() => setEnded([...ended, ...gone]));
    accountCache.setQueryData<readonly Device[]>(devicesKey, (known) => known?.filter(({ id }) => gone.every((each) => each.id !== id)));
    if (isFocusLost()) document.querySelector<HTMLElement>('h1')?.focus();
    announce(translate('dv.ended'));
  }

  async function endOthers(): Promise<void> {
    const done = await withProof({ action: 'endOthers' }, () => call(devicesEndpoints.unbindOthers, { body: {} }));
    if (done !== undefined) end((devices.data ?? []).filter(({ current }) => !current));
  }

  return (
    <Stack>
      <Card busy={devices.isPending}>
        {devices.data === undefined ? (
          <Pending of={devices} />
        ) : (
          <Rows>
            {all.map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                {...(ended.includes(device)
                  ? {}
                  : {
                      onOpen: () => {
                        setChosen(device);
                        setOpen(true);
                      },
                    })}
              />
            ))}
          </Rows>
        )}
      </Card>
      <Card>
        <Rows>
          {children}
          <Row icon={logOut} isDanger acts title={t('dv.others')} onClick={() => setAsks(true)} />
        </Rows>
      </Card>
      {opened !== undefined && (
        <DeviceSheet device={opened} apps={appsOn(opened.id)} open={open} onClose={() => setOpen(false)} onEnded={() => end([opened])} />
      )}
      <Question
        open={asks}
        onClose={() => setAsks(false)}
        title={t('dv.others.h')}
        lead={t('dv.others.b')}
        verb={t('dv.end')}
        act={endOthers}
      />
    </Stack>
  );
}

/** As the server orders them; each once. */
function inOrder(devices: readonly Device[]): readonly Device[] {
  const byId = new Map(devices.map((device) => [device.id, device]));
  return [...byId.values()].toSorted(
    (one, other) => Number(other.current) - Number(one.current) || Date.parse(other.lastSeenAt) - Date.parse(one.lastSeenAt),
  );
}

interface DeviceRowProps {
  readonly device: Device;
  /** Absent for one that has ended. */
  readonly onOpen?: () => void;
}

function DeviceRow({ device, onOpen }: DeviceRowProps): ReactNode {
  const t = useT();
  const lead = <Tile icon={deviceIcon(device)} />;
  const title = deviceName(device, t);
  if (onOpen === undefined) return <Row lead={lead} title={title} note={t('dv.ended')} muted />;
  const facts = [device.current ? '' : atStart(lastSeenText(device.lastSeenAt)), placeText(device, t)].filter((fact) => fact !== '');
  return (
    <Row
      lead={lead}
      title={title}
      {...(facts.length > 0 && { note: facts.join(' · ') })}
      action={device.current && <Badge>{t('dv.this')}</Badge>}
      onClick={onOpen}
    />
  );
}

interface DeviceSheetProps extends Opened {
  readonly device: Device;
  readonly apps: readonly string[];
  readonly onEnded: () => void;
}

/** Facts of a device, and its end, which acts at once. */
function DeviceSheet({ device, apps, open, onClose, onEnded }: DeviceSheetProps): ReactNode {
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

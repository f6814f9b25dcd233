import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Apps } from '#server/core/apps/openid/apps.ts';
import type { Store } from '#server/core/store.ts';
import { endDevice } from '#server/core/protection/devices/devices.guarded.ts';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import type { Origin } from '#server/core/protection/audit/audit.ts';
import { contactsOf, type Cause } from '#server/core/protection/notices/notices.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { DeviceInfo } from './device-info.ts';

/** The notice shows the registered name of the app, because a stranger controls the device's own text. */
export async function tellOfDevice(
  { journal: { notices } }: { readonly journal: Journal },
  { session, origin }: { readonly session: Session; readonly origin: Origin & Cause },
  { name }: OpenidClient,
): Promise<void> {
  const { account } = session;
  for (const to of contactsOf(account)) {
    await notices.sendChange({
      account,
      event: 'deviceAdded',
      to,
      values: { name: name[account.language] },
      from: origin.clientIp,
      by: origin,
    });
  }
}

/** Adds a device to the list of the account, instead of one with the same hardware. In the caller's transaction. */
export async function keepDevice(
  { store: { db, clock, keyring }, apps: { devices, records } }: { readonly store: Store; readonly apps: Apps },
  { accountId, account }: Session,
  {
    deviceId,
    client,
    info,
    sessionId,
  }: {
    readonly deviceId: string;
    readonly client: OpenidClient;
    readonly info: DeviceInfo;
    /** The browser session on the same computer. */
    readonly sessionId?: string;
  },
): Promise<void> {
  const { hardwareId, number: _number, choices: _choices, ...shown } = info;
  const at = clock.now();
  const { credentialEpoch } = account;
  const [hardware = '', ...earlier] = hardwareId === '' ? [] : keyring.macs('device-hardware', accountId, hardwareId);
  const same = { accountId, credentialEpoch, clientId: client.id, hardware: [hardware, ...earlier] };
  const replaced = hardware === '' ? [] : await devices.withHardware(same);
  for (const id of replaced) {
    await endDevice(db, { id, accountId, at });
    await records.removeOfDevice(id);
  }
  await devices.insert({ id: deviceId, accountId, credentialEpoch, clientId: client.id, ...shown, hardware, sessionId, at });
}

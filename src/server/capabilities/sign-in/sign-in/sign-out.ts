import type { Origin } from '#server/core/protection/audit/audit.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Access } from '#server/core/sign-in/access/access.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { UsedApps } from '#server/core/protection/devices/used-apps.ts';
import { endDevice } from '#server/core/protection/devices/devices.guarded.ts';
import type { Store } from '#server/core/store.ts';

export interface SignOutDeps {
  readonly store: Store;
  readonly access: Access;
  readonly journal: Journal;
  readonly apps: Pick<UsedApps, 'devices' | 'records'>;
}

/**
 * Ends this session: after the answer, its cookie is worthless on every instance. With `devices` also the desktops that it
 * signed in on the computer of this browser.
 */
export async function signOut(
  { store: { db, clock }, access: { sessions }, journal: { audit }, apps: { devices, records } }: SignOutDeps,
  { session, origin }: { readonly session: Session; readonly origin: Origin },
  { devices: alsoDevices = false }: { readonly devices?: boolean } = {},
): Promise<void> {
  const { sessionId, accountId, account } = session;
  await db.tx(async () => {
    const own = alsoDevices ? await devices.ofSession({ accountId, credentialEpoch: account.credentialEpoch, sessionId }) : [];
    for (const { id } of own) {
      if (!(await endDevice(db, { id, accountId, at: clock.now() }))) continue;
      await records.removeOfDevice(id);
      await audit.record({ event: 'device.unbound', accountId, sessionId, origin });
    }
    if (await sessions.end(sessionId)) await audit.record({ event: 'sign-out', accountId, sessionId, origin });
  });
}

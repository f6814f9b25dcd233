import type { Language } from '#contract/vocabulary/regions.ts';
import type { Audit, Origin } from '#server/core/audit/audit.ts';
import { maskAddress } from '#server/core/openid/mask-address.ts';
import type { Devices } from '#server/core/openid/devices.repository.ts';
import type { OpenidRecords } from '#server/core/openid/records.repository.ts';
import { describeUserAgent } from '#server/core/openid/user-agent.ts';
import type { Proofs } from '#server/core/proof/proofs.ts';
import type { Session, Sessions } from '#server/core/sessions/sessions.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { endDevice } from '#server/core/openid/devices.guarded.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Place } from '#server/platform/geo/places.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface DevicesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
  readonly devices: Devices;
  readonly records: OpenidRecords;
  readonly audit: Audit;
  /** Names of places are in the language. */
  readonly placeOf: (address: string, language: Language) => Place;
}

/** A signed-in browser or device. Times are milliseconds. */
export interface ListedDevice {
  readonly id: string;
  readonly kind: 'browser' | 'device';
  readonly name: string;
  readonly type: string;
  readonly model: string;
  readonly os: string;
  readonly osVersion: string;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly location: Place;
  readonly address: string;
  readonly current: boolean;
}

/** Characters of a keyed hash. */
const nameLength = 22;

/** This browser first, then by last use. */
export async function listDevices(deps: DevicesDeps, session: Session): Promise<readonly ListedDevice[]> {
  const { clock, devices, placeOf } = deps;
  const locate = (address: string) => placeOf(address, session.language);
  const whose = { accountId: session.accountId, credentialEpoch: session.account.credentialEpoch };
  const browsers = (await devices.browsers({ ...whose, at: clock.now() })).map(
    ({ sessionId, address, userAgent, startedAt, lastSeenAt }): ListedDevice => ({
      id: browserId(deps, sessionId),
      kind: 'browser',
      ...describeUserAgent(userAgent),
      model: '',
      firstSeenAt: startedAt,
      lastSeenAt,
      location: locate(address),
      address: maskAddress(address),
      current: sessionId === session.sessionId,
    }),
  );
  const others = (await devices.list(whose)).map(
    ({ id, name, type, model, os, osVersion, address, firstSeenAt, lastSeenAt }): ListedDevice => ({
      id,
      kind: 'device',
      name,
      type,
      model,
      os,
      osVersion,
      firstSeenAt,
      lastSeenAt,
      location: locate(address),
      address: maskAddress(address),
      current: false,
    }),
  );
  return [...browsers, ...others].toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt - a.lastSeenAt);
}

/**
 * Removes a device or signs a browser out: its tokens and its session are dead for the next request. To come back it needs a new approval.
 * @throws {Refusal} notFound for one that is not this account's; badRequest for the browser that asks, which signs out instead
 */
export async function unbindDevice(
  deps: DevicesDeps,
  { session, origin }: { readonly session: Session; readonly origin: Origin },
  id: string,
) {
  const { db, clock, sessions, devices, records, audit } = deps;
  const { accountId, sessionId, account } = session;
  const browsers = await devices.browsers({ accountId, credentialEpoch: account.credentialEpoch, at: clock.now() });
  const browser = browsers.find((one) => browserIds(deps, one.sessionId).includes(id));
  if (browser?.sessionId === sessionId) throw new Refusal('badRequest', { reason: 'the current session' });
  await db.tx(async () => {
    const ended = browser === undefined ? await endDevice(db, { id, accountId, at: clock.now() }) : await sessions.end(browser.sessionId);
    if (!ended) throw new Refusal('notFound', { reason: 'no such device' });
    if (browser === undefined) await records.removeOfDevice(id);
    await audit.record({ event: browser === undefined ? 'device.unbound' : 'session.unbound', accountId, sessionId, origin });
  });
}

/**
 * Signs out every other browser and removes every device. Returns how many.
 * @throws {Refusal} verificationNeeded, so that whoever came upon a session cannot shut the owner out
 */
export async function unbindOthers(
  { db, clock, sessions, proofs, devices, records, audit }: DevicesDeps,
  { session, origin }: { readonly session: Session; readonly origin: Origin },
): Promise<number> {
  const { accountId, sessionId, account } = session;
  return db.tx(async () => {
    await proofs.spend(session, { action: 'endOthers' });
    let ended = await sessions.endAll(accountId, sessionId);
    for (const { id } of await devices.list({ accountId, credentialEpoch: account.credentialEpoch })) {
      if (await endDevice(db, { id, accountId, at: clock.now() })) ended += 1;
      await records.removeOfDevice(id);
    }
    await audit.record({ event: 'sessions.ended', accountId, sessionId, origin, detail: { ended } });
    return ended;
  });
}

/** A name for a session that is of no use for anything else. */
function browserId({ keyring }: Pick<DevicesDeps, 'keyring'>, sessionId: string): string {
  return keyring.mac('device-browser', sessionId).slice(0, nameLength);
}

/** That name, and those that a list of a moment ago may have had for it. */
function browserIds({ keyring }: Pick<DevicesDeps, 'keyring'>, sessionId: string): readonly string[] {
  return keyring.macs('device-browser', sessionId).map((mac) => mac.slice(0, nameLength));
}

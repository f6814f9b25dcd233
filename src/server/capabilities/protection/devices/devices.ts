import type { Origin } from '#server/core/protection/audit/audit.ts';
import type { Access } from '#server/core/sign-in/access/access.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { UsedApps } from '#server/core/protection/devices/used-apps.ts';
import { maskIp } from '#server/platform/http/requests/client-ip.ts';
import { describeUserAgent } from '#server/platform/http/requests/user-agent.ts';
import { endKnownBrowsers } from '#server/core/sign-in/known-browsers/known-browsers.guarded.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import { day } from '#server/platform/clock.ts';
import { browserName, browserNames } from '#server/core/protection/devices/browser-name.ts';
import { endDevice } from '#server/core/protection/devices/devices.guarded.ts';
import type { Place } from '#server/platform/geo/places.ts';
import type { PlaceOf } from '#server/platform/geo/places.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';

export interface DevicesDeps {
  readonly store: Store;
  readonly evidence: Evidence;
  readonly access: Access;
  readonly journal: Journal;
  readonly apps: Pick<UsedApps, 'devices' | 'records'>;
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
  /** A desktop that the asking browser signed in on its own computer. */
  readonly signedInHere: boolean;
  readonly current: boolean;
}

/** This browser first, then by last use. */
export async function listDevices(deps: DevicesDeps & { readonly placeOf: PlaceOf }, session: Session): Promise<readonly ListedDevice[]> {
  const {
    store: { clock, keyring },
    apps: { devices },
    placeOf,
  } = deps;
  const locate = (address: string) => placeOf(address, session.language);
  const whose = { accountId: session.accountId, credentialEpoch: session.account.credentialEpoch };
  const browsers = (await devices.browsers({ ...whose, at: clock.now() })).map(
    ({ sessionId, address, userAgent, startedAt, lastSeenAt }): ListedDevice => ({
      id: browserName(keyring, sessionId),
      kind: 'browser',
      ...describeUserAgent(userAgent),
      model: '',
      firstSeenAt: startedAt,
      lastSeenAt,
      location: locate(address),
      address: maskIp(address),
      signedInHere: false,
      current: sessionId === session.sessionId,
    }),
  );
  const here = new Set((await devices.ofSession({ ...whose, sessionId: session.sessionId })).map(({ id }) => id));
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
      address: maskIp(address),
      signedInHere: here.has(id),
      current: session.desktop?.deviceId === id,
    }),
  );
  return [...browsers, ...others].toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt - a.lastSeenAt);
}

/** A device or browser that was not seen for this time is removed without an identity proof, which shuts nobody out. */
const forgottenMs = 30 * day;

/**
 * Removes a device or signs a browser out: its tokens and its session are dead for the next request. A device needs a
 * new approval to return.
 * @throws {Refusal} notFound for another account's; badRequest for the current browser, which signs out instead;
 * verificationNeeded, so that a stolen session cannot shut the owner out one by one
 */
export async function unbindDevice(
  deps: DevicesDeps,
  { session, origin }: { readonly session: Session; readonly origin: Origin },
  id: string,
) {
  const {
    store: { db, clock, keyring },
    evidence: { proofs },
    access: { sessions },
    journal: { audit },
    apps: { devices, records },
  } = deps;
  const { accountId, sessionId, account } = session;
  const whose = { accountId, credentialEpoch: account.credentialEpoch };
  const browsers = await devices.browsers({ ...whose, at: clock.now() });
  const browser = browsers.find((one) => browserNames(keyring, one.sessionId).includes(id));
  if (browser?.sessionId === sessionId) throw new Refusal('badRequest', { reason: 'the current session' });
  const found = browser ?? (await devices.list(whose)).find((device) => device.id === id);
  if (found === undefined) throw new Refusal('notFound', { reason: 'no such device' });
  await db.tx(async () => {
    const isItself = session.desktop?.deviceId === id;
    if (!isItself && found.lastSeenAt > clock.now() - forgottenMs) await proofs.redeem(session, { action: 'endOthers' });
    const ended = browser === undefined ? await endDevice(db, { id, accountId, at: clock.now() }) : await sessions.end(browser.sessionId);
    if (!ended) throw new Refusal('notFound', { reason: 'no such device' });
    if (browser === undefined) await records.removeOfDevice(id);
    const whichEnded = browser === undefined ? {} : { endedSessionId: browser.sessionId };
    await audit.record({
      event: browser === undefined ? 'device.unbound' : 'session.unbound',
      accountId,
      sessionId,
      ...whichEnded,
      origin,
    });
  });
}

/**
 * Signs out every other browser and removes every device. Returns their number.
 * @throws {Refusal} verificationNeeded, so that a stolen session cannot shut the owner out
 */
export async function unbindOthers(
  { store: { db, clock }, evidence: { proofs }, access: { sessions }, journal: { audit }, apps: { devices, records } }: DevicesDeps,
  { session, origin }: { readonly session: Session; readonly origin: Origin & Pick<Visit, 'browser'> },
): Promise<number> {
  const { accountId, sessionId, account } = session;
  return db.tx(async () => {
    await proofs.redeem(session, { action: 'endOthers' });
    let ended = await sessions.endAll(accountId, sessionId);
    await endKnownBrowsers(db, { accountId, except: origin.browser, at: clock.now() });
    for (const { id } of await devices.list({ accountId, credentialEpoch: account.credentialEpoch })) {
      if (await endDevice(db, { id, accountId, at: clock.now() })) ended += 1;
      await records.removeOfDevice(id);
    }
    await audit.record({ event: 'sessions.ended', accountId, sessionId, origin, detail: { ended } });
    return ended;
  });
}

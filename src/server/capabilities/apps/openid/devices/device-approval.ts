import type Provider from 'oidc-provider';
import type { ConsentLine } from '#contract/apps/openid/claims.words.ts';
import { isScope } from '#contract/vocabulary/scopes.ts';
import type { Origin } from '#server/core/protection/audit/audit.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { Gate } from '#server/core/sign-in/gate/gate.ts';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import type { Cause } from '#server/core/protection/notices/notices.ts';
import { tellOwner } from '#server/core/protection/notices/tell-owner.ts';
import { mayTellOfRefusal, recordMismatch, requireFewMismatches } from '#server/core/sign-in/qr/mismatches.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { hour, minute, second } from '#server/platform/clock.ts';
import { decideDeviceCode } from '#server/core/apps/openid/records.guarded.ts';
import { admitTry } from '#server/platform/limits/failures/failures.guarded.ts';
import { networkOf, networksOf } from '#server/platform/http/requests/client-ip.ts';
import { newId, sha256 } from '#server/platform/ids.ts';
import { countedFor, limitKey, type CountedFor } from '#server/core/sign-in/known-browsers/account-limits.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import { strengthOf } from '../tokens/assurance.ts';
import type { DeviceInfo } from './device-info.ts';
import { divideLines, type AskedLine, type Wanted } from '../interactions/consent-lines.ts';
import { askedScopes, giveGrant, type AllowDeps, type AskedApi } from '../interactions/interactions.ts';
import { splitGrantWord } from '#server/core/apps/clients/resource.ts';
import { askedApis } from '../tokens/resources.ts';
import { keepDevice, tellOfDevice } from './keep-device.ts';

export interface DeviceApprovalDeps extends AllowDeps {
  readonly gate: Gate;
}

/** A person and the code that they typed. */
export interface DevicePerson {
  readonly session: Session;
  readonly origin: Origin & Cause;
  readonly userCode: string;
}

type DeviceCode = InstanceType<Provider['DeviceCode']>;

export interface DeviceAsking {
  readonly code: DeviceCode;
  readonly client: OpenidClient;
  readonly info: DeviceInfo;
  readonly wanted: Wanted;
  readonly scopes: readonly AskedLine[];
  readonly apis: readonly AskedApi[];
  /** As the device shows it. */
  readonly userCode: string;
  /** Milliseconds. */
  readonly askedAt: number;
}

/**
 * Code lookups per account and quarter of an hour, and per client IP and hour; a larger network gets a
 * proportionally larger share. This makes a search of the 20^8 codes impossible.
 */
const lookups = { perAccount: 15, accountWindowMs: 15 * minute, perNetwork: 30, networkWindowMs: hour } as const;

/**
 * Finds the device that shows a code.
 * @throws {Refusal} tooFrequent, for a desktop after wrong numbers too; badRequest with userCode: code for a code that is unknown, expired or decided
 */
export async function findDevice(deps: DeviceApprovalDeps, { session, origin, userCode }: DevicePerson): Promise<DeviceAsking> {
  await countLookup(deps, session, origin);
  const provider = await deps.openid.provider();
  const normal = userCode.toUpperCase().replace(/[^A-Z]/g, '');
  const code = normal === '' ? undefined : await provider.DeviceCode.findByUserCode(normal);
  const client = code?.clientId === undefined ? undefined : await deps.apps.clients.find(code.clientId);
  if (code === undefined || client === undefined || code.error !== undefined || code.accountId !== undefined) {
    throw ruleRefusal({ userCode: 'code' });
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- produced by `deviceInfoOf`
  const info = code.deviceInfo as unknown as DeviceInfo;
  if (isDesktop(info)) await requireFewMismatches(deps.store.db, await counted(deps, session, origin), deps.store.clock.now());
  const { params = {} } = code;
  const { scope } = params;
  const wanted = { client, scope: typeof scope === 'string' ? scope : '', claims: '' };
  const consent = await deps.apps.consents.find({ accountId: session.accountId, clientId: client.id });
  return {
    code,
    client,
    wanted,
    info,
    scopes: await askedScopes(deps, session, wanted),
    apis: await askedApis(deps.apps, { client, params, allowed: consent?.more ?? [] }),
    userCode: `${normal.slice(0, 4)}-${normal.slice(4)}`,
    askedAt: code.iat * second,
  };
}

/**
 * Signs the device in and replaces an earlier registration of the same hardware. A wrong number ends the code. A protected
 * account needs a second step, and a device in another network a proof, because an attacker can pass its number on with
 * the code.
 * @throws {Refusal} as `findDevice`; qrMismatch, verificationNeeded
 */
export async function allowDevice(
  deps: DeviceApprovalDeps,
  person: DevicePerson,
  {
    lines,
    apis,
    number,
  }: { readonly lines: readonly ConsentLine[]; readonly apis: readonly string[]; readonly number: number | undefined },
): Promise<void> {
  const { code, client, wanted, info, scopes: asked, apis: askedOfApis, userCode } = await findDevice(deps, person);
  const { session } = person;
  if (isDesktop(info) && info.number !== String(number)) throw await endWrong(deps, person, { code, client });
  const need = { action: isFar(info, person) ? 'allowFarDevice' : 'allowDevice', target: userCode } as const;
  await deps.evidence.proofs.require(session, need);
  const { chosen } = divideLines(asked, lines);
  const ofApis = { asked: askedOfApis.map(({ name }) => name), chosen: apis };
  const allowedApis = ofApis.asked.filter((name) => apis.includes(name)).map(splitGrantWord);
  const deviceId = newId();
  const { acr, amr, loginTs: authTime } = strengthOf(session);
  await deps.store.db.tx(async () => {
    await lockCredentials(deps.store.db, session);
    await deps.evidence.proofs.redeemIfAsked(session, need);
    await decide(deps, code);
    await keepDevice(deps, session, { deviceId, client, info });
    const grantId = await giveGrant(deps, person, { wanted, chosen, apis: ofApis, deviceId });
    Object.assign(code, {
      accountId: session.accountId,
      authTime,
      acr,
      ...(amr === undefined ? {} : { amr }),
      grantId,
      scope: [...new Set([...chosen.filter(isScope), ...allowedApis.map(({ scope }) => scope)])].join(' '),
      ...(allowedApis.length === 0 ? {} : { resource: [...new Set(allowedApis.map(({ resource }) => resource))] }),
    });
    await code.save();
    await tellOfDevice(deps, person, client);
  });
}

/** It shows a number to choose on the phone. */
function isDesktop({ number }: DeviceInfo): boolean {
  return number !== undefined;
}

/** Whether the device and the phone of the person have different networks. */
export function isFar({ address }: Pick<DeviceInfo, 'address'>, { origin }: Pick<DevicePerson, 'origin'>): boolean {
  return networkOf(address) !== networkOf(origin.clientIp);
}

/**
 * Refuses the device, which learns it at its next poll.
 * @throws {Refusal} as `findDevice`
 */
export async function denyDevice(deps: DeviceApprovalDeps, person: DevicePerson): Promise<void> {
  const { code, client } = await findDevice(deps, person);
  const { session, origin } = person;
  await deps.store.db.tx(async () => {
    await decide(deps, code);
    Object.assign(code, { error: 'access_denied', errorDescription: 'the person refused' });
    await code.save();
    const { accountId, sessionId } = session;
    await deps.journal.audit.record({ event: 'device.denied', accountId, sessionId, origin, detail: { client: client.id } });
  });
}

/**
 * Ends a code for which a wrong number was chosen: the device learns that it was refused. The number is counted even if
 * another request ended the code first.
 */
async function endWrong(
  deps: DeviceApprovalDeps,
  { session, origin }: DevicePerson,
  { code, client }: Pick<DeviceAsking, 'code' | 'client'>,
): Promise<Refusal> {
  const { accountId, sessionId, account } = session;
  const { db, clock } = deps.store;
  const tells = await mayTellOfRefusal(deps.gate, accountId);
  await db.tx(async () => {
    await recordMismatch(db, await counted(deps, session, origin), clock.now());
    if (!(await isDecided(deps, code))) return;
    Object.assign(code, { error: 'access_denied', errorDescription: 'a wrong number was chosen' });
    await code.save();
    await deps.journal.audit.record({ event: 'device.denied', accountId, sessionId, origin, detail: { client: client.id, by: 'number' } });
    if (tells) await tellOwner(deps, { account, event: 'qrRefused', by: origin });
  });
  return new Refusal('qrMismatch', { reason: 'number of the device' });
}

async function decide(deps: DeviceApprovalDeps, code: DeviceCode): Promise<void> {
  if (!(await isDecided(deps, code))) throw ruleRefusal({ userCode: 'code' });
}

/** Decides a code that nobody has decided. */
function isDecided({ store: { db, clock } }: DeviceApprovalDeps, code: DeviceCode): Promise<boolean> {
  return decideDeviceCode(db, { id: sha256(code.jti), at: clock.now() });
}

function counted({ store: { db } }: DeviceApprovalDeps, { accountId }: Session, { browser }: DevicePerson['origin']): Promise<CountedFor> {
  return countedFor(db, { accountId, browser });
}

async function countLookup(deps: DeviceApprovalDeps, session: Session, origin: DevicePerson['origin']): Promise<void> {
  const {
    store: { db, clock },
    gate: { limiter, rateFactor },
  } = deps;
  const at = clock.now();
  const { perAccount, accountWindowMs, perNetwork, networkWindowMs } = lookups;
  const rule = {
    key: limitKey('device-code', await counted(deps, session, origin)),
    at,
    windowMs: accountWindowMs,
    schedule: [[perAccount * rateFactor, accountWindowMs]],
  } as const;
  const { admitted, blockedUntil } = await admitTry(db, rule);
  if (!admitted) throw new Refusal('tooFrequent', { reason: 'codes of the account', retryAfter: Math.ceil((blockedUntil - at) / second) });
  const takes = networksOf(origin.clientIp).map(({ name, share }) => ({
    key: `device-code:${name}`,
    limit: perNetwork * share * rateFactor,
    windowMs: networkWindowMs,
  }));
  const taken = await limiter.take(takes);
  if (!taken.ok) throw new Refusal('tooFrequent', { reason: 'codes of the network', retryAfter: taken.retryAfterSeconds });
}

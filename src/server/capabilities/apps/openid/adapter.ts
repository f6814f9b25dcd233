import Provider, { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { Db } from '#server/core/database/db.ts';
import type { Apps } from '#server/core/apps/openid/apps.ts';
import type { FoundRecord } from '#server/core/apps/openid/records.repository.ts';
import { day, second } from '#server/platform/clock.ts';
import { consumeOpenidRecord, noteProgram, pollDeviceCode, noteRefresh } from '#server/core/apps/openid/records.guarded.ts';
import { sha256 } from '#server/platform/ids.ts';
import type { Store } from '#server/core/store.ts';
import { authorizer } from './tokens/authorizer.ts';
import { accountOf, countRecord, isCounted } from './bounds/count-record.ts';
import { markProof } from './tokens/possession.ts';
import { isForgiven, replaceOnce } from './tokens/refresh-tokens.ts';
import { boundState } from './bounds/request-bounds.ts';
import { waitingLifeMs } from './bounds/room-for-strangers.ts';

export interface AdapterDeps {
  readonly store: Store;
  readonly apps: Apps;
}

/**
 * Shortest interval between polls of a device (RFC 8628 section 3.5): the default of 5 s, because the library
 * announces none.
 */
const pollIntervalMs = 5 * second;

/** A refresh token dies after so long without use. */
const refreshIdleMs = 14 * day;

/** Records kept under a grant; they die with it. */
const granted = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode', 'DeviceCode']);

/**
 * The library's storage on our tables. Ids and tokens are stored as hashes, payloads sealed. Found records are alive:
 * the account is active, the grant exists and matches the present credentials, the browser session continues. Single use
 * is one conditional statement, because the library itself would read first and write later.
 */
export function openidAdapter(deps: AdapterDeps, model: string): Adapter {
  const {
    store: { db, clock, keyring },
    apps: { records },
  } = deps;
  const purpose = `openid:${model}` as const;

  async function open(found: FoundRecord | undefined, { inBrowser = false } = {}): Promise<AdapterPayload | undefined> {
    if (found === undefined || !isAlive(model, found, clock.now())) return undefined;
    // A provider session belongs to the browser session that made it; it is useless with the cookie of another.
    if (model === 'Session' && inBrowser && found.accountId !== null && found.sessionId !== authorizer.getStore()?.session?.sessionId) {
      return undefined;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed only by `upsert`
    const payload = JSON.parse(keyring.open(purpose, found.sealed)) as AdapterPayload;
    const isOver = found.consumedAt !== null && !(model === 'RefreshToken' && (await isForgiven(deps, found)));
    return isOver ? { ...payload, consumed: Math.floor((found.consumedAt ?? 0) / second) } : payload;
  }

  return {
    async upsert(id, payload, expiresIn) {
      if (model === 'ReplayDetection') return isNobodys() ? undefined : markLibraryProof(deps, id);
      const { clientId, grantId, uid, userCode } = payload;
      const accountId = accountOf(model, payload);
      const isNobodysSession = model === 'Session' && accountId === undefined;
      // For a browser that is not signed in, only a sign-out is kept, until it is confirmed.
      if (isNobodysSession && payload.state === undefined) return;
      boundState(payload.state?.['state']);
      const browser = authorizer.getStore();
      const isGrant = model === 'Grant';
      if (isGrant && browser?.session?.accountId !== accountId) throw new Error('Only the person can make a grant.');
      const record = {
        model,
        id: sha256(id),
        sealed: keyring.seal(purpose, JSON.stringify(payload)),
        accountId: accountId ?? null,
        clientId: clientId ?? null,
        grantId: grantId === undefined ? null : sha256(grantId),
        uid: uid === undefined ? null : sha256(uid),
        userCode: userCode === undefined ? null : keyring.mac('openid-user-code', userCode),
        sessionId: model === 'Session' && accountId !== undefined ? (browser?.session?.sessionId ?? null) : null,
        deviceId: isGrant ? (browser?.deviceId ?? null) : null,
        credentialEpoch: isGrant ? (browser?.session?.account.credentialEpoch ?? null) : null,
        at: clock.now(),
        expiresAt: clock.now() + (isNobodysSession ? waitingLifeMs.nobody : lifeMsOf(expiresIn)),
      };
      if (model === 'RefreshToken') return records.addOnce(record);
      if (model !== 'AccessToken' && (!isCounted(record) || (model === 'PushedAuthorizationRequest' && !isNobodys())))
        return records.upsert(record);
      // One transaction, so that both wait for the disk only once.
      await db.tx(async () => {
        await records.upsert(record);
        if (model === 'AccessToken') await noteUse(deps, payload);
        else await countRecord({ ...deps.store, records }, record);
      });
    },

    async find(id) {
      // Marking a proof as used also reveals an earlier use.
      if (model === 'ReplayDetection') return undefined;
      const key = sha256(id);
      const found = await records.find({ model, id: key });
      if (model === 'RefreshToken' && found !== undefined && !(await isUsed(db, found, clock.now()))) return undefined;
      if (model === 'DeviceCode' && found !== undefined && Provider.ctx?.oidc.route === 'token') await poll(deps, found);
      return open(found, { inBrowser: true });
    },

    findByUid: async (uid) => open(await records.find({ model, uid: sha256(uid) })),
    findByUserCode: async (userCode) => open(await records.find({ model, userCodes: keyring.macs('openid-user-code', userCode) })),

    consume: (id) => (model === 'RefreshToken' ? replaceOnce(deps, sha256(id)) : consumeOnce(deps, { model, id: sha256(id) })),

    destroy: (id) => records.remove({ model, id: sha256(id) }),
    revokeByGrantId: (grantId) => records.removeOfGrant({ model, grantId: sha256(grantId) }),
  };
}

/**
 * Counts a device's question for its token (RFC 8628 section 3.5).
 * @throws {errors.SlowDown}
 * @throws {errors.ExpiredToken} for as long as the row is there
 */
async function poll({ store: { db, clock } }: AdapterDeps, { id, expiresAt }: FoundRecord): Promise<void> {
  const at = clock.now();
  if (!(await pollDeviceCode(db, { id, at, intervalMs: pollIntervalMs }))) throw new errors.SlowDown('polling too often');
  if (expiresAt <= at) throw new errors.ExpiredToken('the device code has expired');
}

/**
 * Refuses the second of two simultaneous calls. Later calls find the mark, and the library ends the family.
 * @throws {errors.InvalidGrant}
 */
async function consumeOnce({ store: { db, clock } }: AdapterDeps, of: { readonly model: string; readonly id: string }): Promise<void> {
  if (!(await consumeOpenidRecord(db, { ...of, at: clock.now() }))) throw new errors.InvalidGrant('grant request is invalid');
}

/** Whether a refresh token was not left unused for too long. Notes the use if the token stays the same. */
async function isUsed(db: Db, { id, createdAt, usedAt, consumedAt }: FoundRecord, at: number): Promise<boolean> {
  if ((usedAt ?? createdAt) + refreshIdleMs <= at) return false;
  if (consumedAt === null && Provider.ctx?.oidc.route === 'token') await noteRefresh(db, { id, at });
  return true;
}

function lifeMsOf(expiresIn: number | undefined): number {
  return expiresIn !== undefined && expiresIn > 0 ? expiresIn * second : 14 * day;
}

/** Whether anyone could have sent this request: the mark of a proof would be a row of a stranger. */
function isNobodys(): boolean {
  const oidc = Provider.ctx?.oidc;
  return oidc?.route === 'pushed_authorization_request' && oidc.client?.clientAuthMethod === 'none';
}

/**
 * The library looks for a mark and then sets it. Here setting the mark is the check, so that one of two simultaneous
 * calls is refused.
 * @throws {errors.OIDCProviderError} for a used proof
 */
async function markLibraryProof(deps: AdapterDeps, id: string): Promise<void> {
  if (await markProof(deps.store, id)) return;
  throw Provider.ctx?.oidc.route === 'userinfo' ? new errors.InvalidToken('replay') : new errors.InvalidGrant('replay');
}

/**
 * Whether a record may still be used. The library checks the expiry too, with the tolerance that it has for the clocks
 * of others.
 */
function isAlive(model: string, found: FoundRecord, at: number): boolean {
  const { account, accountId, credentialEpoch, expiresAt, grant, grantId, session } = found;
  if (expiresAt <= at) return false;
  if (accountId === null) return true;
  if (account?.state !== 'active') return false;
  if (model === 'Grant') return credentialEpoch === account.credentialEpoch;
  if (model === 'Session') {
    return (
      session?.accountId === accountId &&
      session.credentialEpoch === account.credentialEpoch &&
      session.endedAt === null &&
      session.expiresAt > at
    );
  }
  return !granted.has(model) || grantId === null || grant?.credentialEpoch === account.credentialEpoch;
}

/** Notes the use of an app and, if it runs on a device, of that device. */
async function noteUse(
  { store: { db, clock }, apps: { records, consents, devices } }: AdapterDeps,
  { accountId, clientId, grantId, jkt }: AdapterPayload,
): Promise<void> {
  if (accountId === undefined || clientId === undefined || grantId === undefined) return;
  const at = clock.now();
  await consents.touch({ accountId, clientId, at });
  const found = await records.find({ model: 'Grant', id: sha256(grantId) });
  if (found === undefined || found.deviceId === null) return;
  await noteProgram(db, { id: found.id, at });
  await devices.touch({ id: found.deviceId, at });
  if (jkt !== undefined) await devices.noteKey({ id: found.deviceId, clientId, key: jkt });
}

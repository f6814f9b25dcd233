import { limits } from '#contract/limits.ts';
import type { SecretEnd } from '#contract/apps/developer/developer.words.ts';
import type { OwnApp } from '#server/core/apps/developer/own-apps.repository.ts';
import { addressFault } from '#contract/rules/redirect.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import { changeOwnApp } from '#server/core/apps/developer/own-apps.guarded.ts';
import { day } from '#server/platform/clock.ts';
import { claimOnce } from '#server/platform/limits/claims/claims.guarded.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { Refusal, ruleRefusal } from '#server/platform/refusal.ts';
import { changedElsewhere } from './change-app.ts';
import { changeable, recordAct, requireOwnApp, requireState, secretNeed, type Developer, type DeveloperDeps } from './developer.ts';
import { calculateThumbprint, readJwks } from './addresses/jwk.ts';

const endsAfterMs: Readonly<Record<Exclude<SecretEnd, 'never'>, number>> = { now: 0, day, week: 7 * day };

/** How long a form may be sent again without a second secret. */
const formLifeMs = day;

/**
 * Makes a secret, readable only in this answer.
 * @throws {Refusal} notFound, appStateRefuses for an app without secrets, verificationNeeded, appLimit with two live
 * ones; tokenError for a form that was sent before
 */
export async function makeSecret(
  deps: DeveloperDeps,
  developer: Developer,
  { id, oldEnds, idempotencyKey }: { readonly id: string; readonly oldEnds: SecretEnd; readonly idempotencyKey: string },
): Promise<{ id: string; secret: string; hint: string }> {
  const { store, apps, evidence, journal } = deps;
  const { session } = developer;
  const app = await requireOwnApp(deps, session, id);
  requireState(app);
  if (app.client.kind !== 'web') throw new Refusal('appStateRefuses', { reason: 'no secrets' });
  const need = secretNeed(app);
  await evidence.proofs.require(session, need);
  const at = store.clock.now();
  const secret = newToken();
  const made = await store.db.tx(async () => {
    await lockCredentials(store.db, session);
    const formId = sha256(`${id} ${idempotencyKey}`);
    const isNew = await claimOnce(store.db, { kind: 'app-secret', id: formId, at, expiresAt: at + formLifeMs });
    if (!isNew) throw new Refusal('tokenError', { reason: 'the form was sent before' });
    await evidence.proofs.redeem(session, need);
    if (oldEnds !== 'never') await apps.clients.secrets.endOthers({ clientId: id, endsAt: at + endsAfterMs[oldEnds] });
    const live = (await apps.clients.secrets.list(id)).filter(({ kind, endsAt }) => kind === 'secret' && (endsAt === null || endsAt > at));
    if (live.length >= limits.appSecrets) throw new Refusal('appLimit', { reason: 'secrets of the app', data: { max: limits.appSecrets } });
    const secretId = await apps.clients.secrets.add({ clientId: id, kind: 'secret', secret, at });
    await recordAct(deps, developer, { event: 'developer.secret-made', client: id });
    await journal.notices.sendApp({ account: session.account, event: 'secretMade', app: app.client.name });
    return secretId;
  });
  return { id: made, secret, hint: secret.slice(-4) };
}

/**
 * Ends a secret at once; one that has ended stays ended.
 * @throws {Refusal} notFound, verificationNeeded
 */
export async function removeSecret(
  deps: DeveloperDeps,
  developer: Developer,
  { id, secretId }: { readonly id: string; readonly secretId: string },
): Promise<void> {
  const { store, apps, evidence, journal } = deps;
  const { session } = developer;
  const app = await requireOwnApp(deps, session, id);
  const at = store.clock.now();
  const isLive = async (): Promise<boolean> =>
    (await apps.clients.secrets.list(id)).some(
      (one) => one.id === secretId && one.kind === 'secret' && (one.endsAt === null || one.endsAt > at),
    );
  if (!(await isLive())) return;
  const need = secretNeed(app);
  await evidence.proofs.require(session, need);
  await store.db.tx(async () => {
    await evidence.proofs.redeem(session, need);
    if (!(await isLive())) return;
    await apps.clients.secrets.end({ clientId: id, id: secretId, endsAt: at });
    await recordAct(deps, developer, { event: 'developer.secret-removed', client: id });
    await journal.notices.sendApp({ account: session.account, event: 'secretRemoved', app: app.client.name });
  });
}

/**
 * Says that a secret is in use which a restore has put on hold; it no longer ends.
 * @throws {Refusal} notFound, verificationNeeded; appStateRefuses for one that has ended or is not on hold
 */
export async function confirmSecret(
  deps: DeveloperDeps,
  developer: Developer,
  { id, secretId }: { readonly id: string; readonly secretId: string },
): Promise<void> {
  const { store, apps, evidence } = deps;
  const { session } = developer;
  const need = secretNeed(await requireOwnApp(deps, session, id));
  await evidence.proofs.require(session, need);
  await store.db.tx(async () => {
    await evidence.proofs.redeem(session, need);
    const isLive = await apps.clients.secrets.confirm({ clientId: id, id: secretId, at: store.clock.now() });
    if (!isLive) throw new Refusal('appStateRefuses', { reason: 'the secret has ended, or is not on hold' });
    await recordAct(deps, developer, { event: 'developer.secret-confirmed', client: id });
  });
}

/**
 * Sets the public keys of an app: pasted ones, or the address of a key set; neither removes them. A private part in the
 * paste is refused, and nothing of the paste is kept.
 * @throws {Refusal} notFound, appStateRefuses, badRequest with jwkPrivate, jwkAlg, jwkSize, jwkForm, jwkMany or a rule
 * of addresses; verificationNeeded
 */
export async function setKeys(
  deps: DeveloperDeps,
  developer: Developer,
  { id, jwks, jwksUri = '' }: { readonly id: string; readonly jwks?: string | undefined; readonly jwksUri?: string | undefined },
): Promise<{ thumbprints: string[] }> {
  const app = await requireOwnApp(deps, developer.session, id);
  requireState(app);
  if (app.client.kind !== 'web') throw new Refusal('appStateRefuses', { reason: 'no keys' });
  const read = jwks === undefined || jwks.trim() === '' ? { keys: [] } : readJwks(jwks);
  if ('failing' in read) throw ruleRefusal({ jwks: read.failing });
  const { keys } = read;
  const fault = jwksUri === '' ? undefined : addressFault(jwksUri, { use: 'notify', kind: 'web', own: [deps.evidence.publicUrl] });
  if (fault !== undefined) throw ruleRefusal({ jwksUri: fault });
  if (keys.length > 0 && jwksUri !== '') throw ruleRefusal({ jwksUri: 'jwkMany' });
  await writeKeys(deps, developer, { app, keys, jwksUri });
  return { thumbprints: keys.map(calculateThumbprint) };
}

async function writeKeys(
  deps: DeveloperDeps,
  developer: Developer,
  { app, keys, jwksUri }: { readonly app: OwnApp; readonly keys: readonly Readonly<Record<string, unknown>>[]; readonly jwksUri: string },
): Promise<void> {
  const { store, evidence, journal } = deps;
  const { session } = developer;
  const { id } = app.client;
  if (keys.length === 0 && jwksUri === '' && app.client.profile === 'fapi2')
    throw new Refusal('appStateRefuses', { reason: 'the profile needs keys' });
  const need = secretNeed(app);
  await evidence.proofs.require(session, need);
  const client = { ...app.client, jwks: keys.length === 0 ? null : { keys }, jwksUri, keysEndAt: null };
  await store.db.tx(async () => {
    await evidence.proofs.redeem(session, need);
    const isFirst = await changeOwnApp(store.db, { client, ownerId: session.accountId, version: app.version, states: changeable });
    if (!isFirst) throw await changedElsewhere(deps, await requireOwnApp(deps, session, id));
    await recordAct(deps, developer, { event: 'developer.keys-changed', client: id });
    await journal.notices.sendApp({ account: session.account, event: 'keysChanged', app: client.name });
  });
}

import type Provider from 'oidc-provider';
import { isScope, type Scope } from '#contract/vocabulary/scopes.ts';
import type { Origin } from '#server/core/audit/audit.ts';
import { lockCredentials } from '#server/core/access/access.ts';
import type { Journal } from '#server/core/journal/journal.ts';
import type { Apps } from '#server/core/openid/apps.ts';
import type { OpenidClient } from '#server/core/openid/client.ts';
import type { Session } from '#server/core/sessions/sessions.ts';
import { second } from '#server/platform/clock.ts';
import { sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';
import { authorizer } from './authorizer.ts';
import { isMissing } from './claims.ts';
import { interactionUrl } from './interaction-url.ts';
import type { Openid } from './openid.ts';

export interface InteractionDeps {
  readonly store: Store;
  readonly journal: Journal;
  readonly apps: Apps;
  readonly openid: Openid;
}

type Interaction = InstanceType<Provider['Interaction']>;

/** `openid` is the sign-in itself and cannot be left out; the other scopes grant reading. */
const required: ReadonlySet<Scope> = new Set(['openid']);

export interface AskedScope {
  readonly name: Scope;
  readonly required: boolean;
  readonly allowed: boolean;
  /** The account has nothing of it: it cannot be allowed. */
  readonly missing: boolean;
}

export interface Asked {
  readonly interaction: Interaction;
  readonly client: OpenidClient;
  readonly prompt: 'consent' | 'select_account';
  readonly domain: string;
  readonly scopes: readonly AskedScope[];
}

/**
 * The scopes that an app asks of the person of this session.
 * @throws {Refusal} tokenError for a request that is unknown, expired, or of another browser or account, so that the
 * URL of a foreign request is useless
 */
export async function findInteraction(deps: InteractionDeps, session: Session, uid: string): Promise<Asked> {
  const provider = await deps.openid.provider();
  const interaction = await provider.Interaction.find(uid);
  const prompt = interaction?.prompt.name;
  if (interaction === undefined || (prompt !== 'consent' && prompt !== 'select_account'))
    throw new Refusal('tokenError', { reason: 'no interaction' });
  if (!(await isOwn(deps, session, interaction))) throw new Refusal('tokenError', { reason: 'interaction of another session' });
  const client = await deps.apps.clients.find(text(interaction.params['client_id']));
  if (client === undefined) throw new Refusal('tokenError', { reason: 'no such client' });
  const scopes = await askedScopes(deps, session, { client, scope: text(interaction.params['scope']) });
  return { interaction, client, prompt, domain: domainOf(text(interaction.params['redirect_uri'])), scopes };
}

/** The scopes of a request that exist and that the app may have. */
export async function askedScopes(
  { apps: { consents } }: Pick<InteractionDeps, 'apps'>,
  { accountId, account }: Session,
  { client, scope }: { readonly client: OpenidClient; readonly scope: string },
): Promise<readonly AskedScope[]> {
  const consent = await consents.find({ accountId, clientId: client.id });
  const names = new Set(scope.split(' ').filter(isScope));
  return [...names]
    .filter((name) => client.scopes.includes(name))
    .map((name) => ({
      name,
      required: required.has(name),
      allowed: consent?.scopes.includes(name) === true,
      missing: isMissing(account, name),
    }));
}

/** The scopes that the answer allows, and the others. */
export function divideScopes(asked: readonly AskedScope[], scopes: readonly Scope[]) {
  const isChosen = ({ name, required: must, missing }: AskedScope): boolean => must || (scopes.includes(name) && !missing);
  const { chosen = [], left = [] } = Object.groupBy(asked, (scope) => (isChosen(scope) ? 'chosen' : 'left'));
  return { chosen: chosen.map(({ name }) => name), left: left.map(({ name }) => name) };
}

/**
 * Allows the app the chosen scopes. Returns the next URL.
 * @throws {Refusal} tokenError, unauthorized
 */
export async function allowInteraction(
  deps: InteractionDeps,
  person: { readonly session: Session; readonly origin: Origin },
  { uid, scopes }: { readonly uid: string; readonly scopes: readonly Scope[] },
): Promise<string> {
  const asked = await findInteraction(deps, person.session, uid);
  const { interaction, client } = asked;
  if (asked.prompt === 'select_account') return answer(interaction, { select_account: {} });
  const returnTo = await deps.store.db.tx(async () => {
    const grantId = await giveGrant(deps, person, { client, ...divideScopes(asked.scopes, scopes) });
    return answer(interaction, { consent: { grantId } });
  });
  return returnTo;
}

/** Makes the grant and remembers the consent, in the caller's transaction. `left`: requested but not granted. */
export async function giveGrant(
  deps: InteractionDeps,
  { session, origin }: { readonly session: Session; readonly origin: Origin },
  {
    client,
    chosen,
    left,
    deviceId,
  }: { readonly client: OpenidClient; readonly chosen: readonly Scope[]; readonly left: readonly Scope[]; readonly deviceId?: string },
): Promise<string> {
  const provider = await deps.openid.provider();
  const { accountId, sessionId, account } = session;
  await lockCredentials(deps.store.db, session);
  const whose = { accountId, clientId: client.id };
  const before = await deps.apps.consents.find(whose);
  const scopes = [...new Set([...(before?.scopes ?? []), ...chosen])];
  await deps.apps.consents.allow({ ...whose, credentialEpoch: account.credentialEpoch, scopes, more: before?.more ?? [], at: deps.store.clock.now() });
  const grant = new provider.Grant({ accountId, clientId: client.id });
  grant.addOIDCScope(chosen.join(' '));
  if (left.length > 0) grant.rejectOIDCScope(left.join(' '));
  const grantId = await authorizer.run({ session, ...(deviceId === undefined ? {} : { deviceId }) }, () => grant.save());
  const event = deviceId === undefined ? 'app.allowed' : 'device.allowed';
  await deps.journal.audit.record({ event, accountId, sessionId, origin, detail: { client: client.id, scopes: chosen.join(' ') } });
  return grantId;
}

/**
 * Refuses the app, which is told. Returns the next URL.
 * @throws {Refusal} tokenError
 */
export async function denyInteraction(deps: InteractionDeps, session: Session, uid: string): Promise<string> {
  const { interaction } = await findInteraction(deps, session, uid);
  interaction.result = { error: 'access_denied', error_description: 'the person refused' };
  await save(interaction);
  return interaction.returnTo;
}

/**
 * The URL to sign in with another account for this request.
 * @throws {Refusal} tokenError
 */
export async function switchInteraction(deps: InteractionDeps, session: Session, uid: string): Promise<string> {
  const { interaction } = await findInteraction(deps, session, uid);
  return loginUrl(interaction, 'select_account');
}

/**
 * The next step of a request in the browser that began it: sign-in, the consent page, or back to the library with the
 * signed-in account. `uid` comes from the request's own cookie, so that it cannot sign anyone in to a foreign request.
 * Undefined for an expired one.
 */
export async function nextStep(deps: InteractionDeps, session: Session | undefined, uid: string): Promise<string | undefined> {
  const provider = await deps.openid.provider();
  const interaction = await provider.Interaction.find(uid);
  if (interaction === undefined) return undefined;
  const { name, reasons } = interaction.prompt;
  if (name !== 'login') {
    if (session === undefined) return loginUrl(interaction);
    if (await isOwn(deps, session, interaction)) return `/consent?interaction=${encodeURIComponent(uid)}`;
    return signedIn(interaction, session);
  }
  const isFresh = session !== undefined && session.startedAt >= interaction.iat * second;
  const anySession = reasons.every((reason) => reason === 'no_session');
  if (session !== undefined && (isFresh || anySession)) return signedIn(interaction, session);
  return loginUrl(interaction, session === undefined ? undefined : 'login');
}

/** Tells the library the present account. The request no longer belongs to the session that it began in. */
async function signedIn(interaction: Interaction, session: Session): Promise<string> {
  delete interaction.session;
  const { accountId, startedAt } = session;
  return answer(interaction, { login: { accountId, ts: Math.floor(startedAt / second) }, select_account: {} });
}

async function answer(interaction: Interaction, result: Readonly<Record<string, unknown>>): Promise<string> {
  interaction.result = { ...interaction.lastSubmission, ...result };
  await save(interaction);
  return interaction.returnTo;
}

async function save(interaction: Interaction): Promise<void> {
  await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / second)));
}

/** The URL of the sign-in page, which returns to this request. `prompt` forces it in spite of a session. */
function loginUrl({ uid, params }: Interaction, prompt?: 'login' | 'select_account'): string {
  const query = new URLSearchParams({ redirect: interactionUrl(uid, params['client_id']), client_id: text(params['client_id']) });
  if (prompt !== undefined) query.set('prompt', prompt);
  for (const name of ['login_hint', 'ui_locales']) if (text(params[name]) !== '') query.set(name, text(params[name]).slice(0, 254));
  return `/login?${query.toString()}`;
}

async function isOwn({ apps: { records } }: InteractionDeps, session: Session, interaction: Interaction): Promise<boolean> {
  const uid = interaction.session?.uid;
  if (uid === undefined) return false;
  const found = await records.find({ model: 'Session', uid: sha256(uid) });
  return found?.sessionId === session.sessionId && found.accountId === session.accountId;
}

function domainOf(address: string): string {
  const url = URL.parse(address);
  return url === null ? '' : url.host === '' ? url.protocol.slice(0, -1) : url.host;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

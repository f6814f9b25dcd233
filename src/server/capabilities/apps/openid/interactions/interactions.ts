import type Provider from 'oidc-provider';
import type { Claim, ConsentLine } from '#contract/apps/openid/claims.words.ts';
import type { InEveryLanguage } from '#contract/vocabulary/languages.ts';
import { isScope } from '#contract/vocabulary/scopes.ts';
import type { Origin } from '#server/core/protection/audit/audit.ts';
import { lockCredentials } from '#server/core/sign-in/access/access.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import type { Journal } from '#server/core/protection/journal/journal.ts';
import type { Apps } from '#server/core/apps/openid/apps.ts';
import { movedSince } from '#server/core/apps/developer/publisher.ts';
import { domainOf } from '#server/core/apps/clients/app-view.ts';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import type { Cause } from '#server/core/protection/notices/notices.ts';
import { tellOwner } from '#server/core/protection/notices/tell-owner.ts';
import type { Session } from '#server/core/sign-in/sessions/sessions.ts';
import { second } from '#server/platform/clock.ts';
import { newId, sha256 } from '#server/platform/ids.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Store } from '#server/core/store.ts';
import { leastLevel, mayReach, reachedLevel, strengthOf, wantedLevels } from '../tokens/assurance.ts';
import { requireGiven } from '#server/core/account/agreements/separate-consents.ts';
import { requireOpenApp } from '../clients/open-app.ts';
import { authorizer } from '../tokens/authorizer.ts';
import {
  askedLines,
  divideLines,
  grantLines,
  isDesktopRequest,
  lackedClaims,
  lacksNeeded,
  linesBeyond,
  type AskedLine,
  type Wanted,
} from './consent-lines.ts';
import { interactionUrl } from './interaction-url.ts';
import type { Openid } from '../openid.ts';
import { addApis, askedApis } from '../tokens/resources.ts';
import { deviceInfo, type DeviceInfo } from '../devices/device-info.ts';
import { keepDevice, tellOfDevice } from '../devices/keep-device.ts';

export interface InteractionDeps {
  readonly store: Store;
  readonly identity: Identity;
  readonly journal: Journal;
  readonly apps: Apps;
  readonly openid: Openid;
}

export interface AllowDeps extends InteractionDeps {
  readonly evidence: Pick<Evidence, 'proofs'>;
}

/** Stands for the provider's session in a request that a desktop has made: no browser began it. */
export const desktopSession = 'desktop';
/** Wishes of an app for the look of the pages. */
const carriedNames = ['ui_locales', 'display', 'host', 'theme', 'accent', 'font'];

type Interaction = InstanceType<Provider['Interaction']>;

/** A scope of an API that an app asks for, in the words of the API. */
export interface AskedApi {
  /** Resource and scope (`grantWord`). */
  readonly name: string;
  readonly text: InEveryLanguage;
  readonly allowed: boolean;
}

export interface Asked {
  readonly interaction: Interaction;
  readonly client: OpenidClient;
  readonly prompt: 'consent' | 'select_account';
  readonly domain: string;
  readonly wanted: Wanted;
  readonly scopes: readonly AskedLine[];
  readonly apis: readonly AskedApi[];
  /** The present owner of the app, if it changed hands after the person allowed it. */
  readonly moved: { domain: string } | null;
  /** Essential claims that the account does not have. */
  readonly lacks: readonly Claim[];
  /** The computer whose desktop asks, in its own words. */
  readonly device: DeviceInfo | undefined;
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
  const wanted = { client, scope: text(interaction.params['scope']), claims: text(interaction.params['claims']) };
  const scopes = await askedScopes(deps, session, wanted);
  const consent = await deps.apps.consents.find({ accountId: session.accountId, clientId: client.id });
  const apis = await askedApis(deps.apps, { client, params: interaction.params, allowed: consent?.more ?? [] });
  const domain = domainOf(text(interaction.params['redirect_uri']));
  const moved = consent === undefined ? null : await movedSince(deps.apps.own, client, consent.authorizedAt);
  const device = isDesktopRequest(wanted) ? deviceInfo(interaction.params, '') : undefined;
  return { interaction, client, prompt, domain, wanted, scopes, apis, moved, lacks: lackedClaims(wanted, session.account), device };
}

/** The lines of a request that exist and that the app may have. */
export async function askedScopes(
  { apps: { consents } }: Pick<InteractionDeps, 'apps'>,
  { accountId, account }: Session,
  wanted: Wanted,
): Promise<readonly AskedLine[]> {
  return askedLines(wanted, account, await consents.find({ accountId, clientId: wanted.client.id }));
}

/**
 * Allows the app the chosen scopes. Returns the next URL.
 * @throws {Refusal} tokenError, unauthorized, appStateRefuses, separateConsentNeeded for an app whose data leaves the country;
 * verificationNeeded for lasting access to a protected account
 */
export async function allowInteraction(
  deps: AllowDeps,
  person: { readonly session: Session; readonly origin: Origin & Cause },
  { uid, scopes, apis }: { readonly uid: string; readonly scopes: readonly ConsentLine[]; readonly apis: readonly string[] },
): Promise<string> {
  const asked = await findInteraction(deps, person.session, uid);
  const { interaction, wanted } = asked;
  if (asked.prompt === 'select_account') return answer(interaction, { select_account: {} });
  const { chosen } = divideLines(asked.scopes, scopes);
  const need = lasts(asked, chosen) ? ({ action: 'allowOffline', target: wanted.client.id } as const) : undefined;
  if (need !== undefined) await deps.evidence.proofs.require(person.session, need);
  const returnTo = await deps.store.db.tx(async () => {
    if (need !== undefined) await deps.evidence.proofs.redeemIfAsked(person.session, need);
    const chosenApis = { asked: asked.apis.map(({ name }) => name), chosen: apis };
    const given = { wanted, chosen, apis: chosenApis };
    const grantId =
      asked.device === undefined ? await giveGrant(deps, person, given) : await giveDesktop(deps, person, { ...given, info: asked.device });
    return answer(interaction, { consent: { grantId } });
  });
  return returnTo;
}

/** Whether the app gets access that outlives the session, and had none before. */
function lasts({ wanted: { client }, device, scopes }: Asked, chosen: readonly ConsentLine[]): boolean {
  const isNew = !scopes.some(({ name, allowed }) => name === 'offline_access' && allowed);
  return client.system || device !== undefined || (chosen.includes('offline_access') && isNew);
}

/** Signs in the desktop of the computer on which this browser runs: its answer goes to a program there. */
async function giveDesktop(
  deps: InteractionDeps,
  person: { readonly session: Session; readonly origin: Origin & Cause },
  { info, ...given }: Parameters<typeof giveGrant>[2] & { readonly info: DeviceInfo },
): Promise<string> {
  const { session, origin } = person;
  const { client } = given.wanted;
  const deviceId = newId();
  await lockCredentials(deps.store.db, session);
  const where = { ...info, address: origin.clientIp };
  await keepDevice(deps, session, { deviceId, client, info: where, sessionId: session.sessionId });
  const grantId = await giveGrant(deps, person, { ...given, deviceId });
  await tellOfDevice(deps, person, client);
  return grantId;
}

/** Makes the grant and remembers the consent, in the caller's transaction. */
export async function giveGrant(
  deps: InteractionDeps,
  { session, origin }: { readonly session: Session; readonly origin: Origin },
  {
    wanted,
    chosen,
    apis = { asked: [], chosen: [] },
    deviceId,
  }: {
    readonly wanted: Wanted;
    readonly chosen: readonly ConsentLine[];
    /** Scopes of APIs (`grantWord`). */
    readonly apis?: { readonly asked: readonly string[]; readonly chosen: readonly string[] };
    readonly deviceId?: string;
  },
): Promise<string> {
  const provider = await deps.openid.provider();
  const { accountId, sessionId, account } = session;
  const { client } = wanted;
  await lockCredentials(deps.store.db, session);
  await requireOpenApp(deps, { clientId: client.id, person: account });
  if (lacksNeeded(wanted, account)) throw new Refusal('appStateRefuses', { reason: 'the app needs an email' });
  const { separate } = deps.identity;
  if (separate.covers(client.id)) await requireGiven(deps.store.db, separate, { accountId, purpose: 'abroad' });
  const whose = { accountId, clientId: client.id };
  const before = await deps.apps.consents.find(whose);
  const allowedApis = apis.asked.filter((name) => apis.chosen.includes(name));
  const scopes = [...new Set([...(before?.scopes ?? []), ...chosen.filter(isScope)])];
  const more = [...new Set([...(before?.more ?? []), ...linesBeyond(chosen), ...allowedApis])];
  await deps.apps.consents.allow({ ...whose, scopes, more, at: deps.store.clock.now() });
  if (before === undefined) deps.store.db.afterCommit(() => deps.apps.activity.count(client.id, 'newPeople'));
  const grant = new provider.Grant({ accountId, clientId: client.id });
  grantLines(grant, wanted, new Set(chosen));
  addApis(grant, allowedApis);
  addApis(
    grant,
    apis.asked.filter((name) => !apis.chosen.includes(name)),
    'rejectResourceScope',
  );
  const known: readonly string[] = [...(before?.scopes ?? []), ...(before?.more ?? [])];
  if (deviceId === undefined && [...chosen, ...allowedApis].some((name) => !known.includes(name))) {
    const { clientIp, userAgent } = origin;
    const by = { clientIp, userAgent, lang: account.language };
    await tellOwner(deps, { account, event: 'appAllowed', by, ways: session.assurance.ways, name: client.name[account.language] });
  }
  const grantId = await authorizer.run({ session, ...(deviceId === undefined ? {} : { deviceId }) }, () => grant.save());
  const event = deviceId === undefined ? 'app.allowed' : 'device.allowed';
  await deps.journal.audit.record({
    event,
    accountId,
    sessionId,
    origin,
    detail: { client: client.id, scopes: [...chosen, ...allowedApis].join(' ') },
  });
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
 * Ends a request before a sign-in; the app is told. `uid` comes from the request's own cookie. Returns the next URL;
 * undefined for an expired request.
 */
export async function leaveInteraction(deps: InteractionDeps, uid: string): Promise<string | undefined> {
  const provider = await deps.openid.provider();
  const interaction = await provider.Interaction.find(uid);
  if (interaction === undefined) return undefined;
  interaction.result = { error: 'access_denied', error_description: 'the person went back' };
  await save(interaction);
  return interaction.returnTo;
}

/**
 * The URL to sign in with another account for this request.
 * @throws {Refusal} tokenError
 */
export async function switchInteraction(deps: InteractionDeps, session: Session, uid: string): Promise<string> {
  const { interaction } = await findInteraction(deps, session, uid);
  return visitorUrl(interaction, { prompt: 'select_account' });
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
  const isFresh = session !== undefined && session.assurance.authAt >= interaction.iat * second;
  if (name === 'create') {
    if (session !== undefined && isFresh) return signedIn(interaction, session, { create: {} });
    return visitorUrl(interaction, { path: '/register', prompt: 'create' });
  }
  if (name !== 'login') {
    if (session === undefined) return visitorUrl(interaction);
    if (name === 'terms') return termsStep(deps, interaction, session);
    if (await isOwn(deps, session, interaction)) return withDisplay(`/consent?interaction=${encodeURIComponent(uid)}`, interaction);
    return signedIn(interaction, session);
  }
  const wanted = wantedLevels(interaction.params);
  if (session !== undefined && wanted !== undefined && reachedLevel(session.assurance.acr, wanted) === undefined) {
    // The person has just signed in for it, or has nothing that would reach it. The request knows its time in seconds: a
    // sign-in of the same one may have come before.
    const isTried = session.assurance.authAt >= (interaction.iat + 1) * second;
    if (isTried || !mayReach(session.account, wanted)) return unmet(interaction, session);
    return visitorUrl(interaction, { prompt: 'login' });
  }
  const anySession = reasons.every((reason) => reason === 'no_session' || reason === 'acr');
  if (session !== undefined && (isFresh || anySession)) return signedIn(interaction, session);
  return visitorUrl(interaction, session === undefined ? {} : { prompt: 'login' });
}

/** The page that asks for an answer to changed agreements, or back to the library when there is one. */
async function termsStep({ store: { clock }, identity: { agreements } }: InteractionDeps, interaction: Interaction, { account }: Session) {
  if (agreements.stateOf(account, clock.now()) === 'none') return answer(interaction, { terms: {} });
  const query = new URLSearchParams({ redirect: interactionUrl(interaction.uid, interaction.params['client_id']) });
  return withDisplay(`/terms?${query.toString()}`, interaction);
}

/**
 * Tells the app so (OpenID Connect Core Unmet Authentication Requirements 1.0). The person may have signed in since: the
 * request no longer belongs to the session that it began in, and still to an account.
 */
async function unmet(interaction: Interaction, { accountId }: Session): Promise<string> {
  // No browser session has this id, so that none is asked for.
  interaction.session = { accountId, uid: '', cookie: '' };
  interaction.result = { error: 'unmet_authentication_requirements', error_description: 'no sign-in here reaches what was asked' };
  await save(interaction);
  return interaction.returnTo;
}

/** Tells the library the present account. The request no longer belongs to the session that it began in. */
async function signedIn(interaction: Interaction, session: Session, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  delete interaction.session;
  const { loginTs: ts, ...sure } = strengthOf(session);
  return answer(interaction, { login: { accountId: session.accountId, ts, ...sure }, select_account: {}, ...more });
}

async function answer(interaction: Interaction, result: Readonly<Record<string, unknown>>): Promise<string> {
  interaction.result = { ...interaction.lastSubmission, ...result };
  await save(interaction);
  return interaction.returnTo;
}

async function save(interaction: Interaction): Promise<void> {
  await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / second)));
}

/**
 * The URL of a page for visitors, which returns to this request. `prompt` forces it in spite of a session. The wishes
 * of the app go along: how strong the sign-in must be, who may sign in, in which language, in which form.
 */
function visitorUrl(
  { uid, params }: Interaction,
  { path = '/login', prompt }: { readonly path?: '/login' | '/register'; readonly prompt?: 'login' | 'select_account' | 'create' } = {},
): string {
  const query = new URLSearchParams({ redirect: interactionUrl(uid, params['client_id']), client_id: text(params['client_id']) });
  if (prompt !== undefined) query.set('prompt', prompt);
  const level = leastLevel(wantedLevels(params));
  if (level !== undefined && level !== '1') query.set('acr', level);
  for (const name of ['login_hint', ...carriedNames]) if (text(params[name]) !== '') query.set(name, text(params[name]).slice(0, 254));
  return `${path}?${query.toString()}`;
}

function withDisplay(url: string, { params }: Interaction): string {
  const query = new URLSearchParams();
  for (const name of carriedNames) if (text(params[name]) !== '') query.set(name, text(params[name]));
  return query.size === 0 ? url : `${url}&${query.toString()}`;
}

async function isOwn({ apps: { records } }: InteractionDeps, session: Session, interaction: Interaction): Promise<boolean> {
  const uid = interaction.session?.uid;
  if (uid === undefined) return false;
  // A desktop of this account asks for one of its programs, in any browser of the person.
  if (uid === desktopSession) return interaction.session?.accountId === session.accountId;
  const found = await records.find({ model: 'Session', uid: sha256(uid) });
  return found?.sessionId === session.sessionId && found.accountId === session.accountId;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

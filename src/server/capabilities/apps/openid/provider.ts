import type { IncomingMessage } from 'node:http';
import Provider, { errors, type Adapter, type Client, type Configuration, type JWKS, type KoaContextWithOIDC } from 'oidc-provider';
import { personalClaims } from '#contract/apps/openid/claims.words.ts';
import { acrValues } from '#contract/sign-in/two-step/second-step.words.ts';
import { desktopScope, scopes } from '#contract/vocabulary/scopes.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import type { Access } from '#server/core/sign-in/access/access.ts';
import type { Evidence } from '#server/core/sign-in/evidence/evidence.ts';
import type { Identity } from '#server/core/account/identity/identity.ts';
import { day, hour, minute, second } from '#server/platform/clock.ts';
import { languageOfHeader } from '#server/platform/http/sessions/language.ts';
import { openidAdapter, type AdapterDeps } from './adapter.ts';
import { strengthOf } from './tokens/assurance.ts';
import { authorizer } from './tokens/authorizer.ts';
import { callApp, nameToldApps } from './clients/call-apps.ts';
import { claimsOf, claimsOfScopes } from './tokens/claims.ts';
import { clientMetadata, registrationField, registrationOf } from './clients/client-metadata.ts';
import { clientAuthMethods, discoveryOf } from './discovery.ts';
import { ClosedApp, isSuspended, mayHaveToken, passGate, refuseGrants } from './clients/app-gate.ts';
import { grantFor, type GrantDeps } from './tokens/grant-for.ts';
import { allowTryAddress, findTrials } from './clients/try-redirects.ts';
import { nameErrors } from './clients/name-errors.ts';
import { shownUrl, watchApps } from './clients/watch-apps.ts';
import { claimsInIdTokens } from './tokens/id-token-claims.ts';
import { refuseOtherHints } from './tokens/id-token-hints.ts';
import { allowForm } from './interactions/allow-form.ts';
import { interactionsPolicy } from './interactions/interactions-policy.ts';
import { owesTerms } from './interactions/owes-terms.ts';
import { createSubjects, type PairwiseSubject } from '#server/core/apps/openid/subjects.ts';
import { markPairwise } from './pairwise-clients.ts';
import { compareHashes } from './clients/app-secrets.ts';
import { openidCookieNames } from './devices/cookie-names.ts';
import { isDesktop } from '#server/core/apps/clients/client.ts';
import { noteSubject } from '#server/core/apps/openid/known-subjects.repository.ts';
import { deviceParameters } from './devices/device-info.ts';
import { deviceInfoOf } from './devices/device-request.ts';
import type { EmbedHost } from '#server/platform/settings/embedding.ts';
import { interactionUrl } from './interactions/interaction-url.ts';
import { deviceCodePath, protocolPaths } from './protocol-paths.ts';
import { embeddedParameters } from '#server/core/apps/embedding/embedding.ts';
import type { WorldStore } from '#server/core/store.ts';
import { assertionCheck, clockTolerance } from './clients/client-assertions.ts';
import { clientAlgorithms } from '#server/core/apps/clients/client-keys.ts';
import { defaultResource, resourceFor } from './tokens/resource-servers.ts';
import { mayIntrospect, signInClaims } from './tokens/resources.ts';
import { nameSuccessors } from './tokens/refresh-tokens.ts';
import { needsNonce } from './clients/sender-constraint.ts';
import { boundRequest } from './bounds/request-bounds.ts';
import type { SigningKey } from './tokens/signing-keys.ts';
import { deviceCodeLifeMs, waitingLifeMs } from './bounds/room-for-strangers.ts';

/** A page of the web application with data for its screen. */
export type RenderPage = (page: {
  readonly path: '/oauth-error' | '/oauth-logout';
  readonly language: Language;
  readonly data: Readonly<Record<string, unknown>>;
}) => Promise<{ readonly html: string; readonly contentSecurityPolicy: string }>;

export interface ProviderDeps extends AdapterDeps, GrantDeps {
  readonly store: WorldStore;
  readonly identity: Identity;
  readonly evidence: Evidence;
  readonly access: Access;
  readonly renderPage: RenderPage;
  /** Windows of the desktop, and sites, that show the pages of a request inside them. */
  readonly embedHosts: readonly EmbedHost[];
}

/** Seconds. Codes and access tokens are short-lived, so that a stolen one is soon useless (RFC 9700). */
const lives = {
  code: minute / second,
  accessToken: (10 * minute) / second,
  /** Life of a desktop's token, which is of no use without the key; whether it still holds is read at each call. */
  desktopToken: hour / second,
  refreshTotal: (90 * day) / second,
  deviceCode: deviceCodeLifeMs / second,
} as const;

/** Sets up the library as docs/adr/0022 says. Called again when the signing keys change. */
export function createProvider(deps: ProviderDeps, keys: readonly SigningKey[]): Provider {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain JSON Web Keys
  const jwks = { keys } as unknown as JWKS;
  const provider = new Provider(deps.evidence.publicUrl, { ...configurationOf(deps, createSubjects(deps.store)), jwks });
  // `app/mounts/openid-mount.ts` sets host and protocol, only from the configuration.
  provider.proxy = true;
  markPairwise(provider);
  claimsInIdTokens(provider);
  refuseOtherHints(provider);
  compareHashes(provider, { clients: deps.apps.clients, clock: deps.store.clock });
  allowTryAddress(provider, `${deps.evidence.publicUrl}/developer/try`);
  refuseGrants(provider);
  nameErrors(provider);
  nameToldApps(provider);
  nameSuccessors(provider);
  watchApps(provider, deps.apps.activity);
  provider.use(async (ctx, next) => {
    const { client_id: clientId } = ctx.query;
    if (ctx.path === protocolPaths.authorization && typeof clientId === 'string' && (await isSuspended(deps, clientId))) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page needs nothing of the library
      return renderClosed(deps, ctx as unknown as KoaContextWithOIDC, 'suspended');
    }
    await findTrials(deps.apps.runs, { ctx, at: deps.store.clock.now() });
    if (/^\/oidc\/(?:auth|session)(?:\/|$)/.test(ctx.path))
      await alignSession({ provider, lifeMs: deps.access.sessions.lives.totalMs }, ctx.req, ctx);
    await next();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's own part of the context; absent on unknown paths
    await finish(deps, ctx as unknown as KoaContextWithOIDC);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    noteOutcome(ctx as unknown as KoaContextWithOIDC);
  });
  return provider;
}

function configurationOf(deps: ProviderDeps, subjectOf: PairwiseSubject): Configuration {
  const secure = deps.evidence.publicUrl.startsWith('https:');
  return {
    adapter: (name: string): Adapter => (name === 'Client' ? clientAdapter(deps) : openidAdapter(deps, name)),
    routes: {
      authorization: protocolPaths.authorization,
      token: protocolPaths.token,
      userinfo: protocolPaths.userinfo,
      jwks: protocolPaths.jwks,
      revocation: protocolPaths.revocation,
      introspection: protocolPaths.introspection,
      end_session: protocolPaths.endSession,
      device_authorization: protocolPaths.deviceAuthorization,
      code_verification: deviceCodePath,
      pushed_authorization_request: protocolPaths.pushedRequest,
    },
    scopes: [...scopes],
    claims: Object.fromEntries(Object.entries(claimsOfScopes).map(([scope, claims]) => [scope, [...claims]])),
    responseTypes: ['code'],
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: async (_ctx, accountId, client) => {
      const subject = await subjectOf(registrationOf(client), accountId);
      await noteSubject(deps.store.db, { accountId, clientId: client.clientId, subject });
      return subject;
    },
    acrValues: [...acrValues],
    discovery: discoveryOf(deps.evidence.publicUrl, { embeds: deps.embedHosts.length > 0 }),
    extraClientMetadata: { properties: [registrationField] },
    // A client with a secret may send it either way.
    clientAuthMethods: [...clientAuthMethods],
    assertJwtClientAuthClaimsAndHeader: assertionCheck({ ...deps, clients: deps.apps.clients }),
    enabledJWA: { clientAuthSigningAlgValues: [...clientAlgorithms], dPoPSigningAlgValues: ['ES256', 'Ed25519', 'EdDSA'] },
    fetchResponseBodyLimits: { jwks_uri: 32 * 1024, sector_identifier_uri: 16 * 1024 },
    pkce: { required: (_ctx, client) => registrationOf(client).pkce !== 'optional' || client.clientAuthMethod === 'none' },
    // The library's hook for checks of a request before it is stored: called for every request, with or without that
    // parameter.
    extraParams: {
      display: (ctx) => boundRequest(ctx, deps.embedHosts),
      ...Object.fromEntries([...deviceParameters, ...embeddedParameters].map((name) => [name, null])),
    },
    extraTokenClaims: (ctx, token) => (token.kind === 'AccessToken' ? signInClaims(ctx) : undefined),
    allowOmittingSingleRegisteredRedirectUri: false,
    acceptQueryParamAccessTokens: false,
    clientBasedCORS: (_ctx, origin, client) => (client.redirectUris ?? []).some((address) => URL.parse(address)?.origin === origin),
    cookies: {
      names: openidCookieNames(deps.evidence.publicUrl),
      long: { httpOnly: true, sameSite: 'lax', secure, path: '/oidc' },
      short: { httpOnly: true, sameSite: 'lax', secure },
    },
    // For the clocks of apps that sign. Our own lives are not longer: the adapter finds nothing that is over.
    clockTolerance,
    ttl: {
      AuthorizationCode: lives.code,
      AccessToken: (_ctx, token, client) =>
        token.resourceServer?.accessTokenTTL ?? (isDesktop(registrationOf(client)) ? lives.desktopToken : lives.accessToken),
      ClientCredentials: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? lives.accessToken,
      IdToken: lives.accessToken,
      DeviceCode: lives.deviceCode,
      Interaction: ({ oidc }) => waitingLifeMs[oidc.session?.accountId === undefined ? 'nobody' : 'somebody'] / second,
      Session: deps.access.sessions.lives.totalMs / second,
      Grant: lives.refreshTotal,
      RefreshToken: (_ctx, token) => {
        const age = token.iiat === undefined ? 0 : Math.floor(Date.now() / second) - token.iiat;
        return Math.max(1, lives.refreshTotal - age);
      },
    },
    rotateRefreshToken: ({ oidc }) => rotates(oidc.client, oidc.entities.RefreshToken),
    issueRefreshToken: (_ctx, client, source) => client.grantTypeAllowed('refresh_token') && !isForOnce(source),
    expiresWithSession: (_ctx, source) =>
      source.kind !== 'DeviceCode' && !source.scopes.has('offline_access') && !source.scopes.has(desktopScope),
    interactions: {
      policy: interactionsPolicy((ctx) => owesTerms(deps, ctx)),
      url: (_ctx, { uid, params }) => interactionUrl(uid, params['client_id']),
    },
    async findAccount(ctx, accountId) {
      const account = await deps.identity.accounts.findLive(accountId);
      if (account?.state !== 'active') return undefined;
      // At the authorization a page says it: see `passGate`.
      if (['token', 'userinfo'].includes(ctx.oidc.route) && !(await mayHaveToken(deps, ctx.oidc.client, account))) return undefined;
      return { accountId, claims: () => allowedClaims(ctx, claimsOf(account, deps.evidence.publicUrl)) };
    },
    async loadExistingGrant(ctx) {
      await passGate(deps, ctx);
      return grantFor(deps, ctx);
    },
    fetch: (url, options) => callApp(deps.apps, url, options ?? {}),
    features: {
      devInteractions: { enabled: false },
      claimsParameter: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      dPoP: { enabled: true, nonceSecret: deps.store.keyring.key('dpop-nonce'), requireNonce: needsNonce },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: (ctx, _client, oneOf) => defaultResource(deps, ctx, oneOf),
        getResourceServerInfo: (ctx, resource, client) => resourceFor(deps, ctx, resource, client),
      },
      deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****', deviceInfo: deviceInfoOf },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      introspection: {
        enabled: true,
        // A token is revealed to the client that it was made for and to the one of the resource, and never to a public client.
        allowedPolicy: (_ctx, client, token) => mayIntrospect(deps, client, token),
      },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx) => renderLogout(deps, ctx),
        postLogoutSuccessSource: (ctx) => ctx.redirect('/logout'),
      },
    },
    renderError: async (ctx, out, cause) => {
      if (cause instanceof ClosedApp) return renderClosed(deps, ctx, cause.why);
      const isOver = cause instanceof errors.SessionNotFound;
      await render(deps, ctx, {
        path: '/oauth-error',
        data: {
          error: isOver ? 'session_not_found' : out.error,
          description: out.error_description ?? '',
          ...(out.error === 'invalid_redirect_uri' && { address: shownUrl(ctx.oidc?.params?.['redirect_uri']) }),
          requestId: ctx.res.getHeader('x-request-id') ?? '',
          // A refused sign-out leaves the person signed in; without parameters the same address asks them.
          ...(ctx.oidc?.route === 'end_session' && authorizer.getStore()?.session !== undefined
            ? { signOut: protocolPaths.endSession }
            : {}),
        },
      });
    },
  };
}

/** Whether a code was made on a desktop for a program that asks again each time: its sign-in rests on no browser session. */
function isForOnce(source: {
  readonly kind: string;
  readonly sessionUid?: string | undefined;
  readonly scopes: ReadonlySet<string>;
}): boolean {
  return (
    source.kind === 'AuthorizationCode' &&
    source.sessionUid === undefined &&
    !source.scopes.has('offline_access') &&
    !source.scopes.has(desktopScope)
  );
}

/** The page for people who may not use an app now. */
async function renderClosed(deps: ProviderDeps, ctx: KoaContextWithOIDC, why: ClosedApp['why']): Promise<void> {
  ctx.status = 403;
  const data = {
    error: `${why}_app`,
    description: '',
    requestId: ctx.res.getHeader('x-request-id') ?? '',
  };
  await render(deps, ctx, { path: '/oauth-error', data });
}

/** Personal details leave only if the registration and the person's grant name them. */
function allowedClaims(
  { oidc }: KoaContextWithOIDC,
  all: { readonly sub: string } & Readonly<Record<string, unknown>>,
): { sub: string } & Record<string, unknown> {
  const granted = new Set(oidc.client !== undefined && registrationOf(oidc.client).personal ? oidc.entities.Grant?.getOIDCClaims() : []);
  const left = new Set<string>(personalClaims.filter((claim) => !granted.has(claim)));
  return { ...Object.fromEntries(Object.entries(all).filter(([name]) => !left.has(name))), sub: all.sub };
}

/**
 * A stolen refresh token is useless without the key or the secret of its client; without either, its use by two is
 * noticed because it changes with each use (RFC 9700 section 2.2.2).
 */
function rotates(client: Client | undefined, token: InstanceType<Provider['RefreshToken']> | undefined): boolean {
  return client?.clientAuthMethod === 'none' && token?.jkt === undefined;
}

function clientAdapter({ store: { clock }, apps: { clients } }: AdapterDeps): Adapter {
  const readOnly = async (): Promise<never> => {
    throw new Error('Only the operator can change clients.');
  };
  return {
    async find(id) {
      const found = await clients.findWithSecrets(id, clock.now());
      return found && clientMetadata(found);
    },
    upsert: readOnly,
    findByUid: readOnly,
    findByUserCode: readOnly,
    consume: readOnly,
    destroy: readOnly,
    revokeByGrantId: readOnly,
  };
}

/**
 * The provider's session follows the browser's: a person signed in here is signed in to the provider with the same
 * account, as surely as they are now. A session of another account or an earlier sign-in is left behind and ends with the session below it.
 */
async function alignSession(
  { provider, lifeMs }: { readonly provider: Provider; readonly lifeMs: number },
  request: IncomingMessage,
  ctx: Parameters<typeof provider.Session.get>[0],
): Promise<void> {
  const session = authorizer.getStore()?.session;
  if (session === undefined) return;
  const current = await provider.Session.get(ctx);
  const sure = strengthOf(session);
  if (current.accountId === session.accountId) {
    if (current.acr === sure.acr && current.loginTs === sure.loginTs && current.amr?.join(' ') === sure.amr?.join(' ')) return;
    current.loginAccount({ accountId: session.accountId, ...sure });
    await current.save(lifeMs / second);
    return;
  }
  const fresh = new provider.Session();
  fresh.loginAccount({ accountId: session.accountId, ...sure });
  await fresh.save(lifeMs / second);
  const name = provider.cookieName('session');
  const others = (request.headers.cookie ?? '').split(/;\s*/).filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
  request.headers.cookie = [...others, `${name}=${fresh.jti}`].join('; ');
}

/** Errors of a device that waits as it should (RFC 8628 section 3.5). */
const waiting: ReadonlySet<unknown> = new Set(['authorization_pending', 'slow_down']);

/** Tells the counters of calls whose call this was. */
function noteOutcome(ctx: KoaContextWithOIDC): void {
  const outcome = authorizer.getStore()?.outcome;
  const client = ctx.oidc?.client;
  if (outcome === undefined || client === undefined) return;
  const { body } = ctx;
  const error: unknown = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  outcome.clientId = client.clientId;
  outcome.rate = registrationOf(client).rate;
  const isRight = ctx.status < 400 || waiting.has(error);
  outcome.isProven = isRight || (client.clientAuthMethod !== 'none' && ctx.status !== 401);
}

/** Adds the parts that the library leaves out of its answers. */
async function finish({ evidence: { publicUrl }, access: { sessions } }: ProviderDeps, ctx: KoaContextWithOIDC): Promise<void> {
  const { oidc } = ctx;
  if (oidc === undefined) return;
  if (oidc.route === 'device_authorization' && ctx.status === 200) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of RFC 8628 section 3.2
    const body = ctx.body as { user_code: string };
    const complete = new URL(deviceCodePath, publicUrl);
    complete.searchParams.set('code', body.user_code);
    ctx.body = {
      ...body,
      verification_uri: new URL(deviceCodePath, publicUrl).href,
      verification_uri_complete: complete.href,
      interval: 5,
    };
  }
  if (oidc.route === 'discovery' || oidc.route === 'jwks') ctx.set('cache-control', `public, max-age=${(5 * minute) / second}`);
  const session = authorizer.getStore()?.session;
  // Signing out of everything on an app's page also signs out of this site.
  if (oidc.route === 'end_session_confirm' && oidc.params?.['logout'] !== undefined && session !== undefined && ctx.status === 303) {
    await sessions.end(session.sessionId);
  }
  const { response_mode: mode, redirect_uri: address } = oidc.params ?? {};
  if (mode === 'form_post' && typeof address === 'string') allowForm(ctx, address);
}

async function renderLogout(deps: ProviderDeps, ctx: KoaContextWithOIDC): Promise<void> {
  const state = ctx.oidc.session?.state ?? {};
  const client = ctx.oidc.client && (await deps.apps.clients.find(ctx.oidc.client.clientId));
  await render(deps, ctx, {
    path: '/oauth-logout',
    data: {
      action: '/oidc/session/end/confirm',
      // The value that the page posts as a form: with `logout=yes` everything ends, without it only this app.
      xsrf: state['secret'],
      app: client === undefined ? null : { clientID: client.id, name: client.name, icon: client.icon },
    },
  });
  const back = state['postLogoutRedirectUri'];
  if (typeof back === 'string') allowForm(ctx, back);
}

async function render(deps: ProviderDeps, ctx: KoaContextWithOIDC, page: Omit<Parameters<RenderPage>[0], 'language'>): Promise<void> {
  const wanted = ctx.oidc?.params?.['ui_locales'];
  const language = languageOfHeader(typeof wanted === 'string' ? wanted.replaceAll(' ', ',') : ctx.get('accept-language'));
  const { html, contentSecurityPolicy } = await deps.renderPage({ ...page, language });
  ctx.type = 'html';
  ctx.set('content-security-policy', contentSecurityPolicy);
  ctx.set('cache-control', 'no-store');
  ctx.body = html;
}

import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { AppCause, AppEndpoint } from '#contract/apps/developer/developer.words.ts';
import type { AppActivity } from '#server/core/apps/developer/app-activity.ts';
import { ClosedApp, leaveScopesOut } from './app-gate.ts';
import { endedSecretOf } from './app-secrets.ts';
import { insideOf, on, type LibraryError } from './name-errors.ts';

/** Events of the library for a failed request. */
const failures: Readonly<Record<string, AppEndpoint>> = {
  'authorization.error': 'authorization',
  'grant.error': 'token',
  'userinfo.error': 'userinfo',
  'introspection.error': 'introspection',
  'revocation.error': 'revocation',
  'device_authorization.error': 'device',
  'pushed_authorization_request.error': 'par',
  'end_session.error': 'logout',
};

/** Answers that belong to the usual course of things. */
const usual: ReadonlySet<string> = new Set([
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
  'authorization_pending',
  'slow_down',
]);

/** Counts what apps do, and notes what fails, with its cause and without its person. */
export function watchApps(provider: Provider, activity: AppActivity): void {
  provider.on('grant.success', ({ oidc }: KoaContextWithOIDC) => {
    const { client, params } = oidc;
    if (client !== undefined) activity.count(client.clientId, params?.['grant_type'] === 'refresh_token' ? 'refreshes' : 'signIns');
  });
  leaveScopesOut(provider, (ctx, scopes) => {
    const clientId = ctx.oidc.client?.clientId;
    if (clientId === undefined) return;
    const requestId = String(ctx.res.getHeader('x-request-id') ?? '');
    const endpoint = ctx.oidc.route === 'device_authorization' ? 'device' : ctx.oidc.route === 'authorization' ? 'authorization' : 'par';
    activity.fail({ clientId, endpoint, error: 'scope left out', cause: 'scope', detail: scopes.join(' ').slice(0, 100), requestId });
  });
  for (const [event, endpoint] of Object.entries(failures)) {
    on(provider, event, (ctx, error) => note(activity, { ctx, endpoint, error }));
  }
}

function note(
  activity: AppActivity,
  { ctx, endpoint, error }: { readonly ctx: KoaContextWithOIDC; readonly endpoint: AppEndpoint; readonly error: LibraryError },
): void {
  const clientId = ctx.oidc?.client?.clientId;
  const code = error.error ?? 'server_error';
  const isClosed = error instanceof ClosedApp;
  if (clientId === undefined || (usual.has(code) && !isClosed)) return;
  const { cause, detail } = causeOf(error, ctx);
  const requestId = String(ctx.res.getHeader('x-request-id') ?? '');
  activity.fail({ clientId, endpoint, error: code, cause, detail, requestId });
}

interface Cause {
  readonly cause: AppCause;
  /** Part of the text of the cause, never something of a person. */
  readonly detail: string;
}

/** Words of the library in its internal detail, or in the description, with the cause behind them. */
const words: readonly (readonly [RegExp, AppCause])[] = [
  [/policy requires PKCE/i, 'pkce'],
  [/code_verifier|code_challenge|PKCE/i, 'verifier'],
  [/authorization code.*consumed|^grant request is invalid$/i, 'codeTwice'],
  [/authorization code/i, 'codeOld'],
  [/refresh token.*(?:consumed|used)/i, 'refreshTwice'],
  [/refresh token|grant.*not found|referenced account/i, 'refreshOver'],
  [/iat is not recent|iat|clock/i, 'clock'],
  [/nonce/i, 'nonce'],
  [/DPoP proof JWT not provided|missing DPoP proof/, 'noProof'],
  [/DPoP|key binding|jkt/i, 'dpop'],
  [/post_logout_redirect_uri/i, 'logout'],
  [/too long/i, 'big'],
  [/mechanism|authentication|client_secret must be|assertion/i, 'clientAuth'],
];

function causeOf(error: LibraryError, ctx: KoaContextWithOIDC): Cause {
  const said = insideOf(error);
  if (error instanceof ClosedApp) return { cause: error.why === 'suspended' ? 'suspended' : 'notTester', detail: '' };
  if (error.error === 'unauthorized_client') return { cause: /not registered/.test(said) ? 'grant' : 'suspended', detail: '' };
  if (error.error === 'invalid_redirect_uri') return { cause: 'redirect', detail: shownUrl(ctx.oidc.params?.['redirect_uri']) };
  if (/invalid secret/.test(said)) return secretCause(ctx);
  if (error.error === 'invalid_scope') return { cause: 'scope', detail: 'scope' in error ? String(error.scope).slice(0, 100) : '' };
  if (error.error === 'invalid_target') return { cause: 'resource', detail: '' };
  const cause = words.find(([pattern]) => pattern.test(said))?.[1] ?? 'other';
  if (cause === 'logout') return { cause, detail: shownUrl(ctx.oidc.params?.['post_logout_redirect_uri']) };
  if (cause === 'big') return { cause, detail: /^(?:\S+ )?(\w+) is too long/.exec(said)?.[1] ?? '' };
  return { cause, detail: '' };
}

function secretCause(ctx: KoaContextWithOIDC): Cause {
  const ended = endedSecretOf(ctx);
  return ended === undefined
    ? { cause: 'secret', detail: '' }
    : { cause: 'secretEnded', detail: new Date(ended).toISOString().slice(0, 10) };
}

/** An address without its query: values of a person may stand there. */
export function shownUrl(value: unknown): string {
  return typeof value === 'string' ? (value.split(/[?#]/, 1)[0] ?? '').slice(0, 200) : '';
}

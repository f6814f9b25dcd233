/** Default continue URL: the account home, which chooses its layout itself (spec 2). */
export const accountHome = '/';

/** Pages that a sign-in must not continue to. */
const notContinued = /^\/(?:api|dev|login|logout|register)(?:[/?#]|$)/;

/**
 * The continue URL after sign-up or sign-in: the requested path if it is a page of this site, otherwise the account
 * home.
 */
export function resolveContinue(publicUrl: string, redirect: string | undefined): string {
  const path = pathOnSite(publicUrl, redirect);
  return path === undefined || notContinued.test(path) ? accountHome : path;
}

/**
 * Path, query and fragment of a URL of this site, undefined for any other. The platform's URL parser decides the
 * meaning, and the result is built again from it: spellings such as `/\evil`, `//evil` and `/..//evil` cannot get
 * through.
 */
export function pathOnSite(publicUrl: string, url: string | undefined): string | undefined {
  const origin = new URL(publicUrl).origin;
  const parsed = url ? URL.parse(url, publicUrl) : null;
  if (!parsed || parsed.origin !== origin || parsed.username !== '' || parsed.password !== '') return undefined;
  const path = parsed.pathname + parsed.search + parsed.hash;
  const again = URL.parse(path, publicUrl);
  return path.startsWith('//') || again?.origin !== origin ? undefined : path;
}

/** An app's request for a sign-in, as its own address names it. */
export interface AppRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string | undefined;
}

/** Redirect addresses of registered apps. */
export interface KnownRedirects {
  find(clientId: string): Promise<{ readonly redirectUris: readonly string[] } | undefined>;
}

/** The path at which the request of a registered app continues; undefined for an address that the app has not registered. */
export async function continueToApp(
  clients: KnownRedirects,
  { clientId, redirectUri, scope, state }: AppRequest,
): Promise<string | undefined> {
  if ((await clients.find(clientId))?.redirectUris.includes(redirectUri) !== true) return undefined;
  const request = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    ...(state === undefined ? {} : { state }),
  };
  return `/oidc/auth?${new URLSearchParams(request).toString()}`;
}

/** Home pages of registered apps. */
interface KnownHomes {
  list(): Promise<readonly { readonly links: { readonly home?: string | undefined } }[]>;
}

/** Like `resolveContinue`, but also accepts the home page of a registered app, byte for byte as registered. */
export async function resolveContinueOrApp(publicUrl: string, clients: KnownHomes, redirect: string): Promise<string> {
  const isApp = redirect.startsWith('https://') && (await clients.list()).some(({ links }) => links.home === redirect);
  return isApp ? redirect : resolveContinue(publicUrl, redirect);
}

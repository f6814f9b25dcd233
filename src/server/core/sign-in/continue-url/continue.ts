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
 * meaning, and the result is built anew from it: spellings such as `/\evil`, `//evil` and `/..//evil` cannot get
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

/** Home pages of registered apps. */
interface KnownHomes {
  list(): Promise<readonly { readonly links: { readonly home?: string | undefined } }[]>;
}

/** Like `resolveContinue`, but also accepts the home page of a registered app, byte for byte as registered. */
export async function resolveContinueOrApp(publicUrl: string, clients: KnownHomes, redirect: string): Promise<string> {
  const isApp = redirect.startsWith('https://') && (await clients.list()).some(({ links }) => links.home === redirect);
  return isApp ? redirect : resolveContinue(publicUrl, redirect);
}

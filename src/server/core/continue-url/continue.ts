import type { OpenidClients } from '#server/core/openid/clients.repository.ts';

/** Default continue URL: the account home, which chooses its layout itself (spec 2). */
export const accountHome = '/';

/** Pages that a sign-in must not continue to. */
const notContinued = /^\/(?:api|dev|login|logout|register)(?:[/?#]|$)/;

/**
 * The continue URL after sign-up or sign-in: the requested path if it is a page of this site, otherwise the account
 * home. The platform's URL parser decides the meaning, and the result is built anew from it: spellings such as
 * `/\evil`, `//evil` and `/..//evil` cannot get through.
 */
export function resolveContinue(publicUrl: string, redirect: string | undefined): string {
  const origin = new URL(publicUrl).origin;
  const url = redirect ? URL.parse(redirect, publicUrl) : null;
  if (!url || url.origin !== origin || url.username !== '' || url.password !== '') return accountHome;
  const path = url.pathname + url.search + url.hash;
  const again = URL.parse(path, publicUrl);
  if (path.startsWith('//') || again?.origin !== origin || notContinued.test(path)) return accountHome;
  return path;
}

/** Like `resolveContinue`, but also accepts the home page of a registered app, byte for byte as registered. */
export async function resolveContinueOrApp(publicUrl: string, clients: Pick<OpenidClients, 'list'>, redirect: string): Promise<string> {
  const isApp = redirect.startsWith('https://') && (await clients.list()).some(({ links }) => links.home === redirect);
  return isApp ? redirect : resolveContinue(publicUrl, redirect);
}

import type { OpenidClients } from '#server/core/openid/clients.repository.ts';

/** Where a person goes when nothing better is known: the account home, which chooses its layout itself (spec 2). */
export const accountHome = '/';

/** Pages that are no place to continue to after signing in. */
const notContinued = /^\/(?:api|dev|login|logout|register)(?:[/?#]|$)/;

/**
 * Where to go after sign-up or sign-in: the path that was asked for, if it is a page of this site, else the account home. The
 * browser's own parser decides what an address means, and what leaves is written anew from its result: spellings such as `/\evil`,
 * `//evil` and `/..//evil` cannot get through.
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

/** The same, where the own page of a registered app will do too, byte for byte as it is registered. */
export async function resolveContinueOrApp(publicUrl: string, clients: Pick<OpenidClients, 'list'>, redirect: string): Promise<string> {
  const isApp = redirect.startsWith('https://') && (await clients.list()).some(({ links }) => links.home === redirect);
  return isApp ? redirect : resolveContinue(publicUrl, redirect);
}

import { readCookies } from '#web/lib/browser/browser.ts';

/**
 * The value of a readable cookie, or undefined.
 * @param form of our values: another host may have planted a cookie of the same name
 */
export function readCookie(name: string, form = /^/): string | undefined {
  for (const pair of readCookies().split('; ')) {
    const value = pair.slice(name.length + 1);
    if (pair.startsWith(`${name}=`) && form.test(value)) return value;
  }
  return undefined;
}

/**
 * The token of a write: over https under a name that no other host can plant, else, of several cookies, the one that has the
 * form of ours, 128 random bits and a keyed hash.
 */
export function csrfToken(): string | undefined {
  return readCookie('__Host-csrf') ?? readCookie('csrf', /^[\w-]{22}\.[\w-]{43}$/) ?? readCookie('csrf');
}

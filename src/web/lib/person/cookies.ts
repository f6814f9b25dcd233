import { readCookies } from '#web/lib/browser/browser.ts';

/** The value of a readable cookie, or undefined. */
export function readCookie(name: string): string | undefined {
  for (const pair of readCookies().split('; ')) {
    if (pair.startsWith(`${name}=`)) return decodeURIComponent(pair.slice(name.length + 1));
  }
  return undefined;
}

/** Answer of a platform. `cancelled`: the person declined. `failed`: the platform reports an error. */
export type PlatformCallback =
  | { readonly kind: 'answered'; readonly code: string; readonly state: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed' };

/** Weibo's `access_denied` as a number. */
const weiboDenied = '21330';

/**
 * Reads the URL of a callback page: the query (`?…`) and the fragment (`#…`, the answer of WeChat's quick login).
 * Refusals differ: WeChat returns only the state, QQ `usercancel=1`, Weibo `error=access_denied`.
 * Errors are `error`, `error_code`, or in older QQ a number as `code` beside `msg`.
 */
export function readPlatformCallback({ search, hash }: { readonly search: string; readonly hash: string }): PlatformCallback {
  const query = new URLSearchParams(search);
  const behind = new URLSearchParams(hash.slice((hash.includes('?') ? hash.indexOf('?') : hash.indexOf('#')) + 1));
  const get = (name: string): string => query.get(name) ?? behind.get(name) ?? '';
  const error = get('error');
  const isRefused = get('usercancel') === '1' || error === 'access_denied' || get('error_code') === weiboDenied;
  if (isRefused) return { kind: 'cancelled' };
  if (error !== '' || get('error_code') !== '' || get('msg') !== '') return { kind: 'failed' };
  const [code, state] = [get('code'), get('state')];
  if (code !== '' && state !== '') return { kind: 'answered', code, state };
  return { kind: code === '' ? 'cancelled' : 'failed' };
}

import type { IncomingHttpHeaders } from 'node:http';

/** The origins that may write to this site: its own, and for loopback also the other spellings of loopback. */
export function ownOrigins(publicUrl: string): ReadonlySet<string> {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  if (protocol !== 'http:' || !loopback.includes(hostname)) return new Set([origin]);
  return new Set(loopback.map((name) => `http://${name}${port === '' ? '' : `:${port}`}`));
}

/**
 * Whether a write comes from a page of this site: `Origin`, or else the origin of `Referer`, is ours, and
 * `Sec-Fetch-Site`, if sent, is same-origin. Sibling hosts are same-site and are refused.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, own: ReadonlySet<string>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  if (headers.origin !== undefined) return own.has(headers.origin);
  if (headers.referer === undefined) return false;
  const referer = URL.parse(headers.referer);
  return referer !== null && own.has(referer.origin);
}

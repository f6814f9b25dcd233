import type { IncomingMessage } from 'node:http';
import { canonicalAddress } from './address.ts';

/** Whether an address, or the name of a host as a URL has it, is this machine's own and nobody else's, whatever DNS says. */
export function isLoopback(host: string): boolean {
  const address = canonicalAddress(host.replace(/^\[(.*)\]$/, '$1'));
  return address === undefined ? host.toLowerCase() === 'localhost' : address === '::1' || address.startsWith('127.');
}

/**
 * Whether a request was made on this machine, to this machine by name. The name keeps out pages of the web whose own name leads here
 * (DNS rebinding), and the headers of proxies keep out those who come through one.
 */
export function isFromThisMachine({ headers, socket }: IncomingMessage): boolean {
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(headers.host ?? '')?.[1] ?? '';
  const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const sources = [socket.remoteAddress ?? '', ...forwardedFor.map((source) => source.trim()).filter((source) => source !== '')];
  return isLoopback(name) && headers.forwarded === undefined && sources.every((source) => isLoopback(source));
}

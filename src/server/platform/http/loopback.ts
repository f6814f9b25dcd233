import type { IncomingMessage } from 'node:http';
import { canonicalIp } from './client-ip.ts';

/** Whether an address, or the name of a host as a URL has it, is this machine's own and nobody else's, whatever DNS says. */
export function isLoopback(host: string): boolean {
  const address = canonicalIp(host.replace(/^\[(.*)\]$/, '$1'));
  return address === undefined ? host.toLowerCase() === 'localhost' : address === '::1' || address.startsWith('127.');
}

/**
 * Whether a request came over loopback and names this machine. The name keeps out pages of the web whose own name leads here (DNS
 * rebinding).
 */
export function isOverLoopback({ headers, socket }: IncomingMessage): boolean {
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(headers.host ?? '')?.[1] ?? '';
  return isLoopback(name) && isLoopback(socket.remoteAddress ?? '');
}

/** The same, and no proxy has handed it on for somebody elsewhere. */
export function isFromThisMachine(request: IncomingMessage): boolean {
  const { forwarded, 'x-forwarded-for': forwardedFor = [] } = request.headers;
  const sources = [forwardedFor].flat().flatMap((list) => list.split(','));
  return isOverLoopback(request) && forwarded === undefined && sources.every((source) => isLoopback(source.trim()));
}

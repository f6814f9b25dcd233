import type { IncomingMessage } from 'node:http';
import { canonicalIp } from './requests/client-ip.ts';

/** Whether an IP, or a host name in the form of a URL, always means this machine, regardless of DNS. */
export function isLoopback(host: string): boolean {
  const address = canonicalIp(host.replace(/^\[(.*)\]$/, '$1'));
  return address === undefined ? host.toLowerCase() === 'localhost' : address === '::1' || address.startsWith('127.');
}

/**
 * Whether a request came over loopback and names this machine. Checking the name keeps out web pages whose own name
 * resolves to this machine (DNS rebinding).
 */
export function isOverLoopback({ headers, socket }: IncomingMessage): boolean {
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d+)?$/.exec(headers.host ?? '')?.[1] ?? '';
  return isLoopback(name) && isLoopback(socket.remoteAddress ?? '');
}

/** Like `isOverLoopback`, and not forwarded by a proxy for a remote client. */
export function isFromThisMachine(request: IncomingMessage): boolean {
  const { forwarded, 'x-forwarded-for': forwardedFor = [] } = request.headers;
  const sources = [forwardedFor].flat().flatMap((list) => list.split(','));
  return isOverLoopback(request) && forwarded === undefined && sources.every((source) => isLoopback(source.trim()));
}

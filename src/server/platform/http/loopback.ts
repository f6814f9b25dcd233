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

/** Headers with the address of a client, by the proxies that write them. */
const clientAddresses = ['x-forwarded-for', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'] as const;

/** Headers of a proxy that say nothing of its client. */
const proxyMarks = ['forwarded', 'via', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-forwarded-server'] as const;

/**
 * Like `isOverLoopback`, and not forwarded by a proxy for a remote client. Proxies that name themselves in no header speak
 * HTTP/1.0, which no browser does.
 */
export function isFromThisMachine(request: IncomingMessage): boolean {
  const { headers, httpVersion } = request;
  const sources = clientAddresses.flatMap((name) => [headers[name] ?? []].flat().flatMap((list) => list.split(',')));
  const isProxied = httpVersion === '1.0' || proxyMarks.some((name) => headers[name] !== undefined);
  return isOverLoopback(request) && !isProxied && sources.every((source) => isLoopback(source.trim()));
}

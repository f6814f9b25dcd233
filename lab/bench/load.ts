import autocannon from 'autocannon';
import { connectHttp } from '#server/testing/server/http-client.ts';
import type { ServerProcess } from '#server/testing/server/server-process.ts';
import { cpuSeconds } from './process.ts';

/** Number of simultaneous connections. */
export const connections = 16;

/** A request that is repeated. */
export interface Target {
  readonly pid: number;
  readonly url: string;
  /** One list of requests for each connection; empty for a plain GET of `url`. */
  readonly requests: readonly (readonly autocannon.Request[])[];
}

export interface Load {
  readonly perSecond: number;
  readonly cpuMicroseconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** A URL of the server that needs no name look-up. */
export function urlOf({ origin }: ServerProcess, path = ''): string {
  return `${origin.replace('localhost', '127.0.0.1')}${path}`;
}

/** Sends `amount` requests over all connections. A refusal, which may have status 200, ends the measurement. */
export async function load({ pid, url, requests }: Target, amount: number): Promise<Load> {
  let next = 0;
  const before = cpuSeconds(pid);
  const result = await autocannon({
    url,
    connections,
    amount,
    setupClient(client) {
      const own = requests[next++ % Math.max(1, requests.length)];
      if (own) client.setRequests([...own]);
    },
    verifyBody: (body) => String(body).startsWith('{"code":200'),
  });
  const bad = result.non2xx + result.errors + result.mismatches;
  if (bad > 0) throw new Error(`${url}: ${bad} of ${result.requests.total} requests were refused under load`);
  return {
    perSecond: result.requests.total / result.duration,
    cpuMicroseconds: ((cpuSeconds(pid) - before) * 1e6) / result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}

/** POSTs of one visitor with their own client IP, sealed as the server requires: made once, sent repeatedly. */
export async function preparePosts(
  server: ServerProcess,
  { path, bodies }: { readonly path: string; readonly bodies: readonly Readonly<Record<string, string>>[] },
): Promise<readonly autocannon.Request[]> {
  const client = connectHttp(server.origin);
  await client.prepare();
  const headers = {
    'content-type': 'application/json',
    origin: server.origin,
    'x-forwarded-for': client.clientIp,
    'x-csrf-token': client.cookies.get('csrf') ?? '',
    cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
  const posts: autocannon.Request[] = [];
  for (const body of bodies) {
    const { sealed, keyId } = await client.seal(body);
    posts.push({
      method: 'POST',
      path,
      headers: { ...headers, ...(keyId === undefined ? {} : { 'x-key-id': keyId }) },
      body: JSON.stringify(sealed),
    });
  }
  return posts;
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The upstream of a trial: it answers every request with a description of the received request, and holds requests to
 * `/held` until released.
 */
export interface StandingUpstream extends AsyncDisposable {
  readonly port: number;
  /** Number of requests for a path that have reached it. */
  reached(path: string): number;
  /** Number of requests held now. */
  readonly held: number;
  /** Answers the held requests. */
  letGo(): void;
}

/** The parts of a request that reached the upstream. */
export interface Reached {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: number;
}

export async function startUpstream(): Promise<StandingUpstream> {
  const counts = new Map<string, number>();
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    counts.set(path, (counts.get(path) ?? 0) + 1);
    if (path === '/held') held.push(() => void answer(request, response));
    else void answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get held() {
      return held.length;
    },
    reached: (path) => counts.get(path) ?? 0,
    letGo() {
      for (const go of held.splice(0)) go();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let bytes = 0;
  for await (const chunk of request) bytes += (chunk as Buffer).length;
  const encoding = request.headers['accept-encoding'] ?? '';
  // Like the server's answer for its assets. The bytes are not encoded, because no one decodes them here.
  response.setHeader('vary', 'Accept-Encoding');
  if (encoding !== '') response.setHeader('content-encoding', encoding);
  response.end(JSON.stringify({ headers: request.headers, bytes }));
}

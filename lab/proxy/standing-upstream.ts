import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands behind the proxy in a trial: it answers every request with what reached it, and holds those to `/held` until told. */
export interface StandingUpstream extends AsyncDisposable {
  readonly port: number;
  /** How many requests have reached it for a path. */
  reached(path: string): number;
  /** How many are held now. */
  readonly held: number;
  /** Answers what is held. */
  letGo(): void;
}

/** What of a request reached the upstream. */
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
  // As the server answers for its assets. The bytes are none of the encoding: nobody decodes them here.
  response.setHeader('vary', 'Accept-Encoding');
  if (encoding !== '') response.setHeader('content-encoding', encoding);
  response.end(JSON.stringify({ headers: request.headers, bytes }));
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { isOverLoopback } from '#server/platform/http/loopback.ts';
import { troubleOf, type Trouble } from './one-time-codes.ts';
import { page } from './simulated-page.ts';

/** A request to a simulator. */
export interface SimulatedRequest {
  readonly method: string;
  /** Path below the simulator's own prefix. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Origin of the request's URL. */
  readonly origin: string;
}

export interface SimulatedAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly location?: string;
  readonly body?: string | Buffer;
}

/** Faults of a simulated service, until changed. */
export interface Faults {
  /** Milliseconds before the answer is sent; the request has taken effect by then. */
  delayMs: number;
  /**
   * `error500` fails and `nonsense` answers with a page, both without effect; `cut` takes effect and then breaks the
   * connection.
   */
  broken: '' | 'error500' | 'nonsense' | 'cut';
  /** Answers with this number of the service instead, if it has numbers. */
  error: string;
  /** Further switches of the service, by name. */
  readonly switches: Set<string>;
}

export interface SimulatedService {
  readonly faults: Faults;
  /** Names for `faults.switches`, each with its effect. */
  readonly switches: Readonly<Record<string, string>>;
  answer(request: SimulatedRequest): SimulatedAnswer | Promise<SimulatedAnswer>;
}

export function noFaults(): Faults {
  return { delayMs: 0, broken: '', error: '', switches: new Set() };
}

export function json(body: unknown, status = 200): SimulatedAnswer {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

export interface ListeningSimulators {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves services under `/<name>/…` and all other paths by `root`, only to this machine. */
export async function listen(
  services: Readonly<Record<string, SimulatedService>>,
  { port, root }: { readonly port: number; readonly root: (request: SimulatedRequest) => SimulatedAnswer },
): Promise<ListeningSimulators> {
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isOverLoopback(request)) {
      response.writeHead(404).end();
      return;
    }
    const url = new URL(request.url ?? '/', originOf(server));
    const [, name = '', ...rest] = url.pathname.split('/');
    const service = services[name];
    const asked: SimulatedRequest = {
      method: request.method ?? 'GET',
      path: service === undefined ? url.pathname : `/${rest.join('/')}`,
      query: url.searchParams,
      headers: request.headers,
      body: await bodyOf(request),
      origin: originOf(server),
    };
    const answer = service === undefined ? root(asked) : await faulty(service, asked);
    if (answer === 'cut') {
      response.destroy();
      return;
    }
    const { status = 200, type = 'text/plain; charset=utf-8', location, body = '' } = answer;
    response.writeHead(status, { 'content-type': type, ...(location === undefined ? {} : { location }) }).end(body);
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: originOf(server),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const slowMs = 10_000;

const brokenBy: Partial<Readonly<Record<Trouble, Faults['broken']>>> = { down: 'error500', garbage: 'nonsense' };

async function faulty(service: SimulatedService, request: SimulatedRequest): Promise<SimulatedAnswer | 'cut'> {
  const trouble = troubleOf(request.query.get('code') ?? new URLSearchParams(request.body).get('code') ?? '');
  const broken = trouble === undefined ? service.faults.broken : (brokenBy[trouble] ?? '');
  const delayMs = trouble === 'slow' ? slowMs : service.faults.delayMs;
  if (broken === 'error500') return { status: 500, body: 'Internal Server Error' };
  if (broken === 'nonsense') return page('502 Bad Gateway', '<p>nginx</p>');
  const answer = await service.answer(request);
  if (delayMs > 0) await delay(delayMs);
  return broken === 'cut' ? 'cut' : answer;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the simulators do not listen');
  return `http://127.0.0.1:${address.port}`;
}

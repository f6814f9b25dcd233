import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { S3Settings } from '#server/platform/blob/s3-store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { checkSignature } from './s3-signature.ts';

interface StoredObject {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** By the machine's clock, like files. */
  readonly changedAt: number;
}

/** Object storage in this process, as strict about signatures as the real one. Lists come in pages of two. */
export interface S3Simulator {
  /** The settings for our side. */
  readonly settings: S3Settings;
  readonly objects: Map<string, StoredObject>;
  /**
   * The current fault, until it is reset. `cut` breaks connections off, `hang` never answers, `redirect` sends
   * elsewhere.
   */
  fault: '' | 'error500' | 'nonsense' | 'cut' | 'hang' | 'redirect';
  /** Requests received so far. */
  requests: number;
  close(): Promise<void>;
}

const pageSize = 2;
const bucket = 'cedar-avatars';
const kept = ['content-type', 'content-disposition', 'cache-control'] as const;

export async function startS3Simulator(clock: Clock): Promise<S3Simulator> {
  const objects = new Map<string, StoredObject>();
  const stopped = new AbortController();
  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the object storage does not listen');
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${address.port}`,
    region: 'eu-central-1',
    bucket,
    accessKeyId: 'AKIASIMULATED',
    secretAccessKey: 'simulated/secret+key',
    pathStyle: true,
    publicUrl: undefined,
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    simulator.requests += 1;
    const body = await bodyOf(request);
    if (simulator.fault === 'cut') return void response.destroy();
    if (simulator.fault === 'hang') await delay(60_000, undefined, { signal: stopped.signal });
    if (simulator.fault === 'redirect') return void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end();
    if (simulator.fault === 'error500') return fail(response, 500, 'InternalError');
    if (simulator.fault === 'nonsense') return void response.writeHead(202, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    const { method = '', url: target = '' } = request;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    // The preflight of browsers; the bucket's CORS rule must allow this.
    if (method === 'OPTIONS') return void response.writeHead(200, cors(headers['origin'])).end();
    const fault = checkSignature({ method, target, headers, body }, settings, clock.now());
    if (fault !== undefined) return fail(response, 403, fault, cors(headers['origin']));
    const url = new URL(target, settings.endpoint);
    const [, named, ...rest] = decodeURIComponent(url.pathname).split('/');
    if (named !== bucket) return fail(response, 404, 'NoSuchBucket');
    const key = rest.join('/');
    if (key === '') return list(response, url.searchParams);
    serve(response, { method, key, body, headers });
  }

  function list(response: ServerResponse, query: URLSearchParams): void {
    const prefix = query.get('prefix') ?? '';
    // Real tokens have characters that XML must escape.
    const after = (query.get('continuation-token') ?? '').replace(/^<&/, '');
    const found = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
    const page = found.slice(0, pageSize);
    const contents = page.map((key) => {
      const { bytes, changedAt } = objects.get(key) ?? { bytes: Buffer.alloc(0), changedAt: 0 };
      const date = new Date(changedAt).toISOString();
      return `<Contents><Key>${key}</Key><LastModified>${date}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    const isCut = found.length > page.length;
    const next = isCut ? `<NextContinuationToken>&lt;&amp;${page.at(-1)}</NextContinuationToken>` : '';
    const xml = `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`;
    response.writeHead(200, { 'content-type': 'application/xml' }).end(xml);
  }

  function serve(
    response: ServerResponse,
    { method, key, body, headers }: { method: string; key: string; body: Buffer; headers: Readonly<Record<string, string>> },
  ): void {
    if (method === 'PUT') {
      const own = kept.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
      objects.set(key, { bytes: body, headers: Object.fromEntries(own), changedAt: Date.now() });
      return void response.writeHead(200, cors(headers['origin'])).end();
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (method !== 'GET') return fail(response, 405, 'MethodNotAllowed');
    if (found === undefined) return fail(response, 404, 'NoSuchKey');
    const last = /^bytes=0-(\d+)$/.exec(headers['range'] ?? '')?.[1];
    if (last === undefined) return void response.writeHead(200, found.headers).end(found.bytes);
    if (found.bytes.length === 0) return fail(response, 416, 'InvalidRange');
    response.writeHead(206, found.headers).end(found.bytes.subarray(0, Number(last) + 1));
  }

  const simulator: S3Simulator = {
    settings,
    objects,
    fault: '',
    requests: 0,
    async close() {
      stopped.abort();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return simulator;
}

function fail(response: ServerResponse, status: number, code: string, headers: Readonly<Record<string, string>> = {}): void {
  const xml = `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(xml);
}

function cors(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return {};
  return { 'access-control-allow-origin': origin, 'access-control-allow-methods': 'PUT', 'access-control-allow-headers': 'content-type' };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

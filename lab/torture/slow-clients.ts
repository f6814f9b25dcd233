import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { second } from '#server/platform/clock.ts';
import { connectHttp } from '#server/testing/server/http-client.ts';
import { startServerProcess } from '#server/testing/server/server-process.ts';
import { freshIp } from '#server/testing/server/test-browser.ts';
import type { Finding } from './round.ts';

/** The slow part of a connection: sending its headers, sending its body, or reading the answer. */
type Kind = 'headers' | 'body' | 'read';

/** The system keeps megabytes for each reader that does not read, so a few of them show as much as many. */
const readers = 40;

/** The effect on honest people, and the fate of the slow connections. Times in ms. */
export interface SlowClientsReport {
  readonly connections: number;
  readonly honest: { readonly requests: number; readonly failed: number; readonly p50: number; readonly p99: number };
  /** Slow connections that the server still held at the end. */
  readonly held: number;
  /** The longest that one of each kind was held after it had connected; undefined if some were held to the end. */
  readonly goneAfter: Readonly<Record<Kind, number | undefined>>;
  /** The duration of the measurement. */
  readonly watched: number;
}

export interface SlowClientsOptions {
  /** 40 that do not read; half of the others for each of the other kinds. */
  readonly connections?: number;
  /** The longest time to watch, ms. */
  readonly limit?: number;
  /** The control run: a server without time limits. */
  readonly withoutTimeouts?: boolean;
}

interface Hostile {
  readonly kind: Kind;
  readonly socket: Socket;
  /** Milliseconds from connecting to the end. */
  closedAfter: number | undefined;
}

/** A thousand connections that are as slow as possible, beside honest people. */
export async function* slowClients(): AsyncGenerator<Finding> {
  const product = await measureSlowClients();
  const control = await measureSlowClients({ withoutTimeouts: true, limit: 40 * second });
  yield {
    promise: 'while slow connections are open, all others are answered; no slow connection is held indefinitely',
    seen: toText(product),
    isKept: product.held === 0 && product.honest.failed === 0,
    // Not all: other limits deal with clients that do not read, and on a busy machine some are not held from the start.
    control: { seen: `without time limits: ${toText(control)}`, hasFailed: control.held > control.connections / 2 },
  };
}

function toText({ connections, honest, held, goneAfter, watched }: SlowClientsReport): string {
  const longestHeld = Object.entries(goneAfter).map(([kind, ms]) => `${kind} ${ms === undefined ? 'to the end' : toSeconds(ms)}`);
  return (
    `${connections} slow ones for ${toSeconds(watched)}, held at most: ${longestHeld.join(', ')}; ${held} held at the end; ` +
    `${honest.requests} honest requests, ${honest.failed} not answered, p50 ${honest.p50.toFixed(1)} ms, p99 ${honest.p99.toFixed(0)} ms`
  );
}

function toSeconds(ms: number): string {
  return `${(ms / second).toFixed(0)} s`;
}

/**
 * Starts the server as a separate process and opens slow connections to it (1,000 by default), which send a byte every
 * two seconds or read nothing at all. Meanwhile an honest browser asks for its account and a new visitor for a key,
 * each over its own connection. Ends when the server has closed every slow connection, or at the limit.
 * The aim is an honest p99 below 1,000 ms and no held connection; with `withoutTimeouts` all slow senders are still
 * held at the end.
 */
export async function measureSlowClients({
  connections = 1000,
  limit = 100 * second,
  withoutTimeouts = false,
}: SlowClientsOptions = {}): Promise<SlowClientsReport> {
  const preload = fileURLToPath(new URL('without-timeouts.mjs', import.meta.url));
  const control = withoutTimeouts ? { NODE_OPTIONS: `--import ${preload}` } : {};
  const server = await startServerProcess({ env: { RATE_FACTOR: '10000', ...control } });
  const hostile: Hostile[] = [];
  try {
    const person = connectHttp(server.origin);
    await person.register();
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const port = Number(new URL(server.origin).port);
    const started = performance.now();
    const elapsed = (): number => performance.now() - started;
    for (let count = 0; count < connections; count += 1) {
      const kind = count < readers ? 'read' : count % 2 === 0 ? 'headers' : 'body';
      hostile.push(openHostile(port, kind));
      // Not more at once than fit in the queue of a listening socket: the measured part is the server.
      if (count % 100 === 99) await Promise.all(hostile.slice(-100).map(connected));
    }
    const drip = setInterval(() => {
      // Blank lines between requests tell a reader that the server has left: a paused socket sees no end.
      for (const { kind, socket } of hostile) if (socket.writable) socket.write(kind === 'read' ? '\r\n' : 'x');
    }, 2 * second);
    const times: number[] = [];
    let failed = 0;
    const isOver = (): boolean => elapsed() > limit || hostile.every(({ closedAfter }) => closedAfter !== undefined);
    while (!isOver()) {
      const took = await Promise.all([timeOf(port, '/api/account/metainfo', cookie), timeOf(port, '/api/key', '')]);
      for (const ms of took) {
        if (ms === undefined) failed += 1;
        else times.push(ms);
      }
      await delay(100);
    }
    clearInterval(drip);
    const gone = (kind: Kind): number | undefined => longest(hostile.filter((one) => one.kind === kind));
    return {
      connections,
      honest: { requests: times.length + failed, failed, p50: percentile(times, 0.5), p99: percentile(times, 0.99) },
      held: hostile.filter(({ closedAfter }) => closedAfter === undefined).length,
      goneAfter: { headers: gone('headers'), body: gone('body'), read: gone('read') },
      watched: elapsed(),
    };
  } finally {
    for (const { socket } of hostile) socket.destroy();
    await server.kill();
  }
}

async function connected({ socket }: Hostile): Promise<void> {
  if (socket.connecting) await once(socket, 'connect');
}

function openHostile(port: number, kind: Kind): Hostile {
  const socket = connect(port, '127.0.0.1');
  const hostile: Hostile = { kind, socket, closedAfter: undefined };
  let since = performance.now();
  const close = (): void => void (hostile.closedAfter ??= performance.now() - since);
  socket.on('connect', () => (since = performance.now()));
  socket.on('error', close).on('close', close);
  const head = (line: string): string => `${line} HTTP/1.1\r\nHost: localhost:${port}\r\nX-Forwarded-For: ${freshIp()}\r\n`;
  switch (kind) {
    case 'headers':
      socket.write(`${head('GET /api/key')}X-Slow: `);
      socket.resume();
      break;
    case 'body':
      socket.write(`${head('POST /api/login/password')}Content-Type: application/json\r\nContent-Length: 8192\r\n\r\n{"`);
      socket.resume();
      break;
    case 'read':
      // Far more than the system keeps for a reader that reads nothing.
      socket.pause();
      socket.write(`${head('GET /api/openapi.json')}\r\n`.repeat(60));
      break;
  }
  return hostile;
}

/** Milliseconds to the complete answer, over a separate connection; undefined without one in ten seconds. */
async function timeOf(port: number, path: string, cookie: string): Promise<number | undefined> {
  const started = performance.now();
  try {
    const headers = { 'x-forwarded-for': freshIp(), ...(cookie === '' ? {} : { cookie }) };
    const sent = request({ port, host: '127.0.0.1', path, agent: false, headers, signal: AbortSignal.timeout(10 * second) }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response.statusCode === 200 ? performance.now() - started : undefined;
  } catch {
    return undefined;
  }
}

function longest(some: readonly Hostile[]): number | undefined {
  const times = some.flatMap(({ closedAfter }) => closedAfter ?? []);
  return times.length === some.length ? Math.max(...times) : undefined;
}

/** The value that `share` of all values do not exceed. */
function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;
}

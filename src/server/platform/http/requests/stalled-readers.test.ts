// @one-database
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStalledReaders, type StalledReaders } from './stalled-readers.ts';

const limit = 30_000;
const piece = Buffer.alloc(64 * 1024, 'x');
/** More than the system buffers between two sockets of one machine. */
const pieces = 1024;

let server: Server;
let readers: StalledReaders;
let at: number;
let accepted: Promise<Socket>;
let client: Socket;

beforeEach(async () => {
  at = 0;
  readers = createStalledReaders(limit, () => at);
  server = createServer((_request, response) => void Readable.from(Array.from({ length: pieces }, () => piece)).pipe(response));
  accepted = new Promise((resolve) => {
    server.on('connection', (socket) => {
      readers.watch(socket);
      resolve(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  client = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  client.on('error', () => undefined);
  await once(client, 'connect');
});

afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

const leftOf = (socket: Socket): number => socket.bytesWritten - socket.writableLength;

/** Returns once bytes are waiting and no more are sent. */
async function untilStuck(socket: Socket): Promise<void> {
  let before = -1;
  await vi.waitFor(
    () => {
      const left = leftOf(socket);
      const isStuck = socket.writableLength > 0 && left === before;
      before = left;
      if (!isStuck) throw new Error('bytes still leave');
    },
    { timeout: 15_000, interval: 200 },
  );
}

test('ends a connection that reads nothing after the limit and not before, regardless of its input', async () => {
  client.pause();
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const socket = await accepted;
  await untilStuck(socket);
  readers.sweep();
  client.write('\r\n');
  at = limit - 1;
  readers.sweep();
  expect(socket.destroyed).toBe(false);
  at = limit;
  readers.sweep();
  expect(socket.destroyed).toBe(true);
});

test('keeps a connection that reads a little now and then, for any duration', async () => {
  client.pause();
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const socket = await accepted;
  for (let turn = 0; turn < 5; turn += 1) {
    await untilStuck(socket);
    const before = leftOf(socket);
    readers.sweep();
    at += limit - 1;
    client.on('data', () => undefined);
    client.resume();
    await vi.waitFor(() => expect(leftOf(socket)).toBeGreaterThan(before), { timeout: 15_000, interval: 1 });
    client.pause();
    at += 1;
    readers.sweep();
    expect(socket.destroyed).toBe(false);
  }
});

test('does not count an idle connection as stalled', async () => {
  const socket = await accepted;
  readers.sweep();
  at = 10 * limit;
  readers.sweep();
  expect(socket.destroyed).toBe(false);
});

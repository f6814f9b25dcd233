import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A server in this process that speaks RESP2, like Redis and Valkey, with the commands that the product uses. */
export interface RespServer {
  readonly url: string;
  readonly values: Map<string, string>;
  /**
   * `slow` answers after a second, `garbage` answers with invalid RESP, `wrong` answers +OK to everything, `mute` never
   * answers.
   */
  fault: '' | 'slow' | 'garbage' | 'wrong' | 'mute';
  /** Commands received so far. */
  readonly commands: string[];
  /** Drops all connections and refuses new ones. */
  stop(): Promise<void>;
  /** Listens again on the same port. */
  start(): Promise<void>;
}

export async function startRespServer(): Promise<RespServer> {
  const values = new Map<string, string>();
  const timers = new Map<string, NodeJS.Timeout>();
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const stopped = new AbortController();

  const server = createServer((socket) => {
    sockets.add(socket);
    const queued: string[][] = [];
    let isQueueing = false;
    let pending = Buffer.alloc(0);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);

    function answerTo(command: readonly string[]): string {
      const name = (command[0] ?? '').toUpperCase();
      commands.push(name);
      if (resp.fault === 'wrong' && name !== 'PING') return '+OK\r\n';
      if (name === 'MULTI') {
        isQueueing = true;
        return '+OK\r\n';
      }
      if (name === 'EXEC') {
        isQueueing = false;
        const answers = queued.splice(0).map((one) => run(one));
        return `*${answers.length}\r\n${answers.join('')}`;
      }
      if (!isQueueing) return run(command);
      queued.push([...command]);
      return '+QUEUED\r\n';
    }

    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, Buffer.from(chunk)]);
      for (let parsed = parseCommand(pending); parsed !== undefined; parsed = parseCommand(pending)) {
        pending = pending.subarray(parsed.length);
        const answer = answerTo(parsed.command);
        if (resp.fault === 'mute') continue;
        if (resp.fault === 'garbage') socket.write('HTTP/1.1 400 Bad Request\r\n\r\n<html>');
        else if (resp.fault === 'slow') {
          void delay(1000, undefined, { signal: stopped.signal, ref: false }).then(
            () => socket.write(answer),
            () => undefined,
          );
        } else socket.write(answer);
      }
    });
  });

  function run(command: readonly string[]): string {
    const [name = '', key = '', value = ''] = command;
    const options = command.slice(3).map((option) => option.toUpperCase());
    switch (name.toUpperCase()) {
      case 'PING':
        return '+PONG\r\n';
      case 'GET':
        return bulk(values.get(key));
      case 'SET': {
        if (options.includes('NX') && values.has(key)) return bulk(undefined);
        values.set(key, value);
        const expiry = options.indexOf('PX');
        if (expiry !== -1) expire(key, Number(options[expiry + 1]));
        return '+OK\r\n';
      }
      case 'INCRBY':
      case 'DECRBY': {
        const by = Number(value) * (name.toUpperCase() === 'INCRBY' ? 1 : -1);
        values.set(key, String(Number(values.get(key) ?? 0) + by));
        return `:${values.get(key)}\r\n`;
      }
      case 'PEXPIRE':
        expire(key, Number(value));
        return `:${values.has(key) ? 1 : 0}\r\n`;
      case 'CLIENT':
        return '+OK\r\n';
      default:
        return `-ERR unknown command '${name}'\r\n`;
    }
  }

  function expire(key: string, ms: number): void {
    clearTimeout(timers.get(key));
    if (ms <= 0) values.delete(key);
    else timers.set(key, setTimeout(() => values.delete(key), Math.min(ms, 2_000_000_000)).unref());
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the RESP server does not listen');
  const { port } = address;
  const resp: RespServer = {
    url: `redis://127.0.0.1:${port}`,
    values,
    commands,
    fault: '',
    async stop() {
      stopped.abort();
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async start() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
  return resp;
}

function bulk(value: string | undefined): string {
  return value === undefined ? '$-1\r\n' : `$${Buffer.byteLength(value)}\r\n${value}\r\n`;
}

/** The first complete command (an array of bulk strings) and its length in bytes; undefined while it is incomplete. */
function parseCommand(bytes: Buffer): { readonly command: string[]; readonly length: number } | undefined {
  let at = 0;
  const line = (): string | undefined => {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return undefined;
    const text = bytes.toString('utf8', at, end);
    at = end + 2;
    return text;
  };
  const count = line();
  if (count === undefined) return undefined;
  const command: string[] = [];
  for (let n = Number(count.slice(1)); n > 0; n -= 1) {
    const size = line();
    if (size === undefined) return undefined;
    const length = Number(size.slice(1));
    if (bytes.length < at + length + 2) return undefined;
    command.push(bytes.toString('utf8', at, at + length));
    at += length + 2;
  }
  return { command, length: at };
}

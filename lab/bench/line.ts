import { connect } from 'node:net';
import type { HttpClient } from '#server/testing/server/http-client.ts';
import type { ServerProcess } from '#server/testing/server/server-process.ts';

/** A connection that stays open. One request at a time. */
export interface Line {
  /** The code of the answer. */
  ask(request: Buffer): Promise<number>;
  close(): void;
}

/** A POST of this browser as it goes over the wire: made once, so that sending it costs little. */
export async function wiredPost(
  { origin }: ServerProcess,
  client: HttpClient,
  { path, body }: { readonly path: string; readonly body: object },
): Promise<Buffer> {
  await client.prepare();
  const text = JSON.stringify(body);
  const headers = [
    `POST ${path} HTTP/1.1`,
    `host: ${new URL(origin).host}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(text)}`,
    `origin: ${origin}`,
    `x-forwarded-for: ${client.clientIp}`,
    `x-csrf-token: ${client.cookies.get('csrf') ?? ''}`,
    `cookie: ${Array.from(client.cookies, ([name, value]) => `${name}=${value}`).join('; ')}`,
  ];
  return Buffer.from(`${headers.join('\r\n')}\r\n\r\n${text}`);
}

export async function openLine({ origin }: ServerProcess): Promise<Line> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(origin).port), noDelay: true });
  await new Promise<void>((resolve, reject) => void socket.once('connect', resolve).once('error', reject));
  let waiting: { readonly resolve: (code: number) => void; readonly reject: (error: Error) => void } | undefined;
  let begun: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    begun = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
    const end = begun.indexOf('\r\n\r\n');
    if (end === -1) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(begun.toString('latin1', 0, end))?.[1]);
    if (!(begun.length >= end + 4 + length)) return;
    const code = Number(/^\{"code":(\d+)/.exec(begun.toString('utf8', end + 4))?.[1]);
    begun = Buffer.alloc(0);
    waiting?.resolve(code);
  });
  const onEnd = (): void => waiting?.reject(new Error('the server ended a connection'));
  socket.on('error', onEnd).on('close', onEnd);
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => void socket.destroy(),
  };
}

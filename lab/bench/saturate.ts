import { connect, type Socket } from 'node:net';
import { cpuSeconds } from './process.ts';

/** Measurements of a fully loaded server. */
export interface Saturated {
  readonly perSecond: number;
  /** The server's processor time for one request. */
  readonly cpuMicroseconds: number;
}

/**
 * GET requests over `connections` connections, each sent as soon as the previous answer has arrived. The requests are
 * prepared and only the length of the answers is read. So the load costs a fraction of the server's work, and the
 * server limits the rate.
 */
export async function saturate(
  {
    pid,
    url,
    paths,
    headers,
  }: { readonly pid: number; readonly url: string; readonly paths: readonly string[]; readonly headers: readonly string[] },
  { connections, amount }: { readonly connections: number; readonly amount: number },
): Promise<Saturated> {
  const { hostname, port, host } = new URL(url);
  const count = Math.max(paths.length, headers.length);
  const requests = Array.from({ length: count }, (_list, n) =>
    Buffer.from(`GET ${paths[n % paths.length]} HTTP/1.1\r\nhost: ${host}\r\n${headers[n % headers.length] ?? ''}\r\n`),
  );
  let left = amount;
  const next = (): Buffer | undefined => {
    if (left === 0) return undefined;
    left -= 1;
    return requests[left % count];
  };
  const [started, before] = [performance.now(), cpuSeconds(pid)];
  await Promise.all(
    Array.from({ length: connections }, () => askOver(connect({ host: hostname, port: Number(port), noDelay: true }), next)),
  );
  return { perSecond: amount / ((performance.now() - started) / 1000), cpuMicroseconds: ((cpuSeconds(pid) - before) * 1e6) / amount };
}

async function askOver(socket: Socket, next: () => Buffer | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const ask = (): void => {
      const request = next();
      if (request === undefined) socket.end();
      else socket.write(request);
    };
    let begun: Buffer = Buffer.alloc(0);
    socket.on('connect', ask).on('error', reject).on('close', resolve);
    socket.on('data', (chunk: Buffer) => {
      begun = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
      const end = begun.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = begun.toString('latin1', 0, end).toLowerCase();
      const length = Number(/\ncontent-length: (\d+)/.exec(head)?.[1]);
      if (!head.startsWith('http/1.1 200 ') || Number.isNaN(length))
        return void socket.destroy(new Error(`refused under load: ${head.split('\r\n')[0]}`));
      if (begun.length < end + 4 + length) return;
      begun = Buffer.alloc(0);
      ask();
    });
  });
}

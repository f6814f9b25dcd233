/** A separate thread: strangers send their most expensive requests, one after the other, until told to stop. */
import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { strangerRequests, type StrangerRequest } from './stranger-requests.ts';

export interface StrangersWork {
  readonly origin: string;
  readonly strangers: number;
}

/** Counts of the server's answers by status; 0 for connections that it ended. */
export type StrangersReport = Readonly<Record<number, number>>;

const { origin, strangers } = workerData as StrangersWork;
const { hostname, port } = new URL(origin.replace('localhost', '127.0.0.1'));
const agent = new Agent({ keepAlive: true });
const answers: Record<number, number> = {};
const stop = new AbortController();

// Only this thread: the measuring thread must not wait for the load.
setPriority(10);
const lists = await Promise.all(
  Array.from({ length: strangers }, (_list, n) => strangerRequests(origin, { address: `198.18.${n}.${n + 1}` })),
);
// Work that a server does once, on its first requests, ends before the measurement.
for (const one of lists[0] ?? []) await send(one);
parentPort?.once('message', () => stop.abort());
parentPort?.postMessage('ready');
await Promise.all(
  lists.map(async (list, n) => {
    for (let turn = n; !stop.signal.aborted; turn += 1) {
      const status = await send(list[turn % list.length] ?? list[0]);
      answers[status] = (answers[status] ?? 0) + 1;
    }
  }),
);
agent.destroy();
parentPort?.postMessage(answers satisfies StrangersReport);

async function send(one: StrangerRequest | undefined): Promise<number> {
  if (one === undefined) return 0;
  const { method, path, headers, body } = one;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const sent = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } }, (response) => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode ?? 0))
        .on('error', () => resolve(0));
    });
    sent.on('error', () => resolve(0)).end(body);
  });
}

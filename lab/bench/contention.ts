import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from '#server/testing/server-process.ts';
import type { Population } from './populate.ts';
import { percentile, type Row } from './report.ts';
import { signInConnections, type SignInLoad } from './sign-in-load.ts';

const seconds = 8;
const readers = 4;
const pauseMs = 8;

/**
 * How long an account waits for its own data while others sign in, compared with the wait without them: a steady,
 * modest load of reads.
 */
export async function measureContention(
  server: ServerProcess,
  { population, signIns }: { population: Population; signIns: SignInLoad },
): Promise<readonly Row[]> {
  await readFor(server, population, 1);
  const idle = await readFor(server, population, seconds);
  const signingIn = signIns.run(seconds + 1);
  await delay(500);
  const busy = await readFor(server, population, seconds);
  await signingIn;
  const [idle99, busy99] = [percentile(idle, 0.99), percentile(busy, 0.99)];
  return [
    { name: 'read the account, idle: p50', value: percentile(idle, 0.5), unit: 'ms', note: `${idle.length} reads` },
    { name: 'read the account, idle: p99', value: idle99, unit: 'ms' },
    {
      name: `read the account during ${signInConnections} sign-ins: p50`,
      value: percentile(busy, 0.5),
      unit: 'ms',
      note: `${busy.length} reads`,
    },
    { name: `read the account during ${signInConnections} sign-ins: p99`, value: busy99, unit: 'ms' },
    { name: 'p99 during sign-ins to idle p99', value: busy99 / idle99, unit: '×', aim: { atMost: 3 } },
  ];
}

/** Latencies in milliseconds for a few readers that pause between their requests. */
async function readFor(server: ServerProcess, { sessions }: Population, lasting: number): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  const url = `${server.origin.replace('localhost', '127.0.0.1')}/api/account/metainfo`;
  const latencies: number[] = [];
  const end = performance.now() + lasting * 1000;
  await Promise.all(
    Array.from({ length: readers }, async (_reader, n) => {
      for (let k = n; performance.now() < end; k += readers) {
        const started = performance.now();
        await read(url, { agent, cookie: `sid=${sessions[k % sessions.length]}` });
        latencies.push(performance.now() - started);
        await delay(pauseMs);
      }
    }),
  );
  agent.destroy();
  return latencies;
}

function read(url: string, { agent, cookie }: { readonly agent: Agent; readonly cookie: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { cookie } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`a read was answered ${response.statusCode}`));
      response.resume().on('end', resolve);
    })
      .on('error', reject)
      .end();
  });
}

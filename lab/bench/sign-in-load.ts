import autocannon from 'autocannon';
import type { ServerProcess } from '#server/testing/server/server-process.ts';
import { urlOf, preparePosts } from './load.ts';
import type { Population } from './populate.ts';

/** Number of simultaneous sign-ins. */
export const signInConnections = 16;

export interface SignInRun {
  readonly total: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export interface SignInLoad {
  /** Signs in repeatedly for `seconds` seconds. `onAnswer` is called after each. */
  run(seconds: number, onAnswer?: () => void): Promise<SignInRun>;
}

/** Password sign-ins of as many accounts, each from its own browser and client IP. */
export async function prepareSignIns(
  server: ServerProcess,
  { phones, password }: Pick<Population, 'phones'> & { readonly password: string },
): Promise<SignInLoad> {
  const step = Math.floor(phones.length / signInConnections);
  const requests = await Promise.all(
    Array.from({ length: signInConnections }, async (_request, n) =>
      preparePosts(server, { path: '/api/login/password', bodies: [{ account: phones[n * step] ?? '', password }] }),
    ),
  );
  return {
    async run(seconds, onAnswer = () => undefined) {
      let next = 0;
      const result = await autocannon({
        url: urlOf(server),
        connections: signInConnections,
        duration: seconds,
        setupClient(client) {
          const own = requests[next++ % requests.length];
          if (own) client.setRequests([...own]);
          client.on('response', onAnswer);
        },
        verifyBody: (body) => String(body).startsWith('{"code":200'),
      });
      const bad = result.non2xx + result.errors + result.mismatches;
      if (bad > 0) throw new Error(`${bad} of ${result.requests.total} sign-ins were refused`);
      const { requests: answered, latency, duration } = result;
      return { total: answered.total, perSecond: answered.total / duration, p50: latency.p50, p99: latency.p99 };
    },
  };
}

import autocannon from 'autocannon';
import { connectHttp, expectOk } from '#server/testing/http-client.ts';
import type { ServerProcess } from '#server/testing/server-process.ts';
import type { Population } from './populate.ts';

/** As many sign-ins at once. */
export const signInConnections = 16;

export interface SignInLoad {
  /** Signs in over and over for so many seconds; answers how many there were. */
  run(seconds: number): Promise<{ readonly total: number; readonly perSecond: number; readonly p50: number }>;
}

/** Sign-ins by password of as many accounts, each from a browser and an address of its own. */
export async function prepareSignIns(
  server: ServerProcess,
  { phones, password }: Pick<Population, 'phones'> & { readonly password: string },
): Promise<SignInLoad> {
  const step = Math.floor(phones.length / signInConnections);
  const requests = await Promise.all(
    Array.from({ length: signInConnections }, async (_request, n) => {
      const client = connectHttp(server.origin);
      await client.prepare();
      const { encryption } = expectOk(await client.get<{ encryption: boolean }>('/config.json'));
      const seal = (text: string): Promise<{ value: string; keyId?: string }> | { value: string } =>
        encryption ? client.encrypt(text) : { value: text };
      const account = await seal(phones[n * step] ?? '');
      const secret = await seal(password);
      return {
        method: 'POST',
        path: '/api/login/password',
        headers: {
          'content-type': 'application/json',
          origin: server.origin,
          'x-forwarded-for': client.address,
          'x-csrf-token': client.cookies.get('csrf') ?? '',
          ...('keyId' in account ? { 'x-key-id': account.keyId } : {}),
          cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body: JSON.stringify({ account: account.value, password: secret.value }),
      } as const;
    }),
  );
  return {
    async run(seconds) {
      let next = 0;
      const result = await autocannon({
        url: server.origin.replace('localhost', '127.0.0.1'),
        connections: signInConnections,
        duration: seconds,
        setupClient(client) {
          const request = requests[next++ % requests.length];
          if (request) client.setRequests([request]);
        },
        verifyBody: (body) => String(body).startsWith('{"code":200'),
      });
      const bad = result.non2xx + result.errors + result.mismatches;
      if (bad > 0) throw new Error(`${bad} of ${result.requests.total} sign-ins were refused`);
      return { total: result.requests.total, perSecond: result.requests.total / result.duration, p50: result.latency.p50 };
    },
  };
}

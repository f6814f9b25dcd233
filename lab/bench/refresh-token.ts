import type { ServerProcess } from '#server/testing/server/server-process.ts';
import { connectRelyingParty, signInTo } from '#server/testing/apps/openid.ts';
import { fetchFrom, newTestBrowser } from '#server/testing/server/test-browser.ts';
import { newId } from '#server/platform/ids.ts';
import { bareCommit, bareSignature } from './bare.ts';
import { urlOf } from './load.ts';
import { operatorOf } from './operator.ts';
import type { Population } from './populate.ts';
import { repeat, type Spent } from './repeat.ts';
import { median, percentile, type Row } from './report.ts';

const rounds = 3;
/** Simultaneous users of the app, each with a refresh token that every exchange replaces. */
const people = 8;
const redirectUri = 'https://app.example.com/callback';
const scopes = ['openid', 'profile', 'offline_access'];

/** Exchanges of refresh tokens at the token endpoint. */
export interface RefreshLoad {
  /** Makes `times` exchanges for each person. */
  run(times: number): Promise<Spent>;
}

/** Signs people in to a separate app with `offline_access`. It has no secret: the tokens of an app with one are not replaced. */
export async function prepareRefreshes(server: ServerProcess, { sessions }: Population): Promise<RefreshLoad> {
  const clientId = `bench-${newId().replaceAll(/[_-]/g, 'x')}`;
  await using operator = await operatorOf(server.dataDir);
  await operator.addPublicClient({ id: clientId, redirectUri, scopes });
  const party = await connectRelyingParty(server.origin, { clientId, secret: undefined, redirectUri });
  const step = Math.floor(sessions.length / people);
  const workers = await Promise.all(
    Array.from({ length: people }, async (_person, n) => {
      const browser = newTestBrowser({ send: fetchFrom(server.origin), origin: server.origin });
      browser.cookies.set('sid', sessions[n * step] ?? '');
      const params = { scope: scopes.join(' '), prompt: 'consent' };
      let { refresh_token: token } = await signInTo({ config: { publicUrl: server.origin } }, browser, { party, params });
      return async () => {
        token = await exchanged(urlOf(server, '/oidc/token'), { clientId, clientIp: browser.clientIp, token: token ?? '' });
      };
    }),
  );
  return { run: (times) => repeat(server.pid, workers, times) };
}

/** Exchanges this refresh token for the next one. An ID token must come with it. */
async function exchanged(
  url: string,
  { clientId, clientIp, token }: { readonly clientId: string; readonly clientIp: string; readonly token: string },
): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token, client_id: clientId });
  const response = await fetch(url, { method: 'POST', headers: { 'x-forwarded-for': clientIp }, body });
  const text = await response.text();
  const next: { readonly refresh_token?: string; readonly id_token?: string } = response.ok ? JSON.parse(text) : {};
  if (next.refresh_token === undefined || next.refresh_token === token || next.id_token === undefined) {
    throw new Error(`no token was exchanged: ${response.status} ${text.slice(0, 200)}`);
  }
  return next.refresh_token;
}

/** The cost of a refresh token exchange, alternating with one durable commit and the signature of an ID token. */
export async function measureRefresh(server: ServerProcess, population: Population): Promise<readonly Row[]> {
  const refreshes = await prepareRefreshes(server, population);
  const spent: Spent[] = [];
  const floors = { commit: [] as number[], signature: [] as number[] };
  await refreshes.run(60);
  for (let round = 0; round < rounds; round += 1) {
    floors.commit.push(bareCommit(server.dataDir));
    floors.signature.push(bareSignature());
    spent.push(await refreshes.run(50));
  }
  const cpu = median(spent.map(({ cpuMs }) => cpuMs));
  const [commit, signature] = [median(floors.commit), median(floors.signature)];
  const latencies = spent.flatMap(({ latenciesMs }) => latenciesMs);
  return [
    { name: 'exchange a refresh token: CPU', value: cpu, unit: 'ms' },
    {
      name: 'exchange a refresh token: CPU to a durable commit and a signature',
      value: cpu / (commit + signature),
      unit: '×',
      note: `bare commit ${commit.toFixed(3)} ms, RS256 ${signature.toFixed(2)} ms`,
    },
    {
      name: 'exchange a refresh token: p50',
      value: percentile(latencies, 0.5),
      unit: 'ms',
      note: `${people} at once, ${latencies.length} of them`,
    },
    { name: 'exchange a refresh token: p99', value: percentile(latencies, 0.99), unit: 'ms' },
  ];
}

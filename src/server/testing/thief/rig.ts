import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hour } from '#server/platform/clock.ts';
import type { RateLimiter } from '#server/platform/limits/rate-limit/rate-limiter.ts';
import { simulatedSocial } from '#server/testing/people/social.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { openTestDatabase } from '#server/testing/server/test-database.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';

export interface ThiefRig {
  readonly app: TestApp;
  /** Requests so far. */
  calls(): number;
  close(): Promise<void>;
}

/** The real application with a social platform, without rate limits: lives are many and fast. */
export async function openThiefRig(): Promise<ThiefRig> {
  const folder = await mkdtemp(join(tmpdir(), 'cedar-id-thief-'));
  const clock: { now: () => number } = { now: () => Date.now() };
  const simulators = await startSimulators({ clock: { now: () => clock.now() } });
  const platformsAnswerOverHttp = answerInProcess(simulators);
  // Power cuts have their own tests.
  const database = await openTestDatabase({ durable: false });
  const app = await buildTestApp({
    database,
    limiter: uncounted,
    desk: true,
    config: { rateFactor: 1_000_000, logLevel: 'error', social: simulatedSocial(simulators, folder) },
  });
  clock.now = () => app.clock.now();
  // Refusals that hide how long the hashes of legacy accounts take were nine tenths of the time.
  Object.assign(app.wiring.core.identity.legacyAccounts, { hasWaiting: async () => false });
  let calls = 0;
  const inject: (options: object) => unknown = app.app.inject.bind(app.app);
  Object.assign(app.app, {
    inject(options: object) {
      calls += 1;
      return inject(options);
    },
  });
  return {
    app,
    calls: () => calls,
    async close() {
      await app.close();
      await database.close();
      platformsAnswerOverHttp();
      await simulators.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Counts were a third of all transactions. */
const uncounted: RateLimiter = {
  take: async () => ({ ok: true }),
  takeRead: async () => ({ ok: true }),
  look: async () => ({ ok: true }),
  used: async () => 0,
  job: { everyMs: hour, removes: 'nothing', failure: 'nothing was counted', run: async () => {} },
};

/** Requests to the social platforms need no sockets, which were a fifth of the time. Returns the way back. */
function answerInProcess({ origin, services }: Simulators): () => void {
  const overHttp = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const [, name = '', ...rest] = url.pathname.split('/');
    const service = Object.entries(services).find(([each]) => each === name)?.[1];
    if (url.origin !== origin || service === undefined) return overHttp(input, init);
    const body = init?.body;
    const answer = await service.answer({
      method: init?.method ?? 'GET',
      path: `/${rest.join('/')}`,
      query: url.searchParams,
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: typeof body === 'string' ? body : body instanceof URLSearchParams ? body.toString() : '',
      origin,
    });
    const { status = 200, type = 'text/plain; charset=utf-8', location } = answer;
    const headers = { 'content-type': type, ...(location === undefined ? {} : { location }) };
    const sent = typeof answer.body === 'object' ? new Uint8Array(answer.body) : answer.body;
    return new Response(sent ?? '', { status, headers });
  };
  return () => {
    globalThis.fetch = overHttp;
  };
}

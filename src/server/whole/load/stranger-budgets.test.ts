// @one-database
/** The costs and the rows of calls without a session: each with the worst input that it accepts. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint, Endpoints } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/all.ts';
import { minute } from '#server/platform/clock.ts';
import type { Database } from '#server/core/database/db.ts';
import { sizeOf, tablesOf, type TableSize } from '#server/testing/costs/row-bytes.ts';
import { countCostly, type CostlyCount } from '#server/testing/costs/costly-count.ts';
import { callBudgets, mostOfStrangers, type CallBudget, type StrangerCall } from '#server/testing/costs/stranger-budgets.ts';
import {
  openStrangerStage,
  unknownToken,
  worstCalls,
  type OpenStrangerStage,
  type Scenario,
} from '#server/testing/costs/stranger-calls.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

let stage: OpenStrangerStage;
let app: TestApp;
let tables: readonly (keyof Database)[];
let worst: Readonly<Record<StrangerCall, Scenario>>;

beforeAll(async () => {
  stage = await openStrangerStage();
  ({ app } = stage);
  tables = await tablesOf(app.db);
  worst = worstCalls(stage);
});
afterAll(async () => {
  await stage.close();
});

async function sizes(): Promise<ReadonlyMap<keyof Database, TableSize>> {
  return new Map(await Promise.all(tables.map(async (table) => [table, await sizeOf(app.db, table)] as const)));
}

/** The added rows of each table that grew. */
async function added(work: () => Promise<unknown>) {
  // Failures of apps are written every ten seconds: those of earlier calls are not of this one.
  await app.wiring.core.apps.activity.flush();
  const before = await sizes();
  await work();
  const after = await sizes();
  return tables.flatMap((table) => {
    const [then, now] = [before.get(table), after.get(table)];
    const rows = (now?.rows ?? 0) - (then?.rows ?? 0);
    return rows > 0 ? [{ table, rows, bytes: (now?.bytes ?? 0) - (then?.bytes ?? 0) }] : [];
  });
}

function withinBudget(all: Awaited<ReturnType<typeof added>>, { adds }: CallBudget): void {
  const messages = adds.outbox?.rows ?? 0;
  // A message that leaves while the call is measured has a smaller row here instead of its row in the outbox.
  const allowed: CallBudget['adds'] = { sent_messages: { rows: messages, bytes: messages * 300 }, ...adds };
  const beyond = all.filter(({ table, rows, bytes }) => rows > (allowed[table]?.rows ?? 0) || bytes > (allowed[table]?.bytes ?? 0));
  expect(beyond).toEqual([]);
}

const calls = Object.keys(callBudgets) as StrangerCall[];
const written = calls.filter((call) => !call.startsWith('protocol.') && rowOf(call)?.method === 'POST');

function rowOf(call: string): Endpoint | undefined {
  const [group = '', name = ''] = call.split('.');
  return Object.entries<Endpoints>(allEndpoints).find(([key]) => key === group)?.[1][name];
}

/** The number of ciphertexts that its body may carry. */
function encryptedBy(call: StrangerCall): number {
  return rowOf(call)?.encrypted?.length ?? 0;
}

function boundOf(call: StrangerCall): { readonly endpoint: Endpoint } {
  const endpoint = rowOf(call);
  if (endpoint === undefined) throw new Error(`no row for ${call}`);
  return { endpoint };
}

function withinCosts({ decryptions, passwords, derivations }: CostlyCount, call: StrangerCall): void {
  const budget = callBudgets[call];
  expect(decryptions).toBeLessThanOrEqual(encryptedBy(call));
  expect(passwords).toBeLessThanOrEqual(budget.passwords ?? 0);
  expect(derivations).toBeLessThanOrEqual(budget.derivations ?? 0);
}

/** Bodies of 64 KiB: as many fields with encrypted names as fit, one oversized field, and depth. */
function largestBodies(encrypted: readonly string[]): readonly string[] {
  const [name = 'code'] = encrypted;
  const block = 'A'.repeat(344);
  return [
    JSON.stringify({ x: Array.from({ length: Math.floor(60_000 / (name.length + 8)) }, () => ({ [name]: 0 })) }),
    JSON.stringify({ x: Array.from({ length: 150 }, () => ({ [name]: block })) }),
    JSON.stringify({ [name]: 'A'.repeat(60_000) }),
    `${'{"x":'.repeat(7)}"${'A'.repeat(60_000)}"${'}'.repeat(7)}`,
  ];
}

describe('a call of a stranger', () => {
  it.each(calls)('adds no more than its budget, and costs no more: %s', async (call) => {
    // Codes go to one target once a minute.
    app.clock.advance(minute);
    const browser = app.newBrowser();
    await browser.prepare();
    const { answers, prepare } = worst[call];
    const ready = await prepare(browser);
    // An earlier message leaves its own row when it is sent.
    await app.wiring.jobs.outbox.drain();
    using costs = countCostly();
    const all = await added(async () => {
      const answer = await ready();
      expect(answer.code === 0 ? answer.status : answer.code, answer.text).toBe(answers);
    });
    withinBudget(all, callBudgets[call]);
    withinCosts(costs, call);
  });

  it.each(written)('refuses the largest bodies without a costly operation: %s', async (call) => {
    const { endpoint } = boundOf(call);
    for (const body of largestBodies(endpoint.encrypted ?? [])) {
      const browser = app.newBrowser();
      await browser.prepare();
      using costs = countCostly();
      const all = await added(async () => {
        const answer = await browser.raw({ method: endpoint.method, path: `/api${endpoint.path}`, body });
        expect(answer.status, answer.text).toBe(body.length > (endpoint.bodyLimit ?? Number.POSITIVE_INFINITY) ? 413 : 400);
      });
      expect(all.filter(({ table }) => table !== 'rate_windows')).toEqual([]);
      expect(costs).toMatchObject({ decryptions: 0, passwords: 0, derivations: 0 });
    }
  });

  it('has its costs in docs/security.md', () => {
    const page = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8');
    expect(page).toContain(mostOfStrangers(encryptedBy));
  });

  it('adds only counters if the call needs a session', async () => {
    const open = new Set(['visitor', 'account-or-visitor', 'account-or-ticket-or-visitor']);
    const closed = app.wiring.calls.flat().filter(({ endpoint }) => !open.has(endpoint.access));
    expect(closed.length).toBeGreaterThan(40);
    for (const { name, endpoint } of closed) {
      const browser = app.newBrowser();
      await browser.prepare();
      const path = `/api${endpoint.path.replaceAll(/:\w+/g, unknownToken)}`;
      const headers = { authorization: `Bearer ${unknownToken}`, 'x-token': unknownToken };
      const all = await added(() =>
        browser.raw({ method: endpoint.method, path, headers, ...(endpoint.method === 'GET' ? {} : { body: '{}' }) }),
      );
      expect([name, all.filter(({ table }) => table !== 'rate_windows')]).toEqual([name, []]);
    }
  });

  it('adds nothing if it is outside of the contract', async () => {
    const paths = ['/', '/login', '/healthz', '/readyz', '/api/docs', '/api/openapi.json', '/api/nowhere', '/oidc/device', '/oidc/nowhere'];
    const ids = [
      `/avatars/${unknownToken}`,
      `/oidc/interaction/${unknownToken}`,
      `/api/profileimage/upload/${unknownToken}`,
      '/link?code=x',
    ];
    for (const path of [...paths, ...ids, '/events/weibo', '/events/wechat', '/callbacks/twilio/x', '/follow-qr.svg', '/assets/x.js']) {
      for (const method of ['GET', 'POST', 'PUT', 'OPTIONS']) {
        const all = await added(() => app.newBrowser().raw({ method, path }));
        expect([method, path, all.filter(({ table }) => table !== 'rate_windows')]).toEqual([method, path, []]);
      }
    }
  });
});

// @one-database
/** Rows left by strangers stay for minutes and are bounded, whatever they do. */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { protocolPaths } from '#server/capabilities/apps/openid/protocol-paths.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import type { Database } from '#server/core/database/db.ts';
import { createOpenidResources } from '#server/core/apps/clients/resources.repository.ts';
import { grantWord } from '#server/core/apps/clients/resource.ts';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import { removeShortLivedRows } from '#server/core/stale-rows.ts';
import { loadConfig } from '#server/platform/settings/config.ts';
import { registerClient } from '#server/testing/apps/openid.ts';
import { bytesOfRow, rowsOf, sizeOf, tablesOf } from '#server/testing/costs/row-bytes.ts';
import { callBudgets, rowsOfStrangers, tableBudgets, type TableBudget } from '#server/testing/costs/stranger-budgets.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

const bounded = ['openid_records', 'social_states'] as const;
/** Failures of an app, written some seconds after them, at most 2,000 rows an app. */
const failuresOfApps = 'app_failures';
/** By the first letter of their sources. */
const kinds = new Map(tableBudgets.flatMap((budget) => ('mark' in budget ? [[String(budget.mark), budget] as const] : [])));

const longApi = {
  id: `https://api.example.com/${'a'.repeat(232)}`,
  scopes: Array.from({ length: 7 }, (_, index) => `${index}${'s'.repeat(63)}`),
};

let app: TestApp;
let folder: string;
let webApp: string;
let deviceApp: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-strangers-'));
  // No request goes to the platform: only people on their way leave rows.
  const { social } = loadConfig({ NODE_ENV: 'test', DATA_DIR: folder, QQ_APP_ID: '1', QQ_APP_KEY: 'key' });
  app = await buildTestApp({ now: Date.now(), config: { rateFactor: 10_000, social } });
  webApp = (await registerClient(app, { kind: 'native' })).clientId;
  // The longest that a device may ask of an API.
  const text = forEveryLanguage(() => 'x');
  const apiWords = { scopes: Object.fromEntries(longApi.scopes.map((scope) => [scope, text])), tokenSeconds: 60, introspector: '' };
  await createOpenidResources(app.db).add({ id: longApi.id, format: 'opaque', ...apiWords }, app.clock.now());
  const resources = longApi.scopes.map((scope) => grantWord(longApi.id, scope));
  deviceApp = (await registerClient(app, { kind: 'native', redirectUris: [], deviceGrant: true, resources })).clientId;
  await call('auth', '192.0.2.1');
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await pass(day);
});

/**
 * The library uses the clock of the machine, our rows use ours: here both are the same. Stale rows are swept as usual.
 */
async function pass(ms: number): Promise<void> {
  app.clock.advance(ms);
  vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now() });
  await removeShortLivedRows(app.db, app.clock.now());
}

const long = { state: '"'.repeat(1150), nonce: '€'.repeat(170), login_hint: 'l'.repeat(254), acr_values: 'a'.repeat(256) };
const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };
const says = { device_name: '雪'.repeat(64), device_model: '雪'.repeat(64), os: '雪'.repeat(32), hardware_id: '"'.repeat(128) };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

function query(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}

const requests = {
  auth: () => {
    const asked = { client_id: webApp, redirect_uri: 'https://app.example.com/callback', response_type: 'code', scope: 'openid profile' };
    return { method: 'GET', url: `${protocolPaths.authorization}?${query({ ...asked, ...challenge, ...long })}` } as const;
  },
  end: () => ({ method: 'GET', url: `${protocolPaths.endSession}?${query({ client_id: webApp, state: 's'.repeat(2048) })}` }) as const,
  device: () => {
    const payload = query({ client_id: deviceApp, scope: `openid profile ${longApi.scopes.join(' ')}`, resource: longApi.id, ...says });
    return { method: 'POST', url: protocolPaths.deviceAuthorization, payload, headers: form } as const;
  },
  social: () => ({ method: 'GET', url: `/api/oauth2/platform/login/url?platform=qq&redirect=/${'r'.repeat(500)}` }) as const,
  token: () => {
    const payload = query({
      client_id: webApp,
      grant_type: 'authorization_code',
      code: 'x',
      redirect_uri: 'https://app.example.com/callback',
    });
    return { method: 'POST', url: protocolPaths.token, payload, headers: form } as const;
  },
  tooLong: () =>
    ({ method: 'GET', url: `${protocolPaths.authorization}?${query({ client_id: webApp, state: 's'.repeat(5000) })}` }) as const,
};
type Call = keyof typeof requests;

async function call(name: Call, address: string): Promise<number> {
  const { method, url, ...rest } = requests[name]();
  const headers = { 'x-forwarded-for': address, ...('headers' in rest ? rest.headers : {}) };
  return (await app.app.inject({ method, url, headers, ...('payload' in rest ? { payload: rest.payload } : {}) })).statusCode;
}

interface Standing {
  readonly rows: number;
  readonly bytes: number;
}

/** Rows of strangers by network: the prefixes of the sources that are hashes of networks. */
async function standing(): Promise<ReadonlyMap<string, Standing>> {
  const all = new Map<string, Standing>();
  for (const table of bounded) {
    for (const row of (await rowsOf(app.db, table)) as readonly { readonly source: string | null }[]) {
      const source = row.source ?? '';
      for (let end = 1; end <= source.length; end += 12) {
        const { rows, bytes } = all.get(`${source.slice(0, end)} ${source.length}`) ?? { rows: 0, bytes: 0 };
        all.set(`${source.slice(0, end)} ${source.length}`, { rows: rows + 1, bytes: bytes + bytesOfRow(row) });
      }
    }
  }
  return all;
}

/** The rows that a network may have: an IPv4 network has two hashes, an IPv6 network three. */
function mostOf({ ipv4, ipv6, site }: TableBudget, hashes: number, ofAll: number): number {
  if (hashes === 0) return site ?? Number.POSITIVE_INFINITY;
  return ofAll === 2 ? ipv4 * (hashes === 2 ? 1 : 8) : ipv6 * ([4, 2, 1][hashes - 1] ?? 0);
}

async function expectWithinBounds(): Promise<void> {
  const beyond: unknown[] = [];
  for (const [key, { rows, bytes }] of await standing()) {
    const [prefix = '', length = ''] = key.split(' ');
    const budget = kinds.get(prefix.slice(0, 1));
    if (budget === undefined) throw new Error(`There is no budget for ${prefix}.`);
    const most = mostOf(budget, (prefix.length - 1) / 12, (Number(length) - 1) / 12);
    if (rows > most || bytes > most * budget.bytes) beyond.push({ prefix, rows, bytes, most });
  }
  expect(beyond).toEqual([]);
}

/** Networks of each size within each other: the owner calls from any client IP of them. */
const networks: readonly (() => string)[] = [
  () => '203.0.113.1',
  () => `203.0.113.${1 + randomInt(250)}`,
  () => '203.0.114.9',
  () => `2001:db8:5:0::${(1 + randomInt(65_000)).toString(16)}`,
  () => `2001:db8:5:${randomInt(256).toString(16)}::1`,
  () => `2001:db8:5:${randomInt(65_536).toString(16)}::1`,
];

describe('random calls of strangers', () => {
  it('leave no more than declared at any time over two days, and nothing 25 minutes later', { timeout: 300_000 }, async () => {
    const apart: readonly string[] = ['rate_windows', failuresOfApps, ...bounded];
    const others = (await tablesOf(app.db)).filter((table) => !apart.includes(table));
    const sizes = () => Promise.all(others.map(async (table) => [table, await sizeOf(app.db, table)]));
    const before = await sizes();
    const step = fc.record({
      minutes: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 0, max: 6 }) },
        { weight: 1, arbitrary: fc.integer({ min: 30, max: 180 }) },
      ),
      name: fc.constantFrom<Call>('auth', 'auth', 'end', 'device', 'device', 'device', 'social', 'social', 'token', 'tooLong'),
      network: fc.constantFrom(...networks),
      times: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 6 }) }, { weight: 2, arbitrary: fc.integer({ min: 20, max: 60 }) }),
    });
    const atOnce = 10;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 80, maxLength: 80 }), async (steps) => {
        const until = app.clock.now() + 2 * day;
        for (const { minutes, name, network, times } of steps) {
          for (let made = 0; made < times; made += atOnce) {
            const statuses = await Promise.all(Array.from({ length: Math.min(atOnce, times - made) }, () => call(name, network())));
            expect(statuses.filter((status) => status >= 500)).toEqual([]);
          }
          await expectWithinBounds();
          await pass(minutes * minute);
        }
        await pass(Math.max(0, until - app.clock.now()));
        await call('auth', '203.0.0.1');
        await pass(25 * minute);
        expect(await standing()).toEqual(new Map());
      }),
      { numRuns: 1, endOnFailure: true },
    );
    expect(await sizes()).toEqual(before);
    await app.wiring.core.apps.activity.flush();
    const { length } = await rowsOf(app.db, failuresOfApps);
    expect([length > 0, length <= 2000]).toEqual([true, true]);
  });
});

describe('a stranger at the limit all day', () => {
  async function goOn(hours: number, address: () => string, times: Readonly<Partial<Record<Call, number>>>): Promise<readonly number[]> {
    const seen: number[] = [];
    for (let passed = 0; passed < hours; passed += 6) {
      for (const [name, count] of Object.entries(times)) {
        for (let made = 0; made < count; made += 20) await Promise.all(Array.from({ length: 20 }, () => call(name as Call, address())));
      }
      const sizes = [...(await standing())].filter(([key]) => key.startsWith('w ') || key.startsWith('v ') || key.startsWith('s '));
      seen.push(sizes.reduce((sum, [, { bytes }]) => sum + bytes, 0));
      await pass(6 * hour);
    }
    return seen;
  }

  it('leaves 6.8 MB at most from one IPv4 address', { timeout: 300_000 }, async () => {
    const [seen = 0] = await goOn(6, () => '198.51.100.9', { auth: 1100, device: 120, social: 80 });
    expect(seen).toBeLessThanOrEqual(6_800_000);
    expect(seen).toBeGreaterThan(5_000_000);
    expect(await standing()).toEqual(new Map());
  });

  it('leaves 1.8 MB at most from a whole IPv6 /48', { timeout: 300_000 }, async () => {
    const address = () => `2001:db8:77:${randomInt(65_536).toString(16)}::1`;
    for (const seen of await goOn(12, address, { auth: 400, device: 100, social: 100 })) {
      expect(seen).toBeLessThanOrEqual(1_800_000);
      expect(seen).toBeGreaterThan(1_300_000);
    }
  });
});

describe('the list of rows of strangers', () => {
  it('stands in docs/security.md', () => {
    const page = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8');
    const [, part = ''] = /### Rows of strangers\n(.*?)\n#/s.exec(page) ?? [];
    expect(part.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rowsOfStrangers());
  });

  it('contains all rows that a call may add', () => {
    const people = new Set<keyof Database>([
      'accounts',
      'identifiers',
      'consent_ledger',
      'sessions',
      'known_browsers',
      'known_networks',
      'password_guesses',
      'social_accounts',
      'social_subjects',
    ]);
    for (const [name, { adds }] of Object.entries(callBudgets)) {
      const isRegistration = 'accounts' in adds;
      for (const [table, { rows, bytes }] of Object.entries(adds)) {
        if (people.has(table as keyof Database) || (isRegistration && (table === 'audit' || table === 'outbox'))) continue;
        const largest = Math.max(...tableBudgets.filter((budget) => budget.table === table).map((budget) => budget.bytes));
        expect([name, table, bytes <= rows * largest]).toEqual([name, table, true]);
      }
    }
  });
});

// @one-database
/** Limits per client IP of every call of the contract, counted in all networks of that IP. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Endpoint, Endpoints } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/all.ts';
import { rates, type Rate, type RateClass } from '#contract/limits.ts';
import { share } from '#contract/fixtures/short-form.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

/**
 * Calls that count the client IP without a session, by rate class. A row with a scope has none without its token: that is
 * one look-up, as with a cookie.
 */
const counted = Object.groupBy(
  Object.values(allEndpoints)
    .flatMap((group: Endpoints) => Object.values(group))
    .filter(({ access, scope }) => scope === undefined && !['account', 'account-or-ticket', 'developer'].includes(access)),
  ({ rate }) => rate,
);

const classes = Object.keys(counted) as RateClass[];

/** A small whole limit that few requests use up. */
function smallest({ perNetwork, perAccount = 0, perVisitor = 100 }: Rate): { readonly limit: number; readonly rateFactor: number } {
  for (const rateFactor of [0.01, 0.02, 0.05, 0.1, 0.2]) {
    const limit = (perNetwork ?? perAccount) * rateFactor;
    if (limit >= 3 && Number.isInteger(limit) && perVisitor * rateFactor >= 1) return { limit, rateFactor };
  }
  throw new Error('no factor is small enough');
}

describe.each(classes)('limits of calls counted as %s', (name) => {
  const { limit, rateFactor } = smallest(rates[name]);
  const opening = buildTestApp({ config: { rateFactor } });
  let row = 0;

  afterAll(async () => (await opening).close());

  it.each(share(counted[name] ?? [], { of: 3 }).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'give each network size its multiple of the limit of %s, and count others separately',
    async (_title, endpoint) => {
      const app = await opening;
      row += 1;
      // A separate network for each row: the rows of a class share their limit.
      const site = `2001:db8:${row.toString(16)}`;
      const admitted = (addresses: readonly string[]) => countAdmitted(app, endpoint, addresses);
      const many = (address: (index: number) => string) => Array.from({ length: 2 * limit + 2 }, (_, index) => address(index));

      expect(await admitted(many((index) => `${site}:1::${(index + 1).toString(16)}`))).toBe(limit);
      expect(await admitted(many((index) => `${site}:${(index + 2).toString(16)}::1`))).toBe(limit);
      expect(await admitted(many((index) => `${site}:${(index + 1).toString(16)}00::1`))).toBe(2 * limit);
      expect(await admitted([`${site}:1::1`, `${site}:2::1`, `${site}:ffff::1`])).toBe(0);
      expect(await admitted([`2001:db9:${row.toString(16)}::1`])).toBe(1);

      const block = `198.18.${row}`;
      expect(await admitted(many(() => `${block}.1`))).toBe(limit);
      expect(await admitted([0, 1, 2, 3].flatMap((part) => many((index) => `${block}.${2 + part * 60 + (index % 60)}`)))).toBe(7 * limit);
      expect(await admitted([`${block}.1`, `${block}.255`])).toBe(0);
      expect(await admitted([`198.19.${row}.1`])).toBe(1);
    },
  );
});

/** The number of admitted requests, regardless of their later outcome. Each uses a new browser. */
async function countAdmitted(app: TestApp, endpoint: Endpoint, addresses: readonly string[]): Promise<number> {
  const statuses = await Promise.all(
    addresses.map(async (address) => {
      const browser = app.newBrowser();
      await browser.prepare();
      const headers = { 'x-forwarded-for': address, ...(endpoint.access === 'bearer' ? { authorization: 'Bearer none' } : {}) };
      const path = `/api${endpoint.path.replaceAll(/:\w+/g, 'none')}`;
      const { status } = await browser.raw({
        method: endpoint.method,
        path,
        headers,
        ...(endpoint.method === 'GET' ? {} : { body: '{}' }),
      });
      return status;
    }),
  );
  return statuses.filter((status) => status !== 429).length;
}

/**
 * Files that need one network only: to compare customers, a phone with the computer beside it, a sign-in or a session of
 * the desk with earlier ones, and for a mask. A limit on only one network gives the owner of many networks as many limits.
 */
const askers = [
  'app/mounts/openid-costs.ts',
  'capabilities/apps/openid/devices/device-approval.ts',
  'capabilities/operations/desk/session/desk-sessions.ts',
  'capabilities/sign-in/qr/asked-qr.ts',
  'core/protection/risk/known-networks.repository.ts',
  'platform/http/requests/client-ip.ts',
];

it('keeps no limit for only one network', async () => {
  const root = join(import.meta.dirname, '../..');
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, file), 'utf8');
      return /\bnetworkOf\b|\bnetworksOf\([^)]*\)\s*(?:\[|\.at\()/.test(text) ? [file] : [];
    }),
  );
  expect(found.flat().toSorted()).toEqual(askers);
});

it('a refusal that repeats itself is answered after a pause, so that a caller in a loop leaves the process to others', async () => {
  const refusalPauseMs = 60;
  const app = await buildTestApp({ refusalPauseMs, config: { rateFactor: 0 } });
  onTestFinished(() => app.close());
  const browser = app.newBrowser();
  expect(await browser.get('/region')).toMatchObject({ status: 429 });
  const started = performance.now();
  expect(await browser.get('/region')).toMatchObject({ status: 429 });
  // Timers count whole milliseconds.
  expect(performance.now() - started).toBeGreaterThan(refusalPauseMs - 2);
});

// @one-database
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { connectHttp, prepareRegistration, type HttpClient, type PreparedRegistration } from '#server/testing/server/http-client.ts';
import { openDatabase } from '#server/migrations/open-database.ts';
import type { Db } from '#server/core/database/db.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/server/server-process.ts';
import { openTestDatabase } from '#server/testing/server/test-database.ts';

const cycles = 3;
const perCycle = 5;

const undo: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/**
 * Kills the server during registrations, at a random moment after the first request. Acknowledged registrations must
 * exist after the next start; unanswered ones must be complete or absent.
 */
test('loses no acknowledged account when it is killed, and leaves none half made', { timeout: 120_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cedar-id-crash-'));
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { RATE_FACTOR: '100', ...(await databaseSetting()) };
  const start = async (): Promise<ServerProcess> => {
    const server = await startServerProcess({ dataDir, env });
    undo.push(() => server.kill());
    return server;
  };

  let server = await start();
  let acknowledgedInAll = 0;
  let unansweredInAll = 0;
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const prepared = await prepareMany(server);
    const acknowledged: PreparedRegistration[] = [];
    const unanswered: PreparedRegistration[] = [];
    // Each cycle waits for one more, so that the kill comes before, between and after the commits. The first cycle
    // kills at once, before any answer.
    const enough = Promise.withResolvers<void>();
    const sent = prepared.map(async ([client, registration]) => {
      // May fail: the server dies meanwhile.
      const answer = await client.post('/register/phone', registration.body).catch(() => undefined);
      if (answer?.code === 200) acknowledged.push(registration);
      else unanswered.push(registration);
      if (acknowledged.length >= cycle) enough.resolve();
    });
    if (cycle === 0) enough.resolve();
    await Promise.race([enough.promise, Promise.all(sent)]);
    if (cycle > 0) await delay(randomInt(0, 60));
    await server.kill();
    await Promise.all(sent);

    server = await start();
    for (const { phone, password } of acknowledged) {
      expect(await outcomeOf(server, { phone, password }), `acknowledged in cycle ${cycle}`).toBe('signs in');
    }
    for (const { phone, password } of unanswered) {
      expect(['signs in', 'is free'], `unanswered in cycle ${cycle}`).toContain(await outcomeOf(server, { phone, password }));
    }
    acknowledgedInAll += acknowledged.length;
    unansweredInAll += unanswered.length;
  }
  expect(acknowledgedInAll).toBeGreaterThan(0);
  expect(unansweredInAll).toBeGreaterThan(0);
  expect(await server.stop()).toBe(0);
  const db = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir });
  undo.push(() => db.close());
  expect(await halfMadeAccounts(db)).toEqual([]);
});

/**
 * The database of this run: SQLite in the data folder, which only the server opens, or a PostgreSQL that outlives it.
 */
async function databaseSetting(): Promise<{ readonly DATABASE_URL?: string }> {
  if (process.env['TEST_DATABASE'] !== 'postgres') return {};
  const database = await openTestDatabase();
  undo.push(() => database.close());
  return database.databaseUrl === undefined ? {} : { DATABASE_URL: database.databaseUrl };
}

/** All steps but the last call: solves the captchas and receives the codes. */
async function prepareMany(server: ServerProcess): Promise<readonly (readonly [HttpClient, PreparedRegistration])[]> {
  return Promise.all(
    Array.from({ length: perCycle }, async () => {
      const client = connectHttp(server.origin);
      return [client, await prepareRegistration(client)] as const;
    }),
  );
}

/**
 * The state of a phone: its owner can sign in, or it can still be registered. Anything in between is half an account.
 */
async function outcomeOf(server: ServerProcess, account: { readonly phone: string; readonly password: string }): Promise<string> {
  const client = connectHttp(server.origin);
  const { code } = await client.signIn(account);
  if (code === 200) return (await client.get('/account/metainfo')).code === 200 ? 'signs in' : 'signs in to nothing';
  const exists = await client.post('/check/phone', { phone: account.phone });
  return exists.code === 200 && exists.data === false ? 'is free' : 'exists, but does not sign in';
}

/** Accounts that lack a part of a registration's writes. */
async function halfMadeAccounts(db: Db): Promise<readonly string[]> {
  const parts = await db
    .q()
    .selectFrom('accounts')
    .select((row) => [
      'accounts.id',
      row.selectFrom('identifiers').whereRef('account_id', '=', 'accounts.id').select(row.fn.countAll().as('n')).as('identifiers'),
      row.selectFrom('consent_ledger').whereRef('account_id', '=', 'accounts.id').select(row.fn.countAll().as('n')).as('consents'),
      row.selectFrom('sessions').whereRef('account_id', '=', 'accounts.id').select(row.fn.countAll().as('n')).as('sessions'),
      row.selectFrom('audit').whereRef('account_id', '=', 'accounts.id').select(row.fn.countAll().as('n')).as('audit'),
    ])
    .execute();
  return parts
    .filter(({ identifiers, consents, sessions, audit }) =>
      [Number(identifiers) >= 2, Number(consents) === 2, Number(sessions) >= 1, Number(audit) >= 1].includes(false),
    )
    .map((account) => JSON.stringify(account));
}

/**
 * A person with a long past: sign-ins, apps and messages of months. What they do and see now reads as few rows of
 * PostgreSQL as it would for anybody, so that no account becomes slow by being used.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/all.ts';
import { minute } from '#server/platform/clock.ts';
import { newRelyingParty, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { addPasskey, signInByPasskey, type OwnPasskey } from '#server/testing/people/passkeys.ts';
import { goodPassword, signUp, type Person } from '#server/testing/people/people.ts';
import { greedyQueries, noteQueries, type SentQuery } from '#server/testing/costs/query-plan.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

/** Of the person: each makes a session, and rows of an app, of messages and of the trail. */
const signIns = 150;
/** More than a page, and fewer than the past has. */
const few = 120;
/** What grows all the same, and with what. */
const grows = [
  // The page of one’s own data counts rows, up to a limit: they are what it tells.
  / as counted$/,
  // Notices wait up to a number, of which there are fewer than of sign-ins in the end.
  /^select count\(case .* from "notices" where "account_id" = /,
  // A row for each browser of the last weeks, because later ones may stand for it.
  /^select \* from "ways_meta" where "account_id" = \$1$/,
  // A page of changes skips the sign-ins between them, as far back as the list goes.
  /^select "activity"\."id", .* limit \$\d+$/,
];

let app: TestApp;
let person: Person;
let passkey: OwnPasskey;
let party: TestRelyingParty;
let receiver: Server;
/** Called when the app is told that a session has ended. */
let onEnd: () => void = () => undefined;

async function comeBack(): Promise<TestBrowser> {
  app.clock.advance(5 * minute);
  const browser = app.newBrowser();
  await browser.prepare();
  expect(await signInByPasskey(browser, passkey)).toMatchObject({ code: 200 });
  return browser;
}

beforeAll(async () => {
  receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      response.end();
      onEnd();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server
  const { port } = receiver.address() as AddressInfo;
  app = await buildTestApp({ now: Date.now(), tellsApps: true, config: { rateFactor: 1e6 } });
  await app.listen();
  party = await newRelyingParty(app, { backchannelLogoutUri: `http://127.0.0.1:${port}/bye` });
  person = await signUp(app);
  passkey = await addPasskey(person);
  for (let n = 0; n < signIns; n += 1) await signInTo(app, await comeBack(), { party });
  // Background jobs look through the past once; one may begin during any test.
  await runJobs();
  await sql`analyze`.execute(app.db.q());
}, 120_000);

afterAll(async () => {
  await app.close();
  receiver.closeAllConnections();
  receiver.close();
});

async function runJobs(): Promise<void> {
  for (const job of app.wiring.jobs.all()) await job.run();
}

async function greedy(queries: readonly SentQuery[]): Promise<readonly unknown[]> {
  const judged = queries.filter(({ text }) => !grows.some((known) => known.test(text)));
  return greedyQueries(app.config.databaseUrl ?? '', { queries: judged, few });
}

it('has a long past', async () => {
  const { n } = await app.db
    .q()
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  expect(Number(n)).toBeGreaterThan(few);
});

it('signs in, and into an app, without reading it', async () => {
  const queries = await noteQueries(async () => void (await signInTo(app, await comeBack(), { party })));
  expect(queries.filter(({ text }) => text.includes('"sessions"'))).not.toEqual([]);
  expect(await greedy(queries)).toEqual([]);
});

it('sees every page without reading it', async () => {
  const browser = await comeBack();
  const rows = Object.values(allEndpoints).flatMap((group) => Object.values<Endpoint>(group));
  const pages = rows.filter(({ method, access, path }) => method === 'GET' && access.startsWith('account') && !path.includes(':'));
  expect(pages.length).toBeGreaterThan(10);
  const queries = await noteQueries(async () => {
    for (const { path } of pages) await browser.get(path);
  });
  expect(await greedy(queries)).toEqual([]);
});

it('proves who they are and changes the password without reading it', async () => {
  const browser = await comeBack();
  const queries = await noteQueries(async () => {
    const proof = { method: 'password', password: goodPassword, action: 'changePassword' };
    expect(await browser.post('/account/auth', proof)).toMatchObject({ code: 200 });
    const change = { oldPassword: goodPassword, newPassword: `${goodPassword}-2` };
    expect(await browser.post('/password/update', change)).toMatchObject({ code: 200 });
  });
  expect(await greedy(queries)).toEqual([]);
});

it('is not read by background jobs, now that it has been looked through', async () => {
  app.clock.advance(minute);
  await comeBack();
  const queries = await noteQueries(runJobs);
  expect(queries.filter(({ text }) => text.includes('"openid_records"'))).not.toEqual([]);
  expect(await greedy(queries)).toEqual([]);
});

it('is not read when a session ends and its app is told', async () => {
  const browser = await comeBack();
  await signInTo(app, browser, { party });
  const queries = await noteQueries(async () => {
    const isTold = new Promise<void>((resolve) => {
      onEnd = resolve;
    });
    expect(await browser.post('/logout', {})).toMatchObject({ code: 200 });
    await isTold;
  });
  expect(queries.filter(({ text }) => text.includes('"openid_records"'))).not.toEqual([]);
  expect(await greedy(queries)).toEqual([]);
});

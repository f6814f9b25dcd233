// @one-database
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { day, minute, second } from '#server/platform/clock.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { authorize, exchange, newRelyingParty, signInTo } from '#server/testing/apps/openid.ts';
import { signUp } from '#server/testing/people/people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

const offline = { scope: 'openid offline_access', prompt: 'consent' };

let app: TestApp;

beforeAll(async () => {
  app = await buildListeningApp();
  advance(0);
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

/** The library measures by the clock of the machine, stored records by ours. Here they are the same stopped clock. */
function advance(ms: number): void {
  app.clock.advance(ms);
  vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now() });
}

/** 'good', or the error of the protocol. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'good';
  } catch (error) {
    if (error instanceof client.ResponseBodyError) return error.error;
    if (error instanceof client.WWWAuthenticateChallengeError) return error.cause[0]?.parameters.error ?? '';
    throw error;
  }
}

it.each([
  [59, 'good'],
  [60, 'invalid_grant'],
])('a code after %i s is %s', async (seconds, expected) => {
  const party = await newRelyingParty(app);
  const { browser } = await signUp(app);
  const answer = await authorize(app, browser, { party, params: offline });
  advance(seconds * second);
  expect(await outcome(exchange(party, answer))).toBe(expected);
});

it('an access token is valid for ten minutes', async () => {
  const party = await newRelyingParty(app);
  const { browser } = await signUp(app);
  const { access_token: token } = await signInTo(app, browser, { party });
  const ask = () => client.fetchUserInfo(party.config, token, client.skipSubjectCheck);
  advance(10 * minute - second);
  expect(await outcome(ask())).toBe('good');
  advance(second);
  expect(await outcome(ask())).toBe('invalid_token');
});

it('a refresh token is valid for fourteen days, and its family for ninety, however often it is used', async () => {
  const party = await newRelyingParty(app);
  const { browser } = await signUp(app);
  const [left, used] = [await signInTo(app, browser, { party, params: offline }), await signInTo(app, browser, { party, params: offline })];
  let token = used.refresh_token ?? '';
  for (let round = 0; round < 8; round += 1) {
    advance(11 * day);
    token = (await client.refreshTokenGrant(party.config, token)).refresh_token ?? '';
    if (round === 1) expect(await outcome(client.refreshTokenGrant(party.config, left.refresh_token ?? ''))).toBe('invalid_grant');
  }
  advance(2 * day - minute);
  token = (await client.refreshTokenGrant(party.config, token)).refresh_token ?? '';
  advance(2 * minute);
  expect(await outcome(client.refreshTokenGrant(party.config, token))).toBe('invalid_grant');
});

import * as client from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { begin, newRelyingParty, open, signInTo } from '#server/testing/apps/openid.ts';
import { signUp } from '#server/testing/people/people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
const offline = { scope: 'openid profile phone offline_access', prompt: 'consent' };

beforeAll(async () => {
  app = await buildListeningApp();
});

afterAll(async () => {
  await app.close();
});

interface ListedApp {
  readonly clientID: string;
  readonly scopes: readonly { readonly name: string; readonly title: string }[];
}

it('are listed with their scopes, separately for each account', async () => {
  const [party, never] = [await newRelyingParty(app), await newRelyingParty(app)];
  const [person, other] = [await signUp(app), await signUp(app)];
  await signInTo(app, person.browser, { party, params: offline });
  const english = { 'accept-language': 'en', cookie: `sid=${person.browser.cookies.get('sid')}; lang=en_US` };
  const listed = await person.browser.get<ListedApp[]>('/oauthclient/list', english);
  expect(listed.data).toMatchObject([
    {
      clientID: party.clientId,
      name: 'Test app',
      domain: new URL(party.redirectUri).host,
      scopes: [
        { name: 'openid', title: 'Sign you in' },
        { name: 'profile', title: 'Nickname, username and avatar' },
        { name: 'phone', title: 'Phone number' },
        { name: 'offline_access', title: 'Stay signed in' },
      ],
    },
  ]);
  expect(await person.browser.get(`/oauthclient/${party.clientId}`)).toMatchObject({ code: 200, data: [{ name: '测试应用' }] });
  expect(await person.browser.get(`/oauthclient/${never.clientId}`)).toMatchObject({ code: 404 });
  expect(await other.browser.get('/oauthclient/list')).toMatchObject({ data: [] });
  expect(await other.browser.get(`/oauthclient/${party.clientId}`)).toMatchObject({ code: 404 });
});

it('lose all access at once when canceled and must ask again', async () => {
  const party = await newRelyingParty(app);
  const [person, other] = [await signUp(app), await signUp(app)];
  const kept = await signInTo(app, other.browser, { party, params: offline });
  const tokens = await signInTo(app, person.browser, { party, params: offline });
  const begun = await begin(party);
  const pending = await open(app, person.browser, begun.url);
  const code = pending.url.searchParams.get('code') ?? '';
  expect(code).not.toBe('');
  expect(await person.browser.post('/oauthclient/cancel', { clientID: party.clientId })).toMatchObject({ code: 200 });
  await expect(client.fetchUserInfo(party.config, tokens.access_token, client.skipSubjectCheck)).rejects.toMatchObject({ status: 401 });
  await expect(client.refreshTokenGrant(party.config, tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
  expect(await client.tokenIntrospection(party.config, tokens.access_token)).toEqual({ active: false });
  await expect(
    client.genericGrantRequest(party.config, 'authorization_code', {
      code,
      redirect_uri: party.redirectUri,
      code_verifier: begun.verifier,
    }),
  ).rejects.toMatchObject({ error: 'invalid_grant' });
  expect((await open(app, person.browser, (await begin(party)).url)).url.pathname).toBe('/consent');
  expect(await person.browser.get('/oauthclient/list')).toMatchObject({ data: [] });
  expect(await client.fetchUserInfo(party.config, kept.access_token, client.skipSubjectCheck)).toHaveProperty('sub');
  expect(await person.browser.post('/oauthclient/cancel', { clientID: 'unknown-app' })).toMatchObject({ code: 200 });
});

it('can lose a single scope', async () => {
  const party = await newRelyingParty(app);
  const { browser } = await signUp(app);
  const tokens = await signInTo(app, browser, { party, params: offline });
  expect(await browser.post('/oauthclient/cancel', { clientID: party.clientId, scope: 'phone' })).toMatchObject({ code: 200 });
  await expect(client.fetchUserInfo(party.config, tokens.access_token, client.skipSubjectCheck)).rejects.toMatchObject({ status: 401 });
  const { data } = await browser.get<ListedApp[]>(`/oauthclient/${party.clientId}`);
  expect(data.flatMap(({ scopes }) => scopes).map(({ name }) => name)).toEqual(['openid', 'profile', 'offline_access']);
  expect((await open(app, browser, (await begin(party)).url)).url.searchParams.has('code')).toBe(true);
  expect((await open(app, browser, (await begin(party, { scope: 'openid phone' })).url)).url.pathname).toBe('/consent');
  expect(await browser.post('/oauthclient/cancel', { clientID: party.clientId, scope: 'root' })).toMatchObject({ code: 400 });
});

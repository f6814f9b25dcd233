// @one-database
/** How sure a sign-in is, as an app learns it, and an app that asks for more. */
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hour, minute, second } from '#server/platform/clock.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import {
  authorize,
  begin,
  consent,
  exchange,
  newRelyingParty,
  open,
  signInTo,
  type Begun,
  type Stop,
} from '#server/testing/apps/openid.ts';
import { addPasskey, proveByPasskey, signInByPasskey } from '#server/testing/people/passkeys.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import { switchTwoStepOn, type TestTwoStep } from '#server/testing/people/two-step.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildListeningApp();
});

afterAll(() => app.close());

const essential = (...values: readonly string[]) => ({ claims: JSON.stringify({ id_token: { acr: { essential: true, values } } }) });
const sorted = (words: unknown) => (words as readonly string[]).toSorted();

/** The library has its own clock. */
function setClock(aheadMs = 0): void {
  app.clock.set(Date.now() + aheadMs);
}

async function byPassword({ contact, password, browser }: Person): Promise<Person['browser']> {
  expect(await browser.post('/login/password', { account: contact, password })).toMatchObject({ code: 200 });
  return browser;
}

async function byPasswordAndCode({ contact, password, browser }: Person, { authenticator }: TestTwoStep): Promise<void> {
  const first = await browser.post<{ ticket: string }>('/login/password', { account: contact, password });
  const answer = await browser.post('/login/second', { ticket: first.data.ticket, method: 'totp', code: authenticator.next() });
  expect(answer).toMatchObject({ code: 200 });
}

/** The tokens of a request that was opened again after the sign-in. */
async function finish(person: Person, { begun, page, party }: { begun: Begun; page: Stop; party: Parameters<typeof exchange>[0] }) {
  let stop = await open(app, person.browser, page.url.searchParams.get('redirect') ?? '');
  if (stop.url.pathname === '/consent') stop = await consent(app, person.browser, stop, ['openid', 'profile']);
  return exchange(party, { ...begun, callback: stop.url });
}

describe('an ID token says how the person signed in', () => {
  it('by only the password', async () => {
    setClock();
    const person = await signUp(app);
    const at = Math.floor(app.clock.now() / second);
    const tokens = await signInTo(app, await byPassword(person), { party: await newRelyingParty(app) });
    expect(tokens.claims()).toMatchObject({ acr: '1', amr: ['pwd'], auth_time: at });
  });

  it('by the password and a code of an authenticator app', async () => {
    setClock();
    const person = await signUp(app);
    const steps = await switchTwoStepOn(app, person);
    await byPasswordAndCode(person, steps);
    const party = await newRelyingParty(app);
    const tokens = await signInTo(app, person.browser, { party });
    const { acr, amr, auth_time }: Partial<client.IDToken> = tokens.claims() ?? {};
    expect([acr, sorted(amr)]).toEqual(['2', ['mfa', 'otp', 'pwd']]);
    expect(await client.tokenIntrospection(party.config, tokens.access_token)).toMatchObject({ acr, amr, auth_time });
  });

  it('by a passkey, and again after a proof in the same session', async () => {
    setClock();
    const [person, party] = [await signUp(app), await newRelyingParty(app)];
    const passkey = await addPasskey(person, { synced: false });
    const before = await signInTo(app, await byPassword(person), { party });
    expect([before.claims()?.['acr'], before.claims()?.['amr']]).toEqual(['1', ['pwd']]);
    await proveByPasskey(person, passkey, { action: 'removePassword' });
    const raised = await signInTo(app, person.browser, { party });
    const refreshed = await client.refreshTokenGrant(party.config, before.refresh_token ?? '');
    expect(await client.tokenIntrospection(party.config, refreshed.access_token)).toMatchObject({ acr: '1' });
    const other = app.newBrowser();
    await signInByPasskey(other, passkey);
    const tokens = await signInTo(app, other, { party });
    expect([raised.claims()?.['acr'], tokens.claims()?.['acr']]).toEqual(['phrh', 'phrh']);
    expect(tokens.claims()?.['amr']).toEqual(expect.arrayContaining(['pop', 'mfa']));
  });
});

describe('an app that asks for more', () => {
  it.each([essential('phr'), { acr_values: 'phr' }])('has a stronger sign-in for %j, and is answered', async (params) => {
    setClock();
    const [person, party] = [await signUp(app), await newRelyingParty(app)];
    const passkey = await addPasskey(person);
    await signInTo(app, await byPassword(person), { party });
    const begun = await begin(party, params);
    const page = await open(app, person.browser, begun.url);
    expect([page.url.pathname, page.url.searchParams.get('prompt')]).toEqual(['/login', 'login']);
    setClock(second);
    await signInByPasskey(person.browser, passkey);
    expect((await finish(person, { begun, page, party })).claims()).toMatchObject({ acr: 'phr' });
  });

  it('is told when the sign-in did not reach it', async () => {
    setClock();
    const [person, party] = [await signUp(app), await newRelyingParty(app)];
    await addPasskey(person);
    await signInTo(app, await byPassword(person), { party });
    const page = await open(app, person.browser, (await begin(party, essential('phr'))).url);
    setClock(second);
    await byPassword(person);
    const { url } = await open(app, person.browser, page.url.searchParams.get('redirect') ?? '');
    expect(url.searchParams.get('error')).toBe('unmet_authentication_requirements');
  });

  it.each([essential('phr'), essential('2'), essential('urn:of:others'), { acr_values: 'phrh 2' }])(
    'is told at once where the account has nothing of the kind: %j',
    async (params) => {
      setClock();
      const { browser } = await signUp(app);
      const { callback } = await authorize(app, browser, { party: await newRelyingParty(app), params });
      expect(callback.searchParams.get('error')).toBe('unmet_authentication_requirements');
    },
  );

  it.each([{ acr_values: 'phr 1' }, { acr_values: 'urn:of:others' }, essential('1', 'phr')])(
    'is content with less where it says so: %j',
    async (params) => {
      setClock();
      const { browser } = await signUp(app);
      const tokens = await signInTo(app, browser, { party: await newRelyingParty(app), params });
      expect(tokens.claims()?.['acr']).toBe('1');
    },
  );

  it('learns the level that it asked for from a stronger sign-in, silently, and the next app the true one', async () => {
    setClock();
    const [person, party] = [await signUp(app), await newRelyingParty(app)];
    const passkey = await addPasskey(person);
    await signInByPasskey(person.browser, passkey);
    const strong = (await signInTo(app, person.browser, { party })).claims()?.['acr'];
    const asked = await signInTo(app, person.browser, { party, params: { ...essential('2'), prompt: 'none' } });
    const after = await signInTo(app, person.browser, { party });
    expect([asked.claims()?.['acr'], after.claims()?.['acr']]).toEqual(['2', strong]);
  });

  it('with prompt=none learns that a person is needed', async () => {
    setClock();
    const [person, party] = [await signUp(app), await newRelyingParty(app)];
    await addPasskey(person);
    await signInTo(app, await byPassword(person), { party });
    const { url } = await open(app, person.browser, (await begin(party, { ...essential('phr'), prompt: 'none' })).url);
    expect(url.searchParams.get('error')).toBe('login_required');
  });
});

/** Asks for the page of the account's deletion, as a program of the system does. */
async function deletionTicket(access_token: string) {
  return app.newBrowser().post('/account/ticket', {}, { authorization: `Bearer ${access_token}` });
}

it('a protected account in a trusted browser shows the password to most apps, and two steps to one that asks for them', async () => {
  // Codes of the authenticator app move the clock.
  setClock(-2 * minute);
  const [person, party] = [await signUp(app), await newRelyingParty(app, { system: true })];
  const { authenticator } = await switchTwoStepOn(app, person);
  const { contact: account, password, browser } = person;
  const first = async (query = '') => browser.post<{ ticket: string }>(`/login/password${query}`, { account, password });
  const step = async (ticket: string, query: string, trust: boolean) =>
    browser.post(`/login/second${query}`, { ticket, method: 'totp', code: authenticator.next(), trust });
  expect(await step((await first()).data.ticket, '', true)).toMatchObject({ code: 200 });
  // An app of the system is allowed with a second step.
  await signInTo(app, browser, { party });
  await browser.post('/logout', {});
  expect(await first()).toMatchObject({ code: 200 });
  const weak = await signInTo(app, browser, { party });
  expect(weak.claims()).toMatchObject({ acr: '1' });
  const refused = await deletionTicket(weak.access_token);
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([
    401,
    'Bearer error="insufficient_user_authentication", acr_values="2"',
  ]);

  const begun = await begin(party, { acr_values: '2' });
  const page = await open(app, browser, begun.url);
  expect(page.url.searchParams.get('acr')).toBe('2');
  setClock(second);
  const again = await first('?acr=2');
  expect(again).toMatchObject({ code: 3011 });
  expect(await step(again.data.ticket, '?acr=2', false)).toMatchObject({ code: 200 });
  const strong = await finish(person, { begun, page, party });
  expect(strong.claims()).toMatchObject({ acr: '2' });
  expect(await deletionTicket(strong.access_token)).toMatchObject({ code: 200 });
});

it('a person who proved themselves lately is fresh enough for max_age', async () => {
  const party = await newRelyingParty(app);
  app.clock.set(Date.now() - hour);
  const person = await signUp(app);
  const passkey = await addPasskey(person);
  await signInTo(app, person.browser, { party });
  const old = await open(app, person.browser, (await begin(party, { max_age: '60' })).url);
  expect(old.url.pathname).toBe('/login');
  setClock();
  const at = Math.floor(app.clock.now() / second);
  await signInByPasskey(person.browser, passkey);
  const begun = await begin(party, { max_age: '60' });
  const { url: callback } = await open(app, person.browser, begun.url);
  const tokens = await client.authorizationCodeGrant(party.config, callback, {
    pkceCodeVerifier: begun.verifier,
    expectedState: begun.state,
    expectedNonce: begun.nonce,
    maxAge: 60,
  });
  expect(tokens.claims()?.auth_time).toBe(at);
});

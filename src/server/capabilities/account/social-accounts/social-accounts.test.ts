import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { otherCode } from '#contract/fixtures/codes.ts';
import { platforms, type Platform } from '#contract/vocabulary/platforms.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { day, minute } from '#server/platform/clock.ts';
import { approve, decide, simulatedSocial, visitPlatform, type CameBack } from '#server/testing/people/social.ts';
import { freshPhone, signInCode, signUp, type Person, type SignedIn } from '#server/testing/people/people.ts';
import { accountIdOf, visitorCode } from '#server/testing/people/proving.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';
import { switchTwoStepOn } from '#server/testing/people/two-step.ts';
import { registerClient } from '#server/testing/apps/openid.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;
let simulators: Simulators;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-social-'));
  // The platforms live by the test's clock too.
  simulators = await startSimulators({ clock: { now: () => app.clock.now() } });
  app = await buildTestApp({ config: { rateFactor: 1000, social: simulatedSocial(simulators, folder) } });
});

afterEach(() => {
  for (const { faults } of Object.values(simulators.services)) {
    Object.assign(faults, { delayMs: 0, broken: '', error: '' });
    faults.switches.clear();
  }
});

afterAll(async () => {
  await app.close();
  await simulators.close();
  await rm(folder, { recursive: true, force: true });
});

const someone = () => `p${randomInt(1_000_000_000)}`;

const nameOf = (person: string) => `山雀_${person}`;

interface Pending {
  readonly freeze: string;
  readonly platform_key: string;
  readonly name: string;
  readonly avatar: string;
}

async function prove({ browser, password }: Pick<Person, 'browser' | 'password'>, body: Record<string, unknown> = {}): Promise<void> {
  expect(await browser.post('/account/auth', { method: 'password', password, ...body })).toMatchObject({ code: 200 });
}

async function comeBackToBind({ browser }: Pick<Person, 'browser'>, platform: Platform, person: string): Promise<CameBack> {
  const begun = await browser.get<{ url: string; state: string }>(`/platform/bind?platform=${platform}`);
  expect(begun.code).toBe(200);
  return { platform, ...(await approve(begun.data.url, person)) };
}

async function bind(who: Person, platform: Platform, person: string): Promise<TestAnswer<AccountView>> {
  await prove(who);
  return who.browser.post<AccountView>('/platform/bind', await comeBackToBind(who, platform, person));
}

async function unbind(who: Person, platform: Platform): Promise<TestAnswer<AccountView>> {
  await prove(who);
  return who.browser.post<AccountView>('/platform/unbind', { platform });
}

function signIn(browser: TestBrowser, back: CameBack): Promise<TestAnswer<SignedIn & Pending>> {
  return browser.post('/oauth2/platform/user/login', { ...back });
}

/** Comes back as a person without an account here. */
async function wait(
  platform: Platform,
  person = someone(),
): Promise<{ readonly browser: TestBrowser; readonly key: string; readonly person: string }> {
  const browser = app.newBrowser();
  const answer = await signIn(browser, await visitPlatform(browser, { platform, person }));
  expect(answer.data.platform_key).toMatch(/^[\w-]{43}$/);
  return { browser, key: answer.data.platform_key, person };
}

async function register(
  { browser, key }: { readonly browser: TestBrowser; readonly key: string },
  platform: Platform,
  changes: Record<string, unknown> = {},
): Promise<TestAnswer<SignedIn & { suggestion: string }>> {
  const phone = typeof changes['phone'] === 'string' ? changes['phone'] : freshPhone();
  const code = await visitorCode(app, browser, { contact: phone, scene: 'register' });
  const body = { phone, valid_code: code, platform, platform_key: key, agreements: currentAgreements, ...changes };
  return browser.post('/oauth2/platform/regist_phone', body);
}

const isSignedIn = async (browser: TestBrowser) => (await browser.get('/account/metainfo')).code === 200;

it('a trusted browser of a protected account signs in by only a platform, but shows two steps to an app that asks for them', async () => {
  const platform = 'wechat';
  const [owner, person] = [await signUp(app), someone()];
  await bind(owner, platform, person);
  const { authenticator } = await switchTwoStepOn(app, owner);
  const { browser } = owner;
  const byPlatform = async (query = '') =>
    browser.post<{ ticket: string }>(`/oauth2/platform/user/login${query}`, { ...(await visitPlatform(browser, { platform, person })) });
  const second = async ({ ticket }: { readonly ticket: string }) =>
    browser.post('/login/second', { ticket, method: 'totp', code: authenticator.next(), trust: true });
  await browser.post('/logout', {});
  const first = await byPlatform();
  expect(first).toMatchObject({ code: 3011 });
  expect(await second(first.data)).toMatchObject({ code: 200 });

  await browser.post('/logout', {});
  expect(await byPlatform()).toMatchObject({ code: 200 });
  await browser.post('/logout', {});
  const asked = await byPlatform('?acr=2');
  expect(asked).toMatchObject({ code: 3011 });
  expect(await second(asked.data)).toMatchObject({ code: 200 });
});

it('freezes a protected account, whose second step its owner cannot take', async () => {
  const platform = 'qq';
  const [owner, person] = [await signUp(app), someone()];
  await bind(owner, platform, person);
  await switchTwoStepOn(app, owner);
  const browser = app.newBrowser();
  const stopped = await browser.post<{ ticket: string }>('/oauth2/platform/user/login', {
    ...(await visitPlatform(browser, { platform, person })),
  });
  expect(stopped).toMatchObject({ code: 3011 });
  const { ticket } = stopped.data;
  expect(await app.newBrowser().post('/freeze', { ticket })).toMatchObject({ code: 1022 });
  const frozen = await browser.post<{ ticket: string }>('/freeze', { ticket });
  expect(frozen).toMatchObject({ code: 200 });
  expect(await isSignedIn(owner.browser)).toBe(false);
  // What froze counts on the way back.
  expect(await browser.post('/recovery/prove', { ticket: frozen.data.ticket })).toMatchObject({
    data: { proven: ['social'] },
  });
  expect(await browser.post('/freeze', { ticket })).toMatchObject({ code: 1022 });
});

async function auditOf(accountId: string): Promise<readonly string[]> {
  const rows = await app.db.q().selectFrom('audit').select('event').where('account_id', '=', accountId).orderBy('at').execute();
  return rows.map(({ event }) => event);
}

describe.each(platforms)('%s', (platform) => {
  it('is bound with a proof, shown, reported, signs in and is unbound', async () => {
    const owner = await signUp(app);
    const other = app.newBrowser();
    expect(await other.post('/login/password', { account: owner.contact, password: owner.password })).toMatchObject({ code: 200 });
    expect(await owner.browser.get(`/platform/bind?platform=${platform}`)).toMatchObject({ code: 3001 });
    const person = someone();
    const bound = await bind(owner, platform, person);
    expect(bound.data.tpls).toEqual([{ type: platform, name: nameOf(person) }]);
    expect(await isSignedIn(owner.browser)).toBe(true);
    expect(await isSignedIn(other)).toBe(true);
    const { data: list } = await owner.browser.get<{ platform: string; bound: boolean; boundAt: string | null }[]>('/platform');
    expect(list.map((one) => [one.platform, one.bound, one.boundAt !== null])).toEqual(
      platforms.map((one) => [one, one === platform, one === platform]),
    );
    const [notice] = await app.outbox(owner.contact);
    expect(notice).toMatchObject({ scene: 'socialBound' });

    const visitor = app.newBrowser();
    const back = await visitPlatform(visitor, { platform, person, query: '&redirect=%2Fpc-security' });
    const signedIn = await signIn(visitor, back);
    expect(signedIn.data).toMatchObject({ account: { id: bound.data.id }, continue: '/pc-security' });
    expect(await isSignedIn(visitor)).toBe(true);
    // Whatever the platform asked of them, it is no identity proof for a sensitive action here.
    expect(await visitor.post('/platform/unbind', { platform })).toMatchObject({ code: 3001 });

    expect(await owner.browser.get(`/platform/unbind?platform=${platform}`)).toMatchObject({ data: { allowed: true, reason: '' } });
    expect(await owner.browser.post('/platform/unbind', { platform })).toMatchObject({ code: 3001 });
    expect((await unbind(owner, platform)).data.tpls).toEqual([]);
    expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([false, false]);
    expect(await owner.browser.get(`/platform/unbind?platform=${platform}`)).toMatchObject({
      data: { allowed: false, reason: 'notBound' },
    });
    expect(await unbind(owner, platform)).toMatchObject({ code: 400, data: { fields: { platform: 'required' } } });
    const events = await auditOf(await accountIdOf(app, owner.contact));
    expect(events).toEqual(expect.arrayContaining(['social.bound', 'sign-in.social', 'social.unbound']));
    expect(await wait(platform, person)).toMatchObject({ person });
  });

  it('freezes for 45 days the account that it was unlinked from, and neither signs in nor speaks for another one', async () => {
    const [owner, person] = [await signUp(app), someone()];
    await bind(owner, platform, person);
    const visit = async (who: string) => {
      const browser = app.newBrowser();
      const { data } = await signIn(browser, await visitPlatform(browser, { platform, person: who }));
      return { browser, freeze: data.freeze };
    };
    // The thief of the password unlinks what the owner signs in with.
    await unbind(owner, platform);
    expect((await visit(someone())).freeze).toBe('');
    const { browser, freeze: ticket } = await visit(person);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await app.newBrowser().post('/freeze', { ticket })).toMatchObject({ code: 1022 });
    expect(await browser.post('/freeze', { ticket })).toMatchObject({ code: 200, data: { sessions: 1 } });
    expect(await isSignedIn(owner.browser)).toBe(false);
    expect(await browser.post('/freeze', { ticket })).toMatchObject({ code: 1022 });

    // The thief links his own in its place, which somebody who gets in by a wait puts out.
    const [other, another, thiefs] = [await signUp(app), someone(), someone()];
    await bind(other, platform, another);
    await unbind(other, platform);
    await bind(other, platform, thiefs);
    expect((await visit(another)).freeze).not.toBe('');
    app.clock.advance(minute);
    await unbind(other, platform);
    const { formers } = app.wiring.core.identity;
    const [newest] = await formers.of({ id: await accountIdOf(app, other.contact) });
    await formers.putOutAgain([newest?.id ?? '']);
    expect((await visit(thiefs)).freeze).toBe('');
    expect((await visit(another)).freeze).not.toBe('');
    app.clock.advance(45 * day);
    expect((await visit(another)).freeze).toBe('');
  });

  it('registers a person without an account: copies name and picture, proves the phone, sets no password', async () => {
    const waiting = await wait(platform);
    expect(await waiting.browser.get(`/oauth2/platform/bind_info?isbind=false&platform=${platform}`)).toMatchObject({
      data: { bound: false, platform_key: waiting.key, name: nameOf(waiting.person) },
    });
    const made = await register(waiting, platform);
    expect(made.data.account).toMatchObject({ nickname: nameOf(waiting.person), password_empty: true, region: 'CN' });
    expect(made.data.account.profileImage).toMatch(/^\/avatars\//);
    expect(made.data.account.tpls).toEqual([{ type: platform, name: nameOf(waiting.person) }]);
    expect(await isSignedIn(waiting.browser)).toBe(true);
    const again = app.newBrowser();
    const back = await visitPlatform(again, { platform, person: waiting.person });
    expect(await signIn(again, back)).toMatchObject({ code: 200, data: { account: { id: made.data.account.id } } });
  });

  it('is bound to one account, however many try at once', async () => {
    const people = await Promise.all([signUp(app), signUp(app), signUp(app)]);
    const person = someone();
    const backs: CameBack[] = [];
    for (const who of people) {
      await prove(who);
      backs.push(await comeBackToBind(who, platform, person));
    }
    const answers = await Promise.all(people.map(({ browser }, index) => browser.post('/platform/bind', { ...backs[index] })));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 3014, 3014]);
    const rows = await app.db.q().selectFrom('social_accounts').select('account_id').where('name', '=', nameOf(person)).execute();
    expect(rows).toHaveLength(1);
  });

  it('refuses a used or expired code', async () => {
    const browser = app.newBrowser();
    const first = await visitPlatform(browser, { platform, person: someone() });
    const second = await visitPlatform(browser, { platform, person: someone() });
    expect(await signIn(browser, first)).toMatchObject({ code: 200 });
    expect(await signIn(browser, { ...second, code: first.code })).toMatchObject({ code: 3013 });
    const third = await visitPlatform(browser, { platform, person: someone() });
    app.clock.advance(10 * minute);
    expect(await signIn(browser, third)).toMatchObject({ code: 3013 });
  });

  it('fails in a distinct way when down, slow or misconfigured, and leaves nothing half done', async () => {
    const { faults } = simulators.services[platform];
    const cases = [
      [{ broken: 'error500' }, 503],
      [{ broken: 'nonsense' }, 503],
      [{ broken: 'cut' }, 503],
      [{ delayMs: 1500 }, 504],
      [{ error: { wechat: '40125', qq: '100009', weibo: '21324' }[platform] }, 1008],
      [{ error: { wechat: '-1', qq: '100016', weibo: '21331' }[platform] }, 503],
    ] as const;
    for (const [fault, code] of cases) {
      const browser = app.newBrowser();
      const back = await visitPlatform(browser, { platform, person: someone() });
      Object.assign(faults, { delayMs: 0, broken: '', error: '' }, fault);
      expect([fault, (await signIn(browser, back)).code]).toEqual([fault, code]);
      Object.assign(faults, { delayMs: 0, broken: '', error: '' });
      expect(await signIn(browser, back)).toMatchObject({ code: 3013 });
    }
  });
});

describe('a state', () => {
  it('is valid once, in its browser, for its platform and purpose, for ten minutes', async () => {
    const browser = app.newBrowser();
    const back = await visitPlatform(browser, { platform: 'qq', person: someone() });
    const stranger = app.newBrowser();
    await stranger.prepare();
    expect(await signIn(stranger, back)).toMatchObject({ code: 3013 });
    expect(await signIn(browser, { ...back, platform: 'weibo' })).toMatchObject({ code: 3013 });
    expect(await signIn(browser, { ...back, state: 'x'.repeat(64) })).toMatchObject({ code: 3013 });
    const answers = await Promise.all([signIn(browser, back), signIn(browser, back), signIn(browser, back)]);
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 3013, 3013]);
    expect(answers.find(({ code }) => code === 200)?.data.platform_key).toBeDefined();
  });

  it('is one of twenty of a /64; then the oldest goes, and a returned one has made room', async () => {
    const network = () => `2001:db8:1:2::${(1 + randomInt(65_000)).toString(16)}`;
    const leave = async () => {
      // One moment each, so that the order by age is certain.
      app.clock.advance(1);
      const browser = app.newBrowser({ clientIp: network() });
      return { browser, back: await visitPlatform(browser, { platform: 'qq', person: someone() }) };
    };
    const states = async () => (await app.db.q().selectFrom('social_states').select('id').execute()).length;
    const before = await states();
    const [first, second, third] = [await leave(), await leave(), await leave()];
    for (let i = 0; i < 18; i += 1) await leave();
    expect(await states()).toBe(before + 20);
    expect(await signIn(first.browser, first.back)).toMatchObject({ code: 3013 });
    expect(await signIn(third.browser, third.back)).toMatchObject({ code: 200 });
    expect(await states()).toBe(before + 19);
    await leave();
    expect(await signIn(second.browser, second.back)).toMatchObject({ code: 200 });
    // A signed-in person who binds has separate limits.
    const owner = await signUp(app, { browser: app.newBrowser({ clientIp: network() }) });
    await prove(owner);
    const bindState = await comeBackToBind(owner, 'qq', someone());
    for (let i = 0; i < 21; i += 1) await leave();
    expect(await owner.browser.post('/platform/bind', bindState)).toMatchObject({ code: 200 });
  });

  it.each([
    [512, (path: string) => path],
    [513, () => '/'],
  ])('leads to a path of %i characters or otherwise to the account home', async (length, goal) => {
    const [owner, person] = [await signUp(app), someone()];
    await bind(owner, 'qq', person);
    const path = `/${'p'.repeat(length - 1)}`;
    const browser = app.newBrowser();
    const answer = await signIn(browser, await visitPlatform(browser, { platform: 'qq', person, query: `&redirect=${path}` }));
    expect(answer).toMatchObject({ code: 200, data: { continue: goal(path) } });
  });

  it('of a sign-in binds nothing; one of a binding signs no one in and serves no other account', async () => {
    const [owner, other] = [await signUp(app), await signUp(app)];
    await prove(owner);
    const signInState = await visitPlatform(owner.browser, { platform: 'qq', person: someone() });
    expect(await owner.browser.post('/platform/bind', { ...signInState })).toMatchObject({ code: 3013 });
    const bindState = await comeBackToBind(owner, 'qq', someone());
    expect(await signIn(owner.browser, bindState)).toMatchObject({ code: 3013 });
    await prove(other);
    const another = await comeBackToBind(owner, 'qq', someone());
    expect(await other.browser.post('/platform/bind', another)).toMatchObject({ code: 3013 });
  });

  it('is refused when altered; a refusal and an answer behind a # are understood', async () => {
    const browser = app.newBrowser();
    await browser.prepare();
    for (const platform of platforms) {
      const begin = async () => (await browser.get<{ url: string }>(`/oauth2/platform/login/url?platform=${platform}`)).data.url;
      expect(await decide(await begin(), { decision: 'refuse' })).toEqual({ kind: 'cancelled' });
      const wrong = await decide(await begin(), { decision: 'wrongState', person: someone() });
      expect(wrong.kind).toBe('answered');
      if (wrong.kind !== 'answered') continue;
      expect(await signIn(browser, { platform, code: wrong.code, state: wrong.state })).toMatchObject({ code: 3013 });
    }
    simulators.services.wechat.faults.switches.add('misplaced');
    expect(await signIn(browser, await visitPlatform(browser, { platform: 'wechat', person: someone() }))).toMatchObject({ code: 200 });
  });

  it('works for our own callback page, and names the field of any other address', async () => {
    const browser = app.newBrowser();
    const ask = (query: string) => browser.get<{ url: string }>(`/oauth2/platform/login/url?platform=weibo${query}`);
    const own = `${app.config.publicUrl}/oauth/callback/weibo`;
    const state = 'attackers-choice';
    const good = await ask(`&redirect_uri=${encodeURIComponent(own)}&state=${state}&response_type=code&client_id=x&scope=y&type=z&grunt=1`);
    expect(new URL(good.data.url).searchParams.get('redirect_uri')).toBe(own);
    expect(new URL(good.data.url).searchParams.get('state')).toMatch(/^[0-9a-f]{64}$/);
    for (const bad of [`${own}/`, 'https://evil.example/oauth/callback/weibo', 'javascript:alert(1)', '']) {
      expect(await ask(`&redirect_uri=${encodeURIComponent(bad)}`)).toMatchObject({
        code: 400,
        data: { fields: { redirect_uri: 'invalid' } },
      });
    }
    expect(await ask('&response_type=token')).toMatchObject({ code: 400 });
    expect(await ask('&platform=qq')).toMatchObject({ code: 400 });
    const away = await signIn(
      browser,
      await visitPlatform(browser, {
        platform: 'weibo',
        person: (await boundPerson('weibo')).person,
        query: '&redirect=https%3A%2F%2Fevil.example',
      }),
    );
    expect(away.data.continue).toBe('/');
  });
});

describe('the request of an app', () => {
  it('continues after a sign-in at a platform, for an address that the app has registered', async () => {
    const { clientId, redirectUri } = await registerClient(app, { pkce: 'optional' });
    const { person } = await boundPerson('weibo');
    const browser = app.newBrowser();
    const queryOf = (uri: string, state = 'of-the-app') =>
      `&${new URLSearchParams({ client_id: clientId, redirect_uri: uri, response_type: 'code', scope: 'openid profile', state, type: 'x', grunt: '1' }).toString()}`;
    const answer = await signIn(browser, await visitPlatform(browser, { platform: 'weibo', person, query: queryOf(redirectUri) }));
    const goal = new URL(answer.data.continue, app.config.publicUrl);
    expect([goal.pathname, Object.fromEntries(goal.searchParams)]).toEqual([
      '/oidc/auth',
      { client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'openid profile', state: 'of-the-app' },
    ]);
    const ask = (query: string) => browser.get(`/oauth2/platform/login/url?platform=weibo${query}`);
    for (const [query, rule] of [
      [queryOf(`${redirectUri}/more`), 'invalid'],
      [queryOf('https://app.example.com/callback').replace(clientId, 'app-nobody'), 'invalid'],
      [queryOf(redirectUri, 's'.repeat(500)), 'max'],
    ] as const)
      expect(await ask(query)).toMatchObject({ status: 400, data: { fields: { redirect_uri: rule } } });
  });
});

async function boundPerson(platform: Platform): Promise<Person & { readonly person: string }> {
  const owner = await signUp(app);
  const person = someone();
  expect(await bind(owner, platform, person)).toMatchObject({ code: 200 });
  return { ...owner, person };
}

describe('a person waiting under a platform_key', () => {
  it('is advised to sign in if the phone has an account, and is bound only after a proof, and once', async () => {
    const owner = await signUp(app);
    const waiting = await wait('wechat');
    // The code was requested before the account existed.
    const late = freshPhone();
    const code = await visitorCode(app, waiting.browser, { contact: late, scene: 'register' });
    await app.db.q().updateTable('identifiers').set({ value: late }).where('value', '=', owner.contact).execute();
    const body = { phone: late, valid_code: code, platform: 'wechat', platform_key: waiting.key, agreements: currentAgreements };
    const taken = await waiting.browser.post<{ suggestion: string }>('/oauth2/platform/regist_phone', body);
    expect(taken).toMatchObject({ code: 1005, data: { suggestion: 'signInAndBind' } });
    expect(await waiting.browser.post('/login/code', { account: late, code: await signInCode(app, waiting.browser, late) })).toMatchObject({
      code: 200,
    });
    const { browser } = waiting;
    expect((await browser.get<AccountView>('/account/metainfo')).data.tpls).toEqual([]);
    const binding = { platform: 'wechat', platform_key: waiting.key };
    expect(await browser.post('/platform/bind', binding)).toMatchObject({ code: 3001 });
    await prove({ browser, password: owner.password }, { action: 'bindSocial', target: 'wechat' });
    expect(await browser.post('/platform/bind', binding)).toMatchObject({ code: 200, data: { tpls: [{ type: 'wechat' }] } });
    await prove({ browser, password: owner.password });
    expect(await browser.post('/platform/bind', binding)).toMatchObject({ code: 1022 });
  });

  it('stays in their browser for ten minutes', async () => {
    const waiting = await wait('qq');
    const thief = app.newBrowser();
    expect(await register({ browser: thief, key: waiting.key }, 'qq')).toMatchObject({ code: 1022 });
    expect(await thief.get('/oauth2/platform/bind_info?platform=qq')).toMatchObject({ code: 3013 });
    app.clock.advance(10 * minute);
    expect(await register(waiting, 'qq')).toMatchObject({ code: 1022 });
    expect(await waiting.browser.get('/oauth2/platform/bind_info?platform=qq')).toMatchObject({ code: 3013 });
  });

  it('cannot register after being bound elsewhere: 1026 for WeChat, 3014 for the others', async () => {
    for (const [platform, code] of [
      ['wechat', 1026],
      ['weibo', 3014],
    ] as const) {
      const waiting = await wait(platform);
      expect(await bind(await signUp(app), platform, waiting.person)).toMatchObject({ code: 200 });
      expect(await waiting.browser.get(`/oauth2/platform/bind_info?platform=${platform}`)).toMatchObject({ data: { bound: true } });
      expect(await register(waiting, platform)).toMatchObject({ code });
    }
  });

  it('makes one account, however many registrations come at once', async () => {
    const person = someone();
    const waiting = [await wait('weibo', person), await wait('weibo', person)];
    const answers = await Promise.all(waiting.map((one) => register(one, 'weibo')));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 3014]);
  });

  it('registers by the rules: agreements, phone, code', async () => {
    const waiting = await wait('qq');
    expect(await register(waiting, 'qq', { agreements: [] })).toMatchObject({ code: 1009 });
    const { browser, key } = waiting;
    const body = { phone: '123', valid_code: 'x', platform: 'qq', platform_key: key, agreements: currentAgreements };
    expect(await browser.post('/oauth2/platform/regist_phone', body)).toMatchObject({
      code: 400,
      data: { fields: { phone: 'digits', valid_code: 'length' } },
    });
    const phone = freshPhone();
    const right = await visitorCode(app, browser, { contact: phone, scene: 'register' });
    const wrong = otherCode(right);
    expect(await browser.post('/oauth2/platform/regist_phone', { ...body, phone, valid_code: wrong })).toMatchObject({ code: 1007 });
  });

  it('gets a generated nickname if the own one is unavailable, and no picture if there is none', async () => {
    for (const person of ['4', '5']) {
      const waiting = await wait('weibo', person);
      const made = await register(waiting, 'weibo');
      expect(made.data.account.nickname).toMatch(/^id_/);
      expect(made.data.account.tpls).toHaveLength(1);
    }
    const [one, two] = [await wait('weibo'), await wait('qq')];
    const name = nameOf(one.person);
    await app.db
      .q()
      .updateTable('identifiers')
      .set({ value: name.toLowerCase(), shown: name })
      .where('kind', '=', 'nickname')
      .where('account_id', '=', await accountIdOf(app, (await signUp(app)).contact))
      .execute();
    expect((await register(one, 'weibo')).data.account.nickname).toMatch(/^id_/);
    simulators.services.qq.faults.switches.add('smallAvatar');
    expect((await register(two, 'qq')).code).toBe(200);
  });
});

describe('an account', () => {
  it('has one social account of each platform, and binding the same again changes nothing', async () => {
    const owner = await boundPerson('weibo');
    await prove(owner);
    expect(await owner.browser.get('/platform/bind?platform=weibo')).toMatchObject({ code: 3014 });
  });

  it('keeps the social account while it has neither phone nor email', async () => {
    const owner = await boundPerson('qq');
    const accountId = await accountIdOf(app, owner.contact);
    await app.db.q().deleteFrom('identifiers').where('account_id', '=', accountId).where('kind', '=', 'phone').execute();
    expect(await owner.browser.get('/platform/unbind?platform=qq')).toMatchObject({ data: { allowed: false, reason: 'lastWayIn' } });
    expect(await owner.browser.post('/platform/unbind', { platform: 'qq' })).toMatchObject({ code: 3006 });
  });

  it('spends one proof on one change, however many come at once', async () => {
    const owner = await boundPerson('qq');
    expect(await bind(owner, 'weibo', someone())).toMatchObject({ code: 200 });
    await prove(owner);
    const answers = await Promise.all([
      owner.browser.post('/platform/unbind', { platform: 'qq' }),
      owner.browser.post('/platform/unbind', { platform: 'weibo' }),
    ]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  });

  it('in deletion is not signed in to by a social account either', async () => {
    const owner = await boundPerson('wechat');
    const { data } = await owner.browser.post<{ ticket: string }>('/delete/password', { password: owner.password });
    const asked = await owner.browser.post<{ dueAt: string }>('/delete', { ticket: data.ticket, channel: 'none', reason: 'other' });
    const { dueAt } = asked.data;
    const browser = app.newBrowser();
    const refused = await browser.post<{ withdrawTicket: string }>('/oauth2/platform/user/login', {
      ...(await visitPlatform(browser, { platform: 'wechat', person: owner.person })),
    });
    expect(refused).toMatchObject({ code: 3002, data: { dueAt, withdrawTicket: expect.stringMatching(/^[\w-]{43}$/) } });
    const open = { 'x-token': refused.data.withdrawTicket };
    const page = await browser.put<{ token: string }>('/account/unregister', { action: 'open' }, open);
    expect(page).toMatchObject({ code: 200, data: { status: 'deleting', dueAt } });
    const withdrawal = { 'x-token': page.data.token };
    expect(await browser.put('/account/unregister', { action: 'withdraw' }, withdrawal)).toMatchObject({ data: { status: 'active' } });
    // The earlier social account is bound again: nothing had been erased.
    const back = await visitPlatform(browser, { platform: 'wechat', person: owner.person });
    expect(await signIn(browser, back)).toMatchObject({ data: { account: { id: owner.account.id } } });
  });
});

describe('WeChat', () => {
  const inside = 'Mozilla/5.0 (iPhone) MicroMessenger/8.0.50';

  it('identifies a person over both apps by the unionid, and by the openid if the unionid is missing', async () => {
    const owner = await boundPerson('wechat');
    const phone = app.newBrowser();
    const back = await visitPlatform(phone, { platform: 'wechat', person: owner.person, userAgent: inside });
    expect(await signIn(phone, back)).toMatchObject({ data: { account: { id: owner.account.id } } });
    simulators.services.wechat.faults.switches.add('noUnionId');
    const later = app.newBrowser();
    const again = await visitPlatform(later, { platform: 'wechat', person: owner.person, userAgent: inside });
    expect(await signIn(later, again)).toMatchObject({ data: { account: { id: owner.account.id } } });
  });

  it('without a unionid identifies the person in one app, and joins the other once it appears', async () => {
    simulators.services.wechat.faults.switches.add('noUnionId');
    const owner = await boundPerson('wechat');
    const phone = app.newBrowser();
    const stranger = await signIn(phone, await visitPlatform(phone, { platform: 'wechat', person: owner.person, userAgent: inside }));
    expect(stranger.data.platform_key).toBeDefined();
    simulators.services.wechat.faults.switches.clear();
    const browser = app.newBrowser();
    expect(await signIn(browser, await visitPlatform(browser, { platform: 'wechat', person: owner.person }))).toMatchObject({
      data: { account: {} },
    });
    const known = await signIn(phone, await visitPlatform(phone, { platform: 'wechat', person: owner.person, userAgent: inside }));
    expect(known.data.account).toMatchObject({ id: owner.account.id });
  });

  it('refuses the fake person of a snapshot page, and one limited by WeChat', async () => {
    for (const [name, value] of [
      ['switches', new Set(['snapshot'])],
      ['error', '50002'],
    ] as const) {
      const browser = app.newBrowser();
      const back = await visitPlatform(browser, { platform: 'wechat', person: someone(), userAgent: inside });
      if (name === 'switches') simulators.services.wechat.faults.switches.add('snapshot');
      else simulators.services.wechat.faults.error = value;
      expect(await signIn(browser, back)).toMatchObject({ code: 1010 });
      simulators.services.wechat.faults.switches.clear();
    }
  });
});

describe('QQ', () => {
  it.each(['jsonp', 'form', 'noUnionId', 'smallAvatar'])('signs in despite %s', async (quirk) => {
    const owner = await boundPerson('qq');
    simulators.services.qq.faults.switches.add(quirk);
    const browser = app.newBrowser();
    const back = await visitPlatform(browser, { platform: 'qq', person: owner.person, userAgent: 'Android Mobile' });
    expect(await signIn(browser, back)).toMatchObject({ data: { account: { id: owner.account.id } } });
  });
});

it('lists the configured platforms and refuses the others with 1008', async () => {
  await using stack = new AsyncDisposableStack();
  const bare = await buildTestApp();
  stack.defer(() => bare.close());
  const visitor = bare.newBrowser();
  await visitor.prepare();
  const { data } = await visitor.get<{ features: { social: string[] } }>('/config.json');
  expect(data.features.social).toEqual([]);
  expect(await visitor.get('/oauth2/platform/login/url?platform=qq')).toMatchObject({ code: 1008 });
  expect(await visitor.post('/oauth2/platform/user/bind', { platform: 'qq', code: 'c', state: 's' })).toMatchObject({ code: 1008 });
  const { data: full } = await app.newBrowser().get<{ features: { social: string[] } }>('/config.json');
  expect(full.features.social).toEqual([...platforms]);
});

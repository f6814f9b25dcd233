// @one-database
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { platforms, type Platform } from '#contract/vocabulary/platforms.ts';
import { readPlatformCallback } from '#contract/account/social-accounts/platform-callback.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { approve, simulatedSocial, visitPlatform } from '#server/testing/people/social.ts';
import { qqApp } from '#simulators/qq-simulator.ts';
import { startSimulators, type Simulators } from '#simulators/simulators.ts';
import { wechatApps } from '#simulators/wechat-simulator.ts';
import { weiboApp } from '#simulators/weibo-simulator.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
let simulators: Simulators;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cedar-id-providers-'));
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

const inside = 'Mozilla/5.0 (iPhone) MicroMessenger/8.0.50';

async function signIn(platform: Platform, { fault = {}, userAgent = '', after = 0 } = {}) {
  const browser = app.newBrowser();
  const back = await visitPlatform(browser, { platform, person: someone(), userAgent });
  Object.assign(simulators.services[platform].faults, fault);
  app.clock.advance(after);
  const answer = await browser.post<{ platform_key?: string }>('/oauth2/platform/user/login', { ...back });
  Object.assign(simulators.services[platform].faults, { delayMs: 0, broken: '', error: '' });
  return answer;
}

async function ask(path: string, { query = {}, form }: { query?: Record<string, string>; form?: Record<string, string> } = {}) {
  const url = `${simulators.origin}${path}?${new URLSearchParams(query).toString()}`;
  const answer = await fetch(url, form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, text: await answer.text() };
}

async function askJson(path: string, options?: Parameters<typeof ask>[1]): Promise<Record<string, unknown>> {
  return JSON.parse((await ask(path, options)).text);
}

/** The code of a person, as the platform returns it. */
async function codeAt(platform: Platform, userAgent = ''): Promise<{ readonly code: string; readonly redirectUri: string }> {
  const browser = app.newBrowser();
  await browser.prepare();
  const { data } = await browser.get<{ url: string }>(`/oauth2/platform/login/url?platform=${platform}`, { 'user-agent': userAgent });
  const { code } = await approve(data.url, someone());
  return { code, redirectUri: new URL(data.url).searchParams.get('redirect_uri') ?? '' };
}

describe('every error number of a platform has a meaning', () => {
  const meanings: Readonly<Record<Platform, Readonly<Record<number, readonly string[]>>>> = {
    wechat: {
      503: ['-1', '40003', '41001', '41009', '42001', '45011', '99999'],
      1008: ['40001', '40013', '40125', '40164', '41002', '41004'],
      1010: ['50002'],
      3013: ['40029', '40163', '41008', '42003', '42007'],
    },
    qq: {
      503: ['100013', '100014', '100015', '100016', '1002', '-22', '99999'],
      1008: ['100000', '100001', '100002', '100004', '100008', '100009', '100010', '100011', '100030', '100031'],
      3013: ['100005', '100019', '100020'],
    },
    weibo: {
      503: ['10023', '21331', '99999'],
      1008: ['21322', '21323', '21324', '21326', '21328', '21329'],
      1010: ['20003'],
      3013: ['21325', '21327', '21330'],
    },
  };
  it.each(platforms)('of %s', async (platform) => {
    for (const [code, errors] of Object.entries(meanings[platform])) {
      for (const error of errors) {
        expect([error, (await signIn(platform, { fault: { error } })).code]).toEqual([error, Number(code)]);
      }
    }
  });
});

describe('the time limit of a platform', () => {
  it.each(platforms)('covers all requests to %s together, while others are answered', async (platform) => {
    const browser = app.newBrowser();
    const back = await visitPlatform(browser, { platform, person: someone() });
    // Each answer comes within the configured second; two together do not.
    simulators.services[platform].faults.delayMs = 700;
    const slow = browser.post<{ name: string }>('/oauth2/platform/user/login', { ...back });
    let isSlow = true;
    void slow.finally(() => (isSlow = false));
    expect(await app.newBrowser().get('/config.json')).toMatchObject({ code: 200 });
    expect(isSlow).toBe(true);
    // The second answer of QQ names the person; elsewhere it is only the profile, and the person continues without.
    expect(await slow).toMatchObject(platform === 'qq' ? { code: 504 } : { code: 200, data: { name: '' } });
    simulators.services[platform].faults.delayMs = 0;
    expect((await signIn(platform)).data.platform_key).toBeDefined();
  });
});

it('understands the refusals, failures and misplaced answers of each platform', () => {
  const cases = [
    ['?code=c&state=s', '', 'answered'],
    ['', '#/?code=c&state=s', 'answered'],
    ['', '#wechat_redirect?code=c&state=s', 'answered'],
    ['?state=s', '', 'cancelled'],
    ['?usercancel=1&state=s', '', 'cancelled'],
    ['?usercancel=1', '', 'cancelled'],
    ['?error=access_denied&error_code=21330&error_description=user+denied', '', 'cancelled'],
    ['?error_code=21330', '', 'cancelled'],
    ['', '', 'cancelled'],
    ['?error=100048&error_description=x&state=s', '', 'failed'],
    ['?code=100010&msg=redirect+uri+is+illegal', '', 'failed'],
    ['?error=temporarily_unavailable&error_code=21331', '', 'failed'],
    ['?code=c', '', 'failed'],
  ] as const;
  for (const [search, hash, kind] of cases)
    expect([search, hash, readPlatformCallback({ search, hash }).kind]).toEqual([search, hash, kind]);
});

describe('WeChat', () => {
  it('accepts the code of its website for ten minutes and the one of its app for five', async () => {
    expect(await signIn('wechat', { after: 10 * minute - 1 })).toMatchObject({ code: 200 });
    expect(await signIn('wechat', { userAgent: inside, after: 5 * minute - 1 })).toMatchObject({ code: 200 });
    expect(await signIn('wechat', { userAgent: inside, after: 5 * minute })).toMatchObject({ code: 3013 });
  });

  it('is called inside its app with ordered parameters and state, and by the QR code elsewhere', async () => {
    const browser = app.newBrowser();
    await browser.prepare();
    const path = '/oauth2/platform/login/url?platform=wechat';
    const here = new URL((await browser.get<{ url: string }>(path, { 'user-agent': inside })).data.url);
    expect([...here.searchParams.keys()]).toEqual(['appid', 'redirect_uri', 'response_type', 'scope', 'state', 'forcePopup']);
    expect([here.searchParams.get('appid'), here.searchParams.get('scope')]).toEqual([wechatApps.service.id, 'snsapi_userinfo']);
    expect(here.searchParams.get('state')).toMatch(/^[a-zA-Z0-9]{1,128}$/);
    expect(here.hash).toBe('#wechat_redirect');
    const elsewhere = new URL((await browser.get<{ url: string }>(path)).data.url);
    expect([elsewhere.pathname, elsewhere.searchParams.get('appid')]).toEqual(['/wechat/connect/qrconnect', wechatApps.website.id]);
    // A wrong order is a page of WeChat's own.
    here.searchParams.delete('appid');
    here.searchParams.append('appid', wechatApps.service.id);
    expect(await (await fetch(here)).text()).not.toContain('name="decision"');
  });

  it('reports errors with 200 and a request id, and prolongs or replaces a token for thirty days', async () => {
    const { code } = await codeAt('wechat');
    const { id, secret } = wechatApps.website;
    const redeem = () =>
      askJson('/wechat/sns/oauth2/access_token', { query: { appid: id, secret, code, grant_type: 'authorization_code' } });
    const first = await redeem();
    expect(await redeem()).toMatchObject({ errcode: 40163, errmsg: expect.stringMatching(/, rid: .+/) });
    const refreshToken = String(first['refresh_token']);
    const refresh = () =>
      askJson('/wechat/sns/oauth2/refresh_token', { query: { appid: id, grant_type: 'refresh_token', refresh_token: refreshToken } });
    app.clock.advance(hour);
    const prolonged = await refresh();
    expect(prolonged).toMatchObject({ access_token: first['access_token'], refresh_token: refreshToken });
    expect(prolonged).not.toHaveProperty('unionid');
    app.clock.advance(2 * hour);
    expect((await refresh())['access_token']).not.toBe(first['access_token']);
    app.clock.advance(30 * day);
    expect(await refresh()).toMatchObject({ errcode: 42002 });
  });
});

describe('QQ', () => {
  const grant = { grant_type: 'authorization_code', client_id: qqApp.id, client_secret: qqApp.secret };

  it('answers in the requested form, sends seconds as text, and renews once by each refresh token', async () => {
    const { code, redirectUri } = await codeAt('qq');
    const token = await askJson('/qq/oauth2.0/token', {
      query: { ...grant, code, redirect_uri: redirectUri, fmt: 'json', need_openid: '1' },
    });
    expect(token).toMatchObject({ expires_in: '7776000', openid: expect.any(String) });
    const reused = await ask('/qq/oauth2.0/token', { query: { ...grant, code, redirect_uri: redirectUri } });
    expect(reused.text).toMatch(/^callback\( \{"error":100020,.*\} \);\n$/);
    expect((await ask('/qq/oauth2.0/me', { query: { access_token: 'x' } })).text).toMatch(/^callback\( .*100013/);
    const renew = (refreshToken: unknown) =>
      ask('/qq/oauth2.0/token', { query: { ...grant, grant_type: 'refresh_token', refresh_token: String(refreshToken) } });
    expect((await renew(token['refresh_token'])).text).toMatch(/^access_token=[^&]+&expires_in=7776000&refresh_token=/);
    expect((await renew(token['refresh_token'])).text).toContain('100021');
  });

  it('is called with a state, and on its mobile page by phones', async () => {
    const browser = app.newBrowser();
    await browser.prepare();
    const path = '/oauth2/platform/login/url?platform=qq';
    const url = new URL((await browser.get<{ url: string }>(path, { 'user-agent': 'Android Mobile' })).data.url);
    expect(url.searchParams.get('display')).toBe('mobile');
    url.searchParams.delete('state');
    expect((await fetch(url, { redirect: 'manual' })).headers.get('location')).toContain('error=100000');
  });
});

describe('Weibo', () => {
  const grant = { client_id: weiboApp.id, client_secret: weiboApp.secret, grant_type: 'authorization_code' };

  it('gives a token by POST and only for the exact registered URL, and none to renew it', async () => {
    const { code, redirectUri } = await codeAt('weibo');
    expect(await ask('/weibo/oauth2/access_token', { query: { ...grant, code, redirect_uri: redirectUri } })).toMatchObject({
      status: 400,
    });
    const token = await askJson('/weibo/oauth2/access_token', { form: { ...grant, code, redirect_uri: redirectUri } });
    expect(token).toMatchObject({ isRealName: 'true', uid: expect.stringMatching(/^\d+$/), expires_in: 2_592_000 });
    expect(token).not.toHaveProperty('refresh_token');
    const other = await codeAt('weibo');
    const wrong = await ask('/weibo/oauth2/access_token', { form: { ...grant, code: other.code, redirect_uri: `${other.redirectUri}/` } });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('"error_code":21322')]);
  });

  it('reports errors of a request in the query of the way back', async () => {
    const browser = app.newBrowser();
    await browser.prepare();
    const url = new URL((await browser.get<{ url: string }>('/oauth2/platform/login/url?platform=weibo')).data.url);
    url.searchParams.set('response_type', 'token');
    const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '');
    expect(readPlatformCallback(back)).toEqual({ kind: 'failed' });
  });
});

import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, SignJWT } from 'jose';
import { randomDPoPKeyPair } from 'openid-client';
import { zeroCode } from '#contract/fixtures/codes.ts';
import { protocolPaths } from '#server/capabilities/apps/openid/protocol-paths.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { second } from '#server/platform/clock.ts';
import { startSimulators } from '#simulators/simulators.ts';
import { begin, connectRelyingParty, registerClient, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { newAuthenticator } from '#server/testing/people/authenticator.ts';
import { freshPhone, goodPassword, registrationBody } from '#server/testing/people/people.ts';
import { visitorCode } from '#server/testing/people/proving.ts';
import { showQr } from '#server/testing/people/qr.ts';
import { simulatedSocial, visitPlatform } from '#server/testing/people/social.ts';
import type { StrangerCall } from './stranger-budgets.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

/** The target of strangers' calls: a server with its apps and platforms. */
export interface StrangerStage {
  readonly app: TestApp;
  /** An app with sign-in, and the client of a device. */
  readonly party: TestRelyingParty;
  readonly deviceClient: string;
}

export interface OpenStrangerStage extends StrangerStage {
  close(): Promise<void>;
}

/** A listening server, with simulated platforms and the clients that strangers name. */
export async function openStrangerStage(): Promise<OpenStrangerStage> {
  const folder = await mkdtemp(join(tmpdir(), 'cedar-id-strangers-'));
  const stage: { app?: TestApp } = {};
  const simulators = await startSimulators({ clock: { now: () => stage.app?.clock.now() ?? Date.now() } });
  const app = await buildTestApp({ now: Date.now(), config: { rateFactor: 100, social: simulatedSocial(simulators, folder) } });
  stage.app = app;
  await app.listen();
  const postLogoutRedirectUris = [`https://app.example.com/${'b'.repeat(900)}`];
  const registered = await registerClient(app, { kind: 'native', postLogoutRedirectUris });
  // Discovery makes the keys of the protocol, only once.
  const party = await connectRelyingParty(app.config.publicUrl, registered);
  const { clientId: deviceClient } = await registerClient(app, { kind: 'native', redirectUris: [], deviceGrant: true });
  return {
    app,
    party,
    deviceClient,
    async close() {
      await app.close();
      await simulators.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A prepared call of a stranger, with all its preconditions. */
export type Ready = () => Promise<TestAnswer>;

export interface Scenario {
  /** The answer that counts as acceptance: the code of the envelope, or the status without one. */
  readonly answers: number;
  readonly prepare: (browser: TestBrowser) => Promise<Ready> | Ready;
}

/** An email of maximum length, with letters of three bytes where allowed. */
function longEmail(): string {
  const label = '雪'.repeat(40);
  return `${'x'.repeat(48)}${String(randomInt(10 ** 12)).padStart(13, '0')}@${label}.${label}.${label}.example`;
}

/** The same in letters that arrive unchanged, for tests that read the message. */
function plainEmail(): string {
  return `${'x'.repeat(50)}${randomInt(10 ** 13)}@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(55)}.example`;
}

/** Longer than the stored limit of a browser's name. */
const userAgent = { 'user-agent': 'u'.repeat(2000) };

const longText = 'x'.repeat(4096);
export const unknownToken = 'x'.repeat(43);

const get = (path: string, answers = 200): Scenario => ({ answers, prepare: (browser) => () => browser.get(path) });
const post = (path: string, body: Readonly<Record<string, unknown>>, answers = 200): Scenario => ({
  answers,
  prepare: (browser) => () => browser.post(path, body),
});

function check(path: string, value: Readonly<Record<string, string>>): Scenario {
  return {
    answers: 200,
    async prepare(browser) {
      const validate = await browser.solveCaptcha('check');
      return () => browser.post(path, { ...value, validate });
    },
  };
}

function sendCode(path: string, contact: () => Readonly<Record<string, string>>, scene: 'register' | 'reset'): Scenario {
  return {
    answers: 200,
    async prepare(browser) {
      const validate = await browser.solveCaptcha(scene);
      return () => browser.post(path, { ...contact(), scene, validate });
    },
  };
}

function wrongCode(
  scene: 'login' | 'reset' | 'freeze',
  contact: () => string,
  {
    path,
    answers,
    body,
  }: { readonly path: string; readonly answers: number; readonly body: (contact: string) => Readonly<Record<string, string>> },
): Scenario {
  return {
    answers,
    async prepare(browser) {
      const to = contact();
      const validate = await browser.solveCaptcha(scene);
      const [channel, field] = to.includes('@') ? ['email', 'email'] : ['sms', 'phone'];
      const sent = await browser.post(`/captcha/${channel}/send/login`, { [field]: to, scene, validate });
      if (sent.code !== 200) throw new Error(sent.text);
      return () => browser.post(path, body(to));
    },
  };
}

/** A person who returns from a platform. */
function cameBack(path: string): Scenario {
  return {
    answers: 200,
    async prepare(browser) {
      const query = `&redirect=${encodeURIComponent(`/${'r'.repeat(500)}`)}`;
      const back = await visitPlatform(browser, { platform: 'wechat', person: `p${randomInt(1_000_000_000)}`, query });
      return () => browser.post(path, { ...back });
    },
  };
}

function protocol(method: 'GET' | 'POST', path: string, fields: Readonly<Record<string, string>>, answers: number): Scenario {
  const text = new URLSearchParams(fields).toString();
  return {
    answers,
    prepare: (browser) => () => {
      browser.cookies.set('oidc_session', unknownToken);
      const form = { origin: undefined, 'content-type': 'application/x-www-form-urlencoded' };
      if (method === 'GET') return browser.raw({ method, path: `${path}?${text}` });
      return browser.raw({ method, path, headers: form, body: text });
    },
  };
}

const cjk = '雪'.repeat(64);
const deviceSays = {
  scope: 'openid profile email phone offline_access',
  device_name: cjk,
  device_model: cjk,
  os: cjk,
  os_version: cjk,
  hardware_id: '"'.repeat(128),
  more: longText,
};

/** A call of the page that shows a code which its own phone has opened. */
const withOwnQr =
  (app: TestApp) =>
  (path: string, answers: number): Scenario => ({
    answers,
    async prepare(browser) {
      const { code, secret } = await showQr(app, browser);
      await browser.post('/qr/open', { qrCode: code });
      await browser.post('/qr/state', { qrCode: code, secret }, userAgent);
      return () => browser.post(path, { qrCode: code, secret }, userAgent);
    },
  });

/** Each call with the worst input that it accepts, or refuses after the longest check. */
export const worstCalls = (
  { app, party, deviceClient }: StrangerStage,
  withQr = withOwnQr(app),
): Readonly<Record<StrangerCall, Scenario>> => ({
  'reference.config': get('/config.json'),
  'reference.key': get('/key'),
  'reference.region': get('/region'),
  'reference.loginRegion': get('/oauth2/loginRegion'),
  'reference.navigation': get('/navigation?language=zh_CN'),
  'reference.agreement': get('/agreement/private/latest'),
  'reference.captchaChallenge': get('/captcha/challenge?scene=login'),
  'checks.checkUsername': check('/check/username', { username: longText }),
  'checks.checkNickname': check('/check/nickname', { nickname: longText }),
  'checks.checkEmail': check('/check/email', { email: longText }),
  'checks.checkPhone': check('/check/phone', { phone: longText }),
  'codes.sendSms': sendCode('/captcha/sms/send/register', () => ({ phone: freshPhone() }), 'register'),
  'codes.sendEmail': sendCode('/captcha/email/send/login', () => ({ email: longEmail() }), 'reset'),
  'family.checkAge': post('/register/age', { birthday: '2000-01-01', region: 'CN' }),
  'registration.registerByPhone': {
    answers: 200,
    async prepare(browser) {
      const body = await registrationBody(app, browser, { phone: freshPhone() });
      return () =>
        browser.post(`/register/phone?redirect=/${'r'.repeat(2000)}`, { ...body, nickname: `雪${randomInt(10 ** 9)}` }, userAgent);
    },
  },
  'registration.registerByEmail': {
    answers: 200,
    async prepare(browser) {
      const body = await registrationBody(app, browser, { email: plainEmail() });
      return () => browser.post('/register/email', { ...body, nickname: '雪'.repeat(22) + randomInt(10 ** 9) }, userAgent);
    },
  },
  'registration.resolveContinue': post('/register/registerclient', { redirect: longText }),
  'signIn.signInByPassword': {
    answers: 3007,
    prepare: (browser) => () => browser.post('/login/password', { account: longEmail(), password: `a1${'x'.repeat(62)}` }),
  },
  'signIn.signInByCode': wrongCode('login', freshPhone, {
    path: '/login/code',
    answers: 1007,
    body: (account) => ({ account, code: zeroCode }),
  }),
  'passkeys.beginPasskey': post('/passkey/begin', { purpose: 'signIn' }, 200),
  'passkeys.signInByPasskey': {
    answers: 3025,
    async prepare(browser) {
      const { data } = await browser.post<{ publicKey: { challenge: string } }>('/passkey/begin', { purpose: 'signIn' });
      const credential = newAuthenticator().assert(data.publicKey);
      return () => browser.post('/login/passkey', { credential });
    },
  },
  'qr.beginQr': post('/qr/begin', { purpose: 'register' }),
  'qr.qrState': withQr('/qr/state', 200),
  'qr.finishQr': withQr('/qr/finish', 3050),
  'qr.cancelQr': withQr('/qr/cancel', 200),
  'qr.openQr': {
    answers: 200,
    async prepare(browser) {
      const { code } = await showQr(app, browser, 'register');
      return () => browser.post('/qr/open', { qrCode: code }, userAgent);
    },
  },
  'secondStep.signInSecondStep': post('/login/second', { ticket: longText, method: 'email', code: zeroCode }, 1022),
  'recovery.proveRecovery': post('/recovery/prove', { ticket: unknownToken }, 1022),
  'recovery.finishRecovery': post('/recovery/finish', { ticket: unknownToken, newPassword: goodPassword, keep: [] }, 1022),
  'recovery.openRecoveryClaim': post('/recovery/claim', { ticket: unknownToken }, 1022),
  'recovery.askDeskForRecovery': post('/recovery/desk', { ticket: unknownToken }, 404),
  'claims.claimStatus': post('/claim/status', { claim: unknownToken }, 1022),
  'claims.stopClaim': post('/claim/stop', { claim: unknownToken }, 1022),
  'claims.readNotice': post('/notice/read', { token: unknownToken }, 1022),
  'claims.answerNotice': post('/notice/answer', { token: unknownToken, answer: 'stop' }, 1022),
  'containment.freezeByWay': wrongCode('freeze', freshPhone, {
    path: '/freeze',
    answers: 1007,
    body: (account) => ({ account, code: zeroCode }),
  }),
  'containment.sayWhy': post('/freeze/why', { ticket: unknownToken, why: 'phone' }, 1022),
  'deletion.showReceipt': post('/receipt', { token: unknownToken }, 404),
  'contacts.activateEmail': post('/update/activate', { token: unknownToken }, 1022),
  'password.beginRecovery': wrongCode('reset', freshPhone, {
    path: '/recovery/begin',
    answers: 1007,
    body: (phone) => ({ phone, code: zeroCode }),
  }),
  'password.resetPasswordByPhone': wrongCode('reset', freshPhone, {
    path: '/password/reset/reset_password/phone',
    answers: 1007,
    body: (phone) => ({ phone, code: zeroCode, newPassword: goodPassword }),
  }),
  'password.resetPasswordByEmail': wrongCode('reset', longEmail, {
    path: '/password/reset/reset_password/email',
    answers: 1004,
    body: (email) => ({ email, code: zeroCode, newPassword: goodPassword }),
  }),
  'socialAccounts.platformSignInUrl': get(
    `/oauth2/platform/login/url?platform=wechat&redirect=${encodeURIComponent(`/${'r'.repeat(511)}`)}`,
  ),
  'socialAccounts.platformBindInfo': get('/oauth2/platform/bind_info?platform=wechat', 3013),
  'socialAccounts.signInByPlatform': cameBack('/oauth2/platform/user/login'),
  'socialAccounts.bindByPlatform': cameBack('/oauth2/platform/user/bind'),
  'socialAccounts.registerByPlatform': {
    answers: 200,
    async prepare(browser) {
      const back = await visitPlatform(browser, { platform: 'wechat', person: `p${randomInt(1_000_000_000)}` });
      const { data } = await browser.post<{ platform_key: string }>('/oauth2/platform/user/login', { ...back });
      const phone = freshPhone();
      const code = await visitorCode(app, browser, { contact: phone, scene: 'register' });
      const body = { phone, valid_code: code, platform: 'wechat', platform_key: data.platform_key, agreements: currentAgreements };
      return () => browser.post('/oauth2/platform/regist_phone', body, userAgent);
    },
  },
  'desktop.desktopEnd': {
    answers: 404,
    async prepare(browser) {
      const { publicKey, privateKey } = await randomDPoPKeyPair('ES256');
      const at = Math.floor(app.clock.now() / second);
      const said = { jti: randomUUID(), htm: 'GET', htu: `${app.config.publicUrl}/api/desktop/end`, iat: at };
      const header = { alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) };
      const dpop = await new SignJWT(said).setProtectedHeader(header).sign(privateKey);
      return () => browser.get('/desktop/end', { dpop });
    },
  },
  'openid.describeApp': get(`/openid/app/${party.clientId}`),
  'upgrade.findUpgradeAccounts': {
    answers: 200,
    async prepare(browser) {
      const email = plainEmail();
      const code = await visitorCode(app, browser, { contact: email, scene: 'upgrade' });
      return () => browser.post('/register/search', { email, code });
    },
  },
  'upgrade.bindLegacyAccount': post(
    '/register/binddeepin',
    { step: 'preview', legacyId: 'x'.repeat(64), tickets: Array.from({ length: 6 }, (_, i) => `${i}${'x'.repeat(127)}`) },
    1022,
  ),
  'upgrade.undoLegacyMerge': post('/register/undobinddeepin', { token: unknownToken }, 1022),
  'protocol.authorization': {
    answers: 303,
    async prepare(browser) {
      const long = {
        state: '"'.repeat(1150),
        nonce: '€'.repeat(170),
        login_hint: 'l'.repeat(254),
        acr_values: 'a'.repeat(256),
        claims: longText.slice(0, 500),
      };
      const { url } = await begin(party, long);
      return () => browser.raw({ method: 'GET', path: url.pathname + url.search });
    },
  },
  'protocol.resume': protocol('GET', `${protocolPaths.authorization}/${unknownToken}`, {}, 400),
  'protocol.token': {
    answers: 401,
    prepare: (browser) => () =>
      browser.raw({
        method: 'POST',
        path: protocolPaths.token,
        headers: { origin: undefined, 'content-type': 'application/x-www-form-urlencoded', dpop: 'x.y.z' },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: longText,
          client_id: 'nobody',
          redirect_uri: longText,
        }).toString(),
      }),
  },
  'protocol.userinfo': {
    answers: 401,
    prepare: (browser) => () =>
      browser.raw({ method: 'GET', path: protocolPaths.userinfo, headers: { authorization: `Bearer ${unknownToken}` } }),
  },
  'protocol.jwks': protocol('GET', protocolPaths.jwks, {}, 200),
  'protocol.revocation': protocol('POST', protocolPaths.revocation, { token: longText }, 400),
  'protocol.introspection': protocol('POST', protocolPaths.introspection, { token: longText }, 400),
  'protocol.endSession': {
    answers: 200,
    prepare: (browser) => () => {
      const fields = {
        client_id: party.clientId,
        post_logout_redirect_uri: `https://app.example.com/${'b'.repeat(900)}`,
        state: 's'.repeat(2048),
      };
      return browser.raw({ method: 'GET', path: `${protocolPaths.endSession}?${new URLSearchParams(fields).toString()}` });
    },
  },
  'protocol.endSessionConfirm': protocol('POST', protocolPaths.endSessionConfirm, { xsrf: longText, logout: 'yes' }, 400),
  'protocol.endSessionSuccess': protocol('GET', protocolPaths.endSessionSuccess, { client_id: 'nobody' }, 400),
  'protocol.deviceAuthorization': {
    answers: 200,
    prepare: (browser) =>
      protocol('POST', protocolPaths.deviceAuthorization, { client_id: deviceClient, ...deviceSays }, 200).prepare(browser),
  },
  'protocol.pushedRequest': {
    answers: 201,
    async prepare(browser) {
      const { url } = await begin(party, { state: '"'.repeat(600), nonce: '€'.repeat(100), login_hint: 'l'.repeat(254) });
      return protocol('POST', protocolPaths.pushedRequest, Object.fromEntries(url.searchParams), 201).prepare(browser);
    },
  },
  'protocol.openidDiscovery': protocol('GET', protocolPaths.openidDiscovery, {}, 200),
  'protocol.oauthDiscovery': protocol('GET', protocolPaths.oauthDiscovery, {}, 200),
});

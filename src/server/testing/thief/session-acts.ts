import { randomInt } from 'node:crypto';
import * as client from 'openid-client';
import { actNames, acts, waitingActs, type Act } from '#contract/acts/acts.ts';
import { guardianTextVersion } from '#contract/vocabulary/children.ts';
import { developerAgreement } from '#server/core/account/agreements/agreements.ts';
import { newDesktopClient } from '#server/testing/apps/desktop.ts';
import { newAppBody } from '#server/testing/apps/developers.ts';
import { begin, open, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { quarters } from '#server/testing/costs/hostile-images.ts';
import { newId } from '#server/platform/ids.ts';
import { newAuthenticator } from '#server/testing/people/authenticator.ts';
import { fromBase32 } from '#server/testing/people/base32.ts';
import { freshEmail, freshPhone } from '#server/testing/people/people.ts';
import { finishQr, scanQr } from '#server/testing/people/qr.ts';
import { approve } from '#server/testing/people/social.ts';
import { namesUnknownThing, sampleBody } from '#server/testing/server/sample-body.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { totpCode, totpStep } from '#server/core/sign-in/two-step/totp.ts';
import { usualChoice } from '#contract/protection/notices/notice-kinds.words.ts';

/** A session, and what an act shows for its proof: nothing, where only the cookie is there. */
export interface InSession {
  readonly app: TestApp;
  readonly browser: TestBrowser;
  readonly prove: (target?: string) => Promise<unknown>;
  /** An app that people may allow; undefined where the server does not listen. */
  readonly party: TestRelyingParty | undefined;
}

type Try = (at: InSession) => Promise<unknown>;

type Acts = typeof acts;

/** The acts that a session can do. */
export type SessionAct = { [A in keyof Acts]: Acts[A][0] extends 'account' ? A : never }[keyof Acts];

const trial = { scopes: ['openid'], prompt: '', maxAge: null, acrValues: '', claims: '', dpop: false, par: false, replace: true };

const number = () => String(randomInt(1_000_000_000));

async function contact({ app, browser, prove }: InSession, kind: 'phone' | 'email'): Promise<void> {
  const value = kind === 'phone' ? freshPhone() : freshEmail();
  await prove(value);
  await browser.post(`/captcha/account/${kind === 'phone' ? 'sms' : 'email'}/send/login`, { scene: 'bind', [kind]: value });
  await browser.post(`/update/${kind}`, { [kind]: value, code: await app.codeFor(value).catch(() => '000000') });
}

async function device({ app, browser, prove, party }: InSession, clientIp: string): Promise<void> {
  if (party === undefined) return;
  const { config } = await newDesktopClient(app);
  const scope = 'openid profile desktop';
  const asked = await client.initiateDeviceAuthorization(config, { scope, device_number: '42' });
  await prove(asked.user_code);
  await browser.raw({
    method: 'POST',
    path: '/api/openid/device/allow',
    body: JSON.stringify({ userCode: asked.user_code, scopes: scope.split(' '), number: 42 }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': clientIp },
  });
}

async function approval({ app, browser, prove }: InSession, computer: TestBrowser): Promise<void> {
  const scanned = await scanQr(app, { computer, phone: { browser } });
  await prove(scanned.code);
  await browser.post('/qr/decide', { qrCode: scanned.code, number: scanned.number });
  await finishQr(computer, scanned);
}

interface OwnApps {
  readonly apps?: readonly { readonly clientID: string; readonly name: Readonly<Record<'en_US', string>> }[];
}

/** Does something to each own app. */
async function ownApps(
  { browser, prove }: InSession,
  each: (id: string, version: number, name: string) => Promise<unknown>,
): Promise<void> {
  const { data } = await browser.get<OwnApps>('/developer');
  for (const { clientID, name } of data.apps ?? []) {
    await prove(clientID);
    const { data: shown } = await browser.get<{ app?: { version?: number }; version?: number }>(`/developer/apps/${clientID}`);
    await each(clientID, shown.app?.version ?? shown.version ?? 0, name.en_US);
  }
}

async function ids(browser: TestBrowser, path: string, list: string): Promise<readonly string[]> {
  const { data } = await browser.get<Readonly<Record<string, readonly { readonly id: string }[] | undefined>> | readonly { id: string }[]>(
    path,
  );
  const found = Array.isArray(data) ? data : (data as Readonly<Record<string, readonly { readonly id: string }[]>>)[list];
  return (found ?? []).map(({ id }: { readonly id: string }) => id);
}

const send =
  (path: string, body: Readonly<Record<string, unknown>>) =>
  async ({ browser, prove }: InSession) => {
    await prove();
    await browser.post(path, body);
  };

const allow =
  (scope: string) =>
  async ({ app, browser, prove, party }: InSession) => {
    if (party === undefined) return;
    await prove(party.clientId);
    await signInTo(app, browser, { party, params: { scope, prompt: 'consent' } }).catch(() => undefined);
  };

const secret = async (at: InSession) => {
  await ownApps(at, (id) => at.browser.post(`/developer/apps/${id}/secrets`, { oldEnds: 'now', idempotencyKey: newId() }));
};

const ofChildren =
  (run: (browser: TestBrowser, id: string) => Promise<unknown>) =>
  async ({ browser, prove }: InSession) => {
    for (const id of await ids(browser, '/guardian/children', 'children')) {
      await prove(id);
      await run(browser, id);
    }
  };

/** The acts of which a thief gets more than by the bodies of their schemas: their calls that would do most. */
const prepared: Readonly<Partial<Record<SessionAct, Try>>> = {
  bindPhone: (at) => contact(at, 'phone'),
  changePhone: (at) => contact(at, 'phone'),
  unbindPhone: send('/update/phone', { phone: '' }),
  bindEmail: (at) => contact(at, 'email'),
  changeEmail: (at) => contact(at, 'email'),
  unbindEmail: send('/update/email', { email: '' }),
  bindSocial: async ({ browser, prove }) => {
    await prove('qq');
    const begun = await browser.get<{ url: string }>('/platform/bind?platform=qq');
    if (begun.code === 200) await browser.post('/platform/bind', { platform: 'qq', ...(await approve(begun.data.url, `p${number()}`)) });
  },
  unbindSocial: async ({ browser, prove }) => {
    await prove('weibo');
    await browser.post('/platform/unbind', { platform: 'weibo' });
  },
  changeUsername: async ({ browser }) => {
    for (let times = 0; times < 2; times += 1) await browser.post('/update/username', { username: `u${number()}` });
  },
  changeNickname: async ({ browser }) => browser.post('/update/nickname', { nickname: `n${number()}` }),
  changeRegion: async ({ browser, prove }) => {
    await prove('DE');
    await browser.post('/update/region', { region: 'DE' });
  },
  changeLanguage: send('/update/lang', { lang: 'en_US' }),
  changeProfile: send('/userinfo', { signature: 'taken', gender: 1, birthday: '' }),
  changeAvatar: async ({ browser }) => {
    const png = await quarters().png().toBuffer();
    const begun = await browser.post<{ sign: string; uploadUrl: string }>('/profileimage/begin', {
      filetype: 'image/png',
      size: png.length,
    });
    if (begun.code !== 200) return;
    await browser.raw({ method: 'PUT', path: begun.data.uploadUrl, body: png, headers: { 'content-type': 'image/png' } });
    await browser.post('/profileimage/finish', { sign: begun.data.sign });
  },
  showQrcode: send('/update/showqrcode', { showQrcode: false }),
  acceptTerms: send('/terms/accept', { publication: 1, documents: [] }),
  putTermsOff: send('/terms/later', { publication: 1 }),
  giveChoice: async ({ browser }) => {
    const { data } = await browser.get<{ choices: readonly { purpose: string; version: string }[] }>('/account/choices');
    for (const { purpose, version } of data.choices ?? []) await browser.post('/account/choices', { purpose, version, given: true });
  },
  takeChoiceBack: async ({ browser }) => {
    const { data } = await browser.get<{ choices: readonly { purpose: string; version: string }[] }>('/account/choices');
    for (const { purpose, version } of data.choices ?? [])
      await browser.post('/account/choices', { purpose, version, given: false, confirm: true });
  },
  mergeAccounts: send('/register/binddeepin', { step: 'merge', legacyId: 'x', tickets: [] }),
  deleteAccount: send('/delete', { channel: 'none', reason: 'other', detail: '' }),

  allowQr: (at) => approval(at, at.app.newBrowser({ clientIp: at.browser.clientIp })),
  allowFarQr: (at) => approval(at, at.app.newBrowser()),
  denyQr: async ({ app, browser }) => {
    const { code } = await scanQr(app, { computer: app.newBrowser({ clientIp: browser.clientIp }), phone: { browser } });
    await browser.post('/qr/decide', { qrCode: code, refuse: 'none' });
  },
  setPassword: send('/password/set', { newPassword: 'violet-7-Harbour-x' }),
  changePassword: send('/password/byphone', { code: '000000', newPassword: 'violet-7-Harbour-x' }),
  addPasskey: async ({ browser, prove }) => {
    for (const purpose of ['settings', 'upgrade']) {
      await prove();
      const begun = await browser.post<{ publicKey: Parameters<ReturnType<typeof newAuthenticator>['register']>[0] }>(
        '/passkey/register/begin',
        { purpose },
      );
      if (begun.code === 200)
        await browser.post('/passkey/register/finish', { credential: newAuthenticator().register(begun.data.publicKey) });
    }
  },
  removePasskey: async ({ browser, prove }) => {
    for (const id of await ids(browser, '/passkey/list', 'passkeys')) {
      await prove(id);
      await browser.post('/passkey/remove', { id });
    }
  },
  renamePasskey: async ({ browser }) => {
    for (const id of await ids(browser, '/passkey/list', 'passkeys')) await browser.post('/passkey/rename', { id, name: 'taken' });
  },
  addTotp: async ({ app, browser, prove }) => {
    await prove();
    const begun = await browser.post<{ id: string; secret: string }>('/totp/begin', {});
    if (begun.code !== 200) return;
    const code = totpCode(fromBase32(begun.data.secret), totpStep(app.clock.now()));
    await browser.post('/totp/finish', { id: begun.data.id, code });
  },
  removeTotp: async ({ browser, prove }) => {
    for (const id of await ids(browser, '/two-step', 'totp')) {
      await prove();
      await browser.post('/totp/remove', { id });
    }
  },
  enableTwoStep: send('/two-step/enable', { codes: 'saved' }),
  changeTwoStep: send('/two-step/update', { sms: true, email: true }),
  offerPasskeys: send('/two-step/update', { offerPasskeys: false }),
  endTrust: send('/two-step/browsers/end', { all: true }),

  endOthers: async ({ browser, prove }) => {
    for (const id of await ids(browser, '/device/list', 'devices')) {
      await prove();
      await browser.delete('/device/unBind', { id });
    }
    await prove();
    await browser.post('/device/unBindOthers', {});
  },
  endForgottenDevice: async ({ browser }) => {
    for (const id of await ids(browser, '/device/list', 'devices')) await browser.delete('/device/unBind', { id });
  },
  freeze: send('/account/freeze', { why: 'unknown' }),
  askWait: async ({ browser }) => {
    for (const action of waitingActs) await browser.post('/claim/wait', { action });
  },
  stopWait: async ({ browser }) => {
    const { data } = await browser.post<{ id?: string } | null>('/claim/status', {});
    await browser.post('/claim/stop', { id: data?.id ?? 'x' });
  },
  changeNotices: async ({ browser, prove }) => {
    const { data } = await browser.get<{ etag?: string }>('/account/notices');
    await prove();
    await browser.post('/account/notices', { groups: { ...usualChoice, waysIn: { mail: false, sms: true } }, etag: data.etag ?? '' });
  },
  answerActivity: send('/account/activity/answer', { id: 'none', answer: 'me' }),
  hideAdvice: send('/account/checkup/later', { advice: 'quiet' }),

  allowApp: allow('openid profile email phone'),
  allowOffline: allow('openid profile email phone offline_access'),
  denyApp: async ({ app, browser, party }) => {
    if (party === undefined) return;
    const { url } = await open(app, browser, (await begin(party, { prompt: 'consent' })).url);
    await browser.post(`/openid/interaction/${url.searchParams.get('interaction') ?? 'x'}/deny`, {});
  },
  cancelApp: async ({ browser }) => {
    const { data } = await browser.get<readonly { clientID: string }[]>('/oauthclient/list');
    for (const { clientID } of Array.isArray(data) ? data : []) await browser.post('/oauthclient/cancel', { clientID });
  },
  allowDevice: (at) => device(at, '127.0.0.1'),
  allowFarDevice: (at) => device(at, '198.51.100.7'),
  denyDevice: async ({ app, browser, party }) => {
    if (party === undefined) return;
    const { config } = await newDesktopClient(app);
    const asked = await client.initiateDeviceAuthorization(config, { scope: 'openid desktop', device_number: '42' });
    await browser.post('/openid/device/deny', { userCode: asked.user_code });
  },
  removeProgram: async ({ browser, party }) => browser.delete('/desktop/programs', { clientID: party?.clientId ?? 'unknown' }),
  switchSettings: async ({ browser }) => browser.put('/account/settings', { enabled: false }),
  eraseSetting: async ({ browser }) => browser.delete('/account/settings', { clientID: 'cedar-desktop', key: 'dock' }),
  beginDeveloper: send('/developer/begin', { agreement: developerAgreement.version }),
  changeTestApp: async (at) => {
    await at.browser.post('/developer/apps', newAppBody());
    await ownApps(at, (id, version) =>
      at.browser.put(`/developer/apps/${id}`, { version, redirectUris: ['https://thief.example.org/cb'] }),
    );
    await ownApps(at, (id, _version, name) => at.browser.delete(`/developer/apps/${id}`, { name }));
  },
  testAppSecret: secret,
  appSecret: secret,
  appAddresses: async (at) => {
    await ownApps(at, (id, version) =>
      at.browser.put(`/developer/apps/${id}`, { version, redirectUris: ['https://thief.example.org/cb'] }),
    );
  },
  appTransfer: async (at) => {
    await ownApps(at, (id) => at.browser.post(`/developer/apps/${id}/transfer`, { to: freshEmail() }));
  },
  refuseTransfer: async (at) => {
    await ownApps(at, (id) => at.browser.delete(`/developer/apps/${id}/transfer`, {}));
    const { data } = await at.browser.get<{ offered?: readonly { readonly id: string }[] }>('/developer');
    for (const { id } of data.offered ?? []) await at.browser.post(`/developer/transfers/${id}/refuse`, {});
  },
  appDelete: async (at) => {
    await ownApps(at, (id, _version, name) => at.browser.delete(`/developer/apps/${id}`, { name }));
  },
  askReview: async (at) => {
    await ownApps(at, (id) => at.browser.post(`/developer/apps/${id}/review`, { reasons: [] }));
  },
  endReview: async (at) => {
    await ownApps(at, (id) => at.browser.post(`/developer/apps/${id}/withdraw`, {}));
  },
  inviteTester: async (at) => {
    await ownApps(at, (id) => at.browser.post(`/developer/apps/${id}/testers`, { account: freshEmail() }));
  },
  answerInvitation: async ({ browser }) => browser.post('/developer/invitations/x', { accept: true }),
  endStream: async (at) => {
    await ownApps(at, async (id) => {
      for (const stream of await ids(at.browser, `/developer/apps/${id}/streams`, 'streams'))
        await at.browser.delete(`/developer/apps/${id}/streams/${stream}`, {});
    });
  },
  tryApp: async (at) => {
    await ownApps(at, (id) => at.browser.post(`/developer/apps/${id}/try`, trial));
  },

  downloadExport: async ({ browser, prove }) => {
    for (const id of await ids(browser, '/account/exports', 'exports')) {
      await prove();
      await browser.post('/account/exports/open', { id });
    }
  },
  cancelExport: async ({ browser }) => {
    for (const id of await ids(browser, '/account/exports', 'exports')) await browser.post('/account/exports/cancel', { id });
  },
  fileRequest: send('/account/requests', { kind: 'explain', text: 'Where are my data?', key: 'a'.repeat(22) }),
  withdrawRequest: async ({ browser }) => {
    for (const id of await ids(browser, '/account/requests', 'requests')) await browser.post('/account/requests/withdraw', { id });
  },
  answerAge: send('/terms/age', { birthday: '2020-05-05' }),
  inviteGuardian: send('/guardian/invite', {}),
  inviteSecondGuardian: ofChildren((browser, child) => browser.post('/guardian/invite', { child })),
  consentForChild: ofChildren((browser, id) => browser.post('/guardian/children/agree', { id, version: guardianTextVersion })),
  refuseForChild: send('/guardian/refuse', { invitation: 'x'.repeat(43) }),
  withdrawForChild: ofChildren((browser, id) => browser.post('/guardian/children/withdraw', { id })),
  exportForChild: ofChildren((browser, id) => browser.post('/guardian/children/export', { id })),
  answerGrown: send('/account/grown', { choice: 'clean' }),
};

const verbs = { POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

/** Sends each call of an act, with a body drawn from its schema: one in which no text has to mean something. */
const drawn =
  (act: SessionAct): Try =>
  async ({ app, browser, prove }) => {
    let sent = 0;
    for (const { name, endpoint, schema } of app.wiring.calls.flat()) {
      const { method, path } = endpoint;
      if (method === 'GET' || ![endpoint.act].flat().includes(act)) continue;
      const body = schema.body === undefined ? {} : sampleBody(schema.body);
      if (namesUnknownThing(path, body))
        throw new Error(`A thief does ${act} by ${name}, which names a thing: give the act a row in session-acts.ts.`);
      await prove();
      await browser[verbs[method]](path, body);
      sent += 1;
    }
    if (sent === 0) throw new Error(`A thief who does ${act} sends nothing: give the act a row in session-acts.ts.`);
  };

const isOfSession = (act: Act): act is SessionAct => acts[act][0] === 'account';

/** For each act of a session, the calls that a thief tries. */
export const sessionActs = Object.fromEntries(
  actNames.filter(isOfSession).map((act) => [act, prepared[act] ?? drawn(act)]),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are all acts of a session
) as Readonly<Record<SessionAct, Try>>;

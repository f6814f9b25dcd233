// @one-database
/** A thief with a copied session, or with the password at the sign-in, uses up every limit; the owner continues in their own browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserLimit } from '#server/core/sign-in/known-browsers/account-limits.ts';
import { setTwoStep } from '#server/core/account/accounts/accounts.guarded.ts';
import { minute } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { createOwnApp, must, newAppBody, newDeveloper, type TestDeveloper } from '#server/testing/apps/developers.ts';
import { freshPhone } from '#server/testing/people/people.ts';
import { sendVisitorCode } from '#server/testing/people/proving.ts';
import { addAuthenticator, type TestAuthenticator } from '#server/testing/people/two-step.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ now: Date.parse('2026-11-24T08:00:00Z'), settings: { DEVELOPERS: 'open' } });
});

afterAll(() => app.close());

interface Owner extends TestDeveloper {
  readonly authenticator: TestAuthenticator;
  /** In test. */
  readonly appId: string;
}

/** One use of a limit, by what the browser has. */
type Use = (browser: TestBrowser, owner: Owner) => Promise<TestAnswer>;

const auth =
  (method: string, code: string): Use =>
  (browser) =>
    browser.post('/account/auth', { method, code });

/** Asks for a code to the own email, once a minute. */
const sendOwn: Use = (browser) => {
  app.clock.advance(minute + 1);
  return browser.post('/captcha/account/email/send/login', { scene: 'verify' });
};

const inMany =
  (use: Use): Use =>
  async (browser, owner) => {
    app.clock.advance(16 * minute);
    return use(browser, owner);
  };

const uses = {
  codes: sendOwn,
  'guesses of codes': async (browser, owner) => {
    const checked = await browser.post('/account/auth', { method: 'email', code: '000000' });
    return checked.code === 1013 || checked.code === 1014 ? sendOwn(browser, owner) : checked;
  },
  calls: (browser) => browser.post('/two-step/update', { offerPasskeys: true }),
  totp: auth('totp', '000000'),
  'totp-day': inMany(auth('totp', '000000')),
  'totp-new': 'takes a proof before',
  'recovery-code': auth('recovery', 'AAAAA-AAAAA'),
  'freeze-step': 'is counted by the name that was typed, but in a browser that the account knows',
  'recovery-password': 'takes a way before, on the way back',
  qr: 'takes a computer',
  'device-code': (browser) => browser.post('/openid/device/find', { userCode: 'BCDF-GHJK' }),
  'own-contact': (browser) => browser.post('/captcha/account/sms/send/login', { scene: 'verify', phone: freshPhone() }),
  avatars: (browser) => browser.post('/profileimage/begin', { filetype: 'image/png', size: 1000 }),
  logos: (browser, { appId }) => browser.post(`/developer/apps/${appId}/logo/begin`, { filetype: 'image/png', size: 1000 }),
  'upgrade-search': 'takes a code to a contact before',
  'upgrade-bind': 'takes a proof of both sides before',
  'developer-apps': async (browser) => {
    const { data } = await browser.get<{ apps: { clientID: string }[] }>('/developer');
    for (const { clientID } of data.apps) await app.db.q().deleteFrom('app_secrets').where('client_id', '=', clientID).execute();
    for (const { clientID } of data.apps) await app.db.q().deleteFrom('openid_clients').where('id', '=', clientID).execute();
    return browser.post('/developer/apps', newAppBody());
  },
  'developer-reviews': 'takes an app whose tasks are done before',
  'developer-sectors': 'asks the server of somebody else before',
  'developer-testers': (browser, { appId }) =>
    browser.post(`/developer/apps/${appId}/testers`, { account: `nobody-${newId()}@example.com` }),
  'developer-transfers': 'takes a proof before',
  'developer-tries': (browser, { appId }) => {
    const options = { scopes: ['openid'], prompt: '', maxAge: null, acrValues: '', claims: '', dpop: false, par: false, replace: true };
    return browser.post(`/developer/apps/${appId}/try`, options);
  },
  requests: async (browser) => {
    const { requests } = must(await browser.get<{ requests: { id: string; state: string }[] }>('/account/requests'));
    for (const { id } of requests) await browser.post('/account/requests/withdraw', { id });
    return browser.post('/account/requests', { kind: 'other', text: 'Where are my data?', key: newId().padEnd(22, 'x').slice(0, 22) });
  },
  'ways-back': 'is counted by what was shown',
} as const satisfies Readonly<Record<BrowserLimit | 'codes' | 'guesses of codes' | 'calls', Use | string>>;

const usedUp = [429, 1011, 3004, 3009, 3012];

async function newOwner(): Promise<Owner> {
  const developer = await newDeveloper(app);
  const authenticator = await addAuthenticator(app, developer);
  await app.wiring.core.evidence.recoveryCodes.make({ id: developer.accountId }, { at: app.clock.now() });
  const { app: own } = await createOwnApp(developer);
  return { ...developer, authenticator, appId: own.clientID };
}

/** Uses a limit up; fails where it has no end. */
async function useUp(ask: () => Promise<TestAnswer>): Promise<void> {
  const codes: number[] = [];
  for (let tries = 0; tries < 80; tries += 1) {
    const { code } = await ask();
    if (usedUp.includes(code)) return;
    codes.push(code);
  }
  throw new Error(`no end: ${[...new Set(codes)].join()}`);
}

describe('a limit that a thief has used up by a copied session', () => {
  const tried = Object.entries<Use | string>(uses).flatMap(([name, use]) => (typeof use === 'string' ? [] : [[name, use] as const]));

  it.each(tried)('of %s is there for the owner in a browser that the account knows', async (_name, use) => {
    const owner = await newOwner();
    const thief = app.newBrowser();
    thief.cookies.set('sid', owner.browser.cookies.get('sid') ?? '');
    await useUp(() => use(thief, owner));
    expect(usedUp).not.toContain((await use(owner.browser, owner)).code);
  });
});

describe('codes that strangers have used up', () => {
  it('reach an owner with a session in a browser that the account does not know', async () => {
    const owner = await newOwner();
    const stranger = app.newBrowser();
    await useUp(() => {
      app.clock.advance(minute + 1);
      return sendVisitorCode(stranger, { contact: owner.email, scene: 'login' });
    });
    const elsewhere = app.newBrowser();
    elsewhere.cookies.set('sid', owner.browser.cookies.get('sid') ?? '');
    expect(await sendOwn(elsewhere, owner)).toMatchObject({ code: 200 });
  });
});

describe('a second step that a thief with the password guesses', () => {
  const begin = async (browser: TestBrowser, { contact, password }: Owner) =>
    (await browser.post<{ ticket: string }>('/login/password', { account: contact, password })).data.ticket;

  it('is there for the owner in a browser that the account knows, and twenty guesses a day are all', async () => {
    const owner = await newOwner();
    await setTwoStep(app.db, owner.accountId, { since: app.clock.now(), methods: [] });
    const thieves = Array.from({ length: 4 }, () => app.newBrowser());
    let guesses = 0;
    for (const thief of thieves) {
      for (let round = 0; round < 3; round += 1) {
        app.clock.advance(16 * minute);
        const ticket = await begin(thief, owner);
        for (let tries = 0; tries < 6; tries += 1)
          if ((await thief.post('/login/second', { ticket, method: 'totp', code: '000000' })).code !== 3004) guesses += 1;
      }
    }
    expect(guesses).toBe(10);
    const ticket = await begin(owner.browser, owner);
    expect(await owner.browser.post('/login/second', { ticket, method: 'totp', code: owner.authenticator.next() })).toMatchObject({
      code: 200,
    });
  });
});

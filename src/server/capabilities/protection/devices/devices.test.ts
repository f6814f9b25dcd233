import { createHash } from 'node:crypto';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hour, minute } from '#server/platform/clock.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { newRelyingParty, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildListeningApp();
});

afterAll(async () => {
  await app.close();
});

interface ListedDevice {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly current: boolean;
}

const about = {
  device_name: 'Ada\u202Es laptop',
  device_type: '3',
  device_model: 'T14',
  os: 'Cedar OS',
  os_version: '25',
  hardware_id: 'hw-1',
  scope: 'openid profile',
};

function newSystemApp(): Promise<TestRelyingParty> {
  return newRelyingParty(app, { kind: 'native', redirectUris: [], deviceGrant: true, system: true });
}

async function ask(party: TestRelyingParty, more: Readonly<Record<string, string>> = {}) {
  return client.initiateDeviceAuthorization(party.config, { ...about, ...more });
}

/** One poll of a device, no sooner than allowed. */
async function poll({ config }: TestRelyingParty, device_code: string) {
  app.clock.advance(6000);
  return client.genericGrantRequest(config, 'urn:ietf:params:oauth:grant-type:device_code', { device_code });
}

async function signInDevice(party: TestRelyingParty, { browser }: Person, more: Readonly<Record<string, string>> = {}) {
  const { user_code, device_code } = await ask(party, more);
  expect(await browser.post('/openid/device/allow', { userCode: user_code, scopes: ['profile'] })).toMatchObject({ code: 200 });
  return poll(party, device_code);
}

const infoOf = async ({ config }: TestRelyingParty, token: string) => client.fetchUserInfo(config, token, client.skipSubjectCheck);

/** In the network of the devices, whose requests come from this machine. */
const nearby = () => app.newBrowser({ clientIp: '127.0.0.1' });

describe('the code of a device', () => {
  it('shows the device, signs it in once, and reports polls that are too fast', async () => {
    const party = await newSystemApp();
    const person = await signUp(app, { browser: nearby() });
    const asked = await ask(party);
    expect(asked).toMatchObject({ verification_uri: `${app.config.publicUrl}/link`, interval: 5, expires_in: 600 });
    expect(asked.user_code).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
    const first = poll(party, asked.device_code);
    await expect(first).rejects.toMatchObject({ error: 'authorization_pending' });
    const hasty = client.genericGrantRequest(party.config, 'urn:ietf:params:oauth:grant-type:device_code', {
      device_code: asked.device_code,
    });
    await expect(hasty).rejects.toMatchObject({ error: 'slow_down' });

    const typed = asked.user_code.toLowerCase().replace('-', ' ');
    const found = await person.browser.post('/openid/device/find', { userCode: typed });
    expect(found).toMatchObject({
      code: 200,
      data: {
        userCode: asked.user_code,
        app: { clientID: party.clientId },
        device: { name: 'Adas laptop', type: 'notebook', model: 'T14', os: 'Cedar OS', osVersion: '25' },
        scopes: [{ name: 'openid' }, { name: 'profile' }],
        sameNetwork: true,
      },
    });
    const allowed = await Promise.all(
      [1, 2, 3].map(() => person.browser.post('/openid/device/allow', { userCode: asked.user_code, scopes: ['profile'] })),
    );
    expect(allowed.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    const [told] = await app.outbox(person.contact);
    expect(told).toMatchObject({ channel: 'sms', text: expect.stringContaining('有新设备登录您的账号') });
    expect(told?.text).not.toContain('laptop');
    const tokens = await poll(party, asked.device_code);
    expect(await infoOf(party, tokens.access_token)).toMatchObject({ nickname: person.account.nickname });
    expect(tokens.refresh_token).toBeDefined();
    await expect(poll(party, asked.device_code)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await person.browser.get('/oauthclient/list')).toMatchObject({ data: [{ clientID: party.clientId }] });
  });

  it('can be refused by a person, and the device learns it', async () => {
    const party = await newSystemApp();
    const { browser } = await signUp(app, { browser: nearby() });
    const { user_code, device_code } = await ask(party);
    expect(await browser.post('/openid/device/deny', { userCode: user_code })).toMatchObject({ code: 200 });
    expect(await browser.post('/openid/device/allow', { userCode: user_code, scopes: [] })).toMatchObject({ code: 400 });
    await expect(poll(party, device_code)).rejects.toMatchObject({ error: 'access_denied' });
  });

  it('cannot be found by guessing', async () => {
    const strict = await buildTestApp({ now: Date.now() });
    try {
      const { browser } = await signUp(strict);
      const codes: number[] = [];
      for (let tries = 0; tries < 17; tries += 1) {
        codes.push((await browser.post('/openid/device/find', { userCode: 'BCDF-GHJK' })).code);
      }
      expect(codes.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => 400));
      expect(codes.slice(15)).toEqual([3004, 3004]);
      strict.clock.advance(16 * minute);
      expect(await browser.post('/openid/device/find', { userCode: 'BCDF-GHJK' })).toMatchObject({
        code: 400,
        data: { fields: { userCode: 'code' } },
      });
    } finally {
      await strict.close();
    }
  });

  it('requires a signed-in person', async () => {
    const { user_code } = await ask(await newSystemApp());
    expect(await app.newBrowser().post('/openid/device/allow', { userCode: user_code, scopes: [] })).toMatchObject({ code: 401 });
  });
});

describe('the list of devices', () => {
  it('lists browsers and devices, and removal ends access at once', async () => {
    const party = await newSystemApp();
    const [person, stranger] = [await signUp(app, { browser: nearby() }), await signUp(app, { browser: nearby() })];
    const tokens = await signInDevice(party, person);
    const second = app.newBrowser();
    await second.post(
      '/login/password',
      { account: person.contact, password: person.password },
      { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' },
    );
    const list = async () => (await person.browser.get<ListedDevice[]>('/device/list')).data;
    const listed = await list();
    expect(listed).toHaveLength(3);
    expect(listed[0]).toMatchObject({ kind: 'browser', current: true });
    const device = listed.find(({ kind }) => kind === 'device');
    const browser = listed.find(({ kind, current }) => kind === 'browser' && !current);
    expect(device).toMatchObject({ name: 'Adas laptop', type: 'notebook', os: 'Cedar OS', location: { country: '' } });
    expect(browser).toMatchObject({ name: 'Chrome', os: 'Windows', type: 'pc' });

    const proof = { method: 'password', password: person.password, action: 'endOthers' };
    // The browser last: its session shows that nothing ended before the proof.
    for (const id of [device?.id, browser?.id]) {
      expect(await stranger.browser.delete('/device/unBind', { id })).toMatchObject({ code: 404 });
      expect(await person.browser.delete('/device/unBind', { id })).toMatchObject({ code: 3001 });
      expect(await second.get('/account/metainfo')).toMatchObject({ code: 200 });
      expect(await person.browser.post('/account/auth', proof)).toMatchObject({ code: 200 });
      expect(await person.browser.delete('/device/unBind', { id })).toMatchObject({ code: 200 });
      expect(await person.browser.delete('/device/unBind', { id })).toMatchObject({ code: 404 });
    }
    await expect(infoOf(party, tokens.access_token)).rejects.toMatchObject({ status: 401 });
    await expect(client.refreshTokenGrant(party.config, tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await second.get('/account/metainfo')).toMatchObject({ code: 401 });
    const left = await list();
    expect(left).toHaveLength(1);
    expect(await person.browser.delete('/device/unBind', { id: left[0]?.id })).toMatchObject({ code: 400 });
  });

  it('removes a device without a proof when it was not seen for 30 days', async () => {
    const party = await newSystemApp();
    const person = await signUp(app, { browser: nearby() });
    await signInDevice(party, person);
    const { data } = await person.browser.get<ListedDevice[]>('/device/list');
    const id = data.find(({ kind }) => kind === 'device')?.id;
    await app.db
      .q()
      .updateTable('devices')
      .set({ last_seen_at: app.clock.now() - 31 * 24 * hour })
      .where('id', '=', id ?? '')
      .execute();
    expect(await person.browser.delete('/device/unBind', { id })).toMatchObject({ code: 200 });
  });

  it('lists a device once, however often it signs in', async () => {
    const party = await newSystemApp();
    const person = await signUp(app, { browser: nearby() });
    const before = await signInDevice(party, person);
    const after = await signInDevice(party, person);
    await signInDevice(party, person, { hardware_id: 'hw-2' });
    const { data } = await person.browser.get<ListedDevice[]>('/device/list');
    expect(data.filter(({ kind }) => kind === 'device')).toHaveLength(2);
    await expect(infoOf(party, before.access_token)).rejects.toMatchObject({ status: 401 });
    expect(await infoOf(party, after.access_token)).toHaveProperty('sub');
  });

  it('can be emptied except for this browser', async () => {
    const party = await newSystemApp();
    const person = await signUp(app, { browser: nearby() });
    const tokens = await signInDevice(party, person);
    const second = app.newBrowser();
    await second.post('/login/password', { account: person.contact, password: person.password });
    expect(await person.browser.post('/device/unBindOthers', {})).toMatchObject({ code: 3001 });
    const proof = { method: 'password', password: person.password, action: 'endOthers' };
    expect(await person.browser.post('/account/auth', proof)).toMatchObject({ code: 200 });
    expect(await person.browser.post('/device/unBindOthers', {})).toMatchObject({ code: 200, data: { ended: 2 } });
    await expect(infoOf(party, tokens.access_token)).rejects.toMatchObject({ status: 401 });
    expect(await second.get('/account/metainfo')).toMatchObject({ code: 401 });
    expect((await person.browser.get<ListedDevice[]>('/device/list')).data).toHaveLength(1);
  });

  it('reveals nothing that could steal a session', async () => {
    const { browser } = await signUp(app, { browser: nearby() });
    const { text } = await browser.get('/device/list');
    const sid = browser.cookies.get('sid') ?? '';
    expect(text).not.toContain(sid);
    expect(text).not.toContain(createHash('sha256').update(sid).digest('base64url').slice(0, 16));
  });
});

describe('a ticket for the account deletion page', () => {
  it('is issued to system programs only, opens once and lives for a short time', async () => {
    const [system, other] = [await newSystemApp(), await newRelyingParty(app, { kind: 'native', redirectUris: [], deviceGrant: true })];
    const person = await signUp(app, { browser: nearby() });
    const tokenOf = async (party: TestRelyingParty) => (await signInDevice(party, person)).access_token;
    const request = (token: string) =>
      app.newBrowser().post<{ ticket: string }>('/account/ticket', {}, { authorization: `Bearer ${token}` });
    expect(await request(await tokenOf(other))).toMatchObject({ code: 403 });
    expect(await request('nothing')).toMatchObject({ code: 401 });
    const token = await tokenOf(system);
    const made = await request(token);
    expect(made).toMatchObject({ code: 200, data: { expiresIn: 60 } });
    const visitor = app.newBrowser();
    const use = (ticket: string, browser = visitor) =>
      browser.put<{ status: string; token: string }>('/account/unregister', { action: 'open' }, { 'x-token': ticket });
    const opened = await use(made.data.ticket);
    expect(opened).toMatchObject({ code: 200, data: { status: 'active' } });
    expect(await visitor.post('/delete/check', {}, { 'x-token': opened.data.token })).toMatchObject({ code: 200 });
    expect(await app.newBrowser().post('/delete/check', {}, { 'x-token': opened.data.token })).toMatchObject({ code: 1022 });
    expect(await use(made.data.ticket)).toMatchObject({ code: 1022 });

    const late = await request(token);
    app.clock.advance(minute);
    expect(await use(late.data.ticket)).toMatchObject({ code: 1022 });
    const races = await request(token);
    const answers = await Promise.all(Array.from({ length: 4 }, () => use(races.data.ticket, app.newBrowser())));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    app.clock.advance(-hour);
  });
});

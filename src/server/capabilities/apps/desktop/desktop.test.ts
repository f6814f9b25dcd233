import { createHash } from 'node:crypto';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { qrLimits } from '#contract/sign-in/qr/qr.words.ts';
import { grantWord } from '#server/core/apps/clients/resource.ts';
import { removeStaleRows } from '#server/core/stale-rows.ts';
import { day, hour, minute, second } from '#server/platform/clock.ts';
import { addSettingsApi, desktopOf, newDesktopClient, signInDesktop, type TestDesktop } from '#server/testing/apps/desktop.ts';
import { askDeletion } from '#server/testing/people/deletion.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { newRelyingParty, registerClient } from '#server/testing/apps/openid.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import { showQr } from '#server/testing/people/qr.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildListeningApp();
});

afterAll(async () => {
  await app.close();
});

// Proofs have the time of the machine, and are good for a minute.
beforeEach(() => app.clock.set(Math.max(app.clock.now(), Date.now())));

const mail = '/usr/bin/cedar-mail';
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
const verifier = 'v'.repeat(43);

/** An app of which a program on desktops may ask for codes. */
function newProgram(changes = {}) {
  return registerClient(app, { kind: 'native', redirectUris: ['http://127.0.0.1/code'], programs: [mail], ...changes });
}

function wanted(clientID: string, changes = {}) {
  return {
    clientID,
    program: mail,
    redirectUri: 'http://127.0.0.1/code',
    scopes: ['openid', 'profile'],
    codeChallenge: challengeOf(verifier),
    ...changes,
  };
}

async function newDesktop() {
  const person = await signUp(app);
  return { person, desktop: await signInDesktop(app, person) };
}

const codeFor = (desktop: TestDesktop, clientID: string, changes = {}) =>
  desktop.call('POST', '/desktop/code', { body: wanted(clientID, changes) });

async function redeem(clientId: string, code: string, pair?: client.CryptoKeyPair) {
  const config = await client.discovery(new URL(app.config.publicUrl), clientId, {}, client.None(), {
    execute: [client.allowInsecureRequests],
  });
  const url = new URL(`http://127.0.0.1/code?${new URLSearchParams({ code, iss: app.config.publicUrl }).toString()}`);
  const options = pair === undefined ? {} : { DPoP: client.getDPoPHandle(config, pair) };
  return { config, tokens: await client.authorizationCodeGrant(config, url, { pkceCodeVerifier: verifier }, undefined, options) };
}

/** Allows on the consent page that a refusal names. */
async function allowAt({ browser }: Person, address: string) {
  const uid = new URL(address).searchParams.get('interaction') ?? '';
  return browser.post<{ continue: string }>(`/openid/interaction/${uid}/allow`, { scopes: ['openid', 'profile'] });
}

describe('a token of a desktop', () => {
  it('stands for its account at the calls of its scope, and at no other', async () => {
    const { person, desktop } = await newDesktop();
    expect(await desktop.call('GET', '/account/metainfo')).toMatchObject({ code: 200, data: { nickname: person.account.nickname } });
    const { data: devices } = await desktop.call('GET', '/device/list');
    expect(devices).toContainEqual(expect.objectContaining({ kind: 'device', name: 'Workstation', os: 'Cedar OS', current: true }));
    const nickname = `desk_${person.account.nickname}`.slice(0, 16);
    expect(await desktop.call('POST', '/update/nickname', { body: { nickname } })).toMatchObject({ code: 200, data: { nickname } });
    const rows = Object.values(allEndpoints).flatMap((group) => Object.values<Endpoint>(group));
    // No row that takes a password, a code or a proof has a scope.
    expect(
      rows.filter(
        ({ scope, encrypted = [], captcha }) => scope !== undefined && (captcha || encrypted.some((field) => field !== 'nickname')),
      ),
    ).toEqual([]);
    for (const [method, path] of [
      ['GET', '/account/qrcodeconfig'],
      ['POST', '/account/auth'],
      ['POST', '/password/update'],
      ['POST', '/logout'],
    ]) {
      const { status } = await desktop.call(method ?? '', path ?? '', method === 'POST' ? { body: {} } : {});
      expect([path, status >= 400]).toEqual([path, true]);
    }
  });

  it('opens nothing without the very proof of this request', async () => {
    const { desktop } = await newDesktop();
    const { party, keys, token } = desktop;
    const [sign, other] = [prover(keys), prover(await client.randomDPoPKeyPair('ES256'))];
    const calls = Object.values(allEndpoints)
      .flatMap((group) => Object.values<Endpoint>(group))
      .filter(({ scope, access }) => scope !== undefined || access === 'bearer');
    expect(calls.length).toBeGreaterThan(12);
    for (const { method, path } of calls) {
      const url = `${app.config.publicUrl}/api${path.replace(':key', 'dock')}`;
      const good = { method, url, token };
      const used = await sign(good);
      const send = (headers: Record<string, string>) =>
        fetch(url, {
          method,
          headers: { 'content-type': 'application/json', ...headers },
          ...(method === 'GET' ? {} : { body: path === '/settings/:key' && method === 'PUT' ? '{"value":"","device":"pc"}' : '{}' }),
        });
      const bound = (proof: string) => ({ authorization: `DPoP ${token}`, DPoP: proof });
      await send(bound(used));
      const bad = {
        bearer: { authorization: `Bearer ${token}` },
        'bearer with a proof': { authorization: `Bearer ${token}`, DPoP: await sign(good) },
        'no proof': { authorization: `DPoP ${token}` },
        'another key': bound(await other(good)),
        'an old proof': bound(await sign(good, { iat: Math.floor((app.clock.now() - 2 * minute) / second) })),
        'a proof of the future': bound(await sign(good, { iat: Math.floor((app.clock.now() + 2 * minute) / second) })),
        'a repeated proof': bound(used),
        'another address': bound(await sign({ ...good, url: `${url}/` })),
        'another token': bound(await sign({ ...good, token: 'other' })),
        'another method': bound(await sign({ ...good, method: method === 'GET' ? 'POST' : 'GET' })),
      };
      for (const [name, headers] of Object.entries(bad)) {
        const answer = await send(headers);
        expect([method, path, name, answer.status, answer.headers.get('www-authenticate')]).toEqual([
          method,
          path,
          name,
          401,
          expect.stringMatching(/DPoP|error=/),
        ]);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    }
    expect(party.clientId).not.toBe('');
  });

  it('is given only to programs of the system, and bound to a key', async () => {
    const { browser } = await signUp(app);
    for (const changes of [{ system: false }, { dpop: false }, { kind: 'web' }] as const)
      await expect(newDesktopClient(app, changes).then(({ clientId }) => clientId)).resolves.toBeDefined();
    const plain = await newRelyingParty(app, {
      kind: 'native',
      redirectUris: ['http://127.0.0.1/done'],
      scopes: ['openid', 'profile', 'desktop'],
      system: true,
    });
    const person = { browser } as Person;
    await expect(
      signInDesktop(app, person, plain).then(async (desktop) => (await desktop.call('GET', '/desktop/state')).status),
    ).resolves.toBe(403);
  });

  it('removes its own device without a proof of identity, and no other one', async () => {
    const { person, desktop } = await newDesktop();
    const other = await signInDesktop(app, person);
    const { data } = await desktop.call('GET', '/device/list');
    const devices: { id: string; kind: string; current: boolean }[] = data;
    const idOf = (current: boolean) => devices.find((device) => device.kind === 'device' && device.current === current)?.id;
    expect(await desktop.call('DELETE', '/device/unBind', { body: { id: idOf(false) } })).toMatchObject({ code: 3001 });
    expect(await desktop.call('DELETE', '/device/unBind', { body: { id: idOf(true) } })).toMatchObject({ code: 200 });
    expect(await desktop.call('GET', '/desktop/state')).toMatchObject({ status: 401 });
    expect(await other.call('GET', '/desktop/state')).toMatchObject({ code: 200, data: { signedIn: true } });
  });
});

describe('a code for a program', () => {
  it('needs the consent of the person once, and then gives tokens that belong to this device', async () => {
    const { person, desktop } = await newDesktop();
    const { clientId } = await newProgram();
    const first = await codeFor(desktop, clientId);
    expect(first).toMatchObject({ code: 3052, data: { continue: expect.stringContaining('/consent?interaction=') } });
    expect((await allowAt(await signUp(app), first.data.continue)).code).toBe(1022);
    expect((await allowAt(person, first.data.continue)).code).toBe(200);
    const { data } = await codeFor(desktop, clientId);
    expect(data.iss).toBe(app.config.publicUrl);
    const { config } = await redeem(clientId, data.code);
    await expect(redeem(clientId, data.code)).rejects.toMatchObject({ error: 'invalid_grant' });
    const again = await redeem(clientId, (await codeFor(desktop, clientId)).data.code);
    const info = async (token: string) => client.fetchUserInfo(config, token, client.skipSubjectCheck);
    expect(await info(again.tokens.access_token)).toMatchObject({ nickname: person.account.nickname });
    // It asks the desktop again instead of keeping a token that never ends.
    expect(again.tokens.refresh_token).toBeUndefined();

    const seen = await person.browser.get<{ devices: { id: string; name: string }[] }[]>('/desktop/programs');
    expect(seen.data).toMatchObject([{ clientID: clientId, scopes: ['openid', 'profile'], devices: [{ name: 'Workstation' }] }]);
    expect((await desktop.call('GET', '/desktop/programs')).data).toEqual(seen.data);
    expect(await desktop.call('DELETE', '/desktop/programs', { body: { clientID: clientId, device: 'other' } })).toMatchObject({
      status: 403,
    });
    expect(await person.browser.delete('/desktop/programs', { clientID: clientId, device: seen.data[0]?.devices[0]?.id })).toMatchObject({
      code: 200,
    });
    await expect(info(again.tokens.access_token)).rejects.toMatchObject({ status: 401 });
    expect((await desktop.call('GET', '/desktop/programs')).data).toEqual([]);
  });

  it('is bound to the key that the program names', async () => {
    const { desktop } = await newDesktop();
    const { clientId } = await newProgram({ firstParty: true });
    const pair = await client.randomDPoPKeyPair('ES256');
    const config = (await redeemable(clientId)).config;
    const dpopJkt = await client.getDPoPHandle(config, pair).calculateThumbprint();
    const { data } = await codeFor(desktop, clientId, { dpopJkt });
    await expect(redeem(clientId, data.code)).rejects.toMatchObject({ error: 'invalid_dpop_proof' });
    const next = await codeFor(desktop, clientId, { dpopJkt });
    expect((await redeem(clientId, next.data.code, pair)).tokens.token_type).toBe('dpop');
  });

  it('is refused for another program, address or scope, and never hands on the powers of the desktop', async () => {
    const { desktop } = await newDesktop();
    const { clientId } = await newProgram({ firstParty: true });
    const codes = async (changes: object, id = clientId) => (await codeFor(desktop, id, changes)).code;
    expect(await codes({ program: '/usr/bin/other' })).toBe(403);
    expect(await codes({}, (await newProgram({ programs: [] })).clientId)).toBe(403);
    expect(await codes({ redirectUri: 'http://127.0.0.1/elsewhere' })).toBe(400);
    expect(await codes({ scopes: ['openid', 'desktop'] })).toBe(400);
    expect(await codes({ scopes: ['openid', 'address'] })).toBe(400);
    expect(await codes({ codeChallenge: 'short' })).toBe(400);
    expect(await codes({})).toBe(200);
  });

  it('ends with the device in the same moment, with every code and token that came of it', async () => {
    const { person, desktop } = await newDesktop();
    const { clientId } = await newProgram({ firstParty: true });
    const { config, tokens } = await redeem(clientId, (await codeFor(desktop, clientId)).data.code);
    const unused = (await codeFor(desktop, clientId)).data.code;
    const id = (await desktop.call('GET', '/device/list')).data.find(({ current }: { current: boolean }) => current).id;
    await person.browser.post('/account/auth', { method: 'password', password: person.password, action: 'endOthers' });
    expect(await person.browser.delete('/device/unBind', { id })).toMatchObject({ code: 200 });
    await expect(redeem(clientId, unused)).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(client.fetchUserInfo(config, tokens.access_token, client.skipSubjectCheck)).rejects.toMatchObject({ status: 401 });
    expect(await codeFor(desktop, clientId)).toMatchObject({ status: 401 });
  });
});

async function redeemable(clientId: string) {
  return {
    config: await client.discovery(new URL(app.config.publicUrl), clientId, {}, client.None(), { execute: [client.allowInsecureRequests] }),
  };
}

describe('the news of a desktop', () => {
  it('come at once when something changes, and only then', async () => {
    const { person, desktop } = await newDesktop();
    const first = await desktop.call('GET', '/desktop/state');
    expect(first).toMatchObject({ code: 200, data: { signedIn: true, reason: null } });
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect(await desktop.call('GET', '/desktop/state', { headers })).toMatchObject({ status: 304 });
    const waits = desktop.call('GET', '/desktop/state?wait=50', { headers });
    const newer = desktop.call('GET', '/desktop/state?wait=50', { headers });
    // One call of a device waits: the newer one ends the other.
    expect(await Promise.race([waits, newer])).toMatchObject({ status: 304 });
    expect(await person.browser.post('/update/nickname', { nickname: `n${person.account.nickname}`.slice(0, 16) })).toMatchObject({
      code: 200,
    });
    const [one, other] = [await waits, await newer];
    const told = one.status === 304 ? other : one;
    expect(told).toMatchObject({ code: 200, data: { signedIn: true } });
    expect(told.data.profileVersion).not.toBe(first.data.profileVersion);
  });

  it('say why the sign-in is over', async () => {
    const ends: Record<string, (person: Person) => Promise<unknown>> = {
      web: async ({ browser }) => browser.post('/logout', { devices: true }),
      password: async ({ browser, password }) =>
        browser.post('/password/update', { oldPassword: password, newPassword: 'Another horse 27' }),
      frozen: async ({ browser }) => browser.post('/account/freeze', {}),
      deleted: async ({ browser, password }) => askDeletion(browser, { password }),
    };
    for (const [reason, end] of Object.entries(ends)) {
      const { person, desktop } = await newDesktop();
      const first = await desktop.call('GET', '/desktop/state');
      const wait = async () =>
        desktop.call('GET', '/desktop/state?wait=50', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
      const [older, waits] = [wait(), wait()];
      // One has ended the other, so that one waits.
      await Promise.race([older, waits]);
      await end(person);
      expect((await Promise.all([older, waits])).find(({ status }) => status !== 304)).toMatchObject({
        status: 200,
        data: { signedIn: false, reason },
      });
      expect(await desktop.call('GET', '/desktop/state')).toMatchObject({ status: 401 });
    }
  });

  it('tell by only the key why it is over, when nobody waited and no token is left', async () => {
    const ends: Record<string, (person: Person, desktop: TestDesktop) => Promise<unknown>> = {
      'web removed': async (person, desktop) => {
        const id = (await desktop.call('GET', '/device/list')).data.find(({ current }: { current: boolean }) => current).id;
        await person.browser.post('/account/auth', { method: 'password', password: person.password, action: 'endOthers' });
        return person.browser.delete('/device/unBind', { id });
      },
      'web signed out': async ({ browser }) => browser.post('/logout', { devices: true }),
      'web app removed': async ({ browser }, { party }) => browser.post('/oauthclient/cancel', { clientID: party.clientId }),
      password: async ({ browser, password }) =>
        browser.post('/password/update', { oldPassword: password, newPassword: 'Another horse 27' }),
      frozen: async ({ browser }) => browser.post('/account/freeze', {}),
      deleted: async ({ browser, password }) => askDeletion(browser, { password }),
    };
    const ended: { readonly name: string; readonly keys: client.CryptoKeyPair }[] = [];
    for (const [name, end] of Object.entries(ends)) {
      const { person, desktop } = await newDesktop();
      expect([name, await endOf(desktop.keys)]).toEqual([name, { code: 200, data: { reason: null } }]);
      expect([name, await end(person, desktop)]).toMatchObject([name, { code: 200 }]);
      const DPoP = client.getDPoPHandle(desktop.party.config, desktop.keys);
      const renewed = client.refreshTokenGrant(desktop.party.config, desktop.refreshToken, undefined, { DPoP });
      await expect(renewed).rejects.toMatchObject({ error: 'invalid_grant' });
      ended.push({ name, keys: desktop.keys });
    }
    // The computer was off for some weeks.
    await removeStaleRows(app.db, app.clock.now() + 29 * day);
    for (const { name, keys } of ended)
      expect([name, await endOf(keys)]).toEqual([name, { code: 200, data: { reason: name.split(' ')[0] } }]);
    const { person, desktop } = await newDesktop();
    await removeStaleRows(app.db, app.clock.now() + 31 * day);
    for (const { name, keys } of ended) expect([name, await endOf(keys)]).toMatchObject([name, { code: 404 }]);
    // One that is signed in stays, however long it is off.
    expect(await endOf(desktop.keys)).toMatchObject({ code: 200 });
    expect((await person.browser.get<readonly unknown[]>('/device/list')).data).toHaveLength(2);
  });

  it('tell nothing by another key, an old proof, a proof of something else, and of a program', async () => {
    const { person, desktop } = await newDesktop();
    await person.browser.post('/logout', { devices: true });
    const url = `${app.config.publicUrl}/api/desktop/end`;
    const sign = prover(desktop.keys);
    const used = await sign({ method: 'GET', url, token: '' });
    const ask = async (DPoP?: string) => (await fetch(url, { headers: DPoP === undefined ? {} : { DPoP } })).status;
    expect(await ask(used)).toBe(200);
    const bad = {
      'no proof': undefined,
      'no text of a proof': 'x.y.z',
      'another key': await prover(await client.randomDPoPKeyPair('ES256'))({ method: 'GET', url, token: '' }),
      'an old proof': await sign({ method: 'GET', url, token: '' }, { iat: Math.floor((app.clock.now() - 2 * minute) / second) }),
      'a repeated proof': used,
      'another address': await sign({ method: 'GET', url: `${app.config.publicUrl}/api/desktop/state`, token: '' }),
      'another method': await sign({ method: 'POST', url, token: '' }),
    };
    for (const [name, proof] of Object.entries(bad)) expect([name, await ask(proof)]).toEqual([name, 404]);

    const other = await newDesktop();
    const { clientId } = await newProgram({ firstParty: true });
    const pair = await client.randomDPoPKeyPair('ES256');
    const dpopJkt = await client.getDPoPHandle((await redeemable(clientId)).config, pair).calculateThumbprint();
    await redeem(clientId, (await codeFor(other.desktop, clientId, { dpopJkt })).data.code, pair);
    expect([await endOf(pair), await endOf(other.desktop.keys)]).toMatchObject([{ code: 404 }, { code: 200 }]);
  });

  it('leave the desktop alone when the browser signs out without it', async () => {
    const { person, desktop } = await newDesktop();
    expect(await person.browser.post('/logout', {})).toMatchObject({ code: 200 });
    expect(await desktop.call('GET', '/desktop/state')).toMatchObject({ code: 200 });
  });

  it('bound the questions of a device', async () => {
    const strict = await buildTestApp({ now: Date.now() });
    try {
      await strict.listen();
      const desktop = await signInDesktop(strict, await signUp(strict));
      const statuses: number[] = [];
      for (let asked = 0; asked < 12; asked += 1) statuses.push((await desktop.call('GET', '/desktop/state')).status);
      expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    } finally {
      await strict.close();
    }
  });
});

describe('a desktop that is signed in by a code', () => {
  /** A phone in the network of the desktop. */
  const nearby = () => app.newBrowser({ clientIp: '127.0.0.1' });

  async function ask(number: string | undefined) {
    const party = await newDesktopClient(app);
    const keys = await client.randomDPoPKeyPair('ES256');
    const DPoP = client.getDPoPHandle(party.config, keys);
    const asked = client.initiateDeviceAuthorization(party.config, {
      scope: 'openid profile desktop',
      device_name: 'Workstation',
      ...(number === undefined ? {} : { device_number: number }),
    });
    return { party, keys, DPoP, asked };
  }

  it('shows a number that the person finds among three on the phone', async () => {
    const { party, keys, DPoP, asked } = await ask('42');
    const { user_code: userCode, device_code } = await asked;
    const { browser } = await signUp(app, { browser: nearby() });
    const found = await browser.post<{ choices: number[] }>('/openid/device/find', { userCode });
    expect(found.data.choices).toHaveLength(3);
    expect(found.data.choices).toContain(42);
    const scopes = ['openid', 'profile', 'desktop'];
    expect(await browser.post('/openid/device/allow', { userCode, scopes, number: 42 })).toMatchObject({ code: 200 });
    app.clock.advance(6000);
    const grant = 'urn:ietf:params:oauth:grant-type:device_code';
    const tokens = await client.genericGrantRequest(party.config, grant, { device_code }, { DPoP });
    expect(await desktopOf(app, { party, keys, tokens }).call('GET', '/desktop/state')).toMatchObject({ code: 200 });
  });

  it('needs a proof of identity from a phone in another network, which the number does not replace', async () => {
    const { party, DPoP, asked } = await ask('42');
    const { user_code: userCode, device_code } = await asked;
    const { browser, password } = await signUp(app);
    const allow = () => browser.post('/openid/device/allow', { userCode, scopes: ['openid', 'profile', 'desktop'], number: 42 });
    expect(await allow()).toMatchObject({ code: 3001 });
    const prove = (target: string) => browser.post('/account/auth', { method: 'password', password, action: 'allowFarDevice', target });
    await prove('BCDF-GHJK');
    expect(await allow()).toMatchObject({ code: 3001 });
    expect(await prove(userCode)).toMatchObject({ code: 200 });
    expect(await allow()).toMatchObject({ code: 200 });
    app.clock.advance(6000);
    const grant = 'urn:ietf:params:oauth:grant-type:device_code';
    expect((await client.genericGrantRequest(party.config, grant, { device_code }, { DPoP })).token_type).toBe('dpop');
  });

  it('shares three wrong numbers an hour with sign-ins by a scanned code, and its owner is told once', async () => {
    const phone = await signUp(app, { browser: nearby() });
    const computer = app.newBrowser({ clientIp: '127.0.0.1' });
    await app.outbox(phone.contact);
    const scopes = ['openid', 'profile', 'desktop'];
    for (let tries = 1; tries <= qrLimits.mismatches; tries += 1) {
      const { user_code: userCode } = await (await ask('42')).asked;
      expect(await phone.browser.post('/openid/device/allow', { userCode, scopes, number: 43 })).toMatchObject({ code: 3051 });
    }
    const { user_code: userCode } = await (await ask('42')).asked;
    for (const path of ['/openid/device/find', '/openid/device/allow']) {
      const body = path.endsWith('find') ? { userCode } : { userCode, scopes, number: 42 };
      expect(await phone.browser.post(path, body)).toMatchObject({ code: 3004 });
    }
    const { code } = await showQr(app, computer);
    await phone.browser.post('/qr/open', { qrCode: code });
    expect(await phone.browser.post('/qr/asking', { qrCode: code })).toMatchObject({ code: 3004 });
    // A television has no number.
    const { clientId } = await registerClient(app, { kind: 'native', deviceGrant: true });
    const television = await client.initiateDeviceAuthorization((await redeemable(clientId)).config, { scope: 'openid' });
    expect(await phone.browser.post('/openid/device/find', { userCode: television.user_code })).toMatchObject({ code: 200 });
    expect((await app.outbox(phone.contact)).filter(({ text }) => (text ?? '').includes('已阻止一次电脑登录'))).toHaveLength(1);
  });

  it('is refused for good by another number, or by none', async () => {
    for (const number of [43, undefined]) {
      const { party, DPoP, asked } = await ask('42');
      const { user_code: userCode, device_code } = await asked;
      const { browser } = await signUp(app);
      const scopes = ['openid', 'profile', 'desktop'];
      expect(await browser.post('/openid/device/allow', { userCode, scopes, ...(number === undefined ? {} : { number }) })).toMatchObject({
        code: 3051,
      });
      expect(await browser.post('/openid/device/allow', { userCode, scopes, number: 42 })).toMatchObject({ code: 400 });
      app.clock.advance(6000);
      const poll = client.genericGrantRequest(party.config, 'urn:ietf:params:oauth:grant-type:device_code', { device_code }, { DPoP });
      await expect(poll).rejects.toMatchObject({ error: 'access_denied' });
    }
    for (const bad of [undefined, '7', '007', '-42', 'x'])
      await expect(ask(bad).then(({ asked }) => asked)).rejects.toMatchObject({ error: 'invalid_request' });
  });
});

describe('settings beside a desktop that is signed in by a code', () => {
  it.each([true, false])('are asked for in the words of their service, and reached as the person chose: %s', async (isAllowed) => {
    const resource = `${app.config.publicUrl}/api`;
    const word = grantWord(resource, 'settings');
    await addSettingsApi(app);
    const party = await newDesktopClient(app, { resources: [word] });
    const keys = await client.randomDPoPKeyPair('ES256');
    const DPoP = client.getDPoPHandle(party.config, keys);
    const { user_code: userCode, device_code } = await client.initiateDeviceAuthorization(party.config, {
      scope: 'openid profile desktop settings',
      resource,
      device_number: '42',
    });
    const { browser } = await signUp(app, { browser: app.newBrowser({ clientIp: '127.0.0.1' }) });
    await browser.put('/account/settings', { enabled: true });
    const { data } = await browser.post<{ apis: unknown }>('/openid/device/find', { userCode });
    expect(data.apis).toEqual([{ name: word, text: { zh_CN: 'Sync your settings', en_US: 'Sync your settings' }, allowed: false }]);
    const scopes = ['openid', 'profile', 'desktop'];
    const apis = isAllowed ? [word] : [];
    expect(await browser.post('/openid/device/allow', { userCode, scopes, apis, number: 42 })).toMatchObject({ code: 200 });
    app.clock.advance(6000);
    const grant = 'urn:ietf:params:oauth:grant-type:device_code';
    const tokens = await client.genericGrantRequest(party.config, grant, { device_code }, { DPoP });
    const desktop = desktopOf(app, { party, keys, tokens });
    expect(await desktop.call('GET', '/desktop/state')).toMatchObject({ code: 200 });
    const renewed = client.refreshTokenGrant(party.config, desktop.refreshToken, { resource }, { DPoP });
    const reached = await renewed.then(
      async (ofSettings) => (await desktopOf(app, { party, keys, tokens: ofSettings }).call('GET', '/settings')).status,
      (error: client.ResponseBodyError) => error.error,
    );
    expect(reached).toBe(isAllowed ? 200 : 'invalid_target');
    const listed = await browser.get<readonly { readonly apis: readonly { readonly name: string }[] }[]>('/oauthclient/list');
    expect(listed.data[0]?.apis.map(({ name }) => name)).toEqual(apis);
  });
});

describe('settings beside the desktop', () => {
  async function ask(isAllowed: boolean) {
    const resource = `${app.config.publicUrl}/api`;
    const word = grantWord(resource, 'settings');
    await addSettingsApi(app);
    const person = await signUp(app);
    await person.browser.put('/account/settings', { enabled: true });
    const party = await newDesktopClient(app, { resources: [word] });
    const desktop = await signInDesktop(app, person, party, { resource, scope: 'settings', apis: isAllowed ? [word] : [] });
    const DPoP = client.getDPoPHandle(party.config, desktop.keys);
    const renew = (more: Record<string, string>) => client.refreshTokenGrant(party.config, desktop.refreshToken, more, { DPoP });
    return { desktop, renew, resource, party };
  }

  it('have a separate token by the same key, and the desktop keeps its own', async () => {
    const { desktop, renew, resource, party } = await ask(true);
    expect(await desktop.call('GET', '/desktop/state')).toMatchObject({ code: 200 });
    const ofSettings = await renew({ resource });
    const at = desktopOf(app, { party, keys: desktop.keys, tokens: ofSettings });
    const headers = { 'if-none-match': '*' };
    expect(await at.call('PUT', '/settings/dock', { body: { value: 'left', device: 'Workstation' }, headers })).toMatchObject({
      code: 200,
    });
    // Neither token does what the other one is for.
    expect(await at.call('GET', '/desktop/state')).toMatchObject({ status: 401 });
    expect(await desktop.call('GET', '/settings')).toMatchObject({ status: 401 });
  });

  it('are not reached where the person left them out, and the desktop is signed in all the same', async () => {
    const { desktop, renew, resource, party } = await ask(false);
    expect(await desktop.call('GET', '/desktop/state')).toMatchObject({ code: 200 });
    const at = desktopOf(app, { party, keys: desktop.keys, tokens: await renew({ resource }) });
    expect(await at.call('GET', '/settings')).toMatchObject({ status: 403 });
    const headers = { 'if-none-match': '*' };
    expect(await at.call('PUT', '/settings/dock', { body: { value: 'left', device: 'Workstation' }, headers })).toMatchObject({
      status: 403,
    });
  });
});

it('lives for an hour, and the key gets the next one', async () => {
  const { desktop } = await newDesktop();
  const tokens = await client.refreshTokenGrant(desktop.party.config, desktop.refreshToken, undefined, {
    DPoP: client.getDPoPHandle(desktop.party.config, desktop.keys),
  });
  expect(tokens.expires_in).toBe(hour / second);
  const stolen = client.getDPoPHandle(desktop.party.config, await client.randomDPoPKeyPair('ES256'));
  await expect(client.refreshTokenGrant(desktop.party.config, desktop.refreshToken, undefined, { DPoP: stolen })).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

it('tells programs what the calls need (RFC 9728)', async () => {
  const answer = await fetch(`${app.config.publicUrl}/.well-known/oauth-protected-resource/api`);
  expect(await answer.json()).toMatchObject({
    resource: `${app.config.publicUrl}/api`,
    authorization_servers: [app.config.publicUrl],
    dpop_bound_access_tokens_required: true,
    bearer_methods_supported: ['header'],
  });
});

/** Why the sign-in of the desktop with this key is over: its key is all that it has left. */
async function endOf(keys: client.CryptoKeyPair): Promise<unknown> {
  const url = `${app.config.publicUrl}/api/desktop/end`;
  const DPoP = await prover(keys)({ method: 'GET', url, token: '' });
  const { code, data } = JSON.parse(await (await fetch(url, { headers: { DPoP } })).text());
  return { code, data };
}

/** Makes proofs with chosen claims (RFC 9449 section 4.2). */
function prover(pair: client.CryptoKeyPair) {
  return async ({ method, url, token }: { method: string; url: string; token: string }, change: object = {}): Promise<string> => {
    const { exportJWK, SignJWT } = await import('jose');
    const jwk = await exportJWK(pair.publicKey);
    const said = {
      jti: crypto.randomUUID(),
      htm: method,
      htu: url,
      ath: challengeOf(token),
      iat: Math.floor(app.clock.now() / second),
      ...change,
    };
    return new SignJWT(said).setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk }).sign(pair.privateKey);
  };
}

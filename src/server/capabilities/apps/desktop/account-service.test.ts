// @one-database
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { on, once } from 'node:events';
import { realpathSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import dbus from '@particle/dbus-next';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callEveryMember, hardwareOfThisMachine, proofForTokens, stringsOf, timesTaken } from '#server/testing/apps/bus-judges.ts';
import { grantWord } from '#server/core/apps/clients/resource.ts';
import { addSettingsApi, newDesktopClient } from '#server/testing/apps/desktop.ts';
import { installDesktop, residentMb } from '#server/testing/apps/installed-desktop.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { consent, open, registerClient } from '#server/testing/apps/openid.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import { programOfOthers, startSession, type TestSession } from '#server/testing/apps/session-bus.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

// The service of `examples/desktop` on its own bus, called by this process and by programs of others.

const name = 'org.cedarid.Account1';
const path = '/org/cedarid/Account1';
/** This process, as the service sees it: an interpreter, so a program that nobody knows. */
const self = realpathSync(process.execPath);
const scopes = ['openid', 'profile', 'desktop'];

let app: TestApp;
let session: TestSession;
let bus: dbus.MessageBus;
let service: ChildProcess;
let installed: readonly string[];
/** What the desktop shows its person. */
const notifications: string[] = [];
let person: Person;
/** The cookie of the browser that signed the desktop in. */
let sid = '';

beforeAll(async () => {
  app = await buildListeningApp();
  session = await startSession();
  installed = installDesktop(session.folder);
  const settings = grantWord(`${app.config.publicUrl}/api`, 'settings');
  await addSettingsApi(app);
  await newDesktopClient(app, { id: 'cedar-desktop', resources: [settings] });
  await startService();
  bus = dbus.sessionBus({ busAddress: session.address });
  await call('org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus', 'AddMatch', 's', [`sender='${name}'`]);
  await bus.requestName('org.freedesktop.Notifications', 0);
  bus.addMethodHandler((message: dbus.Message) => {
    if (message.member !== 'Notify') return false;
    notifications.push(String(message.body[3]));
    bus.send(dbus.Message.newMethodReturn(message, 'u', [1]));
    return true;
  });
  person = await signUp(app);
  sid = person.browser.cookies.get('sid') ?? '';
});

afterAll(async () => {
  bus?.disconnect();
  await session?.close();
  await app?.close();
});

// Proofs have the time of the machine, and are good for a minute.
beforeEach(() => app.clock.set(Math.max(app.clock.now(), Date.now())));

async function startService(more: Readonly<Record<string, string>> = {}, first = ''): Promise<void> {
  const env = { ISSUER: app.config.publicUrl, CEDARID_ADAPTER: 'deepin', CEDARID_SETTINGS: 'on', ...more };
  service = await session.start(process.execPath, [...(first === '' ? [] : ['--import', first]), ...installed], env);
}

/** As after the next log-in, with other surroundings. */
async function restartService(more: Readonly<Record<string, string>> = {}, first = ''): Promise<void> {
  const ended = once(service, 'exit');
  service.kill();
  await ended;
  await startService(more, first);
}

async function call(destination: string, at: string, iface: string, member: string, signature = '', body: readonly unknown[] = []) {
  const answer = await bus.call(new dbus.Message({ destination, path: at, interface: iface, member, signature, body: [...body] }));
  return answer?.body ?? [];
}

const ask = (member: string, signature = '', body: readonly unknown[] = []) => call(name, path, name, member, signature, body);

async function property(which: string) {
  const [found] = await call(name, path, 'org.freedesktop.DBus.Properties', 'Get', 'ss', [name, which]);
  return found.value;
}

/** Resolves when the service sends a signal with these words. */
// oxlint-disable-next-line typescript/no-explicit-any -- bodies of any signal
function signal(member: string, isIt: (body: readonly any[]) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const hear = (message: dbus.Message): void => {
      if (message.member !== member || !isIt(message.body)) return;
      bus.off('message', hear);
      resolve();
    };
    bus.on('message', hear);
  });
}

const becomes = (state: string) => signal('PropertiesChanged', ([, changed]) => changed.State?.value === state);

/** The service may have been there before its name was. */
async function untilSignedIn(): Promise<void> {
  const later = becomes('signed-in');
  if ((await property('State')) !== 'signed-in') await later;
}

async function signIn(apis: readonly string[] = []): Promise<void> {
  const page = session.nextPage();
  const done = becomes('signed-in');
  await ask('SignIn', 'a{sv}', [{ method: new dbus.Variant('s', 'browser') }]);
  const stop = await consent(app, person.browser, await open(app, person.browser, await page), { scopes, apis });
  expect(await (await fetch(stop.url)).text()).toContain('You can close this page.');
  await done;
}

async function signOut(): Promise<string> {
  const ended = nextEnd();
  await ask('SignOut');
  return ended;
}

/** The reason that the service gives for the next end. */
async function nextEnd(): Promise<string> {
  let said = '';
  await signal('SignedOut', ([reason]) => (said = reason) !== '');
  return said;
}

async function signOutIfSignedIn(): Promise<void> {
  if ((await property('State')) !== 'signed-out') await signOut();
}

/** Resolves when a program says this. */
async function untilSays({ stdout }: ChildProcess, line: string): Promise<void> {
  let said = '';
  return new Promise((resolve) => {
    stdout?.on('data', (text) => {
      said += String(text);
      if (said.includes(line)) resolve();
    });
  });
}

/** The code and the number that the service shows next. */
async function nextScreen(): Promise<{ readonly userCode: string; readonly number: number }> {
  let said = '';
  for await (const [text] of on(service.stdout ?? service, 'data')) {
    said += String(text);
    const [, userCode, number] = /([A-Z]{4}-[A-Z]{4})\s+On your phone choose (\d\d)/.exec(said) ?? [];
    if (userCode !== undefined) return { userCode, number: Number(number) };
  }
  throw new Error('The service has shown nothing.');
}

async function newProgram(program: string) {
  const { clientId } = await registerClient(app, {
    kind: 'native',
    redirectUris: ['http://127.0.0.1/code'],
    programs: [program],
    firstParty: true,
  });
  return clientId;
}

async function configOf(clientId: string) {
  return client.discovery(new URL(app.config.publicUrl), clientId, {}, client.None(), { execute: [client.allowInsecureRequests] });
}

const verifier = 'w'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');

const authorize = (clientId: string) =>
  ask('Authorize', 'ssassa{sv}', [
    clientId,
    'http://127.0.0.1/code',
    ['openid', 'profile'],
    challenge,
    { state: new dbus.Variant('s', 'st') },
  ]);

/** A proof for the token endpoint by a key of the program. */
async function proofOf(config: client.Configuration, pair: client.CryptoKeyPair): Promise<string> {
  const { exportJWK, SignJWT } = await import('jose');
  const jwk = await exportJWK(pair.publicKey);
  const said = { jti: crypto.randomUUID(), htm: 'POST', htu: config.serverMetadata().token_endpoint, iat: Math.floor(Date.now() / 1000) };
  return new SignJWT(said).setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk }).sign(pair.privateKey);
}

describe('the account service of a desktop', () => {
  it('signs in by the browser, and shows a profile without an id', async () => {
    expect(await property('State')).toBe('signed-out');
    await expect(ask('ListPrograms')).rejects.toMatchObject({ type: 'org.cedarid.Error.NotSignedIn' });
    await signIn();
    const profile = await property('Profile');
    expect(profile.Nickname.value).toBe(person.account.nickname);
    expect(Object.keys(profile)).toEqual(['Nickname', 'Account', 'Picture', 'CheckedAt']);
    expect(await property('Issuer')).toBe(app.config.publicUrl);
  });

  it('gives a program a code that only its verifier redeems, and a token that only its key uses', async () => {
    const clientId = await newProgram(self);
    await session.answer('once');
    const [code, iss, state] = await authorize(clientId);
    expect([iss, state]).toEqual([app.config.publicUrl, 'st']);
    const config = await configOf(clientId);
    const url = new URL(`http://127.0.0.1/code?${new URLSearchParams({ code, iss }).toString()}`);
    expect((await client.authorizationCodeGrant(config, url, { pkceCodeVerifier: verifier })).access_token).not.toBe('');

    const pair = await client.randomDPoPKeyPair('ES256');
    const [token, expiresAt] = await ask('GetToken', 'sassa{sv}', [clientId, ['openid', 'profile'], await proofOf(config, pair), {}]);
    expect(Number(expiresAt)).toBeGreaterThan(Date.now() / 1000);
    const DPoP = client.getDPoPHandle(config, pair);
    expect(await client.fetchUserInfo(config, token, client.skipSubjectCheck, { DPoP })).toMatchObject({
      nickname: person.account.nickname,
    });
    await expect(client.fetchUserInfo(config, token, client.skipSubjectCheck)).rejects.toMatchObject({ status: 401 });
    const [programs] = await ask('ListPrograms');
    expect(programs).toMatchObject([[clientId, 'Test app', '', ['openid', 'profile']]].map((row) => expect.arrayContaining(row)));
    await ask('RemoveProgram', 's', [clientId]);
    await expect(client.fetchUserInfo(config, token, client.skipSubjectCheck, { DPoP })).rejects.toMatchObject({ status: 401 });
  });

  it('asks for a program that it does not know each time, and for no other app', async () => {
    const clientId = await newProgram(self);
    await session.answer('always');
    // Only a program that the same person cannot replace is allowed for good.
    await expect(authorize(clientId)).rejects.toMatchObject({ type: 'org.cedarid.Error.Denied' });
    await expect(authorize(await newProgram('/usr/bin/other'))).rejects.toMatchObject({ type: 'org.cedarid.Error.NotAllowed' });
    await session.answer('no');
    for (let times = 0; times < 2; times += 1)
      await expect(authorize(clientId)).rejects.toMatchObject({ type: 'org.cedarid.Error.Denied' });
    await session.answer('once');
    // Three in a row: it is silent for an hour.
    await expect(authorize(clientId)).rejects.toMatchObject({ type: 'org.cedarid.Error.Denied' });
    expect((await readFile(join(session.folder, 'asked'), 'utf8')).match(/"isKnown":false/g)?.length).toBe(5);
  });

  it('does not know a program that others can replace', async () => {
    await session.answer('always');
    const ours = programOfOthers('gdbus');
    const copy = join(session.folder, 'gdbus');
    await copyFile(ours, copy);
    const askBy = async (program: string): Promise<string> => {
      const wanted = [await newProgram(program), 'http://127.0.0.1/code', "['openid', 'profile']", challenge, '{}'];
      const to = ['call', '--session', '--dest', name, '--object-path', path, '--method', `${name}.Authorize`];
      return session.run(program, [...to, ...wanted]).catch((error: Error) => error.message);
    };
    expect(await askBy(ours)).toContain(app.config.publicUrl);
    expect(await askBy(copy)).toContain('org.cedarid.Error.Denied');
  });

  it('refuses wrong signatures and floods by name, and stays', async () => {
    await expect(ask('SignIn', 's', ['browser'])).rejects.toMatchObject({ type: 'org.cedarid.Error.InvalidArgs' });
    await expect(ask('OpenPage', 's', ['x'.repeat(1024 * 1024)])).rejects.toMatchObject({ type: 'org.cedarid.Error.InvalidArgs' });
    await expect(ask('GetToken', 'sassa{sv}', ['x', ['openid'], 'no proof', {}])).rejects.toMatchObject({
      type: 'org.cedarid.Error.InvalidArgs',
    });
    const answers = await Promise.allSettled(Array.from({ length: 2000 }, () => ask('OpenPage', 's', ['nowhere'])));
    const types = new Set(answers.map((answer) => (answer.status === 'rejected' ? answer.reason.type : 'ok')));
    expect(types).toContain('org.cedarid.Error.Busy');
    expect(await property('State')).toBe('signed-in');
  });

  it('answers or refuses every member by name, called by a program of others', async () => {
    const gdbus = programOfOthers('gdbus');
    const clientId = await newProgram(gdbus);
    await session.answer('always');
    const program = { clientId, redirectUri: 'http://127.0.0.1/code', challenge, proof: await proofForTokens(app) };
    const judged = await callEveryMember(session, gdbus, program);
    expect(judged.filter(({ isRight }) => !isRight)).toEqual([]);
    expect(judged.length).toBeGreaterThan(40);
    const seen = await session.run(gdbus, ['introspect', '--session', '--dest', name, '--object-path', path]);
    for (const member of ['SignIn', 'SignOut', 'Authorize', 'GetToken', 'ListPrograms', 'RemoveProgram', 'OpenPage', 'SignedOut'])
      expect(seen).toContain(member);
    // Installed by root: allowed for good, after it has asked again, because it was removed.
    const how = ['call', '--session', '--dest', name, '--object-path', path, '--method', `${name}.Authorize`];
    const args = [clientId, 'http://127.0.0.1/code', "['openid','profile']", challenge, '{}'];
    for (const answer of ['always', 'no'] as const) {
      await session.answer(answer);
      expect(await session.run(gdbus, [...how, ...args])).toContain(app.config.publicUrl);
    }
  });

  it('answers the open control center of deepin as its source expects, and never takes a password', async () => {
    const sync = 'com.deepin.sync.Daemon';
    const deepinId = (member: string, signature = '', body: readonly unknown[] = []) =>
      call(sync, '/com/deepin/deepinid', 'com.deepin.deepinid', member, signature, body);
    const [{ value: info }] = await call('com.deepin.deepinid', '/com/deepin/deepinid', 'org.freedesktop.DBus.Properties', 'Get', 'ss', [
      'com.deepin.deepinid',
      'UserInfo',
    ]);
    expect(info).toMatchObject({ IsLoggedIn: { value: true }, SessionID: { value: '' }, Nickname: { value: person.account.nickname } });
    const [bytes] = await call('com.deepin.deepinid', '/com/deepin/deepinid', 'com.deepin.deepinid', 'Get');
    expect(JSON.parse(Buffer.from(bytes).toString())).toEqual({ IsLoggedIn: true, SessionID: '', Token: '' });
    expect(JSON.parse((await deepinId('MeteInfo'))[0])).toEqual({ passwordEmpty: false });
    const devices = JSON.parse((await deepinId('DeviceList', 'ii', [1, 10]))[0]);
    expect(devices).toMatchObject({ page_size: 10, total: 2 });
    expect(Object.keys(devices.list[0])).toEqual(['id', 'deviceCode', 'deviceType', 'hostName', 'osVersion']);
    const page = session.nextPage();
    await expect(deepinId('SetPassword', 's', ['sealed'])).rejects.toMatchObject({ type: 'org.cedarid.Error.NotSupported' });
    expect(new URL(await page).search).toBe('?action=password');
    await expect(deepinId('BindLocalUUid', 's', ['x'])).rejects.toMatchObject({ type: 'org.cedarid.Error.NotSupported' });
    expect((await deepinId('LocalBindCheck', 's', ['x']))[0]).toBe('');
    expect((await deepinId('GetRSAKey'))[0]).toContain('BEGIN PUBLIC KEY');
    const cloud = (member: string, signature = '', body: readonly unknown[] = []) =>
      call(sync, '/com/deepin/utcloud/Daemon', 'com.deepin.utcloud.Daemon', member, signature, body);
    expect(await cloud('UnionLoginToken')).toEqual(['']);
    const nickname = `c${person.account.nickname}`.slice(0, 16);
    expect(await cloud('SetNickname', 's', [nickname])).toEqual([nickname]);
  });

  it('knows of the synchronization where the person has allowed it, and asks for it only on our page', async () => {
    const isOn = async () => {
      const [answer] = await call('com.deepin.sync.Daemon', '/com/deepin/sync/Daemon', 'com.deepin.sync.Daemon', 'SwitcherGet', 's', ['x']);
      return answer;
    };
    expect(await person.browser.put('/account/settings', { enabled: true })).toMatchObject({ code: 200 });
    expect(await isOn()).toBe(false);
    await signOut();
    // A program of others listens to what the page of the control center listens to.
    const gdbus = programOfOthers('gdbus');
    const listening = await session.start(gdbus, ['monitor', '--session', '--dest', 'com.deepin.sync.Daemon']);
    const heard = (line: string) => untilSays(listening, line);
    const [turnedOn, turnedOnOfCloud] = [
      heard("/com/deepin/sync/Daemon: com.deepin.sync.Daemon.SwitcherChange ('enabled', true)"),
      heard("/com/deepin/utcloud/Daemon: com.deepin.utcloud.Daemon.SwitcherChange ('enabled', true)"),
    ];
    await signIn([grantWord(`${app.config.publicUrl}/api`, 'settings')]);
    await Promise.all([turnedOn, turnedOnOfCloud]);
    expect(await isOn()).toBe(true);
    const off = heard("SwitcherChange ('enabled', false)");
    expect(await person.browser.put('/account/settings', { enabled: false })).toMatchObject({ code: 200 });
    await off;
    expect(await isOn()).toBe(false);
    const onAgain = heard("com.deepin.sync.Daemon.SwitcherChange ('enabled', true)");
    expect(await person.browser.put('/account/settings', { enabled: true })).toMatchObject({ code: 200 });
    await onAgain;
    const daemon = (member: string, signature = '', body: readonly unknown[] = []) =>
      call('com.deepin.sync.Daemon', '/com/deepin/sync/Daemon', 'com.deepin.sync.Daemon', member, signature, body);
    // One setting is switched there and here; each is told of the other.
    const dockOff = heard("com.deepin.sync.Daemon.SwitcherChange ('dock', false)");
    await daemon('SwitcherSet', 'sb', ['dock', false]);
    await dockOff;
    const { data } = await person.browser.get('/account/settings');
    expect(data).toMatchObject({ enabled: true, off: [{ clientID: 'cedar-desktop', key: 'dock' }] });
    expect(await daemon('SwitcherGet', 's', ['dock'])).toEqual([false]);
    expect(JSON.parse((await daemon('SwitcherDump'))[0])).toMatchObject({ enabled: true, apps: { dock: { enable: false } } });
    await daemon('SwitcherSet', 'sb', ['dock', true]);
    expect(await daemon('SwitcherGet', 's', ['dock'])).toEqual([true]);
    await expect(daemon('SwitcherSet', 'sb', ['../dock', false])).rejects.toMatchObject({ type: 'org.cedarid.Error.InvalidArgs' });
    const allOff = heard("SwitcherChange ('enabled', false)");
    await daemon('SwitcherSet', 'sb', ['enabled', false]);
    await allOff;
    listening.kill();
    // Only the person turns all of them on, on our page.
    const page = session.nextPage();
    await expect(daemon('SwitcherSet', 'sb', ['enabled', true])).rejects.toMatchObject({ type: 'org.cedarid.Error.NotSupported' });
    expect(new URL(await page).search).toBe('?action=settings');
    expect(await person.browser.get('/account/settings')).toMatchObject({ data: { enabled: false } });
  });

  it('says that it was signed out here, and not on the web, when a program asks for it', async () => {
    const reasons: string[] = [];
    for (let times = 0; times < 5; times += 1) {
      reasons.push(await signOut());
      await signIn();
    }
    expect(reasons).toEqual(['here', 'here', 'here', 'here', 'here']);
    expect(notifications).toEqual([]);
  });

  it('continues after a restart, and without the network shows its copy and gives nothing', async () => {
    await restartService();
    await untilSignedIn();
    // Nothing answers at that port.
    await restartService({ NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1' });
    expect(await property('State')).toBe('offline');
    const { Nickname, CheckedAt } = await property('Profile');
    expect([Nickname.value, Date.now() / 1000 - Number(CheckedAt.value) < 600]).toEqual([expect.any(String), true]);
    expect(Nickname.value).not.toBe('');
    const clientId = await newProgram(self);
    await expect(authorize(clientId)).rejects.toMatchObject({ type: 'org.cedarid.Error.NotOnline' });
    await expect(ask('ListPrograms')).rejects.toMatchObject({ type: 'org.cedarid.Error.NotOnline' });
    await restartService();
    await untilSignedIn();
  });

  it('stays signed in where a token is refused after a failure, and the server says that the sign-in continues', async () => {
    await signOutIfSignedIn();
    await signIn();
    const network = `const own = fetch; let n = 0; globalThis.fetch = async (url, how) => {
      if (!String(url).includes('/desktop/state') || (n += 1) > 2) return own(url, how);
      if (n === 1) throw new TypeError('no network');
      return new Response('{"code":401}', { status: 401, headers: { 'www-authenticate': 'DPoP error="invalid_token"' } });
    }`;
    await restartService({}, `data:text/javascript,${encodeURIComponent(network)}`);
    await untilSignedIn();
    expect(await property('State')).toBe('signed-in');
  });

  it('signs in by a phone that finds the number of its screen, and asks for nothing where the number is wrong', async () => {
    const userCodes = { right: '', wrong: '' };
    for (const kind of ['wrong', 'right'] as const) {
      await signOutIfSignedIn();
      const screen = nextScreen();
      const over = becomes(kind === 'right' ? 'signed-in' : 'signed-out');
      await ask('SignIn', 'a{sv}', [{ method: new dbus.Variant('s', 'qr') }]);
      const { userCode, number } = await screen;
      userCodes[kind] = userCode;
      const { data } = await person.browser.post<{ choices: number[]; apis: { name: string }[] }>('/openid/device/find', { userCode });
      expect(data.choices).toContain(number);
      const settings = grantWord(`${app.config.publicUrl}/api`, 'settings');
      expect(data.apis).toMatchObject([{ name: settings, text: { en_US: 'Sync your settings' } }]);
      const proof = { method: 'password', password: person.password, action: 'allowFarDevice', target: userCode };
      expect(await person.browser.post('/account/auth', proof)).toMatchObject({ code: 200 });
      const chosen = kind === 'right' ? number : (data.choices.find((one) => one !== number) ?? 0);
      const allowed = await person.browser.post('/openid/device/allow', { userCode, scopes, apis: [settings], number: chosen });
      expect(allowed.code).toBe(kind === 'right' ? 200 : 3051);
      app.clock.advance(6000);
      await over;
    }
    expect(userCodes.right).not.toBe(userCodes.wrong);
    // The settings that were allowed on the phone are reached.
    expect(await person.browser.put('/account/settings', { enabled: true })).toMatchObject({ code: 200 });
    expect(await call('com.deepin.sync.Daemon', '/com/deepin/sync/Daemon', 'com.deepin.sync.Daemon', 'SwitcherGet', 's', ['x'])).toEqual([
      true,
    ]);
    expect(session.transcript()).not.toContain(userCodes.right);
  });

  it('is told at once of its end on the web, with the reason, says so once, and keeps nothing', async () => {
    await signOutIfSignedIn();
    await signIn();
    const ended = nextEnd();
    await person.browser.post('/logout', { devices: true });
    // The same whether a call waited or the next one was refused.
    expect(await ended).toBe('web');
    expect(await property('State')).toBe('signed-out');
    expect(await property('Profile')).toEqual({});
    expect(notifications).toEqual(['Signed out of your Cedar ID: removed on the web']);
    await restartService();
    expect([await property('State'), await property('Profile')]).toEqual(['signed-out', {}]);
  });

  it('says the real reason of an end that came while the computer was off', async () => {
    person = await signUp(app);
    await signIn();
    const ended = once(service, 'exit');
    service.kill();
    await ended;
    const change = { oldPassword: person.password, newPassword: 'Another horse 27' };
    expect(await person.browser.post('/password/update', change)).toMatchObject({ code: 200 });
    const told = nextEnd();
    await startService();
    expect(await told).toBe('password');
    expect(await property('State')).toBe('signed-out');
    expect(notifications.at(-1)).toBe('Signed out of your Cedar ID: your password or another way to sign in changed');
  });

  it('puts nothing on the bus that the server takes, and no secret or serial number', async () => {
    const seen = session.transcript();
    const found = stringsOf(seen);
    expect(found.length).toBeGreaterThan(20);
    for (const secret of [person.contact, person.password, sid, ...hardwareOfThisMachine()])
      expect([secret === '', seen.includes(secret)]).toEqual([false, false]);
    const program = { clientId: await newProgram(self), redirectUri: 'http://127.0.0.1/code' };
    const taken = await Promise.all(found.map(async (text) => timesTaken(app, text, program)));
    expect(taken.filter(Boolean)).toEqual([]);
    // A judge that takes nothing at all would show nothing.
    expect(await timesTaken(app, (await signUp(app)).browser.cookies.get('sid') ?? '', program)).toBe(1);
  });

  it('stays within 80 MB', () => {
    expect(residentMb(service.pid)).toBeLessThan(80);
  });
});

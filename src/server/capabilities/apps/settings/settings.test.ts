import { sql } from 'kysely';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { forEveryLanguage } from '#contract/vocabulary/languages.ts';
import { grantWord } from '#server/core/apps/clients/resource.ts';
import { createOpenidResources } from '#server/core/apps/clients/resources.repository.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { begin, newRelyingParty, open, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
let api: string;

beforeAll(async () => {
  app = await buildListeningApp();
  api = `${app.config.publicUrl}/api`;
  const text = forEveryLanguage(() => 'Sync your settings');
  const scopes = { settings: text, other: text };
  await createOpenidResources(app.db).add({ id: api, scopes, tokenSeconds: 300, format: 'opaque', introspector: '' }, app.clock.now());
});

afterAll(async () => {
  await app.close();
});

const newDesktop = (changes = {}) =>
  newRelyingParty(app, {
    system: true,
    scopes: ['openid'],
    resources: [grantWord(api, 'settings'), grantWord(api, 'other')],
    ...changes,
  });

async function tokenOf(person: Person, party: TestRelyingParty, scope = 'settings'): Promise<string> {
  const begun = await begin(party, { scope: `openid ${scope}`, resource: api });
  let stop = await open(app, person.browser, begun.url);
  if (stop.url.pathname === '/consent') {
    const uid = stop.url.searchParams.get('interaction') ?? '';
    const allowed = { scopes: ['openid'], apis: [grantWord(api, scope)] };
    const { data } = await person.browser.post<{ continue: string }>(`/openid/interaction/${uid}/allow`, allowed);
    stop = await open(app, person.browser, data.continue);
  }
  const checks = { pkceCodeVerifier: begun.verifier, expectedState: begun.state, expectedNonce: begun.nonce };
  return (await client.authorizationCodeGrant(party.config, stop.url, checks, { resource: api })).access_token;
}

/** A program on a computer, with nothing but its token. */
function computer(token: string, device = 'Workstation') {
  const browser = app.newBrowser();
  const send = (method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: object) =>
    browser.raw({
      method,
      path: `/api${path}`,
      headers: { authorization: `Bearer ${token}`, origin: undefined, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    list: () => send('GET', '/settings'),
    get: (key: string, headers = {}) => send('GET', `/settings/${key}`, headers),
    put: (key: string, value: string, condition: Readonly<Record<string, string>>) =>
      send('PUT', `/settings/${key}`, condition, { value, device }),
    turn: (body: object) => send('PUT', '/settings/switches', {}, body),
    remove: (key: string, etag: string) => send('DELETE', `/settings/${key}`, { 'if-match': etag }, {}),
  };
}

const fresh = { 'if-none-match': '*' } as const;
const matching = (etag = '') => ({ 'if-match': etag });
const turn = ({ browser }: Person, enabled: boolean) => browser.put('/account/settings', { enabled });

async function newPerson() {
  const person = await signUp(app);
  expect(await turn(person, true)).toMatchObject({ code: 200 });
  const party = await newDesktop();
  const token = await tokenOf(person, party);
  return { person, party, token, desktop: computer(token) };
}

async function stateOf({ contact }: Person) {
  const id = await accountIdOf(app, contact);
  const { bytes, entries } = await app.db
    .q()
    .selectFrom('settings_state')
    .select(['bytes', 'entries'])
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow();
  return { bytes, entries };
}

describe('a setting', () => {
  it('is stored, read on the next computer, and replaced only by those who have read it', async () => {
    const { person, party, desktop } = await newPerson();
    const first = await desktop.put('dock', 'left', fresh);
    expect(first).toMatchObject({ status: 200, data: { bytes: 4 } });
    const { etag = '' } = first.headers;
    const read = await computer(await tokenOf(person, party)).get('dock');
    expect(read).toMatchObject({ data: { value: 'left', device: 'Workstation' }, headers: { etag } });
    expect(await desktop.get('dock', { 'if-none-match': etag })).toMatchObject({ status: 304 });

    const second = await desktop.put('dock', 'right', matching(etag));
    expect(second.status).toBe(200);
    const newest = second.headers['etag'];
    expect(newest).not.toBe(etag);
    expect(await desktop.put('dock', 'top', matching(etag))).toMatchObject({ status: 412, headers: { etag: newest } });
    expect(await desktop.put('dock', 'top', fresh)).toMatchObject({ status: 412, headers: { etag: newest } });
    // An answer that was lost: the repeat of what is stored changes nothing.
    expect(await desktop.put('dock', 'right', matching(etag))).toMatchObject({ status: 200, headers: { etag: newest } });
    for (const condition of [{}, matching('*'), matching(`W/${newest}`), matching(`${etag}, ${newest}`), { ...fresh, ...matching(newest) }])
      expect(await desktop.put('dock', 'top', condition)).toMatchObject({ status: 428 });
    expect(await desktop.get('dock')).toMatchObject({ data: { value: 'right' } });
    expect(await desktop.remove('dock', etag)).toMatchObject({ status: 412 });
    expect(await desktop.remove('dock', newest ?? '')).toMatchObject({ status: 200 });
    expect(await desktop.get('dock')).toMatchObject({ status: 404 });
    expect(await desktop.put('dock', 'top', matching(newest))).toMatchObject({ status: 412 });
  });

  it('loses no update of 16 writers', async () => {
    const { person, desktop, token } = await newPerson();
    await desktop.put('dock', '0', fresh);
    const countIn = (data: unknown) => Number.parseInt((data as { value: string }).value, 10);
    await Promise.all(
      Array.from({ length: 16 }, async (_, n) => {
        const mine = computer(token, `computer ${n}`);
        for (let isDone = false; !isDone;) {
          const { data, headers } = await mine.get('dock');
          // No two writers store the same text: a repeat would be answered like an own one.
          const { status } = await mine.put('dock', `${countIn(data) + 1} by ${n}`, matching(headers['etag']));
          expect([200, 412]).toContain(status);
          isDone = status === 200;
        }
      }),
    );
    const { data } = await desktop.get('dock');
    expect(countIn(data)).toBe(16);
    expect(await stateOf(person)).toEqual({ bytes: (data as { value: string }).value.length, entries: 1 });
  });

  it('is refused with a key, a text or a size of another kind', async () => {
    const { desktop, person } = await newPerson();
    for (const key of ['..', 'Dock', '__proto__', '-x', 'x'.repeat(65), 'a%2Fb']) {
      const answer = await desktop.put(key, 'x', fresh);
      expect([400, 404]).toContain(answer.status);
    }
    expect(await desktop.put('dock', '\uD800', fresh)).toMatchObject({ status: 400 });
    expect(await desktop.put('dock', 'x'.repeat(limits.settingBytes + 1), fresh)).toMatchObject({ status: 413 });
    expect(await desktop.put('dock', `${'é'.repeat(limits.settingBytes / 2)}x`, fresh)).toMatchObject({ status: 413 });
    expect(await desktop.put('dock', '\0', fresh)).toMatchObject({ status: 400 });
    expect(await stateOf(person)).toEqual({ bytes: 0, entries: 0 });
    expect(await desktop.put('dock', '\u0001'.repeat(limits.settingBytes), fresh)).toMatchObject({
      status: 200,
      data: { bytes: limits.settingBytes },
    });
  });

  it('fits as long as the account has room, to the byte and to the last one', async () => {
    const { desktop, person } = await newPerson();
    await desktop.put('dock', 'x', fresh);
    const id = await accountIdOf(app, person.contact);
    const set = async (bytes: number, entries: number) => {
      await sql`update settings_state set bytes = ${bytes}, entries = ${entries} where account_id = ${id}`.execute(app.db.q());
    };
    await set(limits.settingsBytes - 3, 1);
    expect(await desktop.put('audio', 'four', fresh)).toMatchObject({ code: 3054 });
    expect(await desktop.get('audio')).toMatchObject({ status: 404 });
    const racers = await Promise.all(['a1', 'a2', 'a3'].map((key) => desktop.put(key, 'xy', fresh)));
    expect(racers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 3054, 3054]);
    expect(await desktop.put('audio', 'x', fresh)).toMatchObject({ code: 200 });
    await set(0, limits.settingsMax);
    expect(await desktop.put('power', '', fresh)).toMatchObject({ code: 3054 });
    const { headers } = await desktop.get('dock');
    expect(await desktop.put('dock', 'new', matching(headers['etag']))).toMatchObject({ code: 200 });
  });
});

describe('one setting', () => {
  type Place = Readonly<Record<'clientID' | 'key', string>>;
  const turnOne = ({ browser }: Person, place: Place, on: boolean) => browser.put('/account/settings/switches', { ...place, on });
  const eraseOne = ({ browser }: Person, place: Place) => browser.delete('/account/settings', place);

  it('is off for its program until it is on again, and stays stored meanwhile', async () => {
    const { person, party, desktop } = await newPerson();
    const { etag = '' } = (await desktop.put('dock', 'left', fresh)).headers;
    await desktop.put('audio', 'loud', fresh);
    const before = (await desktop.list()).headers['etag'];
    const dock = { clientID: party.clientId, key: 'dock' };
    expect(await turnOne(person, dock, false)).toMatchObject({ code: 200 });
    expect(await turnOne(person, dock, false)).toMatchObject({ code: 200 });
    for (const refused of [desktop.get('dock'), desktop.put('dock', 'right', matching(etag)), desktop.remove('dock', etag)])
      expect(await refused).toMatchObject({ code: 3053 });
    expect(await desktop.get('audio')).toMatchObject({ data: { value: 'loud' } });
    const list = await desktop.list();
    expect(list).toMatchObject({
      data: {
        enabled: true,
        settings: [
          { key: 'audio', on: true },
          { key: 'dock', on: false },
        ],
        off: ['dock'],
      },
    });
    expect(list.headers['etag']).not.toBe(before);
    const shown = await person.browser.get('/account/settings');
    expect(shown).toMatchObject({
      data: {
        bytes: 8,
        settings: [
          { key: 'audio', on: true },
          { ...dock, on: false },
        ],
        off: [],
      },
    });
    expect(await turnOne(person, dock, true)).toMatchObject({ code: 200 });
    expect(await desktop.put('dock', 'right', matching(etag))).toMatchObject({ code: 200 });
  });

  it('is switched by its program, which can only switch the synchronization off', async () => {
    const { person, desktop } = await newPerson();
    const stranger = computer(await tokenOf(person, await newDesktop()));
    await desktop.put('dock', 'left', fresh);
    const keys = [
      { key: 'dock', on: false },
      { key: 'power', on: false },
    ];
    const turned = await desktop.turn({ keys });
    expect(turned).toMatchObject({ code: 200, data: { settings: [{ key: 'dock', on: false }], off: ['dock', 'power'] } });
    expect(turned.headers['etag']).toBe((await desktop.list()).headers['etag']);
    expect(await desktop.put('power', 'low', fresh)).toMatchObject({ code: 3053 });
    // Each program has its own.
    expect(await stranger.put('dock', 'top', fresh)).toMatchObject({ code: 200 });
    const { data } = await person.browser.get('/account/settings');
    expect(data).toMatchObject({ off: [{ key: 'power', group: 'system', app: '测试应用' }] });
    expect(await desktop.turn({ keys: keys.map(({ key }) => ({ key, on: true })) })).toMatchObject({ data: { off: [] } });
    expect(await desktop.put('power', 'low', fresh)).toMatchObject({ code: 200 });
    for (const key of ['..', 'Dock', 'switches', 'a b'])
      expect(await desktop.turn({ keys: [{ key, on: false }] })).toMatchObject({ status: 400 });
    expect(await desktop.turn({ enabled: false })).toMatchObject({ data: { enabled: false } });
    expect(await desktop.turn({ enabled: true })).toMatchObject({ status: 403 });
    expect(await desktop.list()).toMatchObject({ data: { enabled: false } });
  });

  it('is gone after its owner has erased it, and no computer stores it again', async () => {
    const { person, party, desktop, token } = await newPerson();
    const { etag = '' } = (await desktop.put('dock', 'left', fresh)).headers;
    await desktop.put('audio', 'loud', fresh);
    const dock = { clientID: party.clientId, key: 'dock' };
    // Some would replace it, some would store it again in the very next moment.
    const conditions = Array.from({ length: 12 }, (_, n) => (n % 4 === 0 ? matching(etag) : fresh));
    const [erased, ...written] = await Promise.all([
      eraseOne(person, dock),
      ...conditions.map((condition, n) => computer(token).put('dock', `${n}`, condition)),
    ]);
    expect(erased).toMatchObject({ code: 200 });
    for (const { code, status } of written) expect(status === 412 || code === 200 || code === 3053).toBe(true);
    expect(await desktop.put('dock', 'again', fresh)).toMatchObject({ code: 3053 });
    expect(await stateOf(person)).toEqual({ bytes: 4, entries: 1 });
    expect(await eraseOne(person, dock)).toMatchObject({ code: 200 });
    expect(await stateOf(person)).toEqual({ bytes: 4, entries: 1 });
    expect(await person.browser.get('/account/settings')).toMatchObject({ data: { settings: [{ key: 'audio' }], off: [dock] } });
    expect(await turnOne(person, dock, true)).toMatchObject({ code: 200 });
    expect(await desktop.get('dock')).toMatchObject({ status: 404 });
    expect(await desktop.put('dock', 'again', fresh)).toMatchObject({ code: 200 });
  });

  it('is off for as many keys as an account may have settings, with writers and switches at once', async () => {
    const { person, party, desktop } = await newPerson();
    const all = Array.from({ length: limits.settingsMax }, (_, n) => ({ key: `app.${n}`, on: false }));
    expect(await desktop.turn({ keys: all })).toMatchObject({ code: 200 });
    expect(await desktop.turn({ keys: [{ key: 'dock', on: false }] })).toMatchObject({ code: 3054 });
    expect(await eraseOne(person, { clientID: party.clientId, key: 'dock' })).toMatchObject({ code: 3054 });
    expect(await desktop.turn({ keys: all.map(({ key }) => ({ key, on: true })) })).toMatchObject({ data: { off: [] } });
    const keys = Array.from({ length: 16 }, (_, n) => `app.${n}`);
    // No switch is lost, and each writer is before its switch or refused.
    const answers = await Promise.all(
      keys.flatMap((key, n) => [
        desktop.put(key, 'x', fresh),
        n % 2 === 0 ? desktop.turn({ keys: [{ key, on: false }] }) : turnOne(person, { clientID: party.clientId, key }, false),
      ]),
    );
    for (const { code } of answers) expect([200, 3053]).toContain(code);
    const { data } = await desktop.list();
    const { settings, off } = data as { settings: { key: string; on: boolean }[]; off: string[] };
    expect(off).toEqual(keys.toSorted());
    expect(settings.every(({ on }) => !on)).toBe(true);
    expect(await stateOf(person)).toEqual({ bytes: settings.length, entries: settings.length });
  });
});

describe('the settings of an account', () => {
  it('are out of reach for other accounts, for other programs, and without the scope', async () => {
    const { person, party, desktop, token } = await newPerson();
    const { etag = '' } = (await desktop.put('dock', 'mine', fresh)).headers;
    const other = await signUp(app);
    await turn(other, true);
    const strangers = [await tokenOf(other, party), await tokenOf(person, await newDesktop())];
    for (const stranger of strangers.map((one) => computer(one))) {
      expect(await stranger.list()).toMatchObject({ data: { settings: [] } });
      expect(await stranger.get('dock')).toMatchObject({ status: 404 });
      expect(await stranger.put('dock', 'theirs', matching(etag))).toMatchObject({ status: 412 });
      expect(await stranger.remove('dock', etag)).toMatchObject({ status: 404 });
    }
    const plain = await newDesktop({ system: false });
    for (const weak of [await tokenOf(person, party, 'other'), await tokenOf(person, plain)])
      expect(await computer(weak).get('dock')).toMatchObject({
        status: 403,
        headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="settings"' },
      });
    expect(await computer('nothing').get('dock')).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
    expect(await person.browser.raw({ method: 'GET', path: '/api/settings/dock' })).toMatchObject({ status: 401 });
    expect(await person.browser.get('/account/metainfo', { authorization: `Bearer ${token}` })).toMatchObject({ code: 200 });
    expect(await app.newBrowser().get('/account/settings', { authorization: `Bearer ${token}` })).toMatchObject({ status: 401 });
    expect(await computer(await tokenOf(person, party)).get('dock')).toMatchObject({ data: { value: 'mine' } });
  });

  it('are off until the person switches them on, and show no value on the page', async () => {
    const person = await signUp(app);
    const desktop = computer(await tokenOf(person, await newDesktop()));
    expect(await desktop.list()).toMatchObject({ data: { enabled: false, settings: [] } });
    expect(await desktop.put('dock', 'canary', fresh)).toMatchObject({ code: 3053 });
    await turn(person, true);
    await turn(person, true);
    expect(await desktop.put('dock', 'canary', fresh)).toMatchObject({ code: 200 });
    const shown = await person.browser.get('/account/settings');
    expect(shown).toMatchObject({
      data: {
        enabled: true,
        bytes: 6,
        devices: 1,
        settings: [{ key: 'dock', group: 'appearance', app: '测试应用', device: 'Workstation' }],
      },
    });
    expect(shown.text).not.toContain('canary');
    await turn(person, false);
    expect(await desktop.get('dock')).toMatchObject({ code: 3053 });
    expect(await desktop.list()).toMatchObject({ data: { enabled: false, settings: [{ key: 'dock' }] } });
    expect(JSON.stringify(await app.db.q().selectFrom('settings').select('sealed').execute())).not.toContain('canary');
    expect(JSON.stringify(app.logLines)).not.toContain('canary');
    const { data } = await person.browser.get<{ items: { event: string }[] }>('/account/activity');
    expect(
      data.items
        .map(({ event }) => event)
        .filter((event) => event.startsWith('settings'))
        .toSorted(),
    ).toEqual(['settings.disabled', 'settings.enabled']);
  });

  it('are gone after the owner has erased them, and no computer fills them again', async () => {
    const { person, desktop, token } = await newPerson();
    const { etag = '' } = (await desktop.put('dock', 'left', fresh)).headers;
    const erase = () => person.browser.post('/account/settings/erase', {});
    expect(await erase()).toMatchObject({ code: 3001 });
    const proof = { method: 'password', password: person.password, action: 'eraseSettings' };
    expect(await person.browser.post('/account/auth', proof)).toMatchObject({ code: 200 });
    const [erased, ...written] = await Promise.all([erase(), ...['a', 'b', 'c'].map((key) => computer(token).put(key, 'again', fresh))]);
    expect(erased).toMatchObject({ code: 200 });
    for (const { code } of written) expect([200, 3053]).toContain(code);
    expect(await desktop.put('dock', 'again', matching(etag))).toMatchObject({ code: 3053 });
    expect(await person.browser.get('/account/settings')).toMatchObject({ data: { enabled: false, bytes: 0, settings: [] } });
    await turn(person, true);
    expect(await desktop.get('dock')).toMatchObject({ status: 404 });
    expect(await stateOf(person)).toEqual({ bytes: 0, entries: 0 });
    expect((await app.outbox(person.contact)).filter(({ scene }) => scene === 'settingsErased')).toHaveLength(1);
  });
});

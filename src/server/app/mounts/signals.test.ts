import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from 'jose';
import * as client from 'openid-client';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { webhookSecret } from '#server/core/apps/signals/webhook-secret.ts';
import { eventUris, streamEventUris } from '#server/core/apps/signals/signal-events.ts';
import { createSignalDelivery } from '#server/capabilities/apps/signals/deliver-signals.ts';
import { signEvents } from '#server/capabilities/apps/openid/signal-sources.ts';
import { leaseSignals, verifyStream } from '#server/core/apps/signals/signals.guarded.ts';
import { changeStatus } from '#server/core/apps/signals/set-status.ts';
import { createSignalRows } from '#server/core/apps/signals/signals.repository.ts';
import { day, hour, minute, second } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { addPasskey } from '#server/testing/people/passkeys.ts';
import { addAuthenticator, switchTwoStepOn } from '#server/testing/people/two-step.ts';
import type { DeliveryView, OwnStreamView } from '#contract/apps/developer/developer.schemas.ts';
import { createOwnApp, must, newDeveloper, proveFor } from '#server/testing/apps/developers.ts';
import { newRelyingParty, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { freshEmail, freshPhone, goodPassword, signUp, type Person } from '#server/testing/people/people.ts';
import { accountCode, accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;
let receiver: Server;
let address: string;
let received: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
/** The status of the receiver, by path; 202 otherwise. */
const statuses = new Map<string, number>();

beforeAll(async () => {
  app = await buildListeningApp();
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes) => (body += String(bytes)));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      const status = statuses.get(request.url ?? '') ?? 202;
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const where = receiver.address();
  address = `http://127.0.0.1:${typeof where === 'object' ? where?.port : 0}`;
});

afterAll(async () => {
  receiver.close().closeAllConnections();
  await app.close();
});

beforeEach(() => {
  received = [];
  statuses.clear();
});

type Json = Readonly<Record<string, unknown>>;

interface SsfAnswer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- the answers of another protocol
  readonly body: any;
}

interface Receiver {
  readonly party: TestRelyingParty;
  readonly path: string;
  readonly stream: string;
  readonly call: (method: string, path: string, body?: unknown, scope?: string) => Promise<SsfAnswer>;
}

/** An app with signals and the calls of SSF, as a receiver makes them. */
async function newReceiver(changes = {}): Promise<Omit<Receiver, 'stream' | 'path'>> {
  const party = await newRelyingParty(app, { resources: ['ssf.read', 'ssf.manage'], ...changes });
  return {
    party,
    async call(method, path, body, scope = 'ssf.read ssf.manage') {
      const { access_token: token } = await client.clientCredentialsGrant(party.config, { scope });
      const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
      const init = { method, headers, ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }) };
      const answer = await fetch(new URL(`/oidc/ssf${path}`, app.config.publicUrl), init);
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
    },
  };
}

const push = (path: string, more: Json = {}) => ({ delivery: { method: 'urn:ietf:rfc:8935', endpoint_url: `${address}${path}`, ...more } });
const poll = { delivery: { method: 'urn:ietf:rfc:8936' } };

async function withStream(body: (path: string) => Json, changes = {}): Promise<Receiver> {
  const made = await newReceiver(changes);
  const path = `/${newId()}`;
  const answer = await made.call('POST', '/streams', body(path));
  expect(answer.status).toBe(201);
  await app.wiring.signals.delivery.drain();
  return { ...made, path, stream: answer.body.stream_id };
}

/** The checked events at a path. */
async function eventsAt(path: string, party: TestRelyingParty): Promise<JWTPayload[]> {
  await app.wiring.signals.delivery.drain();
  return Promise.all(received.filter((one) => one.path === path).map(async ({ body }) => checked(body, party)));
}

async function checked(token: string, party: TestRelyingParty): Promise<JWTPayload> {
  const keys = createRemoteJWKSet(new URL('/oidc/jwks', app.config.publicUrl));
  const { payload } = await jwtVerify(token, keys, {
    issuer: app.config.publicUrl,
    audience: party.clientId,
    typ: 'secevent+jwt',
    algorithms: ['RS256'],
  });
  return payload;
}

const urisOf = (events: readonly JWTPayload[]) => events.flatMap((one) => Object.keys(one['events'] ?? {}));

async function signedIn(party: TestRelyingParty, changes = {}): Promise<Person & { readonly sub: string; readonly sid: unknown }> {
  const person = await signUp(app, changes);
  const claims = (await signInTo(app, person.browser, { party, params: { claims: JSON.stringify({ id_token: { sid: null } }) } })).claims();
  return { ...person, sub: claims?.sub ?? '', sid: claims?.['sid'] };
}

describe('a pushed event', () => {
  it('comes after a verification, for each session that ends, under the ids that the app knows', async () => {
    const { party, path, stream } = await withStream((at) => push(at, { authorization_header: 'Bearer of-the-receiver' }));
    const [verification] = await eventsAt(path, party);
    expect(verification).toMatchObject({ sub_id: { format: 'opaque', id: stream }, events: { [streamEventUris.verification]: {} } });
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer of-the-receiver', 'content-type': 'application/secevent+jwt' });
    const person = await signedIn(party);
    received = [];
    expect(await person.browser.post('/logout', {})).toMatchObject({ code: 200 });
    const [event, ...others] = await eventsAt(path, party);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      iss: app.config.publicUrl,
      sub_id: {
        format: 'complex',
        user: { format: 'iss_sub', iss: app.config.publicUrl, sub: person.sub },
        session: { format: 'opaque', id: person.sid },
      },
      events: { [eventUris['session-revoked']]: { initiating_entity: 'user', event_timestamp: expect.any(Number) } },
    });
    for (const name of ['exp', 'sub', 'nonce']) expect(event).not.toHaveProperty(name);
  });

  it('tells of a new password twice, as one act, although the password ends what the app had', async () => {
    const { party, path } = await withStream(push);
    const { browser } = await signedIn(party);
    received = [];
    const body = { oldPassword: goodPassword, newPassword: 'Harbour9-violet' };
    expect(await browser.post('/password/update', body)).toMatchObject({ code: 200 });
    const events = await eventsAt(path, party);
    expect(urisOf(events).toSorted()).toEqual([eventUris['credential-change'], eventUris['session-revoked']].toSorted());
    expect(new Set(events.map(({ txn }) => txn)).size).toBe(1);
    expect(events.map((one) => one['events'])).toContainEqual({
      [eventUris['credential-change']]: expect.objectContaining({ credential_type: 'password', change_type: 'update' }),
    });
  });

  it('tells of a freeze, although it ends what the app had', async () => {
    const { party, path } = await withStream(push);
    const { browser } = await signedIn(party);
    received = [];
    expect(await browser.post('/account/freeze', { why: 'unknown' })).toMatchObject({ code: 200 });
    const events = await eventsAt(path, party);
    expect(urisOf(events).toSorted()).toEqual([eventUris['account-disabled'], eventUris['session-revoked']].toSorted());
    expect(events.map((one) => one['events'])).toContainEqual({
      [eventUris['account-disabled']]: expect.objectContaining({ reason: 'hijacking' }),
    });
  });

  it('tells of passkeys, second steps and what recovers the account', async () => {
    const { party, path } = await withStream(push);
    const person = await signedIn(party);
    received = [];
    const passkey = await addPasskey(person);
    await addAuthenticator(app, person);
    await switchTwoStepOn(app, person);
    const told = (await eventsAt(path, party)).map((one) => one['events']);
    const change = (type: string) =>
      expect.objectContaining({
        [eventUris['credential-change']]: expect.objectContaining({ credential_type: type, change_type: 'create' }),
      });
    expect(told).toEqual(
      expect.arrayContaining([
        change('fido2-platform'),
        change('app'),
        { [eventUris['recovery-information-changed']]: expect.anything() },
        { [eventUris['assurance-level-change']]: expect.objectContaining({ namespace: 'NIST-AAL', change_direction: 'increase' }) },
        { [eventUris['session-revoked']]: expect.anything() },
      ]),
    );
    expect(JSON.stringify(told)).not.toContain(passkey.id);
  });

  it('names a former phone to apps that were allowed to know it, and to no other', async () => {
    const [knows, other] = [await withStream(push), await withStream(push)];
    const person = await signUp(app);
    await signInTo(app, person.browser, { party: knows.party, params: { scope: 'openid phone' } });
    await signInTo(app, person.browser, { party: other.party });
    received = [];
    const { browser, password } = person;
    expect(await browser.post('/account/auth', { method: 'password', password, action: 'changePhone' })).toMatchObject({ code: 200 });
    const phone = freshPhone();
    const code = await accountCode(app, browser, { contact: phone, scene: 'bind' });
    expect(await browser.post('/update/phone', { phone, code })).toMatchObject({ code: 200 });
    const events = await eventsAt(knows.path, knows.party);
    const [renamed] = events.filter((one) => urisOf([one]).includes(eventUris['identifier-changed']));
    expect(renamed?.['sub_id']).toEqual({ format: 'phone_number', phone_number: `+86${person.contact}` });
    expect(urisOf(await eventsAt(other.path, other.party))).not.toContain(eventUris['identifier-changed']);
    for (const { body } of received) expect(Buffer.from(body.split('.')[1] ?? '', 'base64url').toString()).not.toContain(phone);
  });

  it('goes only to apps that the person allowed, under a pairwise id where the app has one, and holds nothing else of the person', async () => {
    const [open, pairwise] = [await withStream(push), await withStream(push, { subject: 'pairwise' })];
    const stranger = await withStream(push);
    const person = await signUp(app);
    const subs = new Map<string, string>();
    for (const { party } of [open, pairwise])
      subs.set(party.clientId, (await signInTo(app, person.browser, { party })).claims()?.sub ?? '');
    received = [];
    await person.browser.post('/logout', {});
    for (const { party, path } of [open, pairwise]) {
      const [event] = await eventsAt(path, party);
      expect(event).toMatchObject({ sub_id: { user: { sub: subs.get(party.clientId) } } });
    }
    expect(new Set(subs.values()).size).toBe(2);
    expect(await eventsAt(stranger.path, stranger.party)).toEqual([]);
    const accountId = await accountIdOf(app, person.contact);
    const bytes = received.map(({ body }) =>
      Buffer.from(body.split('.')[1] ?? '', 'base64url')
        .toString()
        .replaceAll(app.config.publicUrl, ''),
    );
    for (const text of bytes)
      for (const secret of [person.contact, person.account.nickname, '203.0.113', '127.0.0']) expect(text).not.toContain(secret);
    expect(bytes.find((text) => text.includes(pairwise.party.clientId))).not.toContain(accountId);
  });

  it('comes again under the same id until it is taken, later each time, and never without end', async () => {
    const { party, path } = await withStream(push);
    const { browser } = await signedIn(party);
    received = [];
    statuses.set(path, 503);
    await browser.post('/logout', {});
    const tries: number[] = [];
    for (const wait of [0, second, 5 * second, 30 * second, 2 * minute]) {
      app.clock.advance(wait);
      await app.wiring.signals.delivery.drain();
      tries.push(received.length);
    }
    expect(tries).toEqual([1, 2, 3, 4, 5]);
    app.clock.advance(9 * minute);
    await app.wiring.signals.delivery.drain();
    expect(received).toHaveLength(5);
    statuses.delete(path);
    app.clock.advance(minute);
    const all = await eventsAt(path, party);
    expect(new Set(all.map(({ jti }) => jti)).size).toBe(1);
    expect(all).toHaveLength(6);
    app.clock.advance(hour);
    await app.wiring.signals.delivery.drain();
    expect(received).toHaveLength(6);
  });

  it('waits only behind its own stream: a receiver that does not answer delays nobody', async () => {
    const [dead, alive] = [await withStream(push), await withStream(push)];
    const { browser } = await signedIn(dead.party);
    await signInTo(app, browser, { party: alive.party });
    statuses.set(dead.path, 500);
    received = [];
    await browser.post('/logout', {});
    expect(await eventsAt(alive.path, alive.party)).toHaveLength(1);
  });

  it.each([301, 302, 307, 400, 401, 404, 500])('is not taken with the status %i, and no redirect is followed', async (status) => {
    const { party, path } = await withStream(push);
    const { browser } = await signedIn(party);
    received = [];
    statuses.set(path, status);
    await browser.post('/logout', {});
    await app.wiring.signals.delivery.drain();
    expect(received.map((one) => one.path)).toEqual([path]);
    const rows = await app.db.q().selectFrom('signals').select(['done_at', 'failure']).where('failure', 'is not', null).execute();
    expect(rows).toContainEqual({ done_at: null, failure: `status ${status}` });
    await app.db.q().deleteFrom('signals').execute();
  });

  it('after seven days without an answer pauses the stream, which then holds', async () => {
    const { party, path, stream, call } = await withStream(push);
    const { browser } = await signedIn(party);
    statuses.set(path, 500);
    // The developer of the app: from now on its address is called as a stranger's.
    const owner = await signUp(app);
    const ownerId = await accountIdOf(app, owner.contact);
    const email = freshEmail();
    await addEmail(app, ownerId, email);
    await app.db.q().updateTable('openid_clients').set({ owner_id: ownerId }).where('id', '=', party.clientId).execute();
    await browser.post('/logout', {});
    await app.wiring.signals.delivery.drain();
    app.clock.advance(7 * day - minute);
    await app.wiring.signals.delivery.drain();
    app.clock.advance(minute);
    // A second event keeps the stream busy past the seventh day.
    const other = await signedIn(party);
    await other.browser.post('/logout', {});
    await app.wiring.signals.delivery.drain();
    expect((await call('GET', `/status?stream_id=${stream}`, undefined, 'ssf.read')).status).toBe(200);
    const row = await app.db
      .q()
      .selectFrom('signal_streams')
      .select(['status', 'reason'])
      .where('id', '=', stream)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'paused', reason: 'the address does not answer' });
    expect((await app.outbox(email)).map(({ scene }) => scene)).toEqual(['signalsPaused']);
    app.clock.set(Date.now());
  });

  it('before the verification is acknowledged is held', async () => {
    const made = await newReceiver();
    const path = `/${newId()}`;
    statuses.set(path, 500);
    await made.call('POST', '/streams', push(path));
    await app.wiring.signals.delivery.drain();
    const { browser } = await signedIn(made.party);
    await browser.post('/logout', {});
    await app.wiring.signals.delivery.drain();
    app.clock.advance(second);
    await app.wiring.signals.delivery.drain();
    const kinds = async () => urisOf(await eventsAt(path, made.party));
    expect(new Set(await kinds())).toEqual(new Set([streamEventUris.verification]));
    statuses.delete(path);
    app.clock.advance(5 * second);
    await app.wiring.signals.delivery.drain();
    app.clock.advance(second);
    expect(await kinds()).toContain(eventUris['session-revoked']);
  });
});

it('an event exists exactly if its act is committed', async () => {
  const { party } = await withStream(() => poll);
  const person = await signedIn(party);
  const accountId = await accountIdOf(app, person.contact);
  const { audit } = app.wiring.core.journal;
  const act = () => audit.record({ event: 'password.changed', accountId, origin: { clientIp: '', requestId: '' } });
  const count = async () => (await app.db.q().selectFrom('signals').select('id').where('account_id', '=', accountId).execute()).length;
  const before = await count();
  const undone = app.db.tx(async () => {
    await act();
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await count()).toBe(before);
  await app.db.tx(act);
  expect(await count()).toBe(before + 2);
});

describe('several instances', () => {
  it('bring every event of many acts once, and nothing else', async () => {
    const { party, path, stream } = await withStream(push);
    const person = await signedIn(party);
    const accountId = await accountIdOf(app, person.contact);
    const { audit } = app.wiring.core.journal;
    await app.db.q().updateTable('signal_streams').set({ events: 'session-revoked' }).where('id', '=', stream).execute();
    received = [];
    const rows = createSignalRows({ db: app.db, keyring: app.wiring.keyring });
    const other = createSignalDelivery({
      ...app.wiring.core,
      rows,
      issuer: app.config.publicUrl,
      sign: signEvents(app.wiring.core.store),
      keeps: false,
    });
    const act = () => app.db.tx(() => audit.record({ event: 'sessions.ended', accountId, origin: { clientIp: '', requestId: '' } }));
    await Promise.all(
      Array.from({ length: 60 }, () => act().then(() => Promise.all([other.drain(), app.wiring.signals.delivery.drain()]))),
    );
    await Promise.all([other.drain(), app.wiring.signals.delivery.drain()]);
    await other.close();
    const expected = await app.db
      .q()
      .selectFrom('signals')
      .select('id')
      .where('stream_id', '=', stream)
      .where('event', '=', 'session-revoked')
      .execute();
    const ids = (await eventsAt(path, party)).map(({ jti = '' }) => jti);
    expect(expected).toHaveLength(60);
    expect(ids.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
  });

  it('take over what a dead one had begun, under the same id', async () => {
    const { party, path, stream } = await withStream(() => poll);
    await app.db
      .q()
      .updateTable('signal_streams')
      .set({ kind: 'push', url: `${address}${path}` })
      .where('id', '=', stream)
      .execute();
    await verifyStream(app.db, { id: stream, at: app.clock.now() });
    const person = await signedIn(party);
    const at = app.clock.now();
    const accountId = await accountIdOf(app, person.contact);
    const rows = createSignalRows({ db: app.db, keyring: app.wiring.keyring });
    const event = { id: newId(), streamId: stream, accountId, event: 'session-revoked', content: { sub: person.sub, members: {} } };
    await app.db.tx(async () => {
      await rows.insert({ ...event, at, expiresAt: at + day });
      // Leased by an instance that is killed before it sends.
      await leaseSignals(app.db, { streamId: stream, at, until: at + minute, limit: 1 });
    });
    expect(await eventsAt(path, party)).toEqual([]);
    app.clock.advance(minute);
    expect((await eventsAt(path, party)).map(({ jti }) => jti)).toEqual([event.id]);
  });
});

describe('a polled event', () => {
  it('stays until its own stream acknowledges it', async () => {
    const { party, stream, call } = await withStream(() => poll);
    const other = await withStream(() => poll);
    const { browser } = await signedIn(party);
    await browser.post('/logout', {});
    const now = { returnImmediately: true };
    const first = await call('POST', `/poll/${stream}`, now, 'ssf.read');
    expect(first.status).toBe(200);
    const ids = Object.keys(first.body.sets);
    expect(ids).toHaveLength(1);
    expect(await checked(first.body.sets[ids[0] ?? ''], party)).toMatchObject({ jti: ids[0] });
    expect((await other.call('POST', `/poll/${stream}`, now)).status).toBe(404);
    await other.call('POST', `/poll/${other.stream}`, { ...now, ack: ids });
    expect(Object.keys((await call('POST', `/poll/${stream}`, now)).body.sets)).toEqual(ids);
    expect((await call('POST', `/poll/${stream}`, { ...now, ack: ids })).body.sets).toEqual({});
    expect((await call('POST', `/poll/${stream}`, now)).body).toEqual({ sets: {}, moreAvailable: false });
  });

  it('wakes a waiting poll, and a refused one is not sent again', async () => {
    const { party, stream, call } = await withStream(() => poll);
    const { browser } = await signedIn(party);
    const waiting = call('POST', `/poll/${stream}`, {});
    await browser.post('/logout', {});
    const [id = ''] = Object.keys((await waiting).body.sets);
    expect(id).not.toBe('');
    const setErrs = { [id]: { err: 'invalid_request', description: 'not for us' } };
    expect((await call('POST', `/poll/${stream}`, { returnImmediately: true, setErrs })).body.sets).toEqual({});
  });

  it.each([
    { maxEvents: -1 },
    { maxEvents: 'x' },
    { maxEvents: 1.5 },
    { ack: 'x' },
    { setErrs: [] },
    { returnImmediately: 'yes' },
    { ack: Array.from({ length: 1001 }, () => 'x') },
  ])('is not given for %j', async (body) => {
    const { stream, call } = await withStream(() => poll);
    expect((await call('POST', `/poll/${stream}`, body)).status).toBe(400);
  });
});

describe('a stream of the Developer Center', () => {
  it('that an app fetches gives it tokens to read and nothing else, and is only for an app that proves itself', async () => {
    const owner = await newDeveloper(app);
    const { app: made, secret } = await createOwnApp(owner);
    const url = `/developer/apps/${made.clientID}/streams`;
    const config = new client.Configuration((await newRelyingParty(app)).config.serverMetadata(), made.clientID, secret);
    client.allowInsecureRequests(config);
    const tokenFor = (scope: string) => client.clientCredentialsGrant(config, { scope });
    await expect(tokenFor('ssf.read')).rejects.toMatchObject({ error: expect.any(String) });
    await proveFor(owner, 'testAppSecret', made.clientID);
    const { stream } = must(await owner.browser.post<{ stream: OwnStreamView }>(url, { kind: 'poll' }));
    expect(stream).toMatchObject({
      kind: 'poll',
      address: `${app.config.publicUrl}/oidc/ssf/poll/${stream.id}`,
      verified: true,
      waiting: 0,
    });
    must(await owner.browser.post(`${url}/${stream.id}/test`, {}));
    const { access_token: token } = await tokenFor('ssf.read');
    const post = (to: string, bearer: string, body: Json) => {
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
      return fetch(to, { method: 'POST', headers, body: JSON.stringify(body) });
    };
    const fetched = await post(stream.address, token, { returnImmediately: true });
    expect(await fetched.text()).toMatch(/^\{"sets":\{"[\w-]+":"[\w.-]+"\},"moreAvailable":false\}$/);
    const { access_token: other } = await tokenFor('ssf.manage');
    const change = { stream_id: stream.id, status: 'disabled' };
    expect((await post(`${app.config.publicUrl}/oidc/ssf/status`, other, change)).status).toBe(403);

    const { app: page } = await createOwnApp(owner, { kind: 'browser' });
    const refused = await owner.browser.post(`/developer/apps/${page.clientID}/streams`, { kind: 'poll' });
    expect(refused.code).toBe(3041);
  });

  it('brings the header that its developer gave, which no answer shows again', async () => {
    const owner = await newDeveloper(app);
    const { app: made } = await createOwnApp(owner);
    const url = `/developer/apps/${made.clientID}/streams`;
    const body = { kind: 'push', address: 'https://notes.example.com/signals', authorization: 'Bearer of-the-developer' };
    expect((await owner.browser.post(url, { ...body, authorization: 'two\r\nlines' })).code).toBe(400);
    await proveFor(owner, 'testAppSecret', made.clientID);
    const answer = await owner.browser.post<{ stream: OwnStreamView }>(url, body);
    expect(await createSignalRows({ db: app.db, keyring: app.wiring.keyring }).secret(must(answer).stream.id)).toBe(body.authorization);
    expect(answer.text + (await owner.browser.get(url)).text).not.toContain('of-the-developer');
  });

  it('lists its last events only for its developer: the event and how far it came, never its person', async () => {
    const { party, path, stream, call } = await withStream(push);
    const person = await signedIn(party);
    statuses.set(path, 503);
    await person.browser.post('/logout', {});
    await app.wiring.signals.delivery.drain();
    const fetched = await call('POST', '/streams', poll);
    const other = await signedIn(party);
    await other.browser.post('/logout', {});
    const { sets } = (await call('POST', `/poll/${fetched.body.stream_id}`, { returnImmediately: true })).body;
    await call('POST', `/poll/${fetched.body.stream_id}`, {
      returnImmediately: true,
      setErrs: { [Object.keys(sets)[0] ?? '']: { err: 'x' } },
    });
    const owner = await newDeveloper(app);
    await app.db.q().updateTable('openid_clients').set({ owner_id: owner.accountId }).where('id', '=', party.clientId).execute();
    const url = `/developer/apps/${party.clientId}/streams`;
    const list = async (id: string) => {
      const answer = await owner.browser.get<{ deliveries: DeliveryView[] }>(`${url}/${id}/deliveries`);
      expect(answer.text).not.toContain(person.sub);
      return must(answer).deliveries.map(({ event, state, failure }) => [event, state, failure]);
    };
    const pushed = await list(stream);
    expect(pushed).toContainEqual(['verification', 'taken', '']);
    expect(pushed).toContainEqual(['session-revoked', 'failing', 'status 503']);
    expect(await list(fetched.body.stream_id)).toEqual([['session-revoked', 'refused', 'refused by its receiver']]);
    const stranger = await newDeveloper(app);
    expect((await stranger.browser.get(`${url}/${stream}/deliveries`)).code).toBe(404);
  });
});

describe('a stream', () => {
  it('is described, made, read, changed, stopped and removed as SSF says', async () => {
    const answer = await fetch(new URL('/.well-known/ssf-configuration', app.config.publicUrl));
    expect(await answer.json()).toMatchObject({
      spec_version: '1_0',
      issuer: app.config.publicUrl,
      delivery_methods_supported: ['urn:ietf:rfc:8935', 'urn:ietf:rfc:8936'],
      authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6749' }],
      default_subjects: 'ALL',
    });
    const { party, stream, call } = await withStream(() => poll);
    const read = await call('GET', `/streams?stream_id=${stream}`, undefined, 'ssf.read');
    expect(read.body).toMatchObject({ stream_id: stream, iss: app.config.publicUrl, aud: party.clientId, min_verification_interval: 60 });
    expect((await call('GET', '/streams')).body).toHaveLength(1);
    const one = { stream_id: stream, events_requested: [eventUris['session-revoked'], 'https://example.com/unknown'] };
    expect((await call('PATCH', '/streams', one)).body.events_delivered).toEqual([eventUris['session-revoked']]);
    expect((await call('PUT', '/streams', { stream_id: stream, ...poll })).body.events_delivered).toHaveLength(
      Object.keys(eventUris).length,
    );
    expect((await call('POST', '/status', { stream_id: stream, status: 'paused', reason: 'rest' })).body).toEqual({
      stream_id: stream,
      status: 'paused',
      reason: 'rest',
    });
    const { browser } = await signedIn(party);
    await browser.post('/logout', {});
    const now = { returnImmediately: true };
    expect((await call('POST', `/poll/${stream}`, now)).body.sets).toEqual({});
    await call('POST', '/status', { stream_id: stream, status: 'enabled' });
    expect(Object.keys((await call('POST', `/poll/${stream}`, now)).body.sets)).toHaveLength(1);
    await call('POST', '/status', { stream_id: stream, status: 'disabled' });
    await call('POST', '/status', { stream_id: stream, status: 'enabled' });
    expect((await call('POST', `/poll/${stream}`, now)).body.sets).toEqual({});
    expect((await call('DELETE', `/streams?stream_id=${stream}`)).status).toBe(204);
    expect((await call('GET', `/streams?stream_id=${stream}`)).status).toBe(404);
  });

  it.each<[string, Json, number]>([
    ['another issuer', { iss: 'https://evil.example' }, 400],
    ['another audience', { aud: 'somebody' }, 400],
    ['its own id', { stream_id: 'mine' }, 400],
    ['another interval', { min_verification_interval: 1 }, 400],
    ['events that it delivers', { events_delivered: [] }, 400],
    ['an unknown delivery', { delivery: { method: 'carrier pigeon' } }, 400],
    ['no address', { delivery: { method: 'urn:ietf:rfc:8935' } }, 400],
    ['an address with a user', { delivery: { method: 'urn:ietf:rfc:8935', endpoint_url: 'https://a:b@app.example.com/' } }, 400],
    ['a file as its address', { delivery: { method: 'urn:ietf:rfc:8935', endpoint_url: 'file:///etc/passwd' } }, 400],
    [
      'a header with a line break',
      { delivery: { method: 'urn:ietf:rfc:8935', endpoint_url: 'https://app.example.com/', authorization_header: 'a\nb: c' } },
      400,
    ],
    ['a long description', { description: 'x'.repeat(256) }, 400],
    ['no list of events', { events_requested: 'all' }, 400],
  ])('is not made with %s', async (_what, body, status) => {
    const { call } = await newReceiver();
    expect((await call('POST', '/streams', { ...poll, ...body })).status).toBe(status);
  });

  it.each([
    ['push', push],
    ['poll', () => poll],
  ] as const)('tells its receiver by %s when we pause or resume it, and nothing else meanwhile', async (_method, delivery) => {
    const { party, path, stream, call } = await withStream(delivery);
    const rows = createSignalRows(app.wiring.core.store);
    const change = async (status: 'enabled' | 'paused'): Promise<void> => {
      const found = await rows.stream(stream);
      if (found !== undefined) await changeStatus({ db: app.db, rows, at: app.clock.now() }, found, { status, reason: 'a test' });
    };
    const take = async (): Promise<readonly JWTPayload[]> => {
      const pushed = await eventsAt(path, party);
      received = [];
      const { body } = await call('POST', `/poll/${stream}`, { returnImmediately: true });
      const sets: Readonly<Record<string, string>> = body?.sets ?? {};
      if (Object.keys(sets).length > 0) await call('POST', `/poll/${stream}`, { ack: Object.keys(sets), maxEvents: 0 });
      return [...pushed, ...(await Promise.all(Object.values(sets).map(async (token) => checked(token, party))))];
    };
    await take();
    const { browser } = await signedIn(party);
    await change('paused');
    await change('paused');
    expect(await browser.post('/logout', {})).toMatchObject({ code: 200 });
    const paused = await take();
    expect(paused).toMatchObject([
      { sub_id: { format: 'opaque', id: stream }, events: { [streamEventUris['stream-updated']]: { status: 'paused' } } },
    ]);
    expect(await take()).toEqual([]);
    await change('enabled');
    const resumed = await take();
    expect(urisOf(resumed).toSorted()).toEqual([eventUris['session-revoked'], streamEventUris['stream-updated']].toSorted());
    expect(resumed.map(({ events }) => events)).toContainEqual({ [streamEventUris['stream-updated']]: { status: 'enabled' } });
  });

  it('is one for each address and four for each app, also with ten requests at once', async () => {
    const { call } = await newReceiver();
    expect((await call('POST', '/streams', push('/same'))).status).toBe(201);
    expect((await call('POST', '/streams', push('/same'))).status).toBe(409);
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', '/streams', poll)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  it('is opened only by a token for signals, with the scope of the call', async () => {
    const { party, call, stream } = await withStream(() => poll);
    expect((await call('POST', '/streams', poll, 'ssf.read')).status).toBe(403);
    const person = await signUp(app);
    const tokens = await signInTo(app, person.browser, { party });
    const ask = async (authorization: string | undefined, query = '') =>
      (
        await fetch(new URL(`/oidc/ssf/streams${query}`, app.config.publicUrl), {
          headers: authorization === undefined ? {} : { authorization },
        })
      ).status;
    for (const wrong of [
      undefined,
      `Bearer ${tokens.access_token}`,
      `Bearer ${tokens.id_token}`,
      'Bearer x',
      'Basic eDp5',
      `DPoP ${tokens.access_token}`,
    ]) {
      expect(await ask(wrong)).toBe(401);
    }
    const { access_token: good } = await client.clientCredentialsGrant(party.config, { scope: 'ssf.read' });
    expect(await ask(`Bearer ${good}`)).toBe(200);
    expect(await ask(undefined, `?access_token=${good}`)).toBe(401);
    const other = await newReceiver();
    for (const [method, path, body] of [
      ['GET', `/streams?stream_id=${stream}`, undefined],
      ['DELETE', `/streams?stream_id=${stream}`, undefined],
      ['PATCH', '/streams', { stream_id: stream }],
      ['GET', `/status?stream_id=${stream}`, undefined],
      ['POST', '/status', { stream_id: stream, status: 'disabled' }],
      ['POST', '/verify', { stream_id: stream }],
      ['POST', '/subjects/remove', { stream_id: stream, subject: {} }],
    ] as const) {
      expect((await other.call(method, path, body)).status).toBe(404);
    }
  });

  it.each(['[]', '7', '"x"', 'null', '{', '{"__proto__":{"stream_id":"x"}}', '', 'x'.repeat(9000)])(
    'is not touched by the body %s',
    async (body) => {
      const { call } = await newReceiver();
      const before = await app.db.q().selectFrom('signal_streams').select('id').execute();
      const answer = await call('POST', '/status', body).catch(() => ({ status: 413 }));
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(await app.db.q().selectFrom('signal_streams').select('id').execute()).toEqual(before);
    },
  );

  it('verifies once a minute, with the state of its receiver', async () => {
    const { party, path, stream, call } = await withStream(push);
    received = [];
    expect((await call('POST', '/verify', { stream_id: stream, state: 'abc' })).status).toBe(204);
    expect((await call('POST', '/verify', { stream_id: stream, state: 'abc' })).status).toBe(429);
    expect((await call('POST', '/verify', { stream_id: stream, state: 'x'.repeat(257) })).status).toBe(400);
    const [event] = await eventsAt(path, party);
    expect(event).toMatchObject({ events: { [streamEventUris.verification]: { state: 'abc' } } });
    app.clock.advance(minute);
    expect((await call('POST', '/verify', { stream_id: stream })).status).toBe(204);
  });

  it('verifies once a minute, however often it changes its address', async () => {
    const { call, stream } = await withStream(push);
    received = [];
    const paths = Array.from({ length: 12 }, () => `/${newId()}`);
    for (const path of paths) {
      statuses.set(path, 500);
      expect((await call('PATCH', '/streams', { stream_id: stream, ...push(path) })).status).toBe(200);
      await app.wiring.signals.delivery.drain();
    }
    expect(new Set(received.map(({ path }) => path)).size).toBeLessThanOrEqual(1);
    statuses.clear();
    app.clock.advance(minute);
    await app.wiring.signals.delivery.drain();
    expect(received.filter(({ path }) => path === paths.at(-1))).toHaveLength(1);
    expect(await createSignalRows(app.wiring.core.store).countWaiting(stream)).toBe(0);
  });

  it('leaves a person out and takes them back, the end of sessions only after a day, and tells nobody who exists', async () => {
    const { party, path, stream, call } = await withStream(push);
    const person = await signedIn(party);
    const subject = { format: 'iss_sub', iss: app.config.publicUrl, sub: person.sub };
    received = [];
    expect((await call('POST', '/subjects/remove', { stream_id: stream, subject })).status).toBe(204);
    expect((await call('POST', '/subjects/remove', { stream_id: stream, subject: { ...subject, sub: 'nobody' } })).status).toBe(204);
    await person.browser.post('/password/update', { oldPassword: goodPassword, newPassword: 'Harbour9-violet' });
    expect(urisOf(await eventsAt(path, party))).toEqual([eventUris['session-revoked']]);
    app.clock.advance(day);
    received = [];
    await signInTo(app, person.browser, { party });
    await person.browser.post('/logout', {});
    expect(await eventsAt(path, party)).toEqual([]);
    expect((await call('POST', '/subjects/add', { stream_id: stream, subject })).status).toBe(200);
    expect((await app.db.q().selectFrom('signal_excluded').selectAll().execute()).length).toBe(0);
  });
});

describe('a webhook', () => {
  it('is signed as Standard Webhooks says, by both secrets while one is replaced, and tells of a canceled app', async () => {
    const party = await newRelyingParty(app);
    const secrets = [1, 2].map((one) => webhookSecret(Buffer.alloc(32, one)));
    const rows = createSignalRows({ db: app.db, keyring: app.wiring.keyring });
    const path = `/${newId()}`;
    const stream = {
      id: newId(),
      clientId: party.clientId,
      kind: 'webhook' as const,
      address: `${address}${path}`,
      events: ['session-revoked', 'consent.revoked'],
      description: '',
      status: 'enabled' as const,
      reason: '',
      verifiedAt: null,
      failingSince: null,
      secret: secrets.join(' '),
    };
    await rows.addStream(stream, app.clock.now());
    const verification = { id: newId(), streamId: stream.id, accountId: null, event: 'verification', content: { members: {} } };
    await rows.insert({ ...verification, at: app.clock.now(), expiresAt: app.clock.now() + day });
    await app.wiring.signals.delivery.drain();
    const person = await signedIn(party);
    // The judge looks at the clock of the machine.
    app.clock.set(Date.now());
    received = [];
    await person.browser.post('/oauthclient/cancel', { clientID: party.clientId });
    await app.wiring.signals.delivery.drain();
    const [got] = received;
    for (const secret of secrets) {
      const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = got?.headers ?? {};
      const headers = { 'webhook-id': String(id), 'webhook-timestamp': String(timestamp), 'webhook-signature': String(signature) };
      expect(new Webhook(secret).verify(got?.body ?? '', headers)).toMatchObject({ id, type: 'consent.revoked', sub: person.sub });
    }
  });
});

// @one-database
import { createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import type { PasskeyPurpose, PasskeyRegistration } from '#contract/sign-in/passkeys/passkeys.words.ts';
import { day } from '#server/platform/clock.ts';
import { readAllRows } from '#server/testing/lives/all-rows.ts';
import { certifiedStatement, ownStatement } from '#server/testing/people/attestations.ts';
import { bytes, newAuthenticator, text, type Authenticator, type Oddity } from '#server/testing/people/authenticator.ts';
import { addPasskey, beginPasskey, signInByPasskey, type OwnPasskey } from '#server/testing/people/passkeys.ts';
import {
  altered,
  changedAssertions,
  flipped,
  malformedAssertions,
  malformedAttestations,
  oddAssertions,
} from '#server/testing/people/refused-ceremonies.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;
let owner: Person;
let passkey: OwnPasskey;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
  owner = await signUp(app);
  passkey = await addPasskey(owner);
});

afterAll(async () => {
  await app.close();
});

const refusals = [400, 3025, 3026];

/** A refused answer tells nothing of the machine, begins no session and leaves the passkey as it was. */
async function expectRefused(browser: TestBrowser, answer: TestAnswer): Promise<void> {
  expect(refusals).toContain(answer.code);
  expect(answer.text).not.toMatch(/Error|\.ts\b|node_modules| {4}at /);
  expect(browser.cookies.get('sid')).toBeUndefined();
  const row = app.db.q().selectFrom('passkeys').selectAll().where('id', '=', passkey.id);
  expect(await row.executeTakeFirst()).toMatchObject({ suspect_at: null, sign_count: 0 });
}

async function send(browser: TestBrowser, credential: unknown): Promise<TestAnswer> {
  return browser.post('/login/passkey', { credential });
}

/** All rows but the counters of rates, which every call has. */
async function storedRows(): Promise<ReadonlyMap<string, number>> {
  return new Map(
    [...(await readAllRows(app))].flatMap(([table, rows]) => (table === 'rate_windows' ? [] : [[table, rows.length] as const])),
  );
}

describe('a sign-in by passkey is refused', () => {
  it.each(oddAssertions)('%s', async (_what, oddity) => {
    const browser = app.newBrowser();
    const credential = passkey.authenticator.assert(await beginPasskey(browser), oddity);
    await expectRefused(browser, await send(browser, credential));
  });

  it.each(changedAssertions)('with one bit changed in its %s', async (_part, change) => {
    const browser = app.newBrowser();
    await expectRefused(browser, await send(browser, change(passkey.authenticator.assert(await beginPasskey(browser)))));
  });

  it.each(malformedAssertions)('with %s', async (_what, change) => {
    const browser = app.newBrowser();
    await expectRefused(browser, await send(browser, change(passkey.authenticator.assert(await beginPasskey(browser)))));
  });

  it('when it is too long, before anything is read', async () => {
    const browser = app.newBrowser();
    const own = passkey.authenticator.assert(await beginPasskey(browser));
    const id = 'A'.repeat(1_000_000);
    expect(await send(browser, { ...own, id, rawId: id })).toMatchObject({ code: 413 });
    expect(await send(browser, { ...own, id: id.slice(0, 2000), rawId: id.slice(0, 2000) })).toMatchObject({ code: 400 });
    expect(await send(browser, altered(own, { signature: id.slice(0, limits.passkeyBodyMaxBytes) }))).toMatchObject({ code: 413 });
  });

  it('without a row, in 20 ms of processor time', async () => {
    const browser = app.newBrowser();
    const own = passkey.authenticator.assert(await beginPasskey(browser));
    const wrong = [
      altered(own, { signature: flipped(own.response.signature) }),
      altered(own, { clientDataJSON: flipped(own.response.clientDataJSON) }),
      { ...own, id: 'AAAA', rawId: 'AAAA' },
      { ...own, id: 'A'.repeat(2000), rawId: 'A'.repeat(2000) },
    ];
    const before = await storedRows();
    const took: number[] = [];
    for (const credential of Array.from({ length: 5 }, () => wrong).flat()) {
      const started = process.cpuUsage();
      await expectRefused(browser, await send(browser, credential));
      const { user, system } = process.cpuUsage(started);
      took.push((user + system) / 1000);
    }
    // The worker's own work beside it is no part of it.
    expect(took.toSorted((one, other) => one - other)[took.length / 2]).toBeLessThan(20);
    expect(await storedRows()).toEqual(before);
  });

  it('in another browser, used before, or late', async () => {
    const [browser, other] = [app.newBrowser(), app.newBrowser()];
    await beginPasskey(other);
    const first = passkey.authenticator.assert(await beginPasskey(browser));
    await expectRefused(other, await send(other, first));
    expect(await send(browser, first)).toMatchObject({ code: 200 });
    await browser.post('/logout', {});
    browser.cookies.delete('sid');
    expect((await send(browser, first)).code).toBe(3026);
    const late = app.newBrowser();
    const second = passkey.authenticator.assert(await beginPasskey(late));
    app.clock.advance(limits.passkeyCeremonyMs);
    await expectRefused(late, await send(late, second));
  });

  it('in time until the last millisecond', async () => {
    const browser = app.newBrowser();
    const credential = passkey.authenticator.assert(await beginPasskey(browser));
    app.clock.advance(limits.passkeyCeremonyMs - 1);
    expect(await send(browser, credential)).toMatchObject({ code: 200 });
  });

  it('for an account that is gone', async () => {
    const person = await signUp(app);
    const gone = await addPasskey(person);
    app.clock.advance(31 * day);
    const browser = app.newBrowser();
    await signInByPasskey(browser, gone);
    const credential = gone.authenticator.assert(await beginPasskey(browser, { purpose: 'proof', action: 'deleteAccount' }));
    await browser.post('/account/auth', { method: 'passkey', credential, action: 'deleteAccount' });
    expect(await browser.post('/delete', { channel: 'none', reason: 'notUsed' })).toMatchObject({ code: 200 });
    const id = await accountIdOf(app, person.contact);
    app.clock.advance(16 * day);
    await app.wiring.jobs.deletions.run();
    expect(await app.db.q().selectFrom('passkeys').selectAll().where('account_id', '=', id).execute()).toEqual([]);
    expect(await app.db.q().selectFrom('user_handles').selectAll().where('account_id', '=', id).execute()).toEqual([]);
    expect(await signInByPasskey(app.newBrowser(), gone)).toMatchObject({ code: 3025 });
  });
});

describe('a challenge', () => {
  type Begun = { readonly publicKey: { readonly challenge: string; readonly user: { readonly id: string } } };

  /** One session with everything that it can begin. */
  async function stage(purpose: PasskeyPurpose) {
    const person = await signUp(app);
    const own = await addPasskey(person);
    const { browser, password, contact } = person;
    const { data: signedIn } = await browser.post<{ offerPasskey: boolean }>('/login/password', { account: contact, password });
    expect(signedIn.offerPasskey).toBe(true);
    // A proof gives the session a new id, which the password did not open.
    if (purpose === 'settings') await browser.post('/account/auth', { method: 'password', password, action: 'addPasskey' });
    const session = browser;
    const begin = async () => {
      const isNew = purpose === 'settings' || purpose === 'upgrade';
      const path = isNew ? '/passkey/register/begin' : '/passkey/begin';
      const about = purpose === 'proof' ? { action: 'changeRegion' } : {};
      return (await session.post<Begun>(path, { purpose, ...about })).data.publicKey;
    };
    const takers: Readonly<Record<string, (challenge: string) => Promise<TestAnswer>>> = {
      signIn: (challenge) => send(session, own.authenticator.assert({ challenge })),
      proof: (challenge) =>
        session.post('/account/auth', { method: 'passkey', credential: own.authenticator.assert({ challenge }), action: 'changeRegion' }),
      deletion: (challenge) => session.post('/delete/passkey', { credential: own.authenticator.assert({ challenge }) }),
      settings: (challenge) =>
        session.post('/passkey/register/finish', { credential: newAuthenticator().register({ challenge, user: { id: 'AAAA' } }) }),
    };
    return { begin, takers, person, own };
  }

  it.each(['signIn', 'proof', 'settings', 'upgrade'] as const)('for %s serves nothing else', async (purpose) => {
    const { begin, takers } = await stage(purpose);
    for (const [taker, take] of Object.entries(takers)) {
      // A silent registration is one too: `settings` finishes both, each with its own permission.
      if (taker === purpose || (taker === 'settings' && purpose === 'upgrade')) continue;
      const { challenge } = await begin();
      expect(await take(challenge), `${purpose} for ${taker}`).toMatchObject({ code: 3026 });
    }
  });

  it.each(['proof', 'settings', 'upgrade'] as const)('for %s of one person serves no other', async (purpose) => {
    const [one, other] = [await stage(purpose), await stage(purpose)];
    const { challenge } = await one.begin();
    for (const take of Object.values(other.takers)) expect(await take(challenge)).toMatchObject({ code: 3026 });
  });

  it.each(['proof', 'settings', 'upgrade'] as const)('for %s of one browser serves no other one of the same person', async (purpose) => {
    const { begin, person, own } = await stage(purpose);
    const { challenge } = await begin();
    const other = app.newBrowser();
    await other.post('/login/password', { account: person.contact, password: person.password });
    await other.post('/account/auth', { method: 'password', password: person.password, action: 'addPasskey' });
    const [path, body] =
      purpose === 'proof'
        ? (['/account/auth', { method: 'passkey', credential: own.authenticator.assert({ challenge }), action: 'changeRegion' }] as const)
        : (['/passkey/register/finish', { credential: newAuthenticator().register({ challenge, user: { id: 'AAAA' } }) }] as const);
    expect(await other.post(path, body)).toMatchObject({ code: 3026 });
  });

  it('for one action serves no other', async () => {
    const person = await signUp(app);
    const { browser } = person;
    const { authenticator } = await addPasskey(person);
    const credential = async (about: object) => authenticator.assert(await beginPasskey(browser, { purpose: 'proof', ...about }));
    for (const [begun, sent] of [
      [{ action: 'changeRegion' }, { action: 'endOthers' }],
      [{ action: 'changeRegion' }, {}],
      [{}, { action: 'changeRegion' }],
      [
        { action: 'unbindSocial', target: 'qq' },
        { action: 'unbindSocial', target: 'wechat' },
      ],
      [{ action: 'unbindSocial', target: 'qq' }, { action: 'unbindSocial' }],
    ] as const) {
      const body = { method: 'passkey', credential: await credential(begun), ...sent };
      expect(await browser.post('/account/auth', body)).toMatchObject({ code: 3026 });
    }
  });

  it('of a proof is answered only by a passkey of the same account', async () => {
    const person = await signUp(app);
    await addPasskey(person);
    const { challenge } = await beginPasskey(person.browser, { purpose: 'proof', action: 'changeRegion' });
    const credential = passkey.authenticator.assert({ challenge });
    expect(await person.browser.post('/account/auth', { method: 'passkey', credential, action: 'changeRegion' })).toMatchObject({
      code: 3026,
    });
  });
});

/** Of so many bytes; nobody has its other half. */
function rsaKey({ n, e = Buffer.from([1, 0, 1]) }: { readonly n: number; readonly e?: Buffer }): KeyObject {
  const modulus = randomBytes(n);
  modulus[0] = (modulus[0] ?? 0) | 128;
  modulus[n - 1] = (modulus[n - 1] ?? 0) | 1;
  return createPublicKey({ key: { kty: 'RSA', n: modulus.toString('base64url'), e: e.toString('base64url') }, format: 'jwk' });
}

describe('a registration is refused', () => {
  async function begun(): Promise<{ person: Person; options: Parameters<Authenticator['register']>[0] }> {
    const person = await signUp(app);
    await person.browser.post('/account/auth', { method: 'password', password: person.password, action: 'addPasskey' });
    const { data } = await person.browser.post<{ publicKey: Parameters<Authenticator['register']>[0] }>('/passkey/register/begin', {
      purpose: 'settings',
    });
    return { person, options: data.publicKey };
  }

  async function expectNone({ browser }: Person, credential: unknown): Promise<void> {
    const answer = await browser.post('/passkey/register/finish', { credential });
    expect(refusals).toContain(answer.code);
    expect(answer.text).not.toMatch(/Error|node_modules/);
    expect(await browser.get('/passkey/list')).toMatchObject({ data: { passkeys: [] } });
  }

  const junk = Buffer.concat([text('x5c'), Buffer.from([0x81]), bytes(randomBytes(64))]);
  it.each<[string, Oddity]>([
    ['from another origin', { origin: 'https://evil.example' }],
    ['in a frame of another site', { crossOrigin: true }],
    ['for another site', { rpId: 'evil.example' }],
    ['with an assertion in its place', { type: 'webauthn.get' }],
    ['without verification of the person', { flags: 0x19 }],
    ['without the person', { flags: 0x1c }],
    ['as backed up but not eligible', { flags: 0x15 }],
    ['with junk beside no attestation', { statement: [junk] }],
    ['with junk for an attestation', { format: 'packed', statement: [junk] }],
    ['with an attestation that nobody knows', { format: 'unheard-of' }],
    ['with a certificate of a maker', { format: 'packed', attest: certifiedStatement() }],
    ['under another id', { id: randomBytes(24).toString('base64url') }],
  ])('%s', async (_what, oddity) => {
    const { person, options } = await begun();
    await expectNone(person, newAuthenticator().register(options, oddity));
  });

  it.each<[string, () => KeyObject]>([
    ['of 1,024 bits', () => generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey],
    ['of 8,192 bits', () => rsaKey({ n: 1024 })],
    ['with an exponent that costs as much as a signature', () => rsaKey({ n: 384, e: randomBytes(384) })],
    ['that signs nothing, by the exponent 1', () => rsaKey({ n: 256, e: Buffer.from([1]) })],
    ['on another curve', () => generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey],
  ])('for a key %s', async (_what, keyOf) => {
    const { person, options } = await begun();
    await expectNone(person, newAuthenticator({ publicKey: keyOf() }).register(options));
  });

  it.each(['ES256', 'EdDSA', 'RS256'] as const)('not with the own signature of a key of %s', async (algorithm) => {
    const { person, options } = await begun();
    const oddity = { format: 'packed', attest: ownStatement(algorithm) };
    const credential = newAuthenticator({ algorithm }).register(options, oddity);
    expect(await person.browser.post('/passkey/register/finish', { credential })).toMatchObject({ code: 200 });
  });

  it.each(malformedAttestations)('with an attestation object %s', async (_what, attestationObject) => {
    const { person, options } = await begun();
    const own: PasskeyRegistration = newAuthenticator().register(options);
    const startedAt = performance.now();
    await expectNone(person, { ...own, response: { ...own.response, attestationObject } });
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});

it('a flood of junk from one network keeps nobody else out', async () => {
  const flooding = app.newBrowser({ clientIp: '203.0.113.9' });
  const junk = passkey.authenticator.assert(await beginPasskey(flooding), { id: randomBytes(24).toString('base64url') });
  const browser = app.newBrowser({ clientIp: '198.51.100.9' });
  const right = passkey.authenticator.assert(await beginPasskey(browser));
  const [first, second] = [0, 1].map(() => Array.from({ length: 300 }, () => send(flooding, junk)));
  const answer = send(browser, right);
  const third = Array.from({ length: 300 }, () => send(flooding, junk));
  expect(await answer).toMatchObject({ code: 200 });
  const codes = (await Promise.all([...(first ?? []), ...(second ?? []), ...third])).map(({ code }) => code);
  // It waits or is sent away, and comes in no further.
  expect(new Set(codes)).toEqual(new Set([3025, 503]));
});

// @one-database
import { sensitiveActions } from '#contract/acts/acts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { day, minute } from '#server/platform/clock.ts';
import { newAuthenticator, type Authenticator } from '#server/testing/people/authenticator.ts';
import { readAllRows, rowsSince } from '#server/testing/lives/all-rows.ts';
import { addPasskey, beginPasskey, proveByPasskey, signInByPasskey } from '#server/testing/people/passkeys.ts';
import { signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf, leaveUnused } from '#server/testing/people/proving.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { openTestDatabase } from '#server/testing/server/test-database.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

interface Listed {
  readonly passkeys: readonly {
    readonly id: string;
    readonly name: string;
    readonly maker: string;
    readonly synced: boolean;
    readonly suspect: boolean;
    readonly lastUsedAt: string | null;
    readonly rests: { readonly way: string; readonly until: string } | null;
  }[];
  readonly signals: { readonly userHandle: string; readonly credentialIds: readonly string[]; readonly name: string };
}

async function list({ browser }: Pick<Person, 'browser'>): Promise<Listed> {
  return (await browser.get<Listed>('/passkey/list')).data;
}

async function events({ contact }: Person): Promise<readonly string[]> {
  const accountId = await accountIdOf(app, contact);
  const rows = await app.db.q().selectFrom('audit').select('event').where('account_id', '=', accountId).orderBy('at').execute();
  return rows.map(({ event }) => event);
}

const scenes = async ({ contact }: Person) => (await app.outbox(contact)).map(({ scene }) => scene);

describe('a sign-in by passkey', () => {
  it('takes no name, no password and no code', async () => {
    const person = await signUp(app);
    const passkey = await addPasskey(person);
    const browser = app.newBrowser();
    const answer = await signInByPasskey(browser, passkey);
    expect(answer).toMatchObject({ code: 200, data: { account: { id: person.account.id, passkeys: 1 }, continue: '/' } });
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200, data: { passkeys: 1 } });
    expect(await events(person)).toContain('sign-in.passkey');
    expect((await list({ browser })).passkeys[0]?.lastUsedAt).not.toBeNull();
  });

  it.each(['ES256', 'EdDSA', 'RS256'] as const)('takes a key of %s, which the options ask for', async (algorithm) => {
    const passkey = await addPasskey(await signUp(app), { algorithm });
    expect(await signInByPasskey(app.newBrowser(), passkey)).toMatchObject({ code: 200 });
    const browser = app.newBrowser();
    const { response, ...credential } = passkey.authenticator.assert(await beginPasskey(browser));
    const signature = Buffer.from(response.signature, 'base64url');
    const middle = Math.trunc(signature.length / 2);
    signature.writeUInt8(signature.readUInt8(middle) ^ 1, middle);
    const changed = { ...credential, response: { ...response, signature: signature.toString('base64url') } };
    expect(await browser.post('/login/passkey', { credential: changed })).toMatchObject({ code: 3026 });
  });

  it('leads to the wanted page of this site, and to no other', async () => {
    const passkey = await addPasskey(await signUp(app));
    const browser = app.newBrowser();
    const credential = async () => ({ credential: passkey.authenticator.assert(await beginPasskey(browser)) });
    expect(await browser.post('/login/passkey?redirect=/device', await credential())).toMatchObject({ data: { continue: '/device' } });
    expect(await browser.post('/login/passkey?redirect=https://evil.example', await credential())).toMatchObject({
      data: { continue: '/' },
    });
  });

  it('opens an account that was not used for long, where only a phone does not', async () => {
    const person = await signUp(app);
    const passkey = await addPasskey(person);
    await leaveUnused(app, await accountIdOf(app, person.contact), 400 * day);
    expect(await signInByPasskey(app.newBrowser(), passkey)).toMatchObject({ code: 200 });
  });

  it('leads to the withdrawal while the account is being deleted', async () => {
    const person = await signUp(app);
    const passkey = await addPasskey(person);
    await proveByPasskey(person, passkey, { action: 'deleteAccount' });
    const asked = { channel: 'none', reason: 'notUsed' };
    app.clock.advance(31 * day);
    const browser = app.newBrowser();
    await signInByPasskey(browser, passkey);
    await proveByPasskey({ browser }, passkey, { action: 'deleteAccount' });
    expect(await browser.post('/delete', asked)).toMatchObject({ code: 200 });
    expect(await signInByPasskey(app.newBrowser(), passkey)).toMatchObject({ code: 3002 });
  });

  it('is unknown when the passkey is gone, and says which so that the manager drops it', async () => {
    const person = await signUp(app);
    const passkey = await addPasskey(person);
    await proveByPasskey(person, passkey, { action: 'removePasskey', target: passkey.id });
    expect(await person.browser.post('/passkey/remove', { id: passkey.id })).toMatchObject({ code: 200 });
    const answer = await signInByPasskey(app.newBrowser(), passkey);
    expect(answer).toMatchObject({ code: 3025, data: { credentialId: passkey.authenticator.id, rpId: 'id.example.com' } });
  });

  it('succeeds once for sixteen that send one answer', async () => {
    const passkey = await addPasskey(await signUp(app));
    const browser = app.newBrowser();
    const credential = passkey.authenticator.assert(await beginPasskey(browser));
    const answers = await Promise.all(Array.from({ length: 16 }, () => browser.post('/login/passkey', { credential })));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 15 }, () => 3026)]);
  });

  it('of two tabs in one moment signs in in both', async () => {
    const passkey = await addPasskey(await signUp(app));
    const browser = app.newBrowser();
    const [one, other] = [await beginPasskey(browser), await beginPasskey(browser)].map((asked) => passkey.authenticator.assert(asked));
    const answers = await Promise.all([one, other].map((credential) => browser.post('/login/passkey', { credential })));
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
  });

  it('is not begun by a row: a thousand begins leave nothing', async () => {
    const browser = app.newBrowser();
    await beginPasskey(browser);
    const before = await readAllRows(app);
    for (let times = 0; times < 1000; times += 1) await beginPasskey(browser);
    // But the counters of its rate, which it has by now.
    const added = Array.from(rowsSince(before, await readAllRows(app))).filter(([table]) => table !== 'rate_windows');
    expect(added.filter(([, rows]) => rows.length > 0)).toEqual([]);
  });

  it('is off with the feature', async () => {
    const without = await buildTestApp({ config: { passkeys: undefined } });
    try {
      expect(await without.newBrowser().post('/passkey/begin', { purpose: 'signIn' })).toMatchObject({ code: 404 });
      expect((await without.app.inject('/.well-known/passkey-endpoints')).statusCode).toBe(404);
    } finally {
      await without.close();
    }
  });
});

describe('the counter of a passkey', () => {
  it('grows with every use', async () => {
    const passkey = await addPasskey(await signUp(app), { counts: true });
    for (let times = 0; times < 3; times += 1) expect(await signInByPasskey(app.newBrowser(), passkey)).toMatchObject({ code: 200 });
  });

  it.each([
    ['equal', 0],
    ['lower', -1],
  ])('marks a possible copy when it is %s, and tells the owner', async (_word, change) => {
    const person = await signUp(app);
    const { authenticator, id } = await addPasskey(person, { counts: true });
    for (let times = 0; times < 3; times += 1) await signInByPasskey(app.newBrowser(), { authenticator });
    const browser = app.newBrowser();
    const copy = authenticator.assert(await beginPasskey(browser), { counter: 3 + change });
    expect(await browser.post('/login/passkey', { credential: copy })).toMatchObject({ code: 3026 });
    expect((await list(person)).passkeys).toMatchObject([{ id, suspect: true }]);
    expect(await scenes(person)).toContain('passkeySuspect');
    expect(await events(person)).toContain('passkey.suspected');
    // The right one proves nothing either: nobody can tell which is which.
    expect(await signInByPasskey(app.newBrowser(), { authenticator })).toMatchObject({ code: 3026 });
    expect(await proveByPasskey(person, { authenticator }, { action: 'changeRegion' })).toMatchObject({ code: 3001 });
  });
});

describe('an answer that comes twice', () => {
  it('is no copy: of sixteen at once one is taken, and the passkey goes on', async () => {
    const person = await signUp(app);
    const passkey = await addPasskey(person, { counts: true });
    const browser = app.newBrowser();
    const credential = passkey.authenticator.assert(await beginPasskey(browser));
    const answers = await Promise.all(Array.from({ length: 16 }, () => browser.post('/login/passkey', { credential })));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 15 }, () => 3026)]);
    // As a browser that got no answer sends it once more.
    expect(await browser.post('/login/passkey', { credential })).toMatchObject({ code: 3026 });
    expect((await list(person)).passkeys).toMatchObject([{ suspect: false }]);
    expect(await scenes(person)).not.toContain('passkeySuspect');
    expect(await signInByPasskey(app.newBrowser(), passkey)).toMatchObject({ code: 200 });
  });
});

describe('a passkey that changes its kind', () => {
  it.each([
    ['bound', 'synced', false, 0x1d],
    ['synced', 'bound', true, 0x05],
  ])('from %s to %s is refused and marked', async (_from, _to, synced, flags) => {
    const person = await signUp(app);
    const { authenticator } = await addPasskey(person, { synced });
    const browser = app.newBrowser();
    const credential = authenticator.assert(await beginPasskey(browser), { flags });
    expect(await browser.post('/login/passkey', { credential })).toMatchObject({ code: 3026 });
    expect((await list(person)).passkeys).toMatchObject([{ suspect: true }]);
  });

  it('cannot be marked by somebody without its key', async () => {
    const person = await signUp(app);
    const { authenticator } = await addPasskey(person, { counts: true });
    await signInByPasskey(app.newBrowser(), { authenticator });
    const browser = app.newBrowser();
    const forged = newAuthenticator().assert(await beginPasskey(browser), { id: authenticator.id, counter: 0 });
    const { userHandle } = authenticator.assert({ challenge: '' }).response;
    const credential = { ...forged, response: { ...forged.response, userHandle } };
    expect(await browser.post('/login/passkey', { credential })).toMatchObject({ code: 3026 });
    expect((await list(person)).passkeys).toMatchObject([{ suspect: false }]);
  });
});

describe('adding a passkey', () => {
  it('needs a proof, which it spends, tells the owner, and shows what made it', async () => {
    const person = await signUp(app);
    const { browser } = person;
    expect(await browser.post('/passkey/register/begin', { purpose: 'settings' })).toMatchObject({ code: 3001 });
    const { id } = await addPasskey(person, { aaguid: 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd' });
    expect(await list(person)).toMatchObject({
      passkeys: [{ id, name: 'Apple Passwords', maker: 'Apple Passwords', synced: true, suspect: false, lastUsedAt: null }],
    });
    expect(await scenes(person)).toContain('passkeyAdded');
    expect(await events(person)).toContain('passkey.added');
    expect(await browser.post('/passkey/register/begin', { purpose: 'settings' })).toMatchObject({ code: 3001 });
    expect(await browser.get('/account/metainfo')).toMatchObject({ data: { passkeys: 1 } });
  });

  it.each([
    ['here', ['internal', 'hybrid'], 'Windows 上的 Chrome'],
    ['on a key', ['usb'], ''],
  ])('names one of an unknown maker by the browser, if it was made %s', async (_where, transports, name) => {
    const person = await signUp(app);
    const here = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36' };
    const browser: TestBrowser = { ...person.browser, post: (path, body) => person.browser.post(path, body, here) };
    const { id } = await addPasskey({ ...person, browser }, { transports });
    expect((await list(person)).passkeys).toMatchObject([{ id, name, maker: '' }]);
  });

  it('outlives an identity proof in another tab, which gives the session a new id', async () => {
    const person = await signUp(app);
    const { browser, password } = person;
    await browser.post('/account/auth', { method: 'password', password, action: 'addPasskey' });
    const { data } = await browser.post<{ publicKey: Parameters<Authenticator['register']>[0] }>('/passkey/register/begin', {
      purpose: 'settings',
    });
    const before = browser.cookies.get('sid');
    expect(await browser.post('/account/auth', { method: 'password', password })).toMatchObject({ code: 200 });
    expect(browser.cookies.get('sid')).not.toBe(before);
    const credential = newAuthenticator().register(data.publicKey);
    expect(await browser.post('/passkey/register/finish', { credential })).toMatchObject({ code: 200 });
  });

  it('answers the same one again, and is refused for another account', async () => {
    const [person, other] = [await signUp(app), await signUp(app)];
    const authenticator = newAuthenticator();
    const register = async ({ browser, password }: Person, key: Authenticator) => {
      await browser.post('/account/auth', { method: 'password', password, action: 'addPasskey' });
      const { data } = await browser.post<{ publicKey: Parameters<Authenticator['register']>[0] }>('/passkey/register/begin', {
        purpose: 'settings',
      });
      return { credential: key.register(data.publicKey) };
    };
    const body = await register(person, authenticator);
    const first = await person.browser.post<{ passkey: { id: string } }>('/passkey/register/finish', body);
    expect(await person.browser.post('/passkey/register/finish', body)).toMatchObject({
      code: 200,
      data: { passkey: { id: first.data.passkey.id } },
    });
    expect(await other.browser.post('/passkey/register/finish', await register(other, authenticator))).toMatchObject({ code: 3026 });
    expect((await list(person)).passkeys).toHaveLength(1);
  });

  it('succeeds once for sixteen at a time', async () => {
    const person = await signUp(app);
    const { browser, password } = person;
    await browser.post('/account/auth', { method: 'password', password, action: 'addPasskey' });
    const { data } = await browser.post<{ publicKey: Parameters<Authenticator['register']>[0] }>('/passkey/register/begin', {
      purpose: 'settings',
    });
    const keys = Array.from({ length: 16 }, () => newAuthenticator().register(data.publicKey));
    const answers = await Promise.all(keys.map((credential) => browser.post('/passkey/register/finish', { credential })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect((await list(person)).passkeys).toHaveLength(1);
  });

  it('ends at twenty', async () => {
    const person = await signUp(app);
    for (let count = 0; count < limits.passkeysMax; count += 1) await addPasskey(person);
    await person.browser.post('/account/auth', { method: 'password', password: person.password, action: 'addPasskey' });
    expect(await person.browser.post('/passkey/register/begin', { purpose: 'settings' })).toMatchObject({
      code: 3029,
      data: { max: limits.passkeysMax },
    });
  });

  it('with a proof vouches for no more than that proof for 45 days', async () => {
    const person = await signUp(app);
    app.clock.advance(8 * day);
    const browser = app.newBrowser();
    await browser.post('/login/password', { account: person.contact, password: person.password });
    const passkey = await addPasskey({ ...person, browser });
    expect((await list({ browser })).passkeys).toMatchObject([{ rests: { way: 'password' } }]);
    // It stands for the password, so the password removes it again.
    await browser.post('/account/auth', { method: 'password', password: person.password, action: 'removePasskey', target: passkey.id });
    expect(await browser.post('/passkey/remove', { id: passkey.id })).toMatchObject({ code: 200 });
  });
});

describe('a passkey made silently', () => {
  async function signInByPassword(person: Person) {
    const browser = app.newBrowser();
    const answer = await browser.post<{ offerPasskey: boolean }>('/login/password', { account: person.contact, password: person.password });
    return { browser, offer: answer.data.offerPasskey };
  }
  const begin = (browser: Person['browser']) =>
    browser.post<{ publicKey: Parameters<Authenticator['register']>[0] }>('/passkey/register/begin', { purpose: 'upgrade' });

  it('is allowed once, soon after a sign-in by password, and proves nothing before its first use', async () => {
    const person = await signUp(app);
    const { browser, offer } = await signInByPassword(person);
    expect(offer).toBe(true);
    const authenticator = newAuthenticator();
    const begun = await begin(browser);
    // Nobody was there and nobody was verified.
    const credential = authenticator.register(begun.data.publicKey, { flags: 0x18 });
    expect(await browser.post('/passkey/register/finish', { credential })).toMatchObject({ code: 200 });
    expect(await begin(browser)).toMatchObject({ code: 3001 });
    const own = { browser };
    expect(await proveByPasskey(own, { authenticator }, { action: 'changeRegion' })).toMatchObject({ code: 3001 });
    const before = await browser.get('/account/metainfo');
    expect(before).toMatchObject({ data: { passkeys: 1, passwordRemovable: false } });
    expect(await signInByPasskey(app.newBrowser(), { authenticator })).toMatchObject({ code: 200 });
    const after = await browser.get('/account/metainfo', { 'if-none-match': before.headers['etag'] });
    expect(after).toMatchObject({ data: { passwordRemovable: true } });
    expect(await proveByPasskey(own, { authenticator }, { action: 'changeRegion' })).toMatchObject({ code: 200 });
  });

  it('is refused late, in another session, and after a sign-in without a password', async () => {
    const person = await signUp(app);
    const { browser } = await signInByPassword(person);
    expect(await begin(person.browser)).toMatchObject({ code: 3001 });
    app.clock.advance(5 * minute);
    expect(await begin(browser)).toMatchObject({ code: 3001 });
    const passkey = await addPasskey(person);
    const other = app.newBrowser();
    await signInByPasskey(other, passkey);
    expect(await begin(other)).toMatchObject({ code: 3001 });
  });

  it('is refused to a copied session, and to the browser that began it once the account has forgotten that', async () => {
    const person = await signUp(app);
    const { browser } = await signInByPassword(person);
    const thief = app.newBrowser();
    thief.cookies.set('sid', browser.cookies.get('sid') ?? '');
    expect(await begin(thief)).toMatchObject({ code: 3001 });
    const begun = await begin(browser);
    const credential = newAuthenticator().register(begun.data.publicKey, { flags: 0x18 });
    browser.cookies.delete('browser');
    expect(await browser.post('/passkey/register/finish', { credential })).toMatchObject({ code: 3001 });
  });

  it('beside a change of the password comes before it, or not at all', async () => {
    const person = await signUp(app);
    const { browser } = await signInByPassword(person);
    const begun = await begin(browser);
    const credential = newAuthenticator().register(begun.data.publicKey, { flags: 0x18 });
    const change = { oldPassword: person.password, newPassword: 'Harbour9-violet' };
    const finish = Array.from({ length: 15 }, () => browser.post('/passkey/register/finish', { credential }));
    const [changed, ...finished] = await Promise.all([person.browser.post('/password/update', change), ...finish]);
    expect(changed).toMatchObject({ code: 200 });
    const wasAdded = finished.some(({ code }) => code === 200);
    expect((await list(person)).passkeys).toHaveLength(wasAdded ? 1 : 0);
    expect(await browser.post('/passkey/register/finish', { credential })).toMatchObject({ code: 401 });
  });

  it('is not offered within a day of a recovery', async () => {
    const person = await signUp(app);
    const at = app.clock.now();
    const id = await accountIdOf(app, person.contact);
    await app.db
      .q()
      .updateTable('accounts')
      .set({ recovered_at: at, recovered_by: 'phone', recovered_since: at })
      .where('id', '=', id)
      .execute();
    expect((await signInByPassword(person)).offer).toBe(false);
    app.clock.advance(day);
    expect((await signInByPassword(person)).offer).toBe(true);
  });

  it('does not pass as one that its owner asked for', async () => {
    const person = await signUp(app);
    const { browser } = await signInByPassword(person);
    await browser.post('/account/auth', { method: 'password', password: person.password, action: 'addPasskey' });
    const { data } = await browser.post<{ publicKey: Parameters<Authenticator['register']>[0] }>('/passkey/register/begin', {
      purpose: 'settings',
    });
    const credential = newAuthenticator().register(data.publicKey, { flags: 0x18 });
    expect(await browser.post('/passkey/register/finish', { credential })).toMatchObject({ code: 3026 });
  });
});

describe('removing and renaming', () => {
  it('takes the strongest proof, ends other sessions and tells the owner', async () => {
    const person = await signUp(app);
    const [one, other] = [await addPasskey(person), await addPasskey(person)];
    const elsewhere = app.newBrowser();
    await signInByPasskey(elsewhere, one);
    const { browser, password } = person;
    const weak = { method: 'password', password, action: 'removePasskey', target: one.id };
    expect(await browser.post('/account/auth', weak)).toMatchObject({ code: 3001, data: { methods: [{ method: 'passkey', target: '' }] } });
    expect(await browser.post('/passkey/remove', { id: one.id })).toMatchObject({ code: 3001 });
    await proveByPasskey(person, other, { action: 'removePasskey', target: one.id });
    expect(await browser.post('/passkey/remove', { id: other.id })).toMatchObject({ code: 3001 });
    expect(await browser.post('/passkey/remove', { id: one.id })).toMatchObject({ code: 200, data: { account: { passkeys: 1 } } });
    expect(await browser.post('/passkey/remove', { id: one.id })).toMatchObject({ code: 200, data: { account: { passkeys: 1 } } });
    expect((await list(person)).signals.credentialIds).toEqual([other.authenticator.id]);
    expect(await elsewhere.get('/account/metainfo')).toMatchObject({ code: 401 });
    expect(await scenes(person)).toContain('passkeyRemoved');
    expect(await events(person)).toContain('passkey.removed');
  });

  it('never takes the last way in', async () => {
    const person = await signUp(app);
    const passkey = await addPasskey(person);
    const id = await accountIdOf(app, person.contact);
    await app.db.q().deleteFrom('identifiers').where('account_id', '=', id).where('kind', '=', 'phone').execute();
    expect(await person.browser.post('/passkey/remove', { id: passkey.id })).toMatchObject({ code: 3006 });
  });

  it('reaches no passkey of another account', async () => {
    const [person, other] = [await signUp(app), await signUp(app)];
    const { id } = await addPasskey(person);
    expect(await other.browser.post('/passkey/rename', { id, name: 'Mine' })).toMatchObject({ code: 404 });
    expect(await other.browser.post('/passkey/remove', { id })).toMatchObject({ code: 200 });
    expect((await list(person)).passkeys).toMatchObject([{ id, name: '' }]);
  });

  it('keeps a name as it was typed, without what no one can see', async () => {
    const person = await signUp(app);
    const { id } = await addPasskey(person);
    const rename = (name: string) => person.browser.post('/passkey/rename', { id, name });
    expect(await rename('  My ph\u202Eone ')).toMatchObject({ code: 200, data: { passkey: { name: 'My phone' } } });
    expect(await rename(' \u0007 ')).toMatchObject({ code: 400, data: { fields: { name: 'required' } } });
    expect(await rename('x'.repeat(65))).toMatchObject({ code: 400 });
    expect(await events(person)).toContain('passkey.renamed');
  });
});

describe('a passkey as a proof', () => {
  it.each(sensitiveActions)('does for %s', async (action) => {
    const person = await signUp(app);
    const passkey = await addPasskey(person);
    expect(await proveByPasskey(person, passkey, { action })).toMatchObject({ code: 200 });
  });

  it('outlives another proof in another tab', async () => {
    const person = await signUp(app);
    const { browser, password } = person;
    const { authenticator } = await addPasskey(person);
    const about = { action: 'changeRegion' };
    const credential = authenticator.assert(await beginPasskey(browser, { purpose: 'proof', ...about }));
    expect(await browser.post('/account/auth', { method: 'password', password })).toMatchObject({ code: 200 });
    expect(await browser.post('/account/auth', { method: 'passkey', credential, ...about })).toMatchObject({ code: 200 });
  });

  it('is good only for its target', async () => {
    const person = await signUp(app);
    const passkey = await addPasskey(person);
    const credential = passkey.authenticator.assert(
      await beginPasskey(person.browser, { purpose: 'proof', action: 'removePasskey', target: 'a' }),
    );
    const body = { method: 'passkey', credential, action: 'removePasskey', target: 'b' };
    expect(await person.browser.post('/account/auth', body)).toMatchObject({ code: 3026 });
  });

  it('proves the deletion', async () => {
    const person = await signUp(app);
    const passkey = await addPasskey(person);
    app.clock.advance(31 * day);
    const browser = app.newBrowser();
    await signInByPasskey(browser, passkey);
    const credential = passkey.authenticator.assert(await beginPasskey(browser, { purpose: 'proof', action: 'deleteAccount' }));
    const { data, code } = await browser.post<{ ticket: string }>('/delete/passkey', { credential });
    expect(code).toBe(200);
    expect(await browser.post('/delete', { ticket: data.ticket, channel: 'none', reason: 'notUsed' })).toMatchObject({ code: 200 });
  });
});

describe('a start under another domain', () => {
  it('is refused while there are passkeys, and says how many', async () => {
    const database = await openTestDatabase();
    const first = await buildTestApp({ database });
    await addPasskey(await signUp(first));
    await first.close();
    const other = { rpId: 'other.example', origins: ['https://other.example'], related: [] } as const;
    await expect(buildTestApp({ database, config: { passkeys: other } })).rejects.toThrow(
      /^PASSKEY_RP_ID must stay as it was; .* than other\.example: 1\.$/,
    );
    await database.close();
  });
});

describe('the files of passkeys', () => {
  it('tell password managers where to add and manage them', async () => {
    const { headers, body } = await app.app.inject('/.well-known/passkey-endpoints');
    expect(headers).toMatchObject({ 'content-type': expect.stringContaining('application/json'), 'cache-control': 'public, max-age=3600' });
    expect(JSON.parse(body)).toEqual({ enroll: `${app.config.publicUrl}/pc-passkeys?add`, manage: `${app.config.publicUrl}/pc-passkeys` });
    expect((await app.app.inject('/.well-known/webauthn')).statusCode).toBe(404);
  });

  it('tell browsers of related origins', async () => {
    const related = ['https://id.example.net'];
    const wide = await buildTestApp({
      config: { passkeys: { rpId: 'id.example.com', origins: ['https://id.example.com', ...related], related } },
    });
    try {
      expect(JSON.parse((await wide.app.inject('/.well-known/webauthn')).body)).toEqual({
        origins: ['https://id.example.com', 'https://id.example.net'],
      });
      const passkey = await addPasskey(await signUp(wide), { origin: 'https://id.example.net' });
      expect(await signInByPasskey(wide.newBrowser(), passkey)).toMatchObject({ code: 200 });
    } finally {
      await wide.close();
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute } from '#server/platform/clock.ts';
import { standingOf } from '#server/core/sign-in/ways/way.ts';
import { signUpLongAgo, signUpOwner, type Owner } from '#server/testing/people/owner.ts';
import { addPasskey, beginPasskey, proveByPasskey, signInByPasskey } from '#server/testing/people/passkeys.ts';
import { beginRecovery, type RecoveryAnswer } from '#server/testing/people/recovering.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { sendVisitorCode } from '#server/testing/people/proving.ts';
import { addAuthenticator, provePassword, proveTwo, switchTwoStepOn, type TestAuthenticator } from '#server/testing/people/two-step.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

type Begun = { readonly browser: TestBrowser; readonly ticket: string };

const show = ({ browser, ticket }: Begun, proof: object = {}) => browser.post<RecoveryAnswer>('/recovery/prove', { ticket, ...proof });

async function removeApp(owner: Owner, { id }: TestAuthenticator): Promise<void> {
  await provePassword(owner, 'removeTotp');
  expect(await owner.browser.post('/totp/remove', { id })).toMatchObject({ code: 200 });
}

async function signIn({ phone, password }: Owner): Promise<TestBrowser> {
  const browser = app.newBrowser();
  expect(await browser.post('/login/password', { account: phone, password })).toMatchObject({ code: 200 });
  return browser;
}

const formersOf = ({ id }: Owner) => app.wiring.core.identity.formers.of({ id });

describe('an authenticator app that one way removed', () => {
  it('proves in a recovery what it proved, once a code, and stands again afterwards', async () => {
    const owner = await signUpOwner(app);
    const old = await addAuthenticator(app, owner);
    await removeApp(owner, old);
    await switchTwoStepOn(app, owner);
    const begun = await beginRecovery(app, owner.phone);
    expect((await show(begun)).data.methods).toContainEqual(expect.objectContaining({ method: 'totp', former: true, together: 'shared' }));
    expect(await show(begun, { method: 'totp', former: true, code: '000000' })).toMatchObject({ code: 3027 });
    const code = old.next();
    expect(await show(begun, { method: 'totp', former: false, code })).toMatchObject({ code: 3027 });
    const proven = await show(begun, { method: 'totp', former: true, code });
    expect(proven).toMatchObject({ code: 200, data: { proven: ['phone', 'totp'], independence: 'shared' } });
    const again = await beginRecovery(app, owner.phone);
    expect(await show(again, { method: 'totp', former: true, code })).toMatchObject({ code: 3027 });
    const both = await show(begun, { method: 'password', password: owner.password });
    expect(both.data.independence).toBe('independent');
    const body = { ticket: begun.ticket, newPassword: 'another-9-Harbour', keep: both.data.ways.map(({ id }) => id) };
    expect(await begun.browser.post('/recovery/finish', body)).toMatchObject({ code: 200 });
    const account = await app.wiring.core.identity.accounts.findById(owner.id);
    expect(account?.totpApps.map(({ id }) => id)).toContain(old.id);
  });

  it('neither signs in nor proves anything in a session', async () => {
    const owner = await signUpOwner(app);
    const old = await addAuthenticator(app, owner);
    await removeApp(owner, old);
    const { authenticator } = await switchTwoStepOn(app, owner);
    expect(await owner.browser.post('/account/auth', { method: 'totp', code: old.next() })).toMatchObject({ code: 3027 });
    const browser = app.newBrowser();
    const first = await browser.post<{ ticket: string }>('/login/password', { account: owner.phone, password: owner.password });
    const second = (code: string) => browser.post('/login/second', { ticket: first.data.ticket, method: 'totp', code });
    expect(await second(old.next())).toMatchObject({ code: 3027 });
    expect(await second(authenticator.next())).toMatchObject({ code: 200 });
  });

  it('is void where two independent ways removed it', async () => {
    const owner = await signUpOwner(app);
    const old = await addAuthenticator(app, owner);
    const { authenticator } = await switchTwoStepOn(app, owner);
    await proveTwo({ ...owner, authenticator });
    expect(await owner.browser.post('/totp/remove', { id: old.id })).toMatchObject({ code: 200 });
    expect(await formersOf(owner)).toEqual([]);
    const { data } = await show(await beginRecovery(app, owner.phone));
    expect(data.methods.filter(({ former }) => former)).toEqual([]);
  });

  it('lapses after 45 days', async () => {
    const owner = await signUpOwner(app);
    await removeApp(owner, await addAuthenticator(app, owner));
    await switchTwoStepOn(app, owner);
    app.clock.advance(46 * day);
    const { data } = await show(await beginRecovery(app, owner.phone));
    expect(data.methods.filter(({ former }) => former)).toEqual([]);
  });
});

describe('a passkey that one way removed', () => {
  it('proves in a recovery, signs in nowhere, and stands again afterwards', async () => {
    const owner = await signUpOwner(app);
    const passkey = await addPasskey(owner);
    await proveByPasskey(owner, passkey, { action: 'removePasskey', target: passkey.id });
    expect(await owner.browser.post('/passkey/remove', { id: passkey.id })).toMatchObject({ code: 200 });
    expect((await signInByPasskey(app.newBrowser(), passkey)).code).not.toBe(200);
    await switchTwoStepOn(app, owner);
    const begun = await beginRecovery(app, owner.phone);
    const publicKey = await beginPasskey(begun.browser, { purpose: 'recover', ticket: begun.ticket });
    const credential = passkey.authenticator.assert(publicKey);
    expect(await show(begun, { method: 'passkey', former: false, credential })).toMatchObject({ code: 1022 });
    expect(await show(begun, { method: 'passkey', former: true, credential })).toMatchObject({
      code: 200,
      data: { proven: ['phone', 'passkey'] },
    });
    expect(await show(await beginRecovery(app, owner.phone), { method: 'passkey', former: true, credential })).toMatchObject({
      code: 3026,
    });
  });
});

describe('a way that was taken out before it stood for itself', () => {
  /** What a passkey stands for at the end of its chain. */
  async function rootOf({ id }: Owner, passkey: { readonly id: string }): Promise<string | undefined> {
    const { accounts, ways } = app.wiring.core.identity;
    const account = await accounts.findById(id);
    const { known, now } = await ways.of(account ?? expect.fail('no account'));
    const way = known.get(`passkey:${passkey.id}`);
    return way && standingOf(way, known, now).rootKind;
  }

  it('stands for what added it as long as it is kept; one that stays stands for itself', async () => {
    const owner = await signUpLongAgo(app);
    const adding = { ...owner, browser: await signIn(owner) };
    const [gone, stays] = [await addPasskey(adding), await addPasskey(adding)];
    app.clock.advance(44 * day);
    const browser = await signIn(owner);
    await proveByPasskey({ browser }, gone, { action: 'removePasskey', target: gone.id });
    expect(await browser.post('/passkey/remove', { id: gone.id })).toMatchObject({ code: 200 });
    expect([await rootOf(owner, gone), await rootOf(owner, stays)]).toEqual(['password', 'password']);
    app.clock.advance(2 * day);
    expect((await formersOf(owner)).map(({ way }) => way.id)).toContain(`passkey:${gone.id}`);
    expect([await rootOf(owner, gone), await rootOf(owner, stays)]).toEqual(['password', 'passkey']);
  });
});

describe('recovery codes that one way replaced', () => {
  /** Ten codes of an ordinary account, and ten that a thief with the password has made in their place. */
  async function replaced() {
    const owner = await signUpOwner(app);
    const make = async () => {
      await provePassword(owner, 'makeRecoveryCodes');
      const { data } = await owner.browser.post<{ codes: readonly string[] }>('/recovery-codes/make', {});
      app.clock.advance(minute);
      return data.codes;
    };
    return { owner, old: await make(), others: await make() };
  }

  it('prove in a recovery what they proved, each once, and nothing else', async () => {
    const { owner, old } = await replaced();
    const [code = ''] = old;
    expect(await owner.browser.post('/account/auth', { method: 'recovery', code })).toMatchObject({ code: 3027 });
    const { codes } = await switchTwoStepOn(app, owner);
    const first = await app.newBrowser().post<{ ticket: string }>('/login/password', { account: owner.phone, password: owner.password });
    expect(first.code).toBe(3011);
    const begun = await beginRecovery(app, owner.phone);
    expect(await show(begun, { method: 'recovery', former: false, code })).toMatchObject({ code: 3027 });
    expect(await show(begun, { method: 'recovery', former: true, code: codes[0] })).toMatchObject({ code: 3027 });
    expect(await show(begun, { method: 'recovery', former: true, code })).toMatchObject({
      code: 200,
      data: { proven: ['phone', 'recoveryCode'], independence: 'independent' },
    });
    app.clock.advance(2 * minute);
    const again = await beginRecovery(app, owner.phone);
    expect(await show(again, { method: 'recovery', former: true, code })).toMatchObject({ code: 3027, data: { used: true } });
    const { data } = await show(begun);
    const body = { ticket: begun.ticket, newPassword: 'another-9-Harbour', keep: data.ways.map(({ id }) => id) };
    expect(await begun.browser.post('/recovery/finish', body)).toMatchObject({ code: 200, data: { codes: expect.any(Array) } });
    expect((await formersOf(owner)).filter(({ way }) => way.kind === 'recoveryCode')).toEqual([]);
  });

  it('are void where two independent ways replaced them', async () => {
    const owner = await signUpOwner(app);
    const { authenticator } = await switchTwoStepOn(app, owner);
    await proveTwo({ ...owner, authenticator });
    expect(await owner.browser.post('/recovery-codes/make', {})).toMatchObject({ code: 200 });
    expect(await formersOf(owner)).toEqual([]);
  });

  it('leave nothing where all were used', async () => {
    const owner = await signUpOwner(app);
    await provePassword(owner, 'makeRecoveryCodes');
    const { data } = await owner.browser.post<{ codes: readonly string[] }>('/recovery-codes/make', {});
    const { recoveryCodes } = app.wiring.core.evidence;
    for (const code of data.codes) {
      const found = await recoveryCodes.find({ id: owner.id }, code);
      if (found !== undefined) await recoveryCodes.spend(found);
    }
    await provePassword(owner, 'makeRecoveryCodes');
    expect(await owner.browser.post('/recovery-codes/make', {})).toMatchObject({ code: 200 });
    expect(await formersOf(owner)).toEqual([]);
  });
});

/** By the phone and the password, with everything that the account has or had. */
async function comeBack(owner: Owner): Promise<void> {
  app.clock.advance(minute);
  const begun = await beginFrozen(owner);
  const { data } = await show(begun, { method: 'password', password: owner.password });
  const body = { ticket: begun.ticket, newPassword: 'another-9-Harbour', keep: data.ways.map(({ id }) => id) };
  expect(await begun.browser.post('/recovery/finish', body)).toMatchObject({ code: 200 });
}

async function beginFrozen({ phone }: Owner): Promise<Begun> {
  const browser = app.newBrowser();
  expect(await sendVisitorCode(browser, { contact: phone, scene: 'freeze' })).toMatchObject({ code: 200 });
  const { data } = await browser.post<{ ticket: string }>('/freeze', { account: phone, code: await app.codeFor(phone) });
  return { browser, ticket: data.ticket };
}

describe('a freeze', () => {
  it('leaves what somebody removed; an entry brings back the app, the passkey and the social account', async () => {
    const owner = await signUpOwner(app);
    const authenticator = await addAuthenticator(app, owner);
    const passkey = await addPasskey(owner);
    const at = app.clock.now();
    const social = { platform: 'qq', name: 'Anna', avatar_url: '', bound_at: at } as const;
    await app.db
      .q()
      .insertInto('social_accounts')
      .values({ account_id: owner.id, ...social })
      .execute();
    await app.db
      .q()
      .insertInto('social_subjects')
      .values({ platform: 'qq', app: 'web', subject: owner.id, account_id: owner.id })
      .execute();
    app.clock.advance(20 * day);
    const thief = { ...owner, browser: await signIn(owner) };
    await removeApp(thief, authenticator);
    await provePassword(thief, 'unbindSocial');
    expect(await thief.browser.post('/platform/unbind', { platform: 'qq' })).toMatchObject({ code: 200 });
    await proveByPasskey(thief, passkey, { action: 'removePasskey', target: passkey.id });
    expect(await thief.browser.post('/passkey/remove', { id: passkey.id })).toMatchObject({ code: 200 });
    app.clock.advance(minute);
    expect(await thief.browser.post('/account/freeze', { why: 'password' })).toMatchObject({ code: 200 });
    expect(await formersOf(owner)).toHaveLength(3);
    await comeBack(owner);
    const account = await app.wiring.core.identity.accounts.findById(owner.id);
    expect(account?.totpApps.map(({ id }) => id)).toEqual([authenticator.id]);
    expect(account?.passkeys.map(({ id }) => id)).toEqual([passkey.id]);
    expect(account?.socials.map(({ platform }) => platform)).toEqual(['qq']);
    expect(await formersOf(owner)).toEqual([]);
  });

  it('takes no social account from another account', async () => {
    const [owner, other] = [await signUpOwner(app), await signUpOwner(app)];
    const bind = async ({ id }: Owner) => {
      const social = { platform: 'qq', name: 'Anna', avatar_url: '', bound_at: app.clock.now() } as const;
      await app.db
        .q()
        .insertInto('social_accounts')
        .values({ account_id: id, ...social })
        .execute();
      await app.db.q().insertInto('social_subjects').values({ platform: 'qq', app: 'web', subject: owner.id, account_id: id }).execute();
    };
    await bind(owner);
    app.clock.advance(20 * day);
    const thief = { ...owner, browser: await signIn(owner) };
    await provePassword(thief, 'unbindSocial');
    expect(await thief.browser.post('/platform/unbind', { platform: 'qq' })).toMatchObject({ code: 200 });
    await bind(other);
    expect(await thief.browser.post('/account/freeze', { why: 'password' })).toMatchObject({ code: 200 });
    await comeBack(owner);
    const [mine, theirs] = [
      await app.wiring.core.identity.accounts.findById(owner.id),
      await app.wiring.core.identity.accounts.findById(other.id),
    ];
    expect([mine?.socials.length, theirs?.socials.length]).toEqual([0, 1]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someCode } from '#contract/fixtures/codes.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { currentAgreements } from '#server/core/account/agreements/agreements.ts';
import { minute } from '#server/platform/clock.ts';
import { bind, importOld, legacyPassword, proveContact, upgrade } from '#server/testing/people/legacy.ts';
import { freshEmail, freshPhone, goodPassword, registrationBody, signInCode, signUp } from '#server/testing/people/people.ts';
import { accountCode, accountIdOf, sendVisitorCode, visitorCode } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

interface UpgradeOffer {
  readonly upgrade: { readonly ticket: string; readonly legacyId: string };
}

const agreements = currentAgreements;

describe('the phone and the email of a legacy account', () => {
  it('answer 1020 and 1021 to every use for a new account', async () => {
    const old = await importOld(app);
    const { browser, contact } = await signUp(app);
    expect(await app.newBrowser().post('/check/phone', { phone: old.phone })).toMatchObject({ status: 200, code: 1020 });
    expect(await app.newBrowser().post('/check/email', { email: old.email.toUpperCase() })).toMatchObject({ code: 1021 });
    expect(await sendVisitorCode(app.newBrowser(), { contact: old.phone, scene: 'register' })).toMatchObject({ code: 1020 });
    expect(await sendVisitorCode(app.newBrowser(), { contact: old.email, scene: 'register' })).toMatchObject({ code: 1021 });
    expect(await browser.post('/captcha/account/email/send/login', { scene: 'bind', email: old.email })).toMatchObject({ code: 1021 });
    expect(await app.newBrowser().post('/check/phone', { phone: contact })).toMatchObject({ code: 200, data: true });
  });

  it('answer the same to a registration and a binding that began before the import', async () => {
    const [phone, email, visitor] = [freshPhone(), freshEmail(), app.newBrowser()];
    const body = await registrationBody(app, visitor, { phone });
    const person = await signUp(app);
    await person.browser.post('/account/auth', { method: 'password', password: person.password });
    const code = await accountCode(app, person.browser, { contact: email, scene: 'bind' });
    await importOld(app, { phone, email });
    expect(await visitor.post('/register/phone', body)).toMatchObject({ code: 1020 });
    expect(await person.browser.post('/update/email', { email, code })).toMatchObject({ code: 1021 });
  });

  it('are revealed to no stranger by sign-in and reset', async () => {
    const old = await importOld(app);
    const nobody = freshPhone();
    const ask = async (account: string) => app.newBrowser().post('/login/password', { account, password: 'wrong-1-wrong' });
    const [of, without] = [await ask(old.phone), await ask(nobody)];
    expect([of.status, of.text]).toEqual([without.status, without.text]);
    expect(of.code).toBe(3007);
    for (const scene of ['login', 'reset']) {
      const sent = await sendVisitorCode(app.newBrowser(), { contact: old.phone, scene });
      const notSent = await sendVisitorCode(app.newBrowser(), { contact: nobody, scene });
      expect(sent.text).toBe(notSent.text);
    }
    expect((await app.outbox(old.phone)).map(({ scene }) => scene)).toEqual(['login']);
  });
});

describe('signing in with a legacy account', () => {
  it.each(['phone', 'email', 'username'] as const)(
    'by its %s and its password leads to the upgrade, which keeps the password',
    async (kind) => {
      const old = await importOld(app);
      const browser = app.newBrowser();
      expect(await browser.post('/login/password', { account: old[kind], password: 'wrong-1-wrong' })).toMatchObject({ code: 3007 });
      const led = await browser.post<UpgradeOffer>('/login/password', { account: old[kind], password: legacyPassword });
      expect(led).toMatchObject({
        code: kind === 'email' ? 1021 : 1020,
        data: { upgrade: { ticket: expect.any(String), legacyId: expect.any(String) } },
      });
      expect(browser.cookies.has('sid')).toBe(false);
      const { ticket, legacyId } = led.data.upgrade;
      const shown = await bind(browser, { step: 'preview', legacyId, tickets: [ticket] });
      expect(shown.data.preview).toMatchObject({ needsPassword: false, needsContact: true, accounts: [], target: null, leftOut: [] });
      // The password proves no contact, and an account has one from its first moment.
      expect(await bind(browser, { step: 'upgrade', legacyId, tickets: [ticket], agreements })).toMatchObject({ code: 1022 });
      const { ticket: contact } = await proveContact(app, browser, old.phone);
      const done = await bind(browser, { step: 'upgrade', legacyId, tickets: [ticket, contact], agreements });
      expect(done).toMatchObject({ code: 200, data: { account: { username: old.username, password_empty: false } } });
      const again = app.newBrowser();
      expect(await again.post('/login/password', { account: old.username, password: legacyPassword })).toMatchObject({ code: 200 });
      const stored = await app.db
        .q()
        .selectFrom('accounts')
        .select('password_hash')
        .where('id', '=', await accountIdOf(app, old.phone))
        .executeTakeFirstOrThrow();
      expect(app.wiring.keyring.open('password-hash', stored.password_hash ?? '')).toContain('$argon2id$');
    },
  );

  it('by a code leads to the upgrade', async () => {
    const old = await importOld(app, { password: null });
    const browser = app.newBrowser();
    const code = await signInCode(app, browser, old.email);
    const led = await browser.post<UpgradeOffer>('/login/code', { account: old.email, code });
    expect(led).toMatchObject({ code: 1021 });
    const { ticket, legacyId } = led.data.upgrade;
    expect(await bind(browser, { step: 'preview', legacyId, tickets: [ticket] })).toMatchObject({
      data: { preview: { needsPassword: true } },
    });
    expect(await bind(browser, { step: 'upgrade', legacyId, tickets: [ticket], agreements, password: goodPassword })).toMatchObject({
      code: 200,
    });
  });

  it('counts wrong passwords for the name that was written', async () => {
    const old = await importOld(app);
    const browser = app.newBrowser();
    const data: unknown[] = [];
    for (const account of [old.phone, old.email, old.username, old.username, old.username, old.username, old.username]) {
      data.push((await browser.post('/login/password', { account, password: 'wrong-1-wrong' })).data);
    }
    expect(data).toEqual([...Array.from({ length: 6 }, () => ({ captcha: false })), { captcha: true }]);
    expect(await browser.post('/login/password', { account: old.username, password: legacyPassword })).toMatchObject({ code: 3008 });
  });
});

describe('an upgrade', () => {
  it('keeps names, contacts and profile, signs in, and tells every contact', async () => {
    const old = await importOld(app);
    const browser = app.newBrowser();
    const { ticket, legacy, accounts } = await proveContact(app, browser, old.phone);
    expect(accounts).toEqual([]);
    expect(legacy).toEqual([
      expect.objectContaining({ number: old.id, username: old.username, phone: `${old.phone.slice(0, 3)}****${old.phone.slice(-4)}` }),
    ]);
    const done = await bind(browser, {
      step: 'upgrade',
      legacyId: legacy[0]?.legacyId,
      tickets: [ticket],
      password: goodPassword,
      region: 'DE',
      agreements,
    });
    expect(done).toMatchObject({
      code: 200,
      data: {
        receipt: { kind: 'upgraded', undoUntil: null },
        account: {
          username: old.username,
          nickname: old.row['nickname'],
          realName: 'Li Lei',
          company: 'Old Works',
          gender: 2,
          legacy: false,
        },
      },
    });
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200, data: { birthday: '1990-01-02', region: 'DE' } });
    expect((await app.outbox(old.email))[0]).toMatchObject({ scene: 'upgraded' });
    const stored = await app.db
      .q()
      .selectFrom('legacy_accounts')
      .selectAll()
      .where('id', '=', legacy[0]?.legacyId ?? '')
      .executeTakeFirst();
    expect(stored).toMatchObject({ state: 'upgraded', sealed: '', sealed_password: null, phone_hash: null });
    expect(
      await bind(browser, { step: 'upgrade', legacyId: legacy[0]?.legacyId, tickets: [ticket], password: goodPassword, agreements }),
    ).toMatchObject({ code: 1022 });
    const { legacy: left } = await proveContact(app, app.newBrowser(), old.email);
    expect(left).toEqual([]);
  });

  it('leaves behind values that others have, that are unproven, or that the rules of names refuse', async () => {
    const { contact: takenEmail } = await signUp(app, { email: freshEmail() });
    const taken = await importOld(app, { email: takenEmail, nickname: 'admin' });
    const browser = app.newBrowser();
    const { ticket, legacy, accounts } = await proveContact(app, browser, taken.phone);
    const legacyId = legacy[0]?.legacyId;
    expect(accounts).toEqual([expect.objectContaining({ isProven: false, id: '', nickname: '', phone: '', same: ['email'] })]);
    const shown = await bind(browser, { step: 'preview', legacyId, tickets: [ticket] });
    expect(shown.data.preview?.leftOut).toEqual([
      { field: 'email', reason: 'taken' },
      { field: 'nickname', reason: 'refused' },
    ]);
    const done = await bind(browser, { step: 'upgrade', legacyId, tickets: [ticket], password: goodPassword, agreements });
    expect(done.data.account).toMatchObject({ encryptEmail: '', nickname: expect.stringMatching(/^id_/) });

    const unproven = await importOld(app, { emailVerified: false });
    const other = app.newBrowser();
    const found = await proveContact(app, other, unproven.phone);
    const look = await bind(other, { step: 'preview', legacyId: found.legacy[0]?.legacyId, tickets: [found.ticket] });
    expect(look.data.preview?.leftOut).toEqual([{ field: 'email', reason: 'unproven' }]);
    const more = await proveContact(app, other, unproven.email);
    const both = { legacyId: found.legacy[0]?.legacyId, tickets: [found.ticket, more.ticket] };
    expect((await bind(other, { step: 'preview', ...both })).data.preview?.leftOut).toEqual([]);
    const upgraded = await bind(other, { step: 'upgrade', ...both, password: goodPassword, agreements });
    expect(upgraded.data.account?.encryptEmail).not.toBe('');
  });

  it('is refused without agreements, password, a free contact, or proof', async () => {
    const { contact: phone } = await signUp(app);
    const old = await importOld(app, { phone, email: null });
    const browser = app.newBrowser();
    const { ticket, legacy } = await proveContact(app, browser, phone);
    const body = { step: 'upgrade', legacyId: legacy[0]?.legacyId, tickets: [ticket], password: goodPassword, agreements };
    expect(await bind(browser, { ...body, agreements: [] })).toMatchObject({ code: 1009 });
    expect(await bind(browser, body)).toMatchObject({ code: 1005 });
    const free = await importOld(app);
    const found = await proveContact(app, browser, free.phone);
    const upgrading = { ...body, legacyId: found.legacy[0]?.legacyId };
    expect(await bind(browser, { ...upgrading, tickets: [found.ticket], password: 'short' })).toMatchObject({
      status: 400,
      data: { fields: { password: 'min' } },
    });
    expect(await bind(browser, { ...upgrading, tickets: [ticket] })).toMatchObject({ code: 1022 });
    expect(await bind(browser, { ...upgrading, tickets: [] })).toMatchObject({ code: 1022 });
    expect(await bind(browser, { ...upgrading, legacyId: 'unknown', tickets: [found.ticket] })).toMatchObject({ code: 1022 });
    expect(await bind(app.newBrowser(), { ...upgrading, tickets: [found.ticket] })).toMatchObject({ code: 1022 });
    expect(old.email).toBe('');
  });

  it('accepts a ticket for ten minutes', async () => {
    const old = await importOld(app);
    const browser = app.newBrowser();
    const { ticket, legacy } = await proveContact(app, browser, old.phone);
    const body = { step: 'preview', legacyId: legacy[0]?.legacyId, tickets: [ticket] };
    app.clock.advance(10 * minute - 1);
    expect(await bind(browser, body)).toMatchObject({ code: 200 });
    app.clock.advance(1);
    expect(await bind(browser, body)).toMatchObject({ code: 1022 });
  });

  it('happens once for eight requests at once', async () => {
    const old = await importOld(app);
    const browser = app.newBrowser();
    const { ticket, legacy } = await proveContact(app, browser, old.phone);
    const body = { step: 'upgrade', legacyId: legacy[0]?.legacyId, tickets: [ticket], password: goodPassword, agreements };
    const answers = await Promise.all(Array.from({ length: 8 }, () => bind(browser, body)));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.every((code) => [200, 1022, 1005].includes(code))).toBe(true);
  });
});

describe('a search', () => {
  it('reveals nothing without the code of its scene', async () => {
    const old = await importOld(app);
    const browser = app.newBrowser();
    expect(await browser.post('/register/search', { phone: old.phone, code: someCode })).toMatchObject({ code: 1013, data: {} });
    const code = await visitorCode(app, browser, { contact: old.phone, scene: 'login' });
    expect(await browser.post('/register/search', { phone: old.phone, code })).toMatchObject({ code: 1013 });
    expect(await browser.post('/register/search', { phone: old.phone, email: old.email, code })).toMatchObject({ status: 400 });
    expect(await browser.post('/register/search', { code })).toMatchObject({ status: 400 });
    expect(await browser.post('/register/search', { phone: '1', code: '2' })).toMatchObject({
      data: { fields: { phone: 'digits', code: 'length' } },
    });
  });

  it('finds nothing for a contact that only a current account has', async () => {
    const { contact, account } = await signUp(app);
    const found = await proveContact(app, app.newBrowser(), contact);
    expect(found.legacy).toEqual([]);
    expect(found.accounts).toEqual([expect.objectContaining({ id: account.id, isProven: true, same: [] })]);
  });
});

describe('"not mine"', () => {
  it('frees the proven number of a stranger for a registration, and leaves them the rest', async () => {
    const old = await importOld(app);
    const browser = app.newBrowser();
    const { ticket, legacy } = await proveContact(app, browser, old.phone);
    const legacyId = legacy[0]?.legacyId;
    expect(await bind(browser, { step: 'release', legacyId, tickets: [ticket] })).toMatchObject({
      code: 200,
      data: { receipt: { kind: 'released', moved: ['phone'] } },
    });
    const { account } = await signUp(app, { browser, phone: old.phone });
    expect(account).toMatchObject({ legacy: false, realName: '' });
    const owner = app.newBrowser();
    const found = await proveContact(app, owner, old.email);
    expect(found.legacy).toEqual([expect.objectContaining({ legacyId, phone: '', username: old.username })]);
    expect(found.accounts).toEqual([]);
  });

  it('is the only use of a contact that the old system had not proven', async () => {
    const old = await importOld(app, { emailVerified: false });
    const browser = app.newBrowser();
    const { ticket, legacy } = await proveContact(app, browser, old.email);
    const body = { legacyId: legacy[0]?.legacyId, tickets: [ticket] };
    expect(await bind(browser, { step: 'preview', ...body })).toMatchObject({ code: 1022 });
    expect(await bind(browser, { step: 'upgrade', ...body, password: goodPassword, agreements })).toMatchObject({ code: 1022 });
    expect(await sendVisitorCode(app.newBrowser(), { contact: old.email, scene: 'login' })).toMatchObject({ code: 200 });
    expect((await app.outbox(old.email)).map(({ scene }) => scene)).toEqual(['upgrade']);
    expect(await bind(browser, { step: 'release', ...body })).toMatchObject({ code: 200, data: { receipt: { moved: ['email'] } } });
    expect(await app.newBrowser().post('/check/email', { email: old.email })).toMatchObject({ code: 200, data: false });
  });

  it('is refused to a person who has proven only the password', async () => {
    const old = await importOld(app);
    const browser = app.newBrowser();
    const led = await browser.post<UpgradeOffer>('/login/password', { account: old.phone, password: legacyPassword });
    const { ticket, legacyId } = led.data.upgrade;
    expect(await bind(browser, { step: 'release', legacyId, tickets: [ticket] })).toMatchObject({ code: 1022 });
  });
});

describe('a search by a contact of the signed-in account', () => {
  it('finds its legacy account without typing the contact again', async () => {
    const person = await signUp(app);
    await importOld(app, { phone: person.contact });
    expect((await person.browser.get<AccountView>('/account/metainfo')).data.legacy).toBe(true);
    expect(await person.browser.post('/captcha/account/sms/send/login', { scene: 'upgrade' })).toMatchObject({ code: 200 });
    const found = await person.browser.post('/register/search', { own: 'phone', code: await app.codeFor(person.contact) });
    expect(found).toMatchObject({ code: 200, data: { legacy: [{ legacyId: expect.any(String) }], accounts: [{ isOwn: true }] } });
  });

  it.each([
    ['for a visitor is 401', { own: 'phone' }, 401],
    ['beside another contact is 400', { own: 'phone', phone: freshPhone() }, 400],
    ['that it does not have is 1003', { own: 'email' }, 1003],
  ])('%s', async (_name, body, code) => {
    const { browser } = code === 401 ? { browser: app.newBrowser() } : await signUp(app);
    expect(await browser.post('/register/search', { ...body, code: someCode })).toMatchObject({ code });
  });
});

describe('with field encryption', () => {
  it('completes every step', async () => {
    const server = await buildTestApp({ encryption: true });
    try {
      const old = await importOld(server);
      expect(await upgrade(server, server.newBrowser(), old)).toMatchObject({ code: 200 });
    } finally {
      await server.close();
    }
  });
});

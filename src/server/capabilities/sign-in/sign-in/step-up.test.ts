import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '#server/core/sign-in/two-step/totp.ts';
import { day, minute } from '#server/platform/clock.ts';
import { freshEmail, goodPassword, signInCode, signUp, type Person } from '#server/testing/people/people.ts';
import { bind, importOld, prepareMerge } from '#server/testing/people/legacy.ts';
import { askDeletion, unregister } from '#server/testing/people/deletion.ts';
import { accountCode, accountIdOf, addEmail, askReset } from '#server/testing/people/proving.ts';
import { addApp, beginRecovery, proveContact } from '#server/testing/people/recovering.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import { freshIp, type TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 100, signInStepUp: true, geoHeader: 'x-country' } });
});

afterAll(async () => {
  await app.close();
});

interface Begun {
  readonly ticket: string;
  readonly enough: boolean;
  readonly methods: readonly { readonly method: string }[];
}

interface Refused {
  readonly ticket: string;
  readonly because: string;
  readonly signals: readonly string[];
  readonly methods: readonly { readonly method: string }[];
}

async function oldPerson(): Promise<Person & { readonly email: string }> {
  const person = await signUp(app);
  const email = freshEmail();
  await addEmail(app, await accountIdOf(app, person.contact), email);
  app.clock.advance(3 * day);
  return { ...person, email };
}

const byPassword = (browser: TestBrowser, { contact }: Pick<Person, 'contact'>, password: string = goodPassword) =>
  browser.post<Refused>('/login/password', { account: contact, password });

const scenes = async (contact: string) => (await app.outbox(contact)).map(({ scene }) => scene);

describe('a sign-in in a new browser and a new network', () => {
  it('is calm on the first day of an account, to the millisecond', async () => {
    const person = await signUp(app);
    const begunAt = app.clock.now();
    app.clock.set(begunAt + day - 1);
    expect(await byPassword(app.newBrowser(), person)).toMatchObject({ code: 200 });
    app.clock.set(begunAt + day);
    await addEmail(app, await accountIdOf(app, person.contact), freshEmail());
    expect(await byPassword(app.newBrowser(), person)).toMatchObject({ code: 3011, data: { because: 'risky' } });
  });

  it('takes a second step of another root, and is told to every phone and email', async () => {
    const person = await oldPerson();
    const stranger = app.newBrowser();
    const asked = await byPassword(stranger, person);
    expect(asked).toMatchObject({ code: 3011, data: { because: 'risky', signals: ['newBrowser', 'newNetwork'] } });
    expect(asked.data.methods.map(({ method }) => method)).toEqual(['phone', 'email']);
    expect(await stranger.get('/account/metainfo')).toMatchObject({ status: 401 });
    const { ticket } = asked.data;
    expect(await stranger.post('/login/second', { ticket, method: 'email' })).toMatchObject({ code: 200 });
    const code = await app.codeFor(person.email);
    expect(await stranger.post('/login/second', { ticket, method: 'email', code })).toMatchObject({ code: 200 });
    for (const contact of [person.contact, person.email]) expect(await scenes(contact)).toContain('newPlace');
    const { data } = await stranger.get<{ items: readonly { event: string; because: readonly string[] }[] }>('/account/activity');
    expect(data.items.find(({ event }) => event === 'sign-in.password')).toMatchObject({ because: ['newBrowser', 'newNetwork'] });
    // It knows both now.
    expect(await byPassword(stranger, person)).toMatchObject({ code: 200 });
  });

  it('opens no merge of a legacy account by what does not sign in from there', async () => {
    const person = await oldPerson();
    const old = await importOld(app);
    const [stranger, known] = [app.newBrowser(), person.browser];
    await known.post('/logout', {});
    for (const target of [person.email, person.contact]) {
      const sides = await prepareMerge(app, stranger, { old, target });
      expect(await bind(stranger, { step: 'merge', ...sides, choices: { phone: 'legacy', email: 'legacy' } })).toMatchObject({
        code: 1022,
      });
    }
    // From the browser that it knows the same is enough, and what moved stands for what proved it.
    const sides = await prepareMerge(app, known, { old, target: person.email });
    expect(await bind(known, { step: 'merge', ...sides, choices: { nickname: 'target', phone: 'target', email: 'target' } })).toMatchObject(
      { code: 200 },
    );
  });

  it('takes the password after a code, where the account has another step beside it: the phone may be lost', async () => {
    const person = await oldPerson();
    const stranger = app.newBrowser();
    const code = await signInCode(app, stranger, person.email);
    const asked = await stranger.post<Refused>('/login/code', { account: person.email, code });
    expect(asked).toMatchObject({ code: 3011, data: { because: 'risky' } });
    expect(asked.data.methods.map(({ method }) => method)).toEqual(['phone', 'password']);
    const { ticket } = asked.data;
    const finish = (password: string) => stranger.post('/login/second', { ticket, method: 'password', password });
    expect(await finish('wrong-1-Harbour')).toMatchObject({ code: 1017 });
    expect(await stranger.get('/account/metainfo')).toMatchObject({ status: 401 });
    expect(await finish(goodPassword)).toMatchObject({ code: 200 });
    expect(await stranger.get('/account/metainfo')).toMatchObject({ code: 200 });
    // It is no step after itself, nor on an account that has chosen its steps.
    const other = await byPassword(app.newBrowser(), person);
    expect(
      await app.newBrowser().post('/login/second', { ticket: other.data.ticket, method: 'password', password: goodPassword }),
    ).toMatchObject({
      code: 1022,
    });
  });

  it('looks at twenty wrong passwords beside one way, then at one a day, and at those of another way as before', async () => {
    const person = await oldPerson();
    const begin = async (contact: string) => {
      const browser = app.newBrowser();
      const code = await signInCode(app, browser, contact);
      const { data } = await browser.post<Refused>('/login/code', { account: contact, code });
      return (password: string) => browser.post('/login/second', { ticket: data.ticket, method: 'password', password });
    };
    const tried = async (from: number) => {
      const finish = await begin(person.email);
      let looked = 0;
      for (let at = from; at < from + 21; at += 1) if ((await finish(`wrong-${at}-Harbour`)).code === 1017) looked += 1;
      return looked;
    };
    expect(await tried(0)).toBe(20);
    for (let days = 1; days < 3; days += 1) {
      app.clock.advance(day + minute);
      expect(await tried(100 * days)).toBe(1);
    }
    const refused = await (await begin(person.email))(goodPassword);
    expect(refused).toMatchObject({ code: 3004 });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
    expect(await (await begin(person.contact))(goodPassword)).toMatchObject({ code: 200 });
  });

  it.each([
    [9, 'goes on with what was shown, as before'],
    [10, 'begins again, and is unusual'],
  ] as const)('after %i wrong passwords before a deletion was withdrawn %s', async (wrong, _how) => {
    const person = await oldPerson();
    const { browser } = person;
    app.clock.advance(30 * day);
    expect(await byPassword(browser, person)).toMatchObject({ code: 200 });
    expect(await askDeletion(browser)).toMatchObject({ code: 200 });
    const signIn = async (password: string) => {
      const validate = await browser.solveCaptcha('login');
      return browser.post<Refused & { withdrawTicket: string }>('/login/password', { account: person.contact, password, validate });
    };
    for (let at = 0; at < wrong; at += 1) {
      if (at % 5 === 0) app.clock.advance(16 * minute);
      expect(await signIn(`wrong-${at}-Harbour`)).toMatchObject({ code: 3007 });
    }
    app.clock.advance(16 * minute);
    const met = await signIn(goodPassword);
    expect(met.code).toBe(3002);
    const page = await unregister(browser, met.data.withdrawTicket, { action: 'open' });
    const kept = await unregister(browser, page.data.token, { action: 'withdraw' });
    expect(kept).toMatchObject({ data: { status: 'active' } });
    if (wrong < 10) expect(await browser.post('/login/second', { ticket: kept.data.ticket })).toMatchObject({ code: 200 });
    else expect(kept.data.ticket).toBe('');
    const again = await signIn(goodPassword);
    expect(again.code === 3011 && again.data.signals.includes('velocity')).toBe(wrong >= 10);
  });

  it('takes another root: a password that the same phone has set does not count', async () => {
    const person = await oldPerson();
    const thief = app.newBrowser();
    const newPassword = 'violet-7-Harbour-x';
    const { code } = await askReset(app, person.browser, person.contact);
    const body = { phone: person.contact, code, newPassword };
    expect(await person.browser.post('/password/reset/reset_password/phone', body)).toMatchObject({ code: 200 });
    app.clock.advance(minute);
    const sms = await signInCode(app, thief, person.contact);
    const first = await thief.post<Refused>('/login/code', { account: person.contact, code: sms });
    expect(first).toMatchObject({ code: 3011, data: { because: 'risky', methods: [{ method: 'email' }] } });
    const second = { ticket: first.data.ticket, method: 'password', password: newPassword };
    expect(await thief.post('/login/second', second)).toMatchObject({ code: 1022 });
    const other = await byPassword(app.newBrowser(), person, newPassword);
    expect(other.data.methods.map(({ method }) => method)).toEqual(['email']);
    expect(await thief.get('/account/metainfo')).toMatchObject({ status: 401 });
  });

  it('continues without one where the account has none, and is told', async () => {
    const person = await signUp(app);
    await app.db
      .q()
      .updateTable('accounts')
      .set({ password_hash: null })
      .where('id', '=', await accountIdOf(app, person.contact))
      .execute();
    app.clock.advance(3 * day);
    const browser = app.newBrowser();
    const code = await signInCode(app, browser, person.contact);
    expect(await browser.post('/login/code', { account: person.contact, code })).toMatchObject({ code: 200 });
    expect((await scenes(person.contact))[0]).toBe('newPlace');
  });
});

describe('a recovery', () => {
  /** Steps that an account may have beside its phone. The forgotten password counts, but is no step. */
  const had = { nothing: [], email: ['email'], app: ['totp'], both: ['totp', 'email'] } as const;

  async function visitor({
    has,
    isKnown,
    isNear,
  }: {
    readonly has: keyof typeof had;
    readonly isKnown: boolean;
    readonly isNear: boolean;
  }) {
    const clientIp = freshIp();
    const { browser: before, contact } = await signUp(app, { browser: app.newBrowser({ clientIp }) });
    const id = await accountIdOf(app, contact);
    const email = freshEmail();
    if (has === 'email' || has === 'both') await addEmail(app, id, email);
    const secret = has === 'app' || has === 'both' ? await addApp(app, id) : new Uint8Array();
    app.clock.advance(60 * day);
    const browser = app.newBrowser(isNear ? { clientIp } : {});
    if (isKnown) for (const [name, value] of before.cookies) browser.cookies.set(name, value);
    return { browser, contact, email, secret };
  }

  const places = [true, false].flatMap((isKnown) => [true, false].map((isNear) => ({ isKnown, isNear })));

  it.each(places.flatMap((place) => (['nothing', 'email', 'app', 'both'] as const).map((has) => ({ ...place, has }))))(
    'asks before the new password for what the sign-in from there asks for, and for nothing after it: %j',
    async (at) => {
      const { browser, contact, email, secret } = await visitor(at);
      const isRisky = !at.isKnown && !at.isNear;
      const { code } = await askReset(app, browser, contact);
      const { data: begun } = await browser.post<Begun>('/recovery/begin', { phone: contact, code });
      const methods = begun.methods.map(({ method }) => method);
      expect({ enough: begun.enough, methods }).toEqual({ enough: !isRisky, methods: isRisky ? had[at.has] : [] });
      app.clock.advance(minute);
      if (isRisky) {
        const sms = await signInCode(app, browser, contact);
        const asked = await browser.post<Refused>('/login/code', { account: contact, code: sms });
        expect(asked.data.methods.map(({ method }) => method)).toEqual([...methods, 'password']);
      }
      const { ticket } = begun;
      const reset = () =>
        browser.post<Refused>('/password/reset/reset_password/phone', { token: ticket, newPassword: 'violet-7-Harbour-x' });
      const [method] = methods;
      if (method !== undefined) {
        if (method === 'email') await browser.post('/recovery/prove', { ticket, method });
        const shown = method === 'email' ? await app.codeFor(email) : totpCode(secret, totpStep(app.clock.now()));
        // At once: no rule of protected accounts.
        expect(await browser.post('/recovery/prove', { ticket, method, code: shown })).toMatchObject({ code: 200, data: { dueAt: null } });
      }
      if (isRisky && at.has === 'nothing') {
        expect(await reset()).toMatchObject({ code: 3011, data: { because: 'risky', methods: [] } });
        return;
      }
      const done = await reset();
      expect(done).toMatchObject({ code: 200, data: { ticket: expect.any(String) } });
      const signedIn = { ticket: done.data.ticket };
      expect(await app.newBrowser().post('/login/second', signedIn)).toMatchObject({ code: 1022 });
      expect(await browser.post('/login/second', signedIn)).toMatchObject({ code: 200 });
      expect(await browser.post('/login/second', signedIn)).toMatchObject({ code: 1022 });
      expect((await scenes(contact)).includes('newPlace')).toBe(isRisky);
    },
  );

  it('is no sign against the sign-in that ends it', async () => {
    const person = await oldPerson();
    const { browser, contact } = person;
    const [home, abroad] = [{ 'x-country': 'CN' }, { 'x-country': 'FR' }];
    expect(await browser.post('/login/password', { account: contact, password: goodPassword }, home)).toMatchObject({ code: 200 });
    await browser.post('/logout', {});
    const { code } = await askReset(app, browser, contact);
    const body = { phone: contact, code, newPassword: 'violet-7-Harbour-x' };
    const { data } = await browser.post<Refused>('/password/reset/reset_password/phone', body, abroad);
    expect(await browser.post('/login/second', { ticket: data.ticket }, abroad)).toMatchObject({ code: 200 });
  });

  it('by only the phone sets no password, and waits, where the forgotten password is the only other root', async () => {
    const { browser, contact } = await visitor({ has: 'nothing', isKnown: false, isNear: false });
    const { code } = await askReset(app, browser, contact);
    const newPassword = 'violet-7-Harbour-x';
    const asked = await browser.post<Refused>('/password/reset/reset_password/phone', { phone: contact, code, newPassword });
    expect(asked).toMatchObject({ code: 3011, data: { because: 'risky', methods: [] } });
    const { ticket } = asked.data;
    expect(await browser.post('/recovery/finish', { ticket, newPassword, keep: [] })).toMatchObject({ code: 3017 });
    expect(await browser.post('/recovery/prove', { ticket })).toMatchObject({
      data: { independence: 'single', dueAt: expect.any(String) },
    });
    expect(await byPassword(app.newBrowser(), { contact }, newPassword)).toMatchObject({ code: 3007 });
  });

  it.each(['the code', 'the link'] as const)('sets no password by only %s where one more step is asked for', async (by) => {
    const { contact, email } = await oldPerson();
    const thief = app.newBrowser();
    const { code, token } = await askReset(app, thief, email);
    const newPassword = 'violet-7-Harbour-x';
    const shown = by === 'the link' ? { token } : { email, code };
    const asked = await thief.post<Refused>('/password/reset/reset_password/email', { ...shown, newPassword });
    expect(asked).toMatchObject({ code: 3011, data: { because: 'risky', methods: [{ method: 'phone' }] } });
    const { ticket } = asked.data;
    const again = await thief.post<Refused>('/password/reset/reset_password/email', { token: ticket, newPassword });
    expect(again).toMatchObject({ code: 3011, data: { because: 'risky' } });
    expect(await thief.post('/recovery/finish', { ticket: again.data.ticket, newPassword, keep: [] })).toMatchObject({ code: 3017 });
    expect(await byPassword(app.newBrowser(), { contact }, newPassword)).toMatchObject({ code: 3007 });
    // A page that is loaded again after the step asks without a password, and is told whose it is.
    await proveContact(app, { browser: thief, ticket }, { contact });
    const reload = { token: ticket, newPassword: '' };
    expect(await thief.post('/password/reset/reset_password/email', reload)).toMatchObject({ code: 200, data: { contact: email } });
  });
});

it('a recovery that takes one more step is over ten minutes after its code, however often it asks', async () => {
  const { email } = await oldPerson();
  const thief = app.newBrowser();
  const { code } = await askReset(app, thief, email);
  const { data } = await thief.post<Begun>('/recovery/begin', { email, code });
  const ask = (token: string) => thief.post<Refused>('/password/reset/reset_password/email', { token, newPassword: '' });
  app.clock.advance(9 * minute);
  const asked = await ask(data.ticket);
  expect(asked).toMatchObject({ code: 3011, data: { because: 'risky', methods: [{ method: 'phone' }] } });
  app.clock.advance(2 * minute);
  expect(await ask(asked.data.ticket)).toMatchObject({ code: 1022 });
});

describe('a sign-in that is no more than unusual', () => {
  it('takes no second step: in a new browser of a known network, and in a known browser elsewhere', async () => {
    const person = await oldPerson();
    const clientIp = freshIp();
    const phone = app.newBrowser({ clientIp });
    const asked = await byPassword(phone, person);
    const { ticket } = asked.data;
    await phone.post('/login/second', { ticket, method: 'email' });
    await phone.post('/login/second', { ticket, method: 'email', code: await app.codeFor(person.email) });
    // Messages of one moment leave in any order.
    expect((await scenes(person.email))[0]).toBe('newPlace');
    expect(await byPassword(app.newBrowser({ clientIp }), person)).toMatchObject({ code: 200 });
    expect((await scenes(person.email))[0]).toBe('newBrowser');
  });

  it('counts wrong passwords: ten of them before the right one ask for more, in a known browser too', async () => {
    const person = await oldPerson();
    for (let n = 0; n < 9; n++) {
      await byPassword(person.browser, person, 'wrong-1-Harbour');
      app.clock.advance(16 * 60_000);
    }
    expect(await scenes(person.email)).not.toContain('failedSignIns');
    await byPassword(person.browser, person, 'wrong-1-Harbour');
    app.clock.advance(16 * 60_000);
    expect(await byPassword(person.browser, person)).toMatchObject({ code: 3011, data: { because: 'risky', signals: ['velocity'] } });
    expect((await scenes(person.email))[0]).toBe('failedSignIns');
    expect(await scenes(person.contact)).not.toContain('failedSignIns');
  });
});

describe('a way back from a new browser and a new network', () => {
  it('takes another root, also where it begins with a way that the account had', async () => {
    const person = await oldPerson();
    const { browser, email } = person;
    const newer = freshEmail();
    const proof = await accountCode(app, browser, { contact: email });
    expect(await browser.post('/account/auth', { method: 'email', code: proof, action: 'changeEmail' })).toMatchObject({ code: 200 });
    const code = await accountCode(app, browser, { contact: newer, scene: 'bind' });
    expect(await browser.post('/update/email', { email: newer, code })).toMatchObject({ code: 200 });
    app.clock.advance(2 * day);
    // A way that the mailbox added proves no more than the mailbox.
    const begun = await beginRecovery(app, email);
    const proven = await proveContact(app, begun, { contact: newer });
    expect(proven).toMatchObject({ code: 200, data: { independence: 'single' } });
    const finish = { ticket: begun.ticket, newPassword: 'another-9-Harbour', keep: [] };
    expect(await begun.browser.post('/recovery/finish', finish)).toMatchObject({ code: 3017 });
  });

  async function withNewEmail(by: 'email' | 'password') {
    const { contact, browser, email } = await oldPerson();
    const newer = freshEmail();
    const proof = by === 'email' ? { code: await accountCode(app, browser, { contact: email }) } : { password: goodPassword };
    expect(await browser.post('/account/auth', { method: by, ...proof, action: 'changeEmail' })).toMatchObject({ code: 200 });
    const bound = await accountCode(app, browser, { contact: newer, scene: 'bind' });
    expect(await browser.post('/update/email', { email: newer, code: bound })).toMatchObject({ code: 200 });
    app.clock.advance(2 * day);
    const begun = await beginRecovery(app, contact);
    return { begun, proven: await proveContact(app, begun, { contact: email, former: true }) };
  }

  it('counts no former way as one that signs in: beside the phone it waits, and sets no password at once', async () => {
    const { begun, proven } = await withNewEmail('email');
    expect(proven).toMatchObject({ code: 200, data: { independence: 'shared', dueAt: expect.any(String), ways: [] } });
    const reset = { token: begun.ticket, newPassword: 'another-9-Harbour' };
    expect(await begun.browser.post('/password/reset/reset_password/phone', reset)).toMatchObject({
      code: 3011,
      data: { because: 'risky' },
    });
  });

  it('counts what another root took out: beside the phone it opens an ordinary account at once', async () => {
    const { begun, proven } = await withNewEmail('password');
    expect(proven).toMatchObject({ code: 200, data: { independence: 'shared', dueAt: null } });
    const finish = { ticket: begun.ticket, newPassword: 'another-9-Harbour', keep: [] };
    expect(await begun.browser.post('/recovery/finish', finish)).toMatchObject({ code: 200 });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zeroCode } from '#contract/fixtures/codes.ts';
import { transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { day, minute } from '#server/platform/clock.ts';
import { signUpLongAgo, type Owner } from '#server/testing/people/owner.ts';
import { comparable, freshEmail, goodPassword, signUp } from '#server/testing/people/people.ts';
import { accountIdOf, askReset, sendVisitorCode } from '#server/testing/people/proving.ts';
import { actingLink, proveContact, type RecoveryAnswer } from '#server/testing/people/recovering.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

const stolen = 'violet-7-Harbour-x';
const fresh = 'another-9-Harbour';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 100 } });
});

afterAll(async () => {
  await app.close();
});

const oldOwner = () => signUpLongAgo(app);

const byPassword = (browser: TestBrowser, { phone }: Pick<Owner, 'phone'>, password: string = goodPassword) =>
  browser.post<{ ticket: string }>('/login/password', { account: phone, password });

async function byCode(browser: TestBrowser, contact: string) {
  app.clock.advance(minute);
  expect(await sendVisitorCode(browser, { contact, scene: 'login' })).toMatchObject({ code: 200 });
  return browser.post<{ ticket: string }>('/login/code', { account: contact, code: await app.codeFor(contact) });
}

async function reset(browser: TestBrowser, contact: string, newPassword: string) {
  app.clock.advance(minute);
  const { code } = await askReset(app, browser, contact);
  const [path, field] = contact.includes('@') ? ['email', 'email'] : ['phone', 'phone'];
  return browser.post(`/password/reset/reset_password/${path}`, { [field ?? '']: contact, code, newPassword });
}

interface Frozen {
  readonly sessions: number;
  readonly apps: number;
  readonly changes: readonly string[];
}

/** The two clicks of the newest message to a contact. */
async function freezeBy(contact: string) {
  const token = await actingLink(app, contact, contact.includes('@') ? 'notice' : 'n');
  const browser = app.newBrowser();
  expect(await browser.post('/notice/read', { token })).toMatchObject({ code: 200, data: { event: { frozen: false } } });
  return browser.post<Frozen>('/notice/answer', { token, answer: 'not-me' });
}

/** Everything that the browser of a thief tries with what it held. */
async function usesOf(browser: TestBrowser): Promise<readonly number[]> {
  const answers = [
    await browser.get('/account/metainfo'),
    await browser.post('/account/auth', { method: 'password', password: stolen }),
    await browser.post('/password/update', { oldPassword: stolen, newPassword: fresh }),
    await browser.get('/account/activity'),
  ];
  return answers.map(({ code }) => code);
}

async function wayBack(browser: TestBrowser, ticket: string) {
  const { data } = await browser.post<RecoveryAnswer>('/recovery/prove', { ticket });
  return data;
}

async function finish(browser: TestBrowser, ticket: string, rest: object = {}) {
  const { ways } = await wayBack(browser, ticket);
  // Their own email is younger than 45 days, and unticked at first.
  const keep = ways.filter((way) => way.kept || (way.family === 'email' && !('aside' in way && way.aside === true))).map(({ id }) => id);
  return browser.post('/recovery/finish', { ticket, newPassword: fresh, keep, ...rest });
}

describe('a freeze from a message', () => {
  it('ends what a thief with the password has, and puts the password back (story 1)', async () => {
    const owner = await oldOwner();
    const thief = app.newBrowser();
    expect(await byPassword(thief, owner)).toMatchObject({ code: 200 });
    expect(await thief.post('/password/update', { oldPassword: goodPassword, newPassword: stolen })).toMatchObject({ code: 200 });
    expect(await freezeBy(owner.email)).toMatchObject({ code: 200, data: { sessions: 1, changes: ['password'] } });
    expect(new Set(await usesOf(thief))).toEqual(new Set([401]));
    for (const password of [stolen, goodPassword]) expect((await byPassword(app.newBrowser(), owner, password)).code).not.toBe(200);
    // Their own browser and the phone: two things.
    const begun = await byCode(owner.browser, owner.phone);
    expect(begun).toMatchObject({ code: 3016, data: { frozenAt: expect.any(String) } });
    const { ticket } = begun.data;
    expect(await wayBack(owner.browser, ticket)).toMatchObject({ independence: 'independent', proven: ['phone', 'browser'] });
    expect(await finish(owner.browser, ticket)).toMatchObject({ code: 200 });
    expect(await owner.browser.get('/account/metainfo')).toMatchObject({ code: 200 });
    expect(await byPassword(thief, owner, stolen)).toMatchObject({ code: 3007 });
    expect(await byPassword(app.newBrowser(), owner, fresh)).toMatchObject({ code: 200 });
  });

  it('gives the old mailbox back after a stolen number, which then proves nothing (story 2)', async () => {
    const owner = await oldOwner();
    const thief = app.newBrowser();
    expect(await reset(thief, owner.phone, stolen)).toMatchObject({ code: 200 });
    await byPassword(thief, owner, stolen);
    const email = freshEmail();
    await thief.post('/account/auth', { method: 'password', password: stolen });
    app.clock.advance(minute);
    expect(await thief.post('/captcha/account/email/send/login', { scene: 'bind', email })).toMatchObject({ code: 200 });
    const bound = await thief.post('/update/email', { email, code: await app.codeFor(email) });
    expect(bound).toMatchObject({ code: 200 });
    expect(await freezeBy(owner.email)).toMatchObject({ code: 200, data: { changes: ['email', 'password'] } });
    expect(new Set(await usesOf(thief))).toEqual(new Set([401]));
    expect(await byCode(app.newBrowser(), email)).toMatchObject({ code: 1004 });
    // The thief has the number alone.
    const again = app.newBrowser();
    const { data } = await byCode(again, owner.phone);
    expect(await again.post('/recovery/claim', { ticket: data.ticket })).toMatchObject({ code: 3017 });
    const browser = app.newBrowser();
    const begun = await byCode(browser, owner.email);
    const known = await browser.post('/recovery/prove', { ticket: begun.data.ticket, method: 'password', password: goodPassword });
    expect(known).toMatchObject({ code: 200, data: { proven: ['email', 'password'], independence: 'shared' } });
    expect(await browser.post('/recovery/finish', { ticket: begun.data.ticket, newPassword: fresh, keep: [] })).toMatchObject({
      code: 3017,
    });
    expect(await browser.post('/recovery/claim', { ticket: begun.data.ticket })).toMatchObject({ code: 200 });
  });

  it('answers a sign-in in a browser that nobody knew, and spends what was shown there', async () => {
    const owner = await oldOwner();
    const thief = app.newBrowser();
    await byPassword(thief, owner);
    for (const contact of [owner.email, owner.phone]) expect((await app.outbox(contact))[0]).toMatchObject({ scene: 'newPlace' });
    expect(await freezeBy(owner.email)).toMatchObject({ code: 200, data: { changes: [] } });
    expect(new Set(await usesOf(thief))).toEqual(new Set([401]));
    const { data } = await byPassword(thief, owner);
    expect(await wayBack(thief, data.ticket)).toMatchObject({ proven: [], independence: 'none' });
    expect(await thief.post('/recovery/finish', { ticket: data.ticket, newPassword: stolen, keep: [] })).toMatchObject({ code: 3017 });
  });

  it('puts back on review what the owner calls their own', async () => {
    const owner = await oldOwner();
    const email = freshEmail();
    await byPassword(owner.browser, owner);
    expect(await owner.browser.post('/account/auth', { method: 'password', password: goodPassword })).toMatchObject({ code: 200 });
    app.clock.advance(minute);
    expect(await owner.browser.post('/captcha/account/email/send/login', { scene: 'bind', email })).toMatchObject({ code: 200 });
    expect(await owner.browser.post('/update/email', { email, code: await app.codeFor(email) })).toMatchObject({ code: 200 });
    app.clock.advance(minute);
    const browser = app.newBrowser();
    await sendVisitorCode(browser, { contact: owner.phone, scene: 'freeze' });
    const { data } = await browser.post<{ ticket: string }>('/freeze', { account: owner.phone, code: await app.codeFor(owner.phone) });
    const { ticket } = data;
    await browser.post('/recovery/prove', { ticket, method: 'password', password: goodPassword });
    const { ways } = await wayBack(browser, ticket);
    const aside = ways.find((way) => 'aside' in way && way.aside === true);
    expect(aside).toMatchObject({ family: 'email', kept: false });
    const keep = [...ways.filter(({ kept }) => kept).map(({ id }) => id), aside?.id ?? ''];
    expect(await browser.post('/recovery/finish', { ticket, newPassword: fresh, keep })).toMatchObject({ code: 200 });
    for (const [account, code] of [
      [email, 200],
      [owner.email, 3007],
    ] as const) {
      expect(await app.newBrowser().post('/login/password', { account, password: fresh })).toMatchObject({ code });
    }
  });

  it('tells everybody, and leaves no link that freezes again, ends it or signs in', async () => {
    const owner = await oldOwner();
    const thief = app.newBrowser();
    await reset(thief, owner.phone, stolen);
    const others = [await actingLink(app, owner.phone, 'n')];
    await freezeBy(owner.email);
    for (const contact of [owner.phone, owner.email]) expect((await app.outbox(contact))[0]).toMatchObject({ scene: 'frozen' });
    for (const token of others) {
      expect(await app.newBrowser().post('/notice/read', { token })).toMatchObject({ code: 200, data: { event: { frozen: true } } });
      expect(await app.newBrowser().post('/notice/answer', { token, answer: 'stop' })).toMatchObject({ code: 1022 });
      expect(await app.newBrowser().post('/recovery/prove', { ticket: token })).toMatchObject({ code: 1022 });
    }
  });
});

describe('a freeze from an address that somebody added with the password', () => {
  it.each([
    { days: 8, isGone: false, list: 'named', what: 'while it stands for the password, calls what its owner did afterwards named' },
    { days: 8, isGone: true, list: 'named', what: 'does so too where the owner has taken it out meanwhile' },
    { days: 46, isGone: false, list: 'spent', what: 'once it stands for itself, calls it spent' },
  ] as const)('$what', async ({ days, isGone, list }) => {
    const owner = await signUp(app);
    const id = await accountIdOf(app, owner.contact);
    app.clock.advance(60 * day);
    const thief = app.newBrowser();
    expect(await byPassword(thief, { ...owner, phone: owner.contact })).toMatchObject({ code: 200 });
    const email = freshEmail();
    await thief.post('/account/auth', { method: 'password', password: goodPassword, action: 'bindEmail', target: email });
    app.clock.advance(minute);
    expect(await thief.post('/captcha/account/email/send/login', { scene: 'bind', email })).toMatchObject({ code: 200 });
    expect(await thief.post('/update/email', { email, code: await app.codeFor(email) })).toMatchObject({ code: 200 });
    app.clock.advance(days * day);
    expect(await byPassword(app.newBrowser(), { ...owner, phone: owner.contact })).toMatchObject({ code: 200 });
    if (isGone) {
      const browser = app.newBrowser();
      await byPassword(browser, { ...owner, phone: owner.contact });
      await browser.post('/account/auth', { method: 'password', password: goodPassword, action: 'unbindEmail' });
      expect(await browser.post('/update/email', { email: '' })).toMatchObject({ code: 200 });
    }
    expect(await freezeBy(email)).toMatchObject({ code: 200 });
    const found = await app.db
      .q()
      .selectFrom('incidents')
      .select(['spent', 'named'])
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow();
    const lists = { spent: found.spent.includes('"password:'), named: found.named.includes('"password:') };
    expect(lists).toEqual({ spent: list === 'spent', named: list === 'named' });
  });
});

describe('the link of a message', () => {
  it('is spent by an answer alone, by one of eight, and not by ‘That was me’', async () => {
    const owner = await oldOwner();
    await reset(app.newBrowser(), owner.phone, stolen);
    const token = await actingLink(app, owner.email, 'notice');
    for (const method of ['GET', 'HEAD'] as const) await app.newBrowser().raw({ method, path: `/notice?token=${token}` });
    expect(await app.newBrowser().post('/notice/answer', { token, answer: 'me' })).toMatchObject({ code: 200, data: { answer: 'me' } });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.newBrowser().post('/notice/answer', { token, answer: 'not-me' })),
    );
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 7 }, () => 1022)]);
    expect(await app.newBrowser().post('/notice/read', { token })).toMatchObject({ code: 1022 });
  });
});

describe('a freeze without a message', () => {
  it('takes one code of a phone or an email that the account has or had, and gives a way back (story 8)', async () => {
    const owner = await oldOwner();
    const thief = app.newBrowser();
    await reset(thief, owner.phone, stolen);
    await byPassword(thief, owner, stolen);
    app.clock.advance(minute);
    const browser = app.newBrowser();
    expect(await sendVisitorCode(browser, { contact: owner.email, scene: 'freeze' })).toMatchObject({ code: 200 });
    const code = await app.codeFor(owner.email);
    expect(await byCode(browser, owner.email)).not.toMatchObject({ code: 1004 });
    const body = { account: owner.email, code, why: 'phone' };
    const frozen = await app.newBrowser().post('/freeze', body);
    expect(frozen).toMatchObject({ code: 1014 });
    const answer = await browser.post<{ ticket: string }>('/freeze', body);
    expect(answer).toMatchObject({ code: 200, data: { sessions: expect.any(Number), changes: ['password'] } });
    expect(await browser.post('/freeze', body)).not.toMatchObject({ code: 200 });
    expect(new Set(await usesOf(thief))).toEqual(new Set([401]));
    const { ticket } = answer.data;
    const state = await wayBack(browser, ticket);
    // "My phone was taken": its number opens nothing at once.
    expect(state.methods.map(({ method, together }) => [method, together])).toEqual([
      ['phone', 'single'],
      ['password', 'shared'],
    ]);
    await browser.post('/recovery/prove', { ticket, method: 'password', password: goodPassword });
    expect(await browser.post('/recovery/claim', { ticket })).toMatchObject({ code: 200 });
  });

  it('is no way round the lock of an operator', async () => {
    const owner = await oldOwner();
    await transitionAccount(app.db, { id: owner.id, from: 'active', to: 'locked' });
    app.clock.advance(minute);
    const browser = app.newBrowser();
    await sendVisitorCode(browser, { contact: owner.phone, scene: 'freeze' });
    const { data } = await browser.post<{ ticket: string }>('/freeze', { account: owner.phone, code: await app.codeFor(owner.phone) });
    const { ticket } = data;
    await browser.post('/recovery/prove', { ticket, method: 'password', password: goodPassword });
    expect(await finish(browser, ticket)).toMatchObject({ code: 4010 });
    await transitionAccount(app.db, { id: owner.id, from: 'locked', to: 'active' });
    expect(await byPassword(browser, owner)).toMatchObject({ code: 3016 });
  });

  it('answers the same for an account, a frozen one and none', async () => {
    const owner = await oldOwner();
    const unknown = freshEmail();
    const ask = async (contact: string) => {
      app.clock.advance(minute);
      const browser = app.newBrowser();
      const sent = await sendVisitorCode(browser, { contact, scene: 'freeze' });
      const wrong = await browser.post('/freeze', { account: contact, code: zeroCode });
      return [comparable(sent), comparable(wrong)];
    };
    const [active, none] = [await ask(owner.email), await ask(unknown)];
    expect(none).toEqual(active);
    expect(await app.outbox(unknown)).toEqual([]);
    expect(await byPassword(owner.browser, owner)).toMatchObject({ code: 200 });
    expect(await owner.browser.post('/account/freeze', { why: 'password' })).toMatchObject({ code: 200, data: { sessions: 1 } });
    expect(await owner.browser.get('/account/metainfo')).toMatchObject({ status: 401 });
    expect(await ask(owner.email)).toEqual(none);
  });
});

/** The owner's new email, then a freeze by the phone, whose holder alone waits and ends it. */
async function changedThenFrozen(owner: Owner, browser: TestBrowser): Promise<{ readonly email: string; readonly ticket: string }> {
  const email = freshEmail();
  await byPassword(owner.browser, owner);
  await owner.browser.post('/account/auth', { method: 'password', password: goodPassword });
  app.clock.advance(minute);
  await owner.browser.post('/captcha/account/email/send/login', { scene: 'bind', email });
  expect(await owner.browser.post('/update/email', { email, code: await app.codeFor(email) })).toMatchObject({ code: 200 });
  app.clock.advance(minute);
  await sendVisitorCode(browser, { contact: owner.phone, scene: 'freeze' });
  const { data } = await browser.post<{ ticket: string }>('/freeze', { account: owner.phone, code: await app.codeFor(owner.phone) });
  return { email, ticket: data.ticket };
}

describe('the wait for the end of a freeze', () => {
  it('is taken back by the browser that began it', async () => {
    const browser = app.newBrowser();
    const { ticket } = await changedThenFrozen(await oldOwner(), browser);
    expect(await browser.post('/recovery/claim', { ticket })).toMatchObject({ code: 200 });
    expect(await app.newBrowser().post('/claim/cancel', {})).toMatchObject({ code: 1022 });
    expect(await browser.post('/claim/cancel', {})).toMatchObject({ code: 200, data: { state: 'cancelled' } });
  });

  it('takes nothing away: what stood recovers the account also after something else was put back', async () => {
    const owner = await oldOwner();
    const browser = app.newBrowser();
    const { email, ticket } = await changedThenFrozen(owner, browser);
    expect(await browser.post('/recovery/claim', { ticket })).toMatchObject({ code: 200 });
    app.clock.advance(72 * 60 * minute + 1);
    await app.wiring.jobs.claims.run();
    const token = await actingLink(app, owner.phone, 'recover');
    const { ways } = await wayBack(browser, token);
    const keep = ways.map(({ id }) => id);
    expect(await browser.post('/recovery/finish', { ticket: token, newPassword: stolen, keep })).toMatchObject({ code: 200 });
    expect(await byPassword(app.newBrowser(), { ...owner, phone: email }, stolen)).toMatchObject({ code: 200 });
    // A claim without a second way carries nothing out for seven days.
    const auth = { method: 'password', password: stolen, action: 'requestExport' };
    expect(await browser.post('/account/auth', auth)).toMatchObject({ code: 200 });
    expect(await browser.post('/account/exports', {})).toMatchObject({ code: 3001, data: { reason: 'afterClaim' } });
    // The mailbox that the freeze had put back.
    expect(await reset(app.newBrowser(), owner.email, fresh)).toMatchObject({ code: 3011, data: { ticket: expect.any(String) } });
  });

  it('is stopped by any address that no thief has; then two proofs alone end it (story 9)', async () => {
    const owner = await oldOwner();
    // A reader of the mailbox freezes the account, and waits.
    const thief = app.newBrowser();
    app.clock.advance(minute);
    await sendVisitorCode(thief, { contact: owner.email, scene: 'freeze' });
    const frozen = await thief.post<{ ticket: string }>('/freeze', { account: owner.email, code: await app.codeFor(owner.email) });
    expect(await thief.post('/recovery/claim', { ticket: frozen.data.ticket })).toMatchObject({ code: 200 });
    expect(await byPassword(thief, owner)).toMatchObject({ code: 3016 });
    const token = await actingLink(app, owner.phone, 'n');
    expect(await app.newBrowser().post('/notice/answer', { token, answer: 'stop' })).toMatchObject({
      code: 200,
      data: { state: 'stopped' },
    });
    const again = await byCode(thief, owner.email);
    expect(await thief.post('/recovery/claim', { ticket: again.data.ticket })).toMatchObject({ code: 3019 });
    app.clock.advance(73 * 60 * minute);
    expect(await thief.post('/recovery/finish', { ticket: again.data.ticket, newPassword: stolen, keep: [] })).not.toMatchObject({
      code: 200,
    });
    // The owner, in a browser that nobody knows.
    const browser = app.newBrowser();
    const { data } = await byPassword(browser, owner);
    const sms = await proveContact(app, { browser, ticket: data.ticket }, { contact: owner.phone });
    expect(sms).toMatchObject({ code: 200, data: { independence: 'independent' } });
    expect(await finish(browser, data.ticket, { mine: false })).toMatchObject({ code: 200 });
    // Its messages come without links that act.
    await browser.post('/password/update', { oldPassword: fresh, newPassword: 'harbour-3-Violet' });
    const toldOf = async (contact: string) => (await app.outbox(contact)).find(({ scene }) => scene === 'passwordChanged');
    expect(await toldOf(owner.phone)).toMatchObject({ text: expect.stringMatching(/\/n#/) });
    expect(await toldOf(owner.email)).toMatchObject({ link: expect.stringMatching(/\/freeze$/) });
  });
});

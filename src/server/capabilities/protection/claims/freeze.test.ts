import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zeroCode } from '#contract/fixtures/codes.ts';
import { transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { day, minute } from '#server/platform/clock.ts';
import { signUpLongAgo, type Owner } from '#server/testing/people/owner.ts';
import { comparable, freshEmail, goodPassword } from '#server/testing/people/people.ts';
import { askReset, sendVisitorCode } from '#server/testing/people/proving.ts';
import { actingLink, type RecoveryAnswer } from '#server/testing/people/recovering.ts';
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
  return browser.post<{ ticket: string }>(`/password/reset/reset_password/${path}`, { [field ?? '']: contact, code, newPassword });
}

interface Frozen {
  readonly sessions: number;
  readonly apps: number;
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
  const keep = ways.filter((way) => way.kept || (way.family === 'email' && way.former === null)).map(({ id }) => id);
  return browser.post('/recovery/finish', { ticket, newPassword: fresh, keep, ...rest });
}

describe('a freeze from a message', () => {
  it('ends what a thief with the password has, and changes no way (story 1)', async () => {
    const owner = await oldOwner();
    const thief = app.newBrowser();
    expect(await byPassword(thief, owner)).toMatchObject({ code: 200 });
    expect(await thief.post('/password/update', { oldPassword: goodPassword, newPassword: stolen })).toMatchObject({ code: 200 });
    expect(await freezeBy(owner.email)).toMatchObject({ code: 200, data: { sessions: 1 } });
    expect(new Set(await usesOf(thief))).toEqual(new Set([401]));
    for (const password of [stolen, goodPassword]) expect((await byPassword(app.newBrowser(), owner, password)).code).not.toBe(200);
    // The phone, and the password that its own root took out.
    const begun = await byCode(owner.browser, owner.phone);
    expect(begun).toMatchObject({ code: 3016, data: { frozenAt: expect.any(String) } });
    const { ticket } = begun.data;
    expect(await wayBack(owner.browser, ticket)).toMatchObject({ independence: 'single', proven: ['phone'] });
    const former = { ticket, method: 'password', former: true, password: goodPassword };
    expect(await owner.browser.post('/recovery/prove', former)).toMatchObject({ data: { independence: 'independent' } });
    expect(await finish(owner.browser, ticket)).toMatchObject({ code: 200 });
    expect(await owner.browser.get('/account/metainfo')).toMatchObject({ code: 200 });
    for (const password of [stolen, goodPassword]) expect(await byPassword(thief, owner, password)).toMatchObject({ code: 3007 });
    expect(await byPassword(app.newBrowser(), owner, fresh)).toMatchObject({ code: 200 });
  });

  it('brings the mailbox back that a stolen number took out, which then proves nothing (story 2)', async () => {
    const owner = await oldOwner();
    const thief = app.newBrowser();
    expect(await reset(thief, owner.phone, stolen)).toMatchObject({ code: 200 });
    await byPassword(thief, owner, stolen);
    const email = freshEmail();
    await thief.post('/account/auth', { method: 'password', password: stolen });
    app.clock.advance(minute);
    expect(await thief.post('/captcha/account/email/send/login', { scene: 'bind', email })).toMatchObject({ code: 200 });
    expect(await thief.post('/update/email', { email, code: await app.codeFor(email) })).toMatchObject({ code: 200 });
    expect(await freezeBy(owner.email)).toMatchObject({ code: 200 });
    expect(new Set(await usesOf(thief))).toEqual(new Set([401]));
    // The thief has the number, and what stands for it.
    const again = app.newBrowser();
    const { data } = await byCode(again, email);
    const joined = { ticket: data.ticket, method: 'password', password: stolen };
    expect(await again.post('/recovery/prove', joined)).toMatchObject({ data: { independence: 'single' } });
    expect(await again.post('/recovery/claim', { ticket: data.ticket })).toMatchObject({ code: 200 });
    const browser = app.newBrowser();
    const begun = await reset(browser, owner.email, fresh);
    expect(begun).toMatchObject({ code: 3016 });
    const { ticket } = begun.data;
    const known = await browser.post('/recovery/prove', { ticket, method: 'password', former: true, password: goodPassword });
    expect(known).toMatchObject({ code: 200, data: { proven: ['email', 'password'], independence: 'shared' } });
    expect(await browser.post('/recovery/finish', { ticket, newPassword: fresh, keep: [] })).toMatchObject({ code: 3017 });
    expect(await browser.post('/recovery/claim', { ticket })).toMatchObject({ code: 200 });
    app.clock.advance(day + minute);
    const { data: due } = await browser.post<{ id: string }>('/claim/status', {});
    const { ways } = await wayBack(browser, due.id);
    expect(ways.filter(({ family }) => family === 'email')).toMatchObject([{ kept: false }, { kept: true }]);
    const keep = ways.filter(({ family, kept }) => family === 'email' && kept).map(({ id }) => id);
    expect(await finish(browser, due.id, { keep })).toMatchObject({ code: 200 });
    // What the thief added and held is put out: it opens a wait and neither freezes nor stops.
    expect(await byPassword(app.newBrowser(), { phone: owner.email }, fresh)).toMatchObject({ code: 200 });
    expect(await byCode(app.newBrowser(), email)).toMatchObject({ code: 1004 });
    const link = await actingLink(app, owner.phone, 'n').catch(() => '');
    expect(await app.newBrowser().post('/notice/answer', { token: link, answer: 'not-me' })).toMatchObject({ code: 1022 });
  });

  it('answers a sign-in in a browser that nobody knew: one way of the thief waits, and the owner stops it', async () => {
    const owner = await oldOwner();
    const thief = app.newBrowser();
    await byPassword(thief, owner);
    for (const contact of [owner.email, owner.phone]) expect((await app.outbox(contact))[0]).toMatchObject({ scene: 'newPlace' });
    expect(await freezeBy(owner.email)).toMatchObject({ code: 200 });
    expect(new Set(await usesOf(thief))).toEqual(new Set([401]));
    const { data } = await byPassword(thief, owner);
    const state = await wayBack(thief, data.ticket);
    expect(state).toMatchObject({ proven: ['password'], independence: 'weak' });
    expect(Date.parse(state.dueAt ?? '')).toBe(app.clock.now() + 7 * day);
    expect(await thief.post('/recovery/finish', { ticket: data.ticket, newPassword: stolen, keep: [] })).toMatchObject({ code: 3017 });
    expect(await thief.post('/recovery/claim', { ticket: data.ticket })).toMatchObject({ code: 200 });
    const token = await actingLink(app, owner.phone, 'n');
    expect(await app.newBrowser().post('/notice/answer', { token, answer: 'stop' })).toMatchObject({ data: { state: 'stopped' } });
  });

  it('keeps on review what the owner calls their own', async () => {
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
    const added = ways.find(({ family, former }) => family === 'email' && former === null);
    expect(added).toMatchObject({ kept: false });
    const keep = [...ways.filter(({ family }) => family !== 'email').map(({ id }) => id), added?.id ?? ''];
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

describe('the link of a message', () => {
  it('is spent only by an answer, by one of eight, and not by ‘That was me’', async () => {
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
    expect(answer).toMatchObject({ code: 200, data: { sessions: expect.any(Number) } });
    expect(await browser.post('/freeze', body)).not.toMatchObject({ code: 200 });
    expect(new Set(await usesOf(thief))).toEqual(new Set([401]));
    const { ticket } = answer.data;
    const state = await wayBack(browser, ticket);
    // "My phone was taken" comes first in the list, and decides nothing.
    expect(state.methods.map(({ method, former, together }) => [method, former, together])).toEqual([
      ['phone', false, 'shared'],
      ['password', false, 'shared'],
      ['password', true, 'shared'],
    ]);
    await browser.post('/recovery/prove', { ticket, method: 'password', former: true, password: goodPassword });
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

describe('the ticket of a freeze', () => {
  it('of a session names the account and shows nothing; why it was frozen is said by it, until the freeze is over', async () => {
    const owner = await oldOwner();
    expect(await byPassword(owner.browser, owner)).toMatchObject({ code: 200 });
    const { data } = await owner.browser.post<{ ticket: string }>('/account/freeze', {});
    const why = (browser: TestBrowser, ticket = data.ticket) => browser.post('/freeze/why', { ticket, why: 'phone' });
    expect(await why(app.newBrowser())).toMatchObject({ code: 1022 });
    expect(await why(owner.browser)).toMatchObject({ code: 200 });
    const row = await app.db.q().selectFrom('incidents').select('why').where('account_id', '=', owner.id).executeTakeFirstOrThrow();
    expect(row.why).toBe('phone');
    expect(await owner.browser.post('/recovery/prove', { ticket: data.ticket })).toMatchObject({ data: { proven: [], ways: [] } });
    expect(await owner.browser.post('/recovery/claim', { ticket: data.ticket })).toMatchObject({ code: 3017 });
  });
});

/** The owner's new email, then a freeze by the phone; only its holder waits and ends the freeze. */
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
    expect(await app.newBrowser().post('/claim/stop', {})).toMatchObject({ code: 1022 });
    expect(await browser.post('/claim/stop', {})).toMatchObject({ code: 200, data: { state: 'stopped' } });
  });

  it('puts out what is not kept: it goes on proving on the way back', async () => {
    const owner = await oldOwner();
    const browser = app.newBrowser();
    const { email, ticket } = await changedThenFrozen(owner, browser);
    expect(await browser.post('/recovery/claim', { ticket })).toMatchObject({ code: 200 });
    app.clock.advance(72 * 60 * minute + 1);
    await app.wiring.jobs.claims.run();
    const token = await actingLink(app, owner.phone, 'recover');
    expect(await browser.post('/recovery/finish', { ticket: token, newPassword: stolen, keep: [] })).toMatchObject({ code: 200 });
    expect(await byPassword(app.newBrowser(), { ...owner, phone: email }, stolen)).toMatchObject({ code: 3007 });
    const begun = await reset(app.newBrowser(), owner.email, fresh);
    expect(begun).toMatchObject({ code: 3011, data: { ticket: expect.any(String) } });
    // It freezes nothing.
    app.clock.advance(minute);
    const other = app.newBrowser();
    await sendVisitorCode(other, { contact: email, scene: 'freeze' });
    expect(await other.post('/freeze', { account: email, code: await app.codeFor(email).catch(() => zeroCode) })).not.toMatchObject({
      code: 200,
    });
  });

  it('is stopped by any address, and shuts neither side out (story 9)', async () => {
    const owner = await oldOwner();
    // A reader of the mailbox freezes the account, and waits.
    const thief = app.newBrowser();
    app.clock.advance(minute);
    await sendVisitorCode(thief, { contact: owner.email, scene: 'freeze' });
    const frozen = await thief.post<{ ticket: string }>('/freeze', { account: owner.email, code: await app.codeFor(owner.email) });
    expect(await thief.post('/recovery/claim', { ticket: frozen.data.ticket })).toMatchObject({ code: 200 });
    const token = await actingLink(app, owner.phone, 'n');
    expect(await app.newBrowser().post('/notice/answer', { token, answer: 'stop' })).toMatchObject({
      code: 200,
      data: { state: 'stopped' },
    });
    app.clock.advance(73 * 60 * minute);
    const again = await byCode(thief, owner.email);
    expect(await thief.post('/recovery/finish', { ticket: again.data.ticket, newPassword: stolen, keep: [] })).toMatchObject({
      code: 3017,
    });
    // Two on one device wait beside it, and one way does not stop them.
    const browser = app.newBrowser();
    const begun = await byCode(browser, owner.phone);
    expect(await thief.post('/recovery/claim', { ticket: again.data.ticket })).toMatchObject({ code: 200 });
    const sms = await browser.post<RecoveryAnswer>('/recovery/prove', {
      ticket: begun.data.ticket,
      method: 'password',
      password: goodPassword,
    });
    expect(sms).toMatchObject({ code: 200, data: { independence: 'independent' } });
    expect(await finish(browser, begun.data.ticket, { mine: false })).toMatchObject({ code: 200 });
    expect(await thief.post('/claim/status', {})).toMatchObject({ data: { state: 'void' } });
    // Its messages come without links that act.
    await browser.post('/password/update', { oldPassword: fresh, newPassword: 'harbour-3-Violet' });
    const toldOf = async (contact: string) => (await app.outbox(contact)).find(({ scene }) => scene === 'passwordChanged');
    expect(await toldOf(owner.phone)).toMatchObject({ text: expect.stringMatching(/\/n#/) });
    expect(await toldOf(owner.email)).toMatchObject({ link: expect.stringMatching(/\/freeze$/) });
  });
});

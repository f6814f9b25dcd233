import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherCode, someCode } from '#contract/fixtures/codes.ts';
import { transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { day, hour, minute, second } from '#server/platform/clock.ts';
import { unregister, type DeletionPageView } from '#server/testing/people/deletion.ts';
import { accountCode, accountIdOf, addEmail, takePasswordAway } from '#server/testing/people/proving.ts';
import { freshEmail, goodPassword, signInCode, signUp, type Person } from '#server/testing/people/people.ts';
import { switchTwoStepOn } from '#server/testing/people/two-step.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;

beforeAll(async () => {
  // The clock moves by weeks for one person and stands still for all others, so their budgets must not mix.
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

interface Owner extends Person {
  readonly email: string;
  readonly accountId: string;
}

const feedback = { channel: 'email', reason: 'privacy', detail: 'canary-feedback' };

/** A person with a phone, an email and a password. */
async function newOwner(): Promise<Owner> {
  const person = await signUp(app);
  const accountId = await accountIdOf(app, person.contact);
  const email = freshEmail();
  await addEmail(app, accountId, email);
  return { ...person, email, accountId };
}

async function permit(owner: Pick<Owner, 'browser' | 'contact'>, headers?: Record<string, string>): Promise<string> {
  const { browser, contact } = owner;
  const answer = await browser.post<{ ticket: string }>('/delete/password', { password: goodPassword }, headers);
  if (answer.code !== 200) throw new Error(`${contact}: ${answer.text}`);
  return answer.data.ticket;
}

async function askDeletion(owner: Owner): Promise<string> {
  const answer = await owner.browser.post<{ dueAt: string }>('/delete', { ticket: await permit(owner), ...feedback });
  if (answer.code !== 200) throw new Error(answer.text);
  // Runs before a test moves the clock past the life of messages.
  await app.outbox(owner.contact);
  return answer.data.dueAt;
}

function signIn(contact: string, browser: TestBrowser = app.newBrowser(), password = goodPassword) {
  return browser.post<{ dueAt: string; withdrawTicket: string }>('/login/password', { account: contact, password });
}

/** The way back by sign-in: the page of a browser, opened. */
async function openPage(
  contact: string,
): Promise<{ readonly browser: TestBrowser; readonly token: string; readonly page: DeletionPageView }> {
  const browser = app.newBrowser();
  const { data } = await signIn(contact, browser);
  const { data: page } = await unregister(browser, data.withdrawTicket, { action: 'open' });
  return { browser, token: page.token, page };
}

/** The ticket of the newest mail with a way back. */
async function mailedToken(to: string): Promise<string> {
  const tokens = (await app.outbox(to)).map(({ link, text }) => /X-Token=([\w-]{22})/.exec(`${link} ${text}`)?.[1]);
  return tokens.find((token) => token !== undefined) ?? '';
}

const isSignedIn = async (browser: TestBrowser) => (await browser.get('/account/metainfo')).code === 200;
const count = async (to: string, scene: string) => (await app.outbox(to)).filter((entry) => entry.scene === scene).length;

async function stateOf(accountId: string): Promise<string> {
  return (await app.db.q().selectFrom('accounts').select('state').where('id', '=', accountId).executeTakeFirstOrThrow()).state;
}

async function events(accountId: string): Promise<readonly string[]> {
  const rows = await app.db.q().selectFrom('audit').select('event').where('account_id', '=', accountId).orderBy('at').execute();
  return rows.map(({ event }) => event);
}

describe('before a deletion', () => {
  it('lists the losses, and no obstacle for a new account', async () => {
    const { browser } = await newOwner();
    expect(await browser.post('/delete/check')).toMatchObject({
      code: 200,
      data: {
        eligible: true,
        processingDays: 15,
        blockers: [],
        holdings: [
          { kind: 'signInMethods', count: 2 },
          { kind: 'devices', count: (await browser.get<readonly unknown[]>('/device/list')).data?.length },
        ],
      },
    });
    expect(await browser.post('/delete/check', { more: 1 })).toMatchObject({ status: 400, code: 400 });
  });

  it('counts a password changed within thirty days as an obstacle, to the millisecond', async () => {
    const owner = await newOwner();
    const { browser } = owner;
    app.clock.advance(second);
    expect(await browser.post('/password/update', { oldPassword: goodPassword, newPassword: 'Harbour9-violet' })).toMatchObject({
      code: 200,
    });
    const eligibleAt = new Date(app.clock.now() + 30 * day).toISOString();
    expect(await browser.post('/delete/check')).toMatchObject({
      data: { eligible: false, blockers: [{ blocker: 'passwordChangedRecently', eligibleAt }] },
    });
    const verify = (from: TestBrowser) => from.post<{ ticket: string }>('/delete/password', { password: 'Harbour9-violet' });
    expect(await verify(browser)).toMatchObject({ status: 200, code: 3003, data: { eligibleAt } });
    app.clock.set(Date.parse(eligibleAt) - 1);
    const later = app.newBrowser();
    await signIn(owner.contact, later, 'Harbour9-violet');
    expect(await verify(later)).toMatchObject({ code: 3003 });
    app.clock.advance(1);
    expect(await verify(later)).toMatchObject({ code: 200 });
  });

  it('tells the form whether a phone or an email is the account’s own', async () => {
    const { browser, contact, email } = await newOwner();
    expect(await browser.post('/delete/valid_phone', { phone: `+86 ${contact}` })).toMatchObject({ code: 200, data: true });
    expect(await browser.post('/delete/valid_phone', { phone: '13000000000' })).toMatchObject({ data: false });
    expect(await browser.post('/delete/valid_email', { email: email.toUpperCase() })).toMatchObject({ data: true });
    expect(await browser.post('/delete/valid_email', { email: 'other@example.com' })).toMatchObject({ data: false });
  });
});

describe('the verification step', () => {
  it('accepts only a code of scene delete and issues a ticket that works once, in this session', async () => {
    const owner = await newOwner();
    const { browser, contact } = owner;
    const verify = await accountCode(app, browser, { contact });
    expect(await browser.post('/delete/phone', { code: verify })).toMatchObject({ code: 1013 });
    const code = await accountCode(app, browser, { contact, scene: 'delete' });
    const { data, code: ok } = await browser.post<{ ticket: string }>('/delete/phone', { code });
    expect(ok).toBe(200);
    expect(await browser.post('/delete/phone', { code })).toMatchObject({ code: 1007 });
    const other = app.newBrowser();
    await signIn(contact, other);
    expect(await other.post('/delete', { ticket: data.ticket, ...feedback })).toMatchObject({ code: 1022 });
    app.clock.advance(10 * minute);
    expect(await browser.post('/delete', { ticket: data.ticket, ...feedback })).toMatchObject({ code: 1022 });
    expect(await browser.post('/delete', feedback)).toMatchObject({ code: 3001 });
    expect(await stateOf(owner.accountId)).toBe('active');
    const again = await accountCode(app, browser, { contact, scene: 'delete' });
    const { ticket } = (await browser.post<{ ticket: string }>('/delete/phone', { code: again })).data;
    const answers = await Promise.all(Array.from({ length: 4 }, () => browser.post('/delete', { ticket, ...feedback })));
    expect(answers.filter(({ code: each }) => each === 200)).toHaveLength(1);
    expect(await stateOf(owner.accountId)).toBe('deleting');
  });

  it('refuses an email of an owner who has a phone, and sends no code that it would refuse', async () => {
    const { browser, email } = await newOwner();
    const enough = { methods: [{ method: 'password' }, { method: 'phone' }] };
    expect(await browser.post('/delete/email', { code: someCode })).toMatchObject({ code: 3001, data: enough });
    expect(await browser.post('/captcha/account/email/send/login', { scene: 'delete' })).toMatchObject({ code: 3001, data: enough });
    expect(await count(email, 'delete')).toBe(0);
    expect(await browser.post('/delete/check')).toMatchObject({ data: enough });
  });

  it.each(['with', 'without'])('accepts an email of an owner without a phone, %s a password', async (how) => {
    const { browser, contact } = await signUp(app, { email: freshEmail() });
    if (how === 'without') await takePasswordAway(app, await accountIdOf(app, contact));
    const methods = how === 'with' ? ['password', 'email'] : ['email'];
    expect(await browser.post('/delete/check')).toMatchObject({ data: { methods: methods.map((method) => ({ method })) } });
    const code = await accountCode(app, browser, { contact, scene: 'delete' });
    expect(await browser.post('/delete/phone', { code })).toMatchObject({ code: 1006 });
    expect(await browser.post('/delete/email', { code })).toMatchObject({ code: 200 });
  });

  it('accepts the email of an owner who forgot the password from the date that is shown on', async () => {
    const { browser, contact } = await signUp(app, { email: freshEmail() });
    app.clock.advance(second);
    const verify = await accountCode(app, browser, { contact });
    await browser.post('/password/byemail', { code: verify, newPassword: 'Harbour9-violet' });
    const eligibleAt = new Date(app.clock.now() + 30 * day).toISOString();
    expect(await browser.post('/delete/check')).toMatchObject({ data: { eligible: false, blockers: [{ eligibleAt }], methods: [{}, {}] } });
    app.clock.set(Date.parse(eligibleAt));
    const later = app.newBrowser();
    await signIn(contact, later, 'Harbour9-violet');
    const code = await accountCode(app, later, { contact, scene: 'delete' });
    expect(await later.post('/delete/email', { code })).toMatchObject({ code: 200 });
  });

  it('counts wrong passwords together with all others of the session: the fifth ends it', async () => {
    const { browser } = await newOwner();
    for (let tries = 1; tries < 5; tries += 1) {
      expect(await browser.post('/delete/password', { password: 'wrong-1-wrong' })).toMatchObject({ code: 1017 });
    }
    expect(await browser.post('/delete/password', { password: 'wrong-1-wrong' })).toMatchObject({ code: 4010 });
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('may be an identity proof instead of a ticket', async () => {
    const { browser, password } = await newOwner();
    await browser.post('/account/auth', { method: 'password', password, action: 'deleteAccount' });
    expect(await browser.post('/delete', feedback)).toMatchObject({ code: 200 });
  });
});

describe('a request for deletion', () => {
  it('keeps the accepted version of the agreement and refuses any but the present one', async () => {
    const owner = await newOwner();
    const { version } = (await owner.browser.get<{ version: string }>('/agreement/deletion/latest')).data;
    const ticket = await permit(owner);
    expect(await owner.browser.post('/delete', { ticket, ...feedback, agreement: '2020-01-01' })).toMatchObject({
      code: 3010,
      data: { agreements: [{ type: 'deletionAgreement', version }] },
    });
    expect(await stateOf(owner.accountId)).toBe('active');
    expect(await owner.browser.post('/delete', { ticket, ...feedback, agreement: version })).toMatchObject({ code: 200 });
    const rows = () =>
      app.db.q().selectFrom('deletions').select(['agreement', 'requested_at']).where('account_id', '=', owner.accountId).execute();
    expect(await rows()).toEqual([{ agreement: version, requested_at: app.clock.now() }]);

    const { browser, token } = await openPage(owner.contact);
    expect(await unregister(browser, token, { action: 'withdraw' })).toMatchObject({ code: 200 });
  });

  it('ends every session and code, notifies every phone and email, and keeps the phone taken', async () => {
    const owner = await newOwner();
    const { browser, contact, email, accountId } = owner;
    const elsewhere = app.newBrowser();
    await signIn(contact, elsewhere);
    const stranger = app.newBrowser();
    const login = await signInCode(app, stranger, contact);
    const dueAt = await askDeletion(owner);
    expect(dueAt).toBe(new Date(app.clock.now() + 15 * day).toISOString());
    expect(browser.cookies.has('sid')).toBe(false);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await stranger.post('/login/code', { account: contact, code: login })).toMatchObject({ code: 1007 });
    expect([await count(contact, 'deletionRequested'), await count(email, 'deletionRequested')]).toEqual([1, 1]);
    expect(await stateOf(accountId)).toBe('deleting');
    expect(await events(accountId)).toEqual(expect.arrayContaining(['deletion.proven', 'deletion.requested']));
    expect(await app.newBrowser().post('/check/phone', { phone: contact })).toMatchObject({ data: true });
    expect(JSON.stringify(app.logLines)).not.toContain(await mailedToken(email));
  });

  it('is answered at sign-in with 3002, the date and the way back, after a correct password or code only', async () => {
    const { contact, accountId, ...owner } = await newOwner();
    const dueAt = await askDeletion({ contact, accountId, ...owner });
    const browser = app.newBrowser();
    expect(await signIn(contact, browser, 'wrong-password-1')).toMatchObject({ code: 3007, data: { captcha: false } });
    expect(await signIn(contact, browser)).toMatchObject({
      code: 3002,
      data: { dueAt, withdrawTicket: expect.stringMatching(/^[\w-]{43}$/) },
    });
    const code = await signInCode(app, browser, contact);
    const wrong = otherCode(code);
    expect(await browser.post('/login/code', { account: contact, code: wrong })).toMatchObject({ code: 1007 });
    expect(await browser.post('/login/code', { account: contact, code })).toMatchObject({ code: 3002, data: { dueAt } });
    expect(await browser.post('/login/code', { account: contact, code })).toMatchObject({ code: 1007 });
    expect(browser.cookies.has('sid')).toBe(false);
  });

  it('is made once by eight requests with their own tickets at once', async () => {
    const owner = await newOwner();
    const tickets: string[] = [];
    for (let made = 0; made < 8; made += 1) tickets.push(await permit(owner));
    const answers = await Promise.all(tickets.map((ticket) => owner.browser.post('/delete', { ticket, ...feedback })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true);
    const rows = await app.db.q().selectFrom('deletions').select('id').where('account_id', '=', owner.accountId).execute();
    expect(rows).toHaveLength(1);
  });
});

describe('the account deletion page', () => {
  it('opens once with a ticket, in one browser, for five minutes after a sign-in', async () => {
    const owner = await newOwner();
    const dueAt = await askDeletion(owner);
    const browser = app.newBrowser();
    const { data } = await signIn(owner.contact, browser);
    const opened = await unregister(browser, data.withdrawTicket, { action: 'open' });
    expect(opened).toMatchObject({ code: 200, data: { status: 'deleting', dueAt, account: { nickname: owner.account.nickname } } });
    expect(await unregister(browser, data.withdrawTicket, { action: 'open' })).toMatchObject({ status: 200, code: 1022 });
    expect(await unregister(browser, opened.data.token, { action: 'open' })).toMatchObject({ code: 200, data: { status: 'deleting' } });
    expect(await unregister(app.newBrowser(), opened.data.token, { action: 'withdraw' })).toMatchObject({ code: 1022 });
    const late = await signIn(owner.contact, browser);
    app.clock.advance(5 * minute);
    expect(await unregister(browser, late.data.withdrawTicket, { action: 'open' })).toMatchObject({ code: 1022 });
    app.clock.advance(25 * minute);
    expect(await unregister(browser, opened.data.token, { action: 'withdraw' })).toMatchObject({ code: 1022 });
  });

  it('allows only its own calls', async () => {
    const owner = await newOwner();
    const browser = app.newBrowser();
    const ticket = await app.wiring.core.evidence.pageTickets.issueOpen(owner.accountId);
    const { data } = await unregister(browser, ticket, { action: 'open' });
    const headers = { 'x-token': data.token };
    expect(await browser.get('/account/metainfo', headers)).toMatchObject({ status: 401 });
    expect(await browser.post('/userinfo', { signature: 'x' }, headers)).toMatchObject({ status: 401 });
    const bind = { scene: 'bind', email: freshEmail() };
    expect(await browser.post('/captcha/account/email/send/login', bind, headers)).toMatchObject({ code: 1022 });
    browser.cookies.set('sid', data.token);
    browser.cookies.delete('csrf');
    expect(await browser.get('/account/metainfo')).toMatchObject({ status: 401 });
  });

  it('applies for the account of an OS client and leaves another person’s session in the browser alone', async () => {
    const owner = await newOwner();
    const { browser, accountId } = await newOwner();
    const ticket = await app.wiring.core.evidence.pageTickets.issueOpen(owner.accountId);
    const { data } = await unregister(browser, ticket, { action: 'open' });
    expect(data).toMatchObject({ status: 'active', dueAt: null });
    const headers = { 'x-token': data.token };
    expect(await browser.post('/delete/check', {}, headers)).toMatchObject({ data: { eligible: true } });
    expect(await browser.post('/captcha/account/sms/send/login', { scene: 'delete' }, headers)).toMatchObject({ code: 200 });
    const verified = await browser.post<{ ticket: string }>('/delete/phone', { code: await app.codeFor(owner.contact) }, headers);
    expect(verified).toMatchObject({ code: 200 });
    const body = { action: 'apply', ticket: verified.data.ticket, ...feedback };
    expect(await unregister(browser, data.token, body)).toMatchObject({ code: 200, data: { status: 'deleting' } });
    expect([await stateOf(owner.accountId), await stateOf(accountId)]).toEqual(['deleting', 'active']);
    expect([await isSignedIn(owner.browser), await isSignedIn(browser)]).toEqual([false, true]);
    expect(await unregister(browser, data.token, body)).toMatchObject({ code: 1022 });
  });

  it('applies for a protected account after two ways from different devices, and not after one', async () => {
    const person = await signUp(app);
    const { codes } = await switchTwoStepOn(app, person);
    const accountId = await accountIdOf(app, person.contact);
    const browser = app.newBrowser();
    const { data } = await unregister(browser, await app.wiring.core.evidence.pageTickets.issueOpen(accountId), {
      action: 'open',
    });
    const headers = { 'x-token': data.token };
    const first = await browser.post<{ ticket: string }>('/delete/password', { password: person.password }, headers);
    expect(first).toMatchObject({ code: 200 });
    const apply = () => unregister(browser, data.token, { action: 'apply', ticket: first.data.ticket, ...feedback });
    expect(await apply()).toMatchObject({ code: 3001, data: { need: { independent: true }, have: [{ family: 'password' }] } });
    expect(await browser.post('/delete/recovery', { code: codes[0] }, headers)).toMatchObject({ code: 200 });
    expect(await apply()).toMatchObject({ code: 200, data: { status: 'deleting' } });
  });

  it('needs no opening: a program sends its ticket with the calls, until a browser opens it', async () => {
    const owner = await newOwner();
    const program = app.newBrowser();
    const ticket = await app.wiring.core.evidence.pageTickets.issueOpen(owner.accountId);
    const headers = { 'x-token': ticket };
    expect(await program.post('/delete/check', {}, headers)).toMatchObject({ code: 200, data: { eligible: true } });
    expect(await program.post('/delete/password', { password: goodPassword }, headers)).toMatchObject({ code: 200 });
    expect(await program.get('/account/metainfo', headers)).toMatchObject({ status: 401 });
    expect(await unregister(app.newBrowser(), ticket, { action: 'open' })).toMatchObject({ code: 200 });
    expect(await program.post('/delete/check', {}, headers)).toMatchObject({ code: 1022 });
    const late = await app.wiring.core.evidence.pageTickets.issueOpen(owner.accountId);
    app.clock.advance(minute);
    expect(await program.post('/delete/check', {}, { 'x-token': late })).toMatchObject({ code: 1022 });
  });

  it('can prove an identity and gets no session by it', async () => {
    const owner = await newOwner();
    const browser = app.newBrowser();
    const { data } = await unregister(browser, await app.wiring.core.evidence.pageTickets.issueOpen(owner.accountId), {
      action: 'open',
    });
    const headers = { 'x-token': data.token };
    const proof = { method: 'password', password: goodPassword, action: 'deleteAccount' };
    expect(await browser.post('/account/auth', proof, headers)).toMatchObject({ code: 200 });
    expect(browser.cookies.has('sid')).toBe(false);
    expect(await unregister(browser, data.token, { action: 'apply', ...feedback })).toMatchObject({ code: 200 });
  });
});

describe('a withdrawal', () => {
  it('signs nobody in, restores all but the former sessions, and notifies every contact', async () => {
    const owner = await newOwner();
    await askDeletion(owner);
    const { browser, token } = await openPage(owner.contact);
    const kept = await unregister(browser, token, { action: 'withdraw' });
    expect(kept).toMatchObject({ code: 200, data: { status: 'active', dueAt: null } });
    expect([await isSignedIn(owner.browser), await isSignedIn(browser)]).toEqual([false, false]);
    expect(await browser.post('/login/second', { ticket: kept.data.ticket })).toMatchObject({ code: 200 });
    expect(await browser.get('/account/metainfo')).toMatchObject({
      data: { id: owner.account.id, nickname: owner.account.nickname, encryptEmail: expect.stringContaining('***@example.com') },
    });
    expect([await count(owner.contact, 'deletionWithdrawn'), await count(owner.email, 'deletionWithdrawn')]).toEqual([1, 1]);
    expect(await unregister(browser, token, { action: 'withdraw' })).toMatchObject({ code: 1022 });
    expect(await askDeletion({ ...owner, browser })).toBe(new Date(app.clock.now() + 15 * day).toISOString());
  });

  it('works with the ticket of the sign-in directly, once', async () => {
    const owner = await newOwner();
    await askDeletion(owner);
    const browser = app.newBrowser();
    const { withdrawTicket } = (await signIn(owner.contact, browser)).data;
    const headers = { 'x-token': withdrawTicket };
    expect(await browser.post('/delete/check', {}, headers)).toMatchObject({ code: 200, data: { eligible: false } });
    expect(await unregister(browser, withdrawTicket, { action: 'withdraw' })).toMatchObject({ data: { status: 'active' } });
    expect(await isSignedIn(browser)).toBe(false);
    expect(await unregister(app.newBrowser(), withdrawTicket, { action: 'withdraw' })).toMatchObject({ code: 1022 });
    expect(await browser.post('/delete/check', {}, headers)).toMatchObject({ code: 1022 });
  });

  it('by a link, which may have been forwarded, leads to no sign-in: neither opened nor directly', async () => {
    for (const isOpened of [true, false]) {
      const owner = await newOwner();
      await askDeletion(owner);
      const browser = app.newBrowser();
      const link = await mailedToken(owner.email);
      const token = isOpened ? (await unregister(browser, link, { action: 'open' })).data.token : link;
      expect(await unregister(browser, token, { action: 'withdraw' })).toMatchObject({ data: { status: 'active', ticket: '' } });
    }
  });

  it('works with the link of the mail until the last millisecond, even after earlier visits', async () => {
    const owner = await newOwner();
    const dueAt = Date.parse(await askDeletion(owner));
    const link = await mailedToken(owner.email);
    expect(await unregister(app.newBrowser(), link, { action: 'open' })).toMatchObject({ data: { status: 'deleting' } });
    app.clock.set(dueAt - 1);
    const browser = app.newBrowser();
    const { data } = await unregister(browser, link, { action: 'open' });
    expect(await unregister(browser, data.token, { action: 'withdraw' })).toMatchObject({ code: 200, data: { status: 'active' } });
    expect(await unregister(browser, link, { action: 'open' })).toMatchObject({ code: 1022 });
  });

  it('is too late from the deadline on; then sign-in finds no account, even before the erasure', async () => {
    const owner = await newOwner();
    const dueAt = Date.parse(await askDeletion(owner));
    app.clock.set(dueAt - 1);
    const { browser, token } = await openPage(owner.contact);
    app.clock.set(dueAt);
    expect(await unregister(browser, token, { action: 'withdraw' })).toMatchObject({ code: 1022 });
    expect(await unregister(app.newBrowser(), await mailedToken(owner.email), { action: 'open' })).toMatchObject({ code: 1022 });
    expect(await signIn(owner.contact)).toMatchObject({ code: 3007 });
    const other = app.newBrowser();
    const code = await signInCode(app, other, owner.contact);
    expect(await other.post('/login/code', { account: owner.contact, code })).toMatchObject({ code: 1007 });
  });

  it('races a purge at the deadline: one wins, and the account is either whole or gone', async () => {
    for (const offset of [-1, 0]) {
      const owner = await newOwner();
      const dueAt = Date.parse(await askDeletion(owner));
      app.clock.set(dueAt - minute);
      const { browser, token } = await openPage(owner.contact);
      app.clock.set(dueAt + offset);
      const withdraw = unregister(browser, token, { action: 'withdraw' });
      const [withdrawn] = await Promise.all([
        withdraw,
        app.wiring.jobs.deletions.run(),
        unregister(browser, token, { action: 'withdraw' }),
      ]);
      const isKept = withdrawn.code === 200 || offset === -1;
      expect(await stateOf(owner.accountId)).toBe(isKept ? 'active' : 'purged');
      expect(await signIn(owner.contact)).toMatchObject({ code: isKept ? 200 : 3007 });
    }
  });
});

describe('reminders', () => {
  it('are sent seven days and one day before, once, with a way back', async () => {
    const owner = await newOwner();
    const dueAt = Date.parse(await askDeletion(owner));
    const sent: number[] = [];
    for (const before of [7 * day + 1, 7 * day, 5 * day, day + 1, day, hour]) {
      app.clock.set(dueAt - before);
      await Promise.all([app.wiring.jobs.deletions.run(), app.wiring.jobs.deletions.run()]);
      sent.push(await count(owner.email, 'deletionReminder'));
    }
    expect(sent).toEqual([0, 1, 1, 1, 2, 2]);
    expect(await count(owner.contact, 'deletionReminder')).toBe(2);
    const browser = app.newBrowser();
    const { data } = await unregister(browser, await mailedToken(owner.email), { action: 'open' });
    expect(await unregister(browser, data.token, { action: 'withdraw' })).toMatchObject({ code: 200 });
  });
});

describe('the state of an account', () => {
  it('stays locked: an operator’s lock does not turn into a deletion', async () => {
    const owner = await newOwner();
    const ticket = await permit(owner);
    await transitionAccount(app.db, { id: owner.accountId, from: 'active', to: 'locked' });
    expect(await owner.browser.post('/delete', { ticket, ...feedback })).toMatchObject({ status: 200, code: 4010 });
    expect(await stateOf(owner.accountId)).toBe('locked');
  });
});

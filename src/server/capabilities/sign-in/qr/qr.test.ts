/** Signing in on a computer by a phone: the part of the code in it, and attacks on it. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { qrLimits } from '#contract/sign-in/qr/qr.words.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { newToken, sha256 } from '#server/platform/ids.ts';
import { signInCode, signUp, type Person } from '#server/testing/people/people.ts';
import { addPasskey, proveByPasskey } from '#server/testing/people/passkeys.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { decideQr, finishQr, qrStateOf, scanQr, showQr, type ShownQr } from '#server/testing/people/qr.ts';
import { playRelays } from '#server/testing/apps/qr-relays.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { switchTwoStepOn } from '#server/testing/people/two-step.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});
afterAll(async () => {
  await app.close();
});

/** A computer at home: it shares the address of the phone. */
const beside = ({ browser }: Pick<Person, 'browser'>): TestBrowser => app.newBrowser({ clientIp: browser.clientIp });

function rows(code: string) {
  return app.db.q().selectFrom('qr_sign_ins').selectAll().where('id', '=', sha256(code)).execute();
}

async function eventsOf({ contact }: Person): Promise<readonly string[]> {
  const id = await accountIdOf(app, contact);
  const found = await app.db.q().selectFrom('audit').select('event').where('account_id', '=', id).orderBy('at').execute();
  return found.map(({ event }) => event);
}

async function sessionsAt(computer: TestBrowser, { contact }: Person) {
  const id = await accountIdOf(app, contact);
  const all = await app.db.q().selectFrom('sessions').selectAll().where('account_id', '=', id).orderBy('created_at', 'desc').execute();
  const { data } = await computer.get<{ id?: string }>('/account/metainfo');
  return { sessions: all, signedInAs: data?.id };
}

const wrongOf = async (phone: Person, { code, number }: { readonly code: string; readonly number: number }) => {
  const { data } = await phone.browser.post<{ choices: readonly number[] }>('/qr/asking', { qrCode: code });
  return data.choices.find((choice) => choice !== number) ?? 0;
};

describe('a sign-in on a computer', () => {
  it('takes only the phone, a scan and the number', async () => {
    const phone = await signUp(app);
    const computer = beside(phone);
    const page = await showQr(app, computer);
    expect(await qrStateOf(computer, page)).toEqual({ state: 'waiting', askEvery: 2 });
    expect(await phone.browser.post('/qr/open', { qrCode: page.code })).toMatchObject({ data: { purpose: 'signIn', signedIn: true } });
    expect(await qrStateOf(computer, page)).toEqual({ state: 'opened', askEvery: 1 });
    const asked = await phone.browser.post('/qr/asking', { qrCode: page.code });
    expect(asked).toMatchObject({ code: 200, data: { choices: [], sameNetwork: true, known: false } });
    const { state, number = 0 } = await qrStateOf(computer, page);
    expect(state).toBe('shown');
    const { data } = await phone.browser.post<{ choices: readonly number[] }>('/qr/asking', { qrCode: page.code });
    expect(new Set(data.choices).size).toBe(3);
    expect(data.choices).toContain(number);
    expect(await decideQr(phone, { ...page, number })).toMatchObject({ code: 200, data: { state: 'approved', secondStep: false } });
    // The answer was lost: the same one again.
    expect(await decideQr(phone, { ...page, number })).toMatchObject({ code: 200, data: { state: 'approved', secondStep: false } });
    expect(await qrStateOf(computer, page)).toMatchObject({ state: 'approved' });
    expect(await finishQr(computer, page)).toMatchObject({ code: 200, data: { account: { id: phone.account.id }, continue: '/' } });
    const { sessions, signedInAs } = await sessionsAt(computer, phone);
    expect(signedInAs).toBe(phone.account.id);
    // A browser is no ceremony: apps that want two steps ask for them.
    const opened = sessions.find(({ amr }) => amr === '');
    expect(opened).toMatchObject({ acr: '1', client_ip: computer.clientIp });
    expect(opened?.ways).toBe('approval');
    expect(await eventsOf(phone)).toEqual(expect.arrayContaining(['qr.opened', 'qr.approved', 'sign-in.qr']));
    const activity = await phone.browser.get<{ items: readonly { event: string }[] }>('/account/activity');
    expect(activity.data.items.map(({ event }) => event)).toContain('sign-in.qr');
  });

  it('says on the phone which browser asks, and from where', async () => {
    const phone = await signUp(app);
    const computer = app.newBrowser();
    const page = await showQr(app, computer);
    await phone.browser.post('/qr/open', { qrCode: page.code });
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    await computer.post('/qr/state', { qrCode: page.code, secret: page.secret }, { 'user-agent': agent });
    const { data } = await phone.browser.post('/qr/asking', { qrCode: page.code });
    expect(data).toMatchObject({ browser: 'Firefox', os: 'Linux', sameNetwork: false, known: false });
  });

  it('of a protected account proves a passkey on the phone first, and says so to apps', async () => {
    const phone = await signUp(app);
    const passkey = await addPasskey(phone);
    await switchTwoStepOn(app, phone);
    app.clock.advance(11 * minute);
    const computer = beside(phone);
    const scanned = await scanQr(app, { computer, phone });
    expect(await decideQr(phone, scanned)).toMatchObject({ code: 3001 });
    expect(await proveByPasskey(phone, passkey, { action: 'allowQr', target: scanned.code })).toMatchObject({ code: 200 });
    expect(await decideQr(phone, scanned)).toMatchObject({ code: 200 });
    expect(await finishQr(computer, scanned)).toMatchObject({ code: 200 });
    const { sessions } = await sessionsAt(computer, phone);
    expect(sessions).toContainEqual(expect.objectContaining({ acr: 'phr', amr: 'swk user pop mfa' }));
  });

  it('is no way round two-step verification: the phone shows the second step, given there within ten minutes', async () => {
    const phone = await signUp(app);
    const { authenticator } = await switchTwoStepOn(app, phone);
    const prove = (given: Readonly<Record<string, string>>, target: string) =>
      phone.browser.post('/account/auth', { ...given, action: 'allowQr', target });
    app.clock.advance(11 * minute);
    const first = await scanQr(app, { computer: beside(phone), phone });
    expect(await decideQr(phone, first)).toMatchObject({ code: 3001, data: { methods: [{ method: 'totp' }, { method: 'recovery' }] } });
    const computer = beside(phone);
    const second = await scanQr(app, { computer, phone });
    expect(await prove({ method: 'totp', code: authenticator.next() }, second.code)).toMatchObject({ code: 200 });
    expect(await decideQr(phone, second)).toMatchObject({ code: 200 });
    expect(await finishQr(computer, second)).toMatchObject({ code: 200 });
    // A password is no second step.
    app.clock.advance(11 * minute);
    const third = await scanQr(app, { computer: beside(phone), phone });
    expect(await prove({ method: 'password', password: phone.password }, third.code)).toMatchObject({ code: 3001 });
    expect(await decideQr(phone, third)).toMatchObject({ code: 3001 });
  });

  it('signs in where the account was made on the phone', async () => {
    const visitor = app.newBrowser();
    const computer = app.newBrowser({ clientIp: visitor.clientIp });
    const page = await showQr(app, computer, 'register');
    expect(await visitor.post('/qr/open', { qrCode: page.code })).toMatchObject({ data: { purpose: 'register', signedIn: false } });
    expect(await visitor.post('/qr/asking', { qrCode: page.code })).toMatchObject({ status: 401 });
    // Longer than a sign-in may take.
    app.clock.advance(20 * minute);
    const phone = await signUp(app, { browser: visitor });
    await qrStateOf(computer, page);
    await visitor.post('/qr/asking', { qrCode: page.code });
    const { number = 0 } = await qrStateOf(computer, page);
    expect(await decideQr(phone, { ...page, number })).toMatchObject({ code: 200 });
    expect(await finishQr(computer, page)).toMatchObject({ code: 200, data: { account: { id: phone.account.id } } });
  });
});

describe('a code', () => {
  it('decides nothing when it is shown or opened, and leaves no row before a phone opens it', async () => {
    const computer = app.newBrowser();
    const page = await showQr(app, computer);
    expect(await rows(page.code)).toEqual([]);
    for (const path of ['/qr', `/link?code=${page.code}`]) await app.newBrowser().raw({ method: 'GET', path });
    expect(await qrStateOf(computer, page)).toMatchObject({ state: 'waiting' });
    await app.newBrowser().post('/qr/open', { qrCode: page.code });
    expect(await qrStateOf(computer, page)).toEqual({ state: 'opened', askEvery: 1 });
    expect(await finishQr(computer, page)).toMatchObject({ code: 3050 });
  });

  it('shows no number before a signed-in phone has asked', async () => {
    const phone = await signUp(app);
    const computer = beside(phone);
    const page = await showQr(app, computer);
    const seen = [await qrStateOf(computer, page)];
    await phone.browser.post('/qr/open', { qrCode: page.code });
    seen.push(await qrStateOf(computer, page), await qrStateOf(computer, page));
    expect(seen.flatMap(({ number }) => number ?? [])).toEqual([]);
    expect((await rows(page.code))[0]).toMatchObject({ number: null, choices: '' });
  });

  it('belongs to the one phone that opens it within a minute', async () => {
    const phone = await signUp(app);
    const computer = beside(phone);
    const early = await showQr(app, computer);
    expect(await phone.browser.post('/qr/open', { qrCode: early.code })).toMatchObject({ code: 200 });
    expect(await app.newBrowser().post('/qr/open', { qrCode: early.code })).toMatchObject({ code: 3050 });
    const late = await showQr(app, computer);
    app.clock.advance(qrLimits.lifeMs);
    expect(await phone.browser.post('/qr/open', { qrCode: late.code })).toMatchObject({ code: 3050 });
    expect(await qrStateOf(computer, late)).toMatchObject({ state: 'over' });
    const second = await signUp(app);
    for (const path of ['/qr/asking', '/qr/decide']) {
      const body = { qrCode: early.code, ...(path === '/qr/decide' && { number: 42 }) };
      expect(await second.browser.post(path, body)).toMatchObject({ code: 3050 });
    }
  });

  it('belongs to one page: its secret is worth nothing in another browser', async () => {
    const phone = await signUp(app);
    const computer = beside(phone);
    const scanned = await scanQr(app, { computer, phone });
    await decideQr(phone, scanned);
    const thief = beside(phone);
    const own = await showQr(app, thief);
    for (const page of [scanned, { code: scanned.code, secret: own.secret }]) {
      const body = { qrCode: page.code, secret: page.secret };
      expect(await thief.post('/qr/state', body)).toMatchObject({ code: 3050 });
      expect(await finishQr(thief, page)).toMatchObject({ code: 3050 });
      expect(await thief.post('/qr/cancel', body)).toMatchObject({ code: 3050 });
    }
    expect(await finishQr(computer, scanned)).toMatchObject({ code: 200 });
  });

  it.each([
    ['a flipped bit', (code: string) => flip(code, 0)],
    ['another purpose', (code: string) => flip(code, 20)],
    ['another spelling', (code: string) => `${code.slice(0, 42)}${nextLetter(code.at(42) ?? 'A')}`],
    ['random bytes', () => randomBytes(32).toString('base64url')],
  ])('with %s is unknown', async (_name, change) => {
    const { code } = await showQr(app, app.newBrowser());
    const { browser } = await signUp(app);
    expect(await browser.post('/qr/open', { qrCode: change(code) })).toMatchObject({ code: 3050 });
  });

  it('refuses an unknown decision', async () => {
    const phone = await signUp(app);
    const { code, number } = await scanQr(app, { computer: beside(phone), phone });
    const none = [{ number: '47' }, { number: -42 }, { number: 7 }, { number: [42] }, {}, { number: 42, refuse: 'none' }, { refuse: true }];
    for (const decision of none)
      expect(await phone.browser.post('/qr/decide', { qrCode: code, ...decision })).toMatchObject({ status: 400 });
    expect(await decideQr(phone, { code, number })).toMatchObject({ code: 200 });
  });

  it('expires while it waits for the choice, and for the computer', async () => {
    const phone = await signUp(app);
    const computer = beside(phone);
    const slow = await scanQr(app, { computer, phone });
    app.clock.advance(qrLimits.choiceMs);
    expect(await decideQr(phone, slow)).toMatchObject({ code: 3050 });
    expect(await qrStateOf(computer, slow)).toMatchObject({ state: 'over' });
    const left = await scanQr(app, { computer, phone });
    await decideQr(phone, left);
    app.clock.advance(qrLimits.claimMs);
    expect(await finishQr(computer, left)).toMatchObject({ code: 3050 });
  });

  it('ends when the computer cancels it, and when the phone refuses it', async () => {
    const phone = await signUp(app);
    const computer = beside(phone);
    const canceled = await scanQr(app, { computer, phone });
    expect(await computer.post('/qr/cancel', { qrCode: canceled.code, secret: canceled.secret })).toMatchObject({ code: 200 });
    expect(await decideQr(phone, canceled)).toMatchObject({ code: 3050 });
    const refused = await scanQr(app, { computer, phone });
    for (const _ of [1, 2]) {
      const answer = await phone.browser.post('/qr/decide', { qrCode: refused.code, refuse: 'none' });
      expect(answer).toMatchObject({ code: 200, data: { state: 'denied' } });
    }
    expect(await qrStateOf(computer, refused)).toMatchObject({ state: 'denied' });
    expect(await decideQr(phone, refused)).toMatchObject({ code: 3050 });
  });

  it('is worthless after a change of the credentials', async () => {
    const phone = await signUp(app);
    const computer = beside(phone);
    const scanned = await scanQr(app, { computer, phone });
    await decideQr(phone, scanned);
    const body = { oldPassword: phone.password, newPassword: 'Harbour9-violet' };
    expect(await phone.browser.post('/password/update', body)).toMatchObject({ code: 200 });
    expect(await finishQr(computer, scanned)).toMatchObject({ code: 3050 });
  });

  it('has one winner of 16 at the same time: of opening, deciding and taking it', async () => {
    const racing = Array.from({ length: 16 });
    const phone = await signUp(app);
    const computer = beside(phone);
    const page = await showQr(app, computer);
    const phones = racing.map(() => app.newBrowser());
    for (const each of phones) await each.prepare();
    const opened = await Promise.all(phones.map((each) => each.post('/qr/open', { qrCode: page.code })));
    expect(opened.filter(({ code }) => code === 200)).toHaveLength(1);
    const scanned = await scanQr(app, { computer, phone });
    const wrong = await wrongOf(phone, scanned);
    const decisions = await Promise.all(
      racing.map((_, index) => (index % 2 === 0 ? decideQr(phone, { ...scanned, number: wrong }) : decideQr(phone, scanned))),
    );
    const ends = (await rows(scanned.code))[0]?.state;
    expect(['approved', 'wrong']).toContain(ends);
    if (ends === 'wrong') expect(decisions.every(({ code }) => code !== 200)).toBe(true);
    const owner = await signUp(app);
    const other = beside(owner);
    const right = await scanQr(app, { computer: other, phone: owner });
    await decideQr(owner, right);
    const taken = await Promise.all(racing.map(() => finishQr(other, right)));
    expect(taken.filter(({ code }) => code === 200)).toHaveLength(1);
    const { sessions } = await sessionsAt(other, owner);
    expect(sessions.filter(({ ways }) => ways.startsWith('approval'))).toHaveLength(1);
  });
});

describe('an attacker', () => {
  it('who relays a code into another network gets only a first step, whatever is shown on the phone', async () => {
    const victim = await signUp(app);
    const passkey = await addPasskey(victim);
    const attacker = app.newBrowser();
    const scanned = await scanQr(app, { computer: attacker, phone: victim });
    // A scan and a number are not enough.
    expect(await decideQr(victim, scanned)).toMatchObject({ code: 3001, data: { action: 'allowFarQr' } });
    await proveByPasskey(victim, passkey, { action: 'allowFarQr', target: scanned.code });
    // The victim reads the number on the mirrored page, and chooses it.
    expect(await decideQr(victim, scanned)).toMatchObject({ code: 200, data: { state: 'approved', secondStep: true } });
    const finished = await finishQr<{ ticket: string; methods: readonly { method: string }[] }>(attacker, scanned);
    expect(finished).toMatchObject({ code: 3011, data: { because: 'far' } });
    expect((await sessionsAt(attacker, victim)).signedInAs).toBeUndefined();
    // The approval is spent, and the ticket opens nothing without one.
    expect(await finishQr(attacker, scanned)).toMatchObject({ code: 3050 });
    const { ticket } = finished.data;
    expect(await attacker.post('/login/second', { ticket, method: 'phone', code: '000000' })).not.toMatchObject({ code: 200 });
    expect((await sessionsAt(attacker, victim)).signedInAs).toBeUndefined();
  });

  it('gets no session far away in random orders of the steps, and nearby only by luck', async () => {
    // As `npm run relays -w lab`, which plays 1,200.
    let state = 20_26;
    const draw = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const { image, mirror, near } = await playRelays(app, { count: 60, draw });
    expect([image.sessions, mirror.sessions]).toEqual([0, 0]);
    // Most victims do what the attacker wants: the number is not enough protection.
    expect(mirror.passed).toBeGreaterThan(10);
    expect(near.sessions).toBeLessThanOrEqual(12);
  });

  it('is not the owner abroad, who shows one thing more on the computer', async () => {
    const owner = await signUp(app);
    const computer = app.newBrowser();
    const scanned = await scanQr(app, { computer, phone: owner });
    const proof = { method: 'password', password: owner.password, action: 'allowFarQr', target: scanned.code };
    expect(await owner.browser.post('/account/auth', proof)).toMatchObject({ code: 200 });
    expect(await decideQr(owner, scanned)).toMatchObject({ code: 200 });
    const { data } = await finishQr<{ ticket: string }>(computer, scanned);
    const code = await signInCode(app, computer, owner.contact);
    expect(await computer.post('/login/second', { ticket: data.ticket, method: 'phone', code })).toMatchObject({ code: 200 });
    expect((await sessionsAt(computer, owner)).signedInAs).toBe(owner.account.id);
    // The account knows that browser now.
    await computer.post('/logout', {});
    const again = await scanQr(app, { computer, phone: owner });
    expect(await decideQr(owner, again)).toMatchObject({ code: 200, data: { secondStep: false } });
    expect(await finishQr(computer, again)).toMatchObject({ code: 200 });
  });

  it('who moves to another network after the approval is far again', async () => {
    const phone = await signUp(app);
    const computer = beside(phone);
    const scanned = await scanQr(app, { computer, phone });
    await decideQr(phone, scanned);
    const { code, secret } = scanned;
    expect(await computer.post('/qr/finish', { qrCode: code, secret }, { 'x-forwarded-for': '198.51.100.77' })).toMatchObject({
      code: 3011,
    });
  });

  it('who guesses the number ends the code, tells the owner once, and after three is refused for an hour', async () => {
    const phone = await signUp(app);
    await app.outbox(phone.contact);
    for (let tries = 0; tries < qrLimits.mismatches; tries += 1) {
      const computer = beside(phone);
      const scanned = await scanQr(app, { computer, phone });
      expect(await decideQr(phone, { ...scanned, number: await wrongOf(phone, scanned) })).toMatchObject({ code: 3051 });
      expect(await qrStateOf(computer, scanned)).toMatchObject({ state: 'wrong' });
      expect(await decideQr(phone, scanned)).not.toMatchObject({ code: 200 });
      expect(await finishQr(computer, scanned)).toMatchObject({ code: 3050 });
    }
    expect((await app.outbox(phone.contact)).filter(({ text }) => (text ?? '').includes('已阻止一次电脑登录'))).toHaveLength(1);
    const { code } = await showQr(app, beside(phone));
    await phone.browser.post('/qr/open', { qrCode: code });
    expect(await phone.browser.post('/qr/asking', { qrCode: code })).toMatchObject({ code: 3004, data: { retryAfter: 3600 - 2 } });
    app.clock.advance(hour);
    expect(await decideQr(phone, await scanQr(app, { computer: beside(phone), phone }))).toMatchObject({ code: 200 });
    expect((await eventsOf(phone)).filter((event) => event === 'qr.mismatch')).toHaveLength(3);
  });

  it('who is reported leaves a trace, and gets nothing', async () => {
    const phone = await signUp(app);
    const computer = app.newBrowser();
    const scanned = await scanQr(app, { computer, phone });
    expect(await phone.browser.post('/qr/decide', { qrCode: scanned.code, refuse: 'report' })).toMatchObject({ code: 200 });
    expect(await eventsOf(phone)).toContain('qr.reported');
    expect(await finishQr(computer, scanned)).toMatchObject({ code: 3050 });
  });

  it('with a session that a code made approves nothing for a day', async () => {
    const phone = await signUp(app);
    const computer = beside(phone);
    const scanned = await scanQr(app, { computer, phone });
    await decideQr(phone, scanned);
    await finishQr(computer, scanned);
    const next = await showQr(app, beside(phone));
    await computer.post('/qr/open', { qrCode: next.code });
    expect(await computer.post('/qr/asking', { qrCode: next.code })).toMatchObject({ status: 403 });
    app.clock.advance(day);
    const later = await showQr(app, beside(phone));
    await computer.post('/qr/open', { qrCode: later.code });
    expect(await computer.post('/qr/asking', { qrCode: later.code })).toMatchObject({ code: 200 });
  });

  it('who opens many codes is told to wait: three of one phone, 200 of one address', async () => {
    const phone = app.newBrowser();
    const computer = app.newBrowser();
    const codes: ShownQr[] = [];
    for (let count = 0; count < 4; count += 1) codes.push(await showQr(app, computer));
    const answers = [];
    for (const { code } of codes) answers.push((await phone.post('/qr/open', { qrCode: code })).code);
    expect(answers).toEqual([200, 200, 200, 3004]);
    const open = async (clientIp: string) =>
      (await app.newBrowser({ clientIp }).post('/qr/open', { qrCode: (await showQr(app, computer)).code })).code;
    // As 196 further phones of the address leave them.
    for (let count = 0; count < 196; count += 1) {
      await sql`insert into qr_sign_ins select ${newToken()}, purpose, ${newToken()}, opened_at, expires_at, state, computer,
        computer_ip, computer_browser, browser_name, os, account_id, credential_epoch, number, choices, same_network, ways, source
        from qr_sign_ins where id = ${sha256(codes[0]?.code ?? '')}`.execute(app.db.q());
    }
    expect([await open(phone.clientIp), await open(phone.clientIp)]).toEqual([200, 3004]);
    expect(await open('203.0.113.9')).toBe(200);
  });
});

/** The code with one bit of a byte changed. */
function flip(code: string, byte: number): string {
  const bytes = Buffer.from(code, 'base64url');
  bytes[byte] = (bytes[byte] ?? 0) ^ 1;
  return bytes.toString('base64url');
}

/** The last letter of 32 bytes has two bits that say nothing. */
function nextLetter(letter: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return letters[letters.indexOf(letter) + 1] ?? 'A';
}

// @one-database
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherCode, someCode } from '#contract/fixtures/codes.ts';
import { accountCode, accountIdOf, addEmail, takePasswordAway } from '#server/testing/people/proving.ts';
import { freshEmail, freshPhone, signUp, type Person } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer } from '#server/testing/server/test-browser.ts';
import { minute, second } from '#server/platform/clock.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
});

afterAll(async () => {
  await app.close();
});

interface VerifiedPerson extends Person {
  readonly email: string;
  readonly accountId: string;
}

/** A person with a phone, an email and a password. */
async function newPerson(): Promise<VerifiedPerson> {
  const person = await signUp(app);
  const accountId = await accountIdOf(app, person.contact);
  const email = freshEmail();
  await addEmail(app, accountId, email);
  return { ...person, email, accountId };
}

function prove(person: Person, body: Record<string, unknown>): Promise<TestAnswer<{ verifiedUntil: string }>> {
  return person.browser.post('/account/auth', body);
}

async function verifiedUntil({ browser }: Person): Promise<string | null> {
  return (await browser.get<{ verifiedUntil: string | null }>('/account/metainfo')).data.verifiedUntil;
}

describe('an identity proof', () => {
  it('is given for a password, a code by SMS and a code by mail', async () => {
    const person = await newPerson();
    const tenMinutes = new Date(app.clock.now() + 10 * minute).toISOString();
    expect(await prove(person, { method: 'password', password: person.password })).toMatchObject({
      status: 200,
      code: 200,
      data: { verifiedUntil: tenMinutes },
    });
    const phoneCode = await accountCode(app, person.browser, { contact: person.contact });
    expect(await prove(person, { method: 'phone', code: phoneCode })).toMatchObject({ code: 200 });
    const emailCode = await accountCode(app, person.browser, { contact: person.email });
    expect(await prove(person, { method: 'email', code: emailCode, action: 'changeEmail', target: freshEmail() })).toMatchObject({
      code: 200,
    });
    expect(await verifiedUntil(person)).toBe(tenMinutes);
  });

  it('works with field encryption', async () => {
    const encrypted = await buildTestApp({ encryption: true });
    try {
      const person = await signUp(encrypted);
      expect(await prove(person, { method: 'password', password: person.password })).toMatchObject({ code: 200 });
      const code = await accountCode(encrypted, person.browser, { contact: person.contact });
      expect(await prove(person, { method: 'phone', code })).toMatchObject({ code: 200 });
    } finally {
      await encrypted.close();
    }
  });

  it('gives the session a new id and ends the old one', async () => {
    const person = await newPerson();
    const { browser, password } = person;
    const before = new Map(browser.cookies);
    const answer = await prove(person, { method: 'password', password });
    expect(answer.setCookies.map((line) => line.split('=')[0])).toEqual(expect.arrayContaining(['sid', 'csrf']));
    expect(browser.cookies.get('sid')).not.toBe(before.get('sid'));
    expect(await browser.post('/update/showqrcode', { showQrcode: false })).toMatchObject({ code: 200 });
    const thief = app.newBrowser();
    for (const [name, value] of before) thief.cookies.set(name, value);
    expect(await thief.get('/account/metainfo')).toMatchObject({ status: 401 });
  });

  it('is recorded in the trail', async () => {
    const person = await newPerson();
    await prove(person, { method: 'password', password: person.password, action: 'changePhone' });
    const rows = await app.db
      .q()
      .selectFrom('audit')
      .select(['event', 'detail'])
      .where('account_id', '=', person.accountId)
      .where('event', '=', 'proof.issued')
      .execute();
    expect(rows).toEqual([{ event: 'proof.issued', detail: '{"method":"password","action":"changePhone"}' }]);
  });

  it('leaves the session as it was when it fails', async () => {
    const person = await newPerson();
    const sid = person.browser.cookies.get('sid');
    await prove(person, { method: 'password', password: 'wrong-1-wrong' });
    expect(person.browser.cookies.get('sid')).toBe(sid);
    expect(await verifiedUntil(person)).toBeNull();
  });
});

describe('a proof is refused', () => {
  it('for a wrong password: 1017, and 4010 with the fifth, which ends only this session', async () => {
    const person = await newPerson();
    const other = app.newBrowser();
    await other.post('/login/password', { account: person.contact, password: person.password });
    for (let tries = 1; tries < 5; tries += 1) {
      const answer = await prove(person, { method: 'password', password: 'wrong-1-wrong' });
      expect(answer).toMatchObject({ status: 200, code: 1017, data: { left: 5 - tries } });
    }
    expect(await prove(person, { method: 'password', password: 'wrong-1-wrong' })).toMatchObject({ status: 200, code: 4010 });
    expect(await person.browser.get('/account/metainfo')).toMatchObject({ status: 401 });
    expect(await other.get('/account/metainfo')).toMatchObject({ code: 200 });
  });

  it('for wrong passwords in any form of the session', async () => {
    const person = await newPerson();
    const wrong = 'wrong-1-wrong';
    expect(await prove(person, { method: 'password', password: wrong })).toMatchObject({ code: 1017 });
    expect(await person.browser.post('/password/valid', { password: wrong })).toMatchObject({ code: 1017 });
    const change = { oldPassword: wrong, newPassword: 'Harbour9-violet' };
    expect(await person.browser.post('/password/update', change)).toMatchObject({ code: 1012 });
    expect(await prove(person, { method: 'password', password: wrong })).toMatchObject({ code: 1017 });
    expect(await person.browser.post('/password/valid', { password: wrong })).toMatchObject({ code: 4010 });
  });

  it.each([
    ['phone', 1013, 1007],
    ['email', 1014, 1004],
  ] as const)('for a code by %s that was not requested, is wrong, used or expired', async (method, notAsked, wrong) => {
    const person = await newPerson();
    const contact = method === 'phone' ? person.contact : person.email;
    expect(await prove(person, { method, code: someCode })).toMatchObject({ status: 200, code: notAsked });
    const code = await accountCode(app, person.browser, { contact });
    expect(await prove(person, { method, code: otherCode(code) })).toMatchObject({ code: wrong });
    expect(await prove(person, { method, code })).toMatchObject({ code: 200 });
    expect(await prove(person, { method, code })).toMatchObject({ code: wrong });
    app.clock.advance(minute);
    const late = await accountCode(app, person.browser, { contact });
    app.clock.advance(10 * minute);
    expect(await prove(person, { method, code: late })).toMatchObject({ code: wrong });
  });

  it('for a method that the account lacks', async () => {
    const byPhone = await signUp(app);
    expect(await prove(byPhone, { method: 'email', code: someCode })).toMatchObject({ code: 1014 });
    const byEmail = await signUp(app, { email: freshEmail() });
    expect(await prove(byEmail, { method: 'phone', code: someCode })).toMatchObject({ code: 1013 });
    await takePasswordAway(app, await accountIdOf(app, byPhone.contact));
    expect(await prove(byPhone, { method: 'password', password: byPhone.password })).toMatchObject({ code: 1017 });
  });

  it('for a method too weak for the action: 3001 with the sufficient ones, and the code is not spent', async () => {
    const person = await newPerson();
    const code = await accountCode(app, person.browser, { contact: person.email });
    const answer = await prove(person, { method: 'email', code, action: 'unbindPhone' });
    const masked = `${person.contact.slice(0, 3)}****${person.contact.slice(-4)}`;
    expect(answer).toMatchObject({
      status: 200,
      code: 3001,
      data: {
        methods: [
          { method: 'password', target: '' },
          { method: 'phone', target: masked },
        ],
      },
    });
    expect(await prove(person, { method: 'email', code, action: 'unbindEmail' })).toMatchObject({ code: 200 });
  });

  it.each([
    [{ method: 'password' }, { password: 'required' }],
    [{ method: 'phone' }, { code: 'required' }],
    [{ method: 'email', code: '12345' }, { code: 'length' }],
    [{ method: 'email', code: `${someCode.slice(1)}x` }, { code: 'regex' }],
  ])('for %o, by its rule', async (body, fields) => {
    expect(await prove(await newPerson(), body)).toMatchObject({ status: 400, code: 400, data: { fields } });
  });

  it.each([
    { method: 'voice', code: someCode },
    { method: 'password', password: 'x', action: 'everything' },
    { method: 'password', password: ['x'] },
    { method: 'password', password: 'x', accountId: 'y' },
    {},
  ])('for %o, by its shape', async (body) => {
    const answer = await prove(await newPerson(), body);
    expect(answer).toMatchObject({ status: 400, code: 400 });
    expect(JSON.stringify(answer.data)).not.toContain('fields');
  });

  it('without a session: 401, and 1022 for a ticket that opens none', async () => {
    const browser = app.newBrowser();
    expect(await browser.post('/account/auth', { method: 'password', password: 'x' })).toMatchObject({ status: 401, code: 401 });
    const ticket = { 'x-token': 'whatever' };
    expect(await browser.post('/account/auth', { method: 'password', password: 'x' }, ticket)).toMatchObject({ status: 200, code: 1022 });
  });
});

describe('sixteen proofs at once', () => {
  it('give one proof for one code', async () => {
    const person = await newPerson();
    const code = await accountCode(app, person.browser, { contact: person.contact });
    const answers = await Promise.all(Array.from({ length: 16 }, () => prove(person, { method: 'phone', code })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.every((answer) => [200, 1007, 401].includes(answer.code))).toBe(true);
  });
});

it('ends a proof exactly ten minutes after it was given', async () => {
  const phone = freshPhone();
  const person = await signUp(app, { phone });
  await takePasswordAway(app, await accountIdOf(app, phone));
  const set = () => person.browser.post('/password/set', { newPassword: 'Harbour9-violet' });
  const answer = await prove(person, { method: 'phone', code: await accountCode(app, person.browser, { contact: phone }) });
  app.clock.set(Date.parse(answer.data.verifiedUntil));
  expect(await set()).toMatchObject({ code: 3001 });
  app.clock.advance(second);
  const again = await prove(person, { method: 'phone', code: await accountCode(app, person.browser, { contact: phone }) });
  app.clock.set(Date.parse(again.data.verifiedUntil) - 1);
  expect(await set()).toMatchObject({ code: 200 });
});

// @one-database
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mostGuesses } from '#server/core/sign-in/password/password-guesses.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { comparable, freshEmail, freshPhone, signInCode, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail, askReset } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 10_000 } });
});

afterAll(async () => {
  await app.close();
});

async function signIn(browser: TestBrowser, account: string, password: string): Promise<TestAnswer> {
  return browser.post('/login/password', { account, password, validate: await browser.solveCaptcha('login') });
}

/** Wrong passwords in a strange browser, five in each quarter of an hour: no captcha and no wait is in the way. */
async function guess(times: number, name: string): Promise<void> {
  const stranger = app.newBrowser();
  for (let tried = 0; tried < times; tried += 1) {
    if (tried % 5 === 0) app.clock.advance(16 * minute);
    expect(await stranger.post('/login/password', { account: name, password: `wrong-password-${tried}` })).toMatchObject({ code: 3007 });
  }
}

async function newOwner(): Promise<Person & { readonly email: string }> {
  const owner = await signUp(app);
  const email = freshEmail();
  await addEmail(app, await accountIdOf(app, owner.contact), email);
  return { ...owner, email };
}

describe('guessing at one account', () => {
  it('has at most 200 passwords looked at in 30 days', async () => {
    const owner = await newOwner();
    const looked = vi.spyOn(app.wiring.core.identity.hasher, 'verify');
    const until = app.clock.now() + 30 * day;
    while (app.clock.now() < until) {
      await guess(5, owner.contact);
      await guess(5, owner.email);
      app.clock.advance(6 * hour);
    }
    expect(looked.mock.calls.length).toBeGreaterThanOrEqual(mostGuesses);
    expect(looked.mock.calls.length).toBeLessThanOrEqual(200);
  });

  it('tells the owner half way and at the end, and stops no other way in', async () => {
    const owner = await newOwner();
    const told = async (words: string) => (await app.outbox(owner.contact)).filter(({ text }) => text.includes(words)).length;
    await guess(49, owner.contact);
    expect(await told('多次输错您的密码')).toBe(0);
    await guess(1, owner.contact);
    expect(await told('多次输错您的密码')).toBe(1);
    await guess(49, owner.contact);
    expect(await told('已暂停密码登录')).toBe(0);
    await guess(1, owner.contact);
    expect(await told('已暂停密码登录')).toBe(1);
    app.clock.advance(16 * minute);
    const wrong = await signIn(app.newBrowser(), owner.contact, 'wrong-password-1');
    const right = await signIn(app.newBrowser(), owner.contact, owner.password);
    expect(comparable(right)).toBe(comparable(wrong));
    expect(right).toMatchObject({ code: 3007 });

    expect(await signIn(owner.browser, owner.contact, owner.password)).toMatchObject({ code: 200 });
    for (const contact of [owner.contact, owner.email]) {
      const browser = app.newBrowser();
      const code = await signInCode(app, browser, contact);
      expect(await browser.post('/login/code', { account: contact, code })).toMatchObject({ code: 200 });
      expect(await signIn(browser, contact, owner.password)).toMatchObject({ code: 200 });
    }
    const visitor = app.newBrowser();
    const { code } = await askReset(app, visitor, owner.contact);
    const newPassword = 'another-Harbour7';
    expect(await visitor.post('/password/reset/reset_password/phone', { phone: owner.contact, code, newPassword })).toMatchObject({
      code: 200,
    });
    expect(await signIn(app.newBrowser(), owner.contact, newPassword)).toMatchObject({ code: 200 });
  });

  it('begins again 30 days after the pause began, and after a right password', async () => {
    const owner = await newOwner();
    await guess(99, owner.contact);
    expect(await signIn(app.newBrowser(), owner.contact, owner.password)).toMatchObject({ code: 200 });
    app.clock.advance(30 * day);
    await guess(99, owner.contact);
    expect(await signIn(app.newBrowser(), owner.email, owner.password)).toMatchObject({ code: 200 });
    app.clock.advance(30 * day);
    await guess(mostGuesses, owner.contact);
    expect(await signIn(app.newBrowser(), owner.email, owner.password)).toMatchObject({ code: 3007 });
    app.clock.advance(30 * day);
    expect(await signIn(app.newBrowser(), owner.email, owner.password)).toMatchObject({ code: 200 });
  });

  it('has its own limit in a browser that the account knows', async () => {
    const owner = await newOwner();
    for (let tried = 0; tried < mostGuesses; tried += 1) {
      if (tried % 5 === 0) app.clock.advance(16 * minute);
      expect(await owner.browser.post('/login/password', { account: owner.contact, password: 'wrong-password-1' })).toMatchObject({
        code: 3007,
      });
    }
    app.clock.advance(16 * minute);
    expect(await signIn(owner.browser, owner.contact, owner.password)).toMatchObject({ code: 3007 });
    expect(await signIn(app.newBrowser(), owner.contact, owner.password)).toMatchObject({ code: 200 });
  });

  it('looks at no more than 100 when many arrive together', async () => {
    const owner = await newOwner();
    await guess(90, owner.contact);
    app.clock.advance(16 * minute);
    const looked = vi.spyOn(app.wiring.core.identity.hasher, 'verify');
    for (const name of [owner.contact, owner.email]) {
      await Promise.all(Array.from({ length: 30 }, () => signIn(app.newBrowser(), name, 'wrong-password-1')));
    }
    expect(looked.mock.calls.length).toBeLessThanOrEqual(10);
  });
});

describe('the answers to wrong passwords', () => {
  it('are those for names of nobody, in any order of an account’s names', async () => {
    const owner = await newOwner();
    const own = [owner.contact, owner.email] as const;
    const nobody = [freshPhone(), freshEmail()] as const;
    const answers = async (names: readonly [string, string]) => {
      const browser = app.newBrowser();
      const seen: string[] = [];
      for (const which of [0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 1] as const) {
        const validate = seen.length % 3 === 2 ? await browser.solveCaptcha('login') : undefined;
        seen.push(comparable(await browser.post('/login/password', { account: names[which], password: 'wrong-password-1', validate })));
      }
      return seen;
    };
    expect(await answers(own)).toEqual(await answers(nobody));
  });
});

describe('a browser that signed in before everything was ended', () => {
  it('is strange again: an intruder keeps no counter, and no priority', async () => {
    const owner = await newOwner();
    const intruder = app.newBrowser();
    expect(await signIn(intruder, owner.contact, owner.password)).toMatchObject({ code: 200 });
    const visitor = app.newBrowser();
    const { code } = await askReset(app, visitor, owner.contact);
    const newPassword = 'another-Harbour7';
    expect(await visitor.post('/password/reset/reset_password/phone', { phone: owner.contact, code, newPassword })).toMatchObject({
      code: 200,
    });
    const stranger = app.newBrowser();
    for (let tried = 0; tried < 10; tried += 1) await signIn(stranger, owner.contact, 'wrong-password-1');
    expect(await signIn(intruder, owner.contact, 'wrong-password-1')).toMatchObject({ code: 3004 });
    const again = app.newBrowser();
    const loginCode = await signInCode(app, again, owner.contact);
    expect(await again.post('/login/code', { account: owner.contact, code: loginCode })).toMatchObject({ code: 200 });
    expect(await signIn(again, owner.contact, newPassword)).toMatchObject({ code: 200 });
  });
});

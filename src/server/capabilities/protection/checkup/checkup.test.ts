import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adviceRows, type Advice, type AdviceAction } from '#contract/protection/checkup/advice.words.ts';
import { day } from '#server/platform/clock.ts';
import { accountSource } from '#server/platform/http/requests/work-source.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { newRelyingParty, signInTo } from '#server/testing/apps/openid.ts';
import { addPasskey } from '#server/testing/people/passkeys.ts';
import { freshEmail, signUp } from '#server/testing/people/people.ts';
import { accountIdOf, askReset } from '#server/testing/people/proving.ts';
import { actingLink } from '#server/testing/people/recovering.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';
import { recommend, type CheckupFacts, type Used } from './recommend.ts';
import type { Way } from '#server/core/sign-in/ways/way.ts';
import { wayRows, type WayKind } from '#contract/sign-in/ways/ways.words.ts';

const now = Date.UTC(2026, 10, 23);

function way(kind: WayKind, vouchedBy: Way['vouchedBy'] = null): Way {
  const { carriers } = wayRows[kind];
  return { id: `${kind}:1`, kind, carriers, addedAt: now - day, vouchedBy, ownRootAt: now + day, isSuspect: false, state: 'current' };
}

const passkey = { proves: true } as CheckupFacts['account']['passkeys'][number];

/** An account with nothing to recommend. */
const good: CheckupFacts = {
  account: {
    phone: '13800138000',
    email: 'a@example.com',
    passwordHash: 'x',
    isPasswordWeak: false,
    passkeys: [passkey],
    totpApps: [],
    recoveryCodes: { left: 10, madeAt: 1 },
    twoStepAt: 1,
  },
  ways: [way('phone'), way('email'), way('password')],
  reviews: false,
  apps: [],
  devices: [],
  now,
};

const used = (days: number): Used => ({ name: `${days}`, lastUsedAt: now - days * day });

describe('the recommendations', () => {
  it.each<[string, Partial<CheckupFacts>, Partial<CheckupFacts['account']>, readonly (readonly [Advice, AdviceAction])[]]>([
    ['none for an account in order', {}, {}, []],
    ['a phone where a mailbox is everything', { ways: [way('email'), way('password')] }, { phone: null }, [['oneWay', 'addPhone']]],
    ['a password where a phone is everything', { ways: [way('phone'), way('email')] }, { passwordHash: null }, [['oneWay', 'setPassword']]],
    ['a passkey for what nothing else mends', { ways: [way('password')] }, {}, [['oneWay', 'addPasskey']]],
    ['nothing for a way that only has to wait', { ways: [way('phone'), way('password', 'phone:1')] }, {}, []],
    ['another password for one that is easy to guess', {}, { isPasswordWeak: true }, [['weakPassword', 'changePassword']]],
    ['a passkey without a second step', {}, { passkeys: [] }, [['noSecond', 'addPasskey']]],
    ['a passkey beside a suspect one', {}, { passkeys: [{ ...passkey, proves: false }] }, [['noSecond', 'addPasskey']]],
    ['no passkey beside an authenticator app', {}, { passkeys: [], totpApps: [{ id: 'a', addedAt: 1 }] }, []],
    ['codes when few are left', {}, { recoveryCodes: { left: 2, madeAt: 1 } }, [['fewCodes', 'makeCodes']]],
    ['no codes at three', {}, { recoveryCodes: { left: 3, madeAt: 1 } }, []],
    ['no codes for an ordinary account', {}, { recoveryCodes: { left: 0, madeAt: null }, twoStepAt: null }, []],
    ['the app that was idle longest', { apps: [used(181), used(400), used(10)] }, {}, [['idleApp', 'cancelApp']]],
    ['no app of 180 days', { apps: [used(180)] }, {}, []],
    ['a device after 90 days', { devices: [used(91), used(90)] }, {}, [['idleDevice', 'removeDevice']]],
    [
      'a review before all others',
      { reviews: true },
      { passkeys: [] },
      [
        ['review', 'lookAtWays'],
        ['noSecond', 'addPasskey'],
      ],
    ],
    [
      'one act once',
      { ways: [way('phone'), way('email')] },
      { passwordHash: null, isPasswordWeak: false, email: null },
      [['oneWay', 'addEmail']],
    ],
    ['a second address', {}, { email: null }, [['quiet', 'addEmail']]],
  ])('are %s', (_, facts, account, expected) => {
    const found = recommend({ ...good, ...facts, account: { ...good.account, ...account } });
    expect(found.map(({ advice, action }) => [advice, action])).toEqual(expected);
    if (facts.apps?.length === 3) expect(found[0]?.about?.name).toBe('400');
  });

  it('come in the order of their weight', () => {
    const account = {
      ...good.account,
      email: null,
      passwordHash: null,
      isPasswordWeak: true,
      passkeys: [],
      recoveryCodes: { left: 0, madeAt: 1 },
    };
    const found = recommend({ ...good, account, ways: [way('phone')], apps: [used(200)], devices: [used(100)], reviews: true });
    const order = Object.keys(adviceRows);
    const places = found.map(({ advice }) => order.indexOf(advice));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(found.map(({ advice }) => advice)).toEqual([
      'review',
      'oneWay',
      'weakPassword',
      'noSecond',
      'fewCodes',
      'idleApp',
      'idleDevice',
    ]);
  });
});

describe('the checkup of an account', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await buildListeningApp();
  });

  afterAll(async () => {
    await app.close();
  });

  interface Item {
    readonly advice: Advice;
    readonly name: string;
  }

  async function advicesOf(browser: TestBrowser): Promise<readonly Advice[]> {
    const { data, code, text } = await browser.get<{ items: readonly Item[] }>('/account/checkup');
    if (code !== 200) throw new Error(text);
    return data.items.map(({ advice }) => advice);
  }

  /** An account that is not new any more. */
  async function oldOwner(from?: Parameters<typeof signUp>[1]) {
    const person = await signUp(app, from);
    app.clock.advance(day);
    return person;
  }

  it('has no suggestion on the first day, and loses what was mended', async () => {
    const person = await signUp(app, { email: freshEmail() });
    app.clock.advance(day - 1);
    expect(await advicesOf(person.browser)).toEqual([]);
    app.clock.advance(1);
    expect(await advicesOf(person.browser)).toEqual(['oneWay', 'noSecond']);
    await addPasskey(person);
    // Mailbox, password and passkey still lie on one computer.
    expect(await advicesOf(person.browser)).toEqual(['oneWay']);
    expect(await app.newBrowser().get('/account/checkup')).toMatchObject({ code: 401 });
  });

  it('names an app that may act alone and was not used for long, in the language of the reader, and three points at most', async () => {
    const person = await oldOwner();
    const accountId = await accountIdOf(app, person.contact);
    const party = await newRelyingParty(app, { name: { zh_CN: '田野笔记', en_US: 'Field Notes' } });
    await signInTo(app, person.browser, { party });
    await app.db
      .q()
      .updateTable('openid_consents')
      .set({ scopes: 'openid offline_access', last_used_at: app.clock.now() - 181 * day })
      .where('account_id', '=', accountId)
      .execute();
    const { data } = await person.browser.get<{ items: readonly Item[] }>('/account/checkup');
    expect(data.items.map(({ advice, name }) => [advice, name])).toEqual([
      ['noSecond', ''],
      ['idleApp', '田野笔记'],
      ['quiet', ''],
    ]);
  });

  it('asks for an answer to a risky sign-in elsewhere, until it has one', async () => {
    const person = await signUp(app, { email: freshEmail() });
    app.clock.advance(day);
    await app.newBrowser().post('/login/password', { account: person.contact, password: person.password });
    expect((await advicesOf(person.browser))[0]).toBe('answer');
    const token = await actingLink(app, person.contact, 'notice');
    expect(await app.newBrowser().post('/notice/answer', { token, answer: 'me' })).toMatchObject({ code: 200 });
    expect(await advicesOf(person.browser)).not.toContain('answer');
  });

  it('names the alarm, the last sign-in elsewhere and a request that waits until its owner has called it their own', async () => {
    const person = await signUp(app, { email: freshEmail() });
    app.clock.advance(day);
    await app.newBrowser().post('/login/password', { account: person.contact, password: person.password });
    const { data } = await person.browser.get<{ items: readonly { event: { id: string } | null }[]; lastSignIn: { id: string } }>(
      '/account/checkup',
    );
    expect(data).toMatchObject({ items: [{ advice: 'answer', event: { asks: true } }, {}, {}], staffAt: '' });
    expect(data.lastSignIn.id).toBe(data.items[0]?.event?.id);
  });

  it('names a password that is easy to guess once it was typed, until there is another', async () => {
    const person = await oldOwner();
    const accountId = await accountIdOf(app, person.contact);
    const hash = await app.wiring.core.identity.hasher.hash({ password: 'sunshine2025', source: accountSource(accountId) });
    await app.db.q().updateTable('accounts').set({ password_hash: hash }).where('id', '=', accountId).execute();
    expect(await advicesOf(person.browser)).not.toContain('weakPassword');
    const browser = app.newBrowser();
    expect(await browser.post('/login/password', { account: person.contact, password: 'sunshine2025' })).toMatchObject({ code: 200 });
    expect(await advicesOf(browser)).toContain('weakPassword');
    const change = { oldPassword: 'sunshine2025', newPassword: 'violet-7-Harbour-x' };
    expect(await browser.post('/password/update', change)).toMatchObject({ code: 200 });
    expect(await advicesOf(browser)).not.toContain('weakPassword');
    const again = { account: person.contact, password: change.newPassword };
    expect(await app.newBrowser().post('/login/password', again)).toMatchObject({ code: 200 });
    expect(await advicesOf(browser)).not.toContain('weakPassword');
  });

  it('asks for a review of what was added shortly before a recovery', async () => {
    const person = await signUp(app, { email: freshEmail() });
    await addPasskey(person);
    app.clock.advance(day);
    const browser = app.newBrowser();
    const again = await askReset(app, browser, person.contact);
    const body = { email: person.contact, code: again.code, newPassword: 'violet-7-Harbour-x' };
    expect(await browser.post('/password/reset/reset_password/email', body)).toMatchObject({ code: 200 });
    await browser.post('/login/password', { account: person.contact, password: 'violet-7-Harbour-x' });
    expect(await advicesOf(browser)).toContain('review');
  });

  it('hides a point for its days, only for this account', async () => {
    const [person, other] = [await oldOwner(), await oldOwner()];
    expect(await person.browser.post('/account/checkup/later', { advice: 'noSecond' })).toMatchObject({ code: 200 });
    expect(await person.browser.post('/account/checkup/later', { advice: 'noSecond' })).toMatchObject({ code: 200 });
    expect(await advicesOf(person.browser)).toEqual(['quiet']);
    expect(await advicesOf(other.browser)).toEqual(['noSecond', 'quiet']);
    await app.db
      .q()
      .updateTable('checkup_rests')
      .set({ until: app.clock.now() })
      .where('account_id', '=', await accountIdOf(app, person.contact))
      .execute();
    expect(await advicesOf(person.browser)).toEqual(['noSecond', 'quiet']);
    expect(await person.browser.post('/account/checkup/later', { advice: 'everything' })).toMatchObject({ code: 400 });
  });
});

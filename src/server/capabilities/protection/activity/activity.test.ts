import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activityPage } from '#contract/protection/activity/activity.words.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { day, hour, minute } from '#server/platform/clock.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { newRelyingParty, signInTo } from '#server/testing/apps/openid.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildListeningApp();
});

afterAll(async () => {
  await app.close();
});

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly event: string;
  readonly count: number;
  readonly app: string;
  readonly browser: string;
  readonly address: string;
  readonly by: string;
  readonly device: string;
  readonly current: boolean;
  readonly asks: boolean;
}

interface Page {
  readonly items: readonly Entry[];
  readonly next: string;
}

async function list(browser: TestBrowser, query = ''): Promise<Page> {
  const { code, data, text } = await browser.get<Page>(`/account/activity${query}`);
  if (code !== 200) throw new Error(text);
  return data;
}

async function eventsOf(browser: TestBrowser, query = ''): Promise<readonly string[]> {
  return (await list(browser, query)).items.map(({ event }) => event);
}

const isMark = (name: string): boolean => /browser/.test(name);

async function signIn({ contact, password }: Person, browser = app.newBrowser()): Promise<TestBrowser> {
  expect(await browser.post('/login/password', { account: contact, password })).toMatchObject({ code: 200 });
  return browser;
}

async function chooseLanguage({ browser }: Person, language: Language): Promise<void> {
  expect(await browser.post('/update/lang', { lang: language })).toMatchObject({ code: 200 });
}

async function miss({ contact }: Person): Promise<void> {
  const browser = app.newBrowser();
  const validate = await browser.solveCaptcha('login');
  expect(await browser.post('/login/password', { account: contact, password: 'wrong-Harbour7', validate })).not.toMatchObject({
    code: 200,
  });
}

describe('the activity of an account', () => {
  it('has its events, newest first, with the browser and without the whole client IP', async () => {
    const person = await signUp(app);
    app.clock.advance(minute);
    const elsewhere = await signIn(person);
    app.clock.advance(minute);
    await chooseLanguage(person, 'en_US');
    const { items, next } = await list(person.browser);
    expect(items.map(({ event }) => event)).toEqual(['language.changed', 'sign-in.password', 'account.registered']);
    expect(next).toBe('');
    expect(items.at(-1)).toMatchObject({ current: true, count: 1 });
    expect(items.at(-2)).toMatchObject({ current: false });
    expect(items.every(({ address }) => /^\d+\.\d+\.\*\.\*$/.test(address))).toBe(true);
    expect((await list(elsewhere)).items.find(({ event }) => event === 'sign-in.password')).toMatchObject({ current: true });
  });

  it.each([
    ['203.0.113.7', '203.0.*.*'],
    ['2001:db8:1:2::3', '2001:db8:*'],
  ])('shows %s like the message about the same event', async (clientIp, mask) => {
    const person = await signUp(app, { email: freshEmail(), browser: app.newBrowser({ clientIp }) });
    const change = { oldPassword: person.password, newPassword: 'another-9-Harbour' };
    expect(await person.browser.post('/password/update', change)).toMatchObject({ code: 200 });
    const { address } = (await list(person.browser)).items.find(({ event }) => event === 'password.changed') ?? {};
    expect(address).toBe(mask);
    // The welcome leaves at the same time.
    const text = (await app.outbox(person.contact)).find(({ scene }) => scene === 'passwordChanged')?.text;
    expect(text).toContain(mask);
    expect(text).not.toContain(clientIp);
  });

  it('shows nothing of another account, and nothing without a session', async () => {
    const [one, other] = [await signUp(app), await signUp(app)];
    await signIn(other);
    const ids = new Set((await list(one.browser)).items.map(({ id }) => id));
    expect((await list(other.browser)).items.filter(({ id }) => ids.has(id))).toEqual([]);
    expect(await app.newBrowser().get('/account/activity')).toMatchObject({ code: 401 });
  });

  it('counts attempts with a wrong password in one entry an hour', async () => {
    const person = await signUp(app);
    for (let count = 0; count < 3; count += 1) await miss(person);
    app.clock.advance(hour);
    await miss(person);
    const failures = (await list(person.browser, '?group=refused')).items;
    expect(failures.map(({ event, count }) => [event, count])).toEqual([
      ['sign-in.failures', 1],
      ['sign-in.failures', 3],
    ]);
  });

  it('names the app in the language of the reader', async () => {
    const person = await signUp(app);
    const party = await newRelyingParty(app, { name: { zh_CN: '田野笔记', en_US: 'Field Notes' } });
    await signInTo(app, person.browser, { party });
    const [allowed] = (await list(person.browser, '?group=apps')).items;
    expect(allowed).toMatchObject({ event: 'app.allowed', app: '田野笔记' });
    await chooseLanguage(person, 'en_US');
    expect((await list(person.browser, '?group=apps')).items[0]).toMatchObject({ app: 'Field Notes' });
  });

  it('comes by kind', async () => {
    const person = await signUp(app);
    await signIn(person);
    expect(new Set(await eventsOf(person.browser, '?group=signIns'))).toEqual(new Set(['sign-in.password']));
    expect(await eventsOf(person.browser, '?group=changes')).toEqual(['account.registered']);
    expect(await person.browser.get('/account/activity?group=everything')).toMatchObject({ code: 400 });
  });

  it('answers one alarm by its id, twice alike, and not from the browser that caused it or of another account', async () => {
    const person = await signUp(app);
    const other = await signUp(app);
    app.clock.advance(day);
    const thief = await signIn(person);
    app.clock.advance(minute);
    const second = await signIn(person);
    const alarms = () => list(person.browser).then(({ items }) => items.filter(({ asks }) => asks));
    const [newer, older] = await alarms();
    const answer = (browser: TestBrowser, id = '') => browser.post('/account/activity/answer', { id, answer: 'me' });
    expect(await answer(thief, older?.id)).toMatchObject({ code: 404 });
    expect(await answer(other.browser, older?.id)).toMatchObject({ code: 404 });
    // Nor from a browser in which somebody signed in after the alarm.
    expect(await answer(second, older?.id)).toMatchObject({ code: 404 });
    // Nor from its session without the mark of its browser, or with another one: each is a browser that nobody has signed in with.
    for (const mark of [undefined, 'b'.repeat(43)]) {
      const disguised = app.newBrowser();
      for (const [name, value] of thief.cookies) if (!isMark(name)) disguised.cookies.set(name, value);
      if (mark !== undefined) for (const name of [...thief.cookies.keys()].filter(isMark)) disguised.cookies.set(name, mark);
      expect((await list(disguised)).items.filter(({ asks }) => asks)).toEqual([]);
      expect(await answer(disguised, older?.id)).toMatchObject({ code: 404 });
    }
    expect(await alarms()).toHaveLength(2);
    expect(await answer(person.browser, older?.id)).toMatchObject({ code: 200 });
    expect(await answer(person.browser, older?.id)).toMatchObject({ code: 200 });
    expect(await alarms()).toEqual([newer]);
    const shown = (await list(person.browser, `?id=${older?.id}`)).items;
    expect(shown).toMatchObject([{ id: older?.id, asks: false, isOwn: true }]);
    expect((await eventsOf(person.browser)).filter((event) => event === 'notice.answered')).toHaveLength(1);
    expect((await list(second)).items.filter(({ asks }) => asks)).toEqual([]);
    app.clock.advance(3 * day + minute);
    expect(await alarms()).toEqual([]);
    expect(await answer(person.browser, newer?.id)).toMatchObject({ code: 404 });
  });

  it('comes by browser and by day', async () => {
    const person = await signUp(app);
    app.clock.advance(day);
    const since = app.clock.now();
    await signIn(person);
    const { items } = await list(person.browser);
    const by = items[0]?.by ?? '';
    expect(by).not.toBe('');
    expect((await list(person.browser, `?by=${by}`)).items).toEqual(items.slice(0, 1));
    expect(await eventsOf(person.browser, `?since=${since}`)).toEqual(['sign-in.password']);
    expect(await eventsOf(person.browser, '?by=nobody')).toEqual([]);
    expect(await person.browser.get('/account/activity?since=yesterday')).toMatchObject({ code: 400 });
  });

  it('says which sign-in lives still, by the name of its device, also after its session was renewed', async () => {
    const person = await signUp(app);
    const chrome = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0' };
    const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    const credentials = { account: person.contact, password: person.password };
    const [one, other] = [app.newBrowser(), app.newBrowser()];
    for (const [browser, headers] of [
      [one, chrome],
      [other, firefox],
    ] as const) {
      app.clock.advance(minute);
      expect(await browser.post('/login/password', credentials, headers)).toMatchObject({ code: 200 });
    }
    const { data: devices } = await person.browser.get<{ readonly id: string; readonly name: string }[]>('/device/list');
    const idOf = (name: string) => devices.find((device) => device.name === name)?.id;
    const signIns = async (browser: TestBrowser) =>
      (await list(browser, '?group=signIns')).items.filter(({ event }) => event === 'sign-in.password').map(({ device }) => device);
    const alive = () => signIns(person.browser);
    expect(await alive()).toEqual([idOf('Firefox'), idOf('Chrome')]);
    expect(await one.post('/logout', {})).toMatchObject({ code: 200 });
    expect(await alive()).toEqual([idOf('Firefox'), '']);
    app.clock.advance(minute);
    const change = { oldPassword: person.password, newPassword: 'another-9-Harbour' };
    expect(await other.post('/password/update', change, firefox)).toMatchObject({ code: 200 });
    const again = await signIn({ ...person, password: change.newPassword });
    const [own, renewed, over] = await signIns(again);
    expect([own === '', renewed === '', over]).toEqual([false, false, '']);
  });

  it('comes page by page, each entry once, also with entries of one moment', async () => {
    const person = await signUp(app);
    for (let count = 0; count < activityPage + 5; count += 1) await signIn(person, person.browser);
    const first = await list(person.browser);
    const second = await list(person.browser, `?cursor=${first.next}`);
    expect(first.items).toHaveLength(activityPage);
    expect(second.next).toBe('');
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set([...first.items, ...second.items].map(({ event }) => event))).toContain('account.registered');
    expect(ids).toHaveLength(activityPage + 6);
  });

  it.each(['x', '1', '.', '1.!', `${'9'.repeat(17)}.a`, `1.${'a'.repeat(65)}`])('refuses the cursor %s', async (cursor) => {
    const { browser } = await signUp(app);
    expect(await browser.get(`/account/activity?cursor=${cursor}`)).toMatchObject({ code: 400 });
  });

  it('shows with a cursor of another account nothing of that account', async () => {
    const [one, other] = [await signUp(app), await signUp(app)];
    const [entry] = (await list(other.browser)).items;
    const cursor = `${Date.parse(entry?.at ?? '') + 1}.${Buffer.from(entry?.id ?? '').toString('base64url')}`;
    expect(await eventsOf(one.browser, `?cursor=${cursor}`)).toEqual(['account.registered']);
  });

  it('ends after 180 days', async () => {
    const person = await signUp(app);
    app.clock.advance(181 * day);
    const browser = await signIn(person);
    expect(await eventsOf(browser)).toEqual(['sign-in.password']);
  });

  it('is written with the event: an event that is undone leaves nothing', async () => {
    const person = await signUp(app);
    const accountId = await accountIdOf(app, person.contact);
    const before = await eventsOf(person.browser);
    const { audit } = app.wiring.core.journal;
    const failing = app.db.tx(async () => {
      await audit.record({ event: 'password.changed', accountId, origin: { clientIp: '10.0.0.1', requestId: 'r' } });
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await eventsOf(person.browser)).toEqual(before);
  });
});

import { limits } from '#contract/limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProfileValues } from '#contract/account/profile/items.ts';
import { someCode } from '#contract/fixtures/codes.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { freshEmail, registrationBody, signUp, type Person } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer } from '#server/testing/server/test-browser.ts';
import { day, minute } from '#server/platform/clock.ts';

let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

function freshName(): string {
  count += 1;
  return `liming-${count}`;
}

function send({ browser }: Pick<Person, 'browser'>, path: string, body: Record<string, unknown>): Promise<TestAnswer<AccountView>> {
  return browser.post<AccountView>(path, body);
}

/** The first choice, which costs no change. */
async function named(person: Person): Promise<Person> {
  await send(person, '/update/nickname', { nickname: freshName() });
  return person;
}

async function accountOf({ browser }: Person): Promise<AccountView> {
  return (await browser.get<AccountView>('/account/metainfo')).data;
}

/** Another session of the same account. */
async function signInAgain(person: Person): Promise<Person> {
  const browser = app.newBrowser();
  const answer = await browser.post('/login/password', { account: person.contact, password: person.password });
  expect(answer.code).toBe(200);
  return { ...person, browser };
}

async function audits(person: Person): Promise<readonly { readonly event: string; readonly detail: string }[]> {
  const id = await accountIdOf(app, person.contact);
  return app.db.q().selectFrom('audit').select(['event', 'detail']).where('account_id', '=', id).orderBy('at').orderBy('id').execute();
}

describe('a username', () => {
  it('is chosen freely, signs in afterwards, and is shown with the change that is left', async () => {
    const person = await signUp(app);
    const username = freshName();
    expect((await accountOf(person)).limits.username.left).toBe(1);
    const answer = await send(person, '/update/username', { username: ` ${username} ` });
    expect(answer).toMatchObject({ status: 200, code: 200, data: { username, limits: { username: { left: 1 } } } });
    expect(await accountOf(person)).toEqual(answer.data);
    const signIn = await app.newBrowser().post('/login/password', { account: username, password: person.password });
    expect(signIn).toMatchObject({ code: 200 });
    expect(await audits(person)).toContainEqual({ event: 'profile.changed', detail: '{"items":"username"}' });
  });

  it('is changed once after that, then refused with 3012 and no date; repeating the present one costs nothing', async () => {
    const person = await signUp(app);
    const [first, username] = [freshName(), freshName()];
    await send(person, '/update/username', { username: first });
    expect(await send(person, '/update/username', { username: first })).toMatchObject({ data: { limits: { username: { left: 1 } } } });
    expect(await send(person, '/update/username', { username })).toMatchObject({ code: 200, data: { limits: { username: { left: 0 } } } });
    const again = await send(person, '/update/username', { username: freshName() });
    expect(again).toMatchObject({ status: 200, code: 3012, data: { item: 'username', nextAt: null } });
    expect(again.headers['retry-after']).toBeUndefined();
    expect(await send(person, '/update/username', { username })).toMatchObject({ code: 200, data: { username } });
  });

  it('of another account is 1001, and the change is not spent', async () => {
    const [owner, other] = [await signUp(app), await signUp(app)];
    const username = freshName();
    await send(owner, '/update/username', { username });
    expect(await send(other, '/update/username', { username })).toMatchObject({ status: 200, code: 1001 });
    expect(await send(other, '/update/username', { username: freshName() })).toMatchObject({ code: 200 });
  });

  it.each([
    ['', 'required'],
    ['ab', 'min'],
    ['a'.repeat(limits.nicknameMax + 1), 'max'],
    ['Liming', 'regex'],
    ['1liming', 'regex'],
    ['li ming', 'regex'],
    ['admin', 'block'],
    ['4dm1n', 'regex'],
    ['adm1n', 'block'],
    ['cedar-id-help', 'block'],
  ])('cannot be %j: %s', async (username, rule) => {
    const person = await signUp(app);
    expect(await send(person, '/update/username', { username })).toMatchObject({
      status: 400,
      code: 400,
      data: { fields: { username: rule } },
    });
    expect((await accountOf(person)).limits.username.left).toBe(1);
  });

  it('with a sensitive word is 1025 and marks its field', async () => {
    const answer = await send(await signUp(app), '/update/username', { username: 'big-fuck3r' });
    expect(answer).toMatchObject({ status: 200, code: 1025, data: { fields: { username: 'sensitive' } } });
  });

  it('is chosen and changed once by sixteen at the same time', async () => {
    const person = await signUp(app);
    const names = Array.from({ length: 16 }, freshName);
    const answers = await Promise.all(names.map((username) => send(person, '/update/username', { username })));
    const winners = names.filter((_, index) => answers[index]?.code === 200);
    expect(winners).toHaveLength(2);
    expect(answers.filter(({ code }) => code === 3012)).toHaveLength(14);
    expect(winners).toContain((await accountOf(person)).username);
    const rows = await app.db
      .q()
      .selectFrom('identifiers')
      .select('value')
      .where('kind', '=', 'username')
      .where('value', 'in', names)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('goes to one of sixteen accounts that want it at the same time', async () => {
    const people = [];
    for (let index = 0; index < 16; index += 1) people.push(await signUp(app));
    const username = freshName();
    const answers = await Promise.all(people.map((person) => send(person, '/update/username', { username })));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 15 }, () => 1001)]);
  });
});

describe('a nickname', () => {
  it('is chosen freely, then changed once in the period, to the millisecond: within a day 1024, then 3012, both with the date', async () => {
    const person = await signUp(app);
    const free = await send(person, '/update/nickname', { nickname: freshName() });
    expect(free).toMatchObject({ code: 200, data: { limits: { nickname: { nextAt: null } } } });
    const first = freshName();
    const changedAt = app.clock.now();
    const nextAt = new Date(changedAt + 7 * day).toISOString();
    const answer = await send(person, '/update/nickname', { nickname: first });
    expect(answer).toMatchObject({ code: 200, data: { nickname: first, limits: { nickname: { nextAt } } } });

    const early = await send(person, '/update/nickname', { nickname: freshName() });
    expect(early).toMatchObject({ status: 200, code: 1024, data: { item: 'nickname', nextAt, retryAfter: 604_800 } });
    expect(early.headers['retry-after']).toBe('604800');
    app.clock.set(changedAt + day - 1);
    expect(await send(person, '/update/nickname', { nickname: freshName() })).toMatchObject({ code: 1024, data: { nextAt } });
    app.clock.set(changedAt + day);
    const sameDay = await signInAgain(person);
    const later = await send(sameDay, '/update/nickname', { nickname: freshName() });
    expect(later).toMatchObject({ status: 200, code: 3012, data: { item: 'nickname', nextAt, retryAfter: 518_400 } });
    app.clock.set(changedAt + 7 * day - 1);
    const lastDay = await signInAgain(person);
    expect(await send(lastDay, '/update/nickname', { nickname: freshName() })).toMatchObject({
      code: 3012,
      data: { nextAt, retryAfter: 1 },
    });
    app.clock.set(changedAt + 7 * day);
    expect((await accountOf(lastDay)).limits.nickname.nextAt).toBeNull();
    expect(await send(lastDay, '/update/nickname', { nickname: freshName() })).toMatchObject({ code: 200 });
  });

  it('stays locked when the clock steps back', async () => {
    const person = await signUp(app);
    const at = app.clock.now();
    await named(person);
    await send(person, '/update/nickname', { nickname: freshName() });
    app.clock.set(at - day);
    expect(await send(person, '/update/nickname', { nickname: freshName() })).toMatchObject({ code: 1024 });
    app.clock.set(at);
  });

  it('may be changed as often as the operator allows', async () => {
    const daily = await buildTestApp({ config: { nicknameChangeDays: 1 } });
    try {
      const person = await named(await signUp(daily));
      await send(person, '/update/nickname', { nickname: 'one-name' });
      const nextAt = new Date(daily.clock.now() + day).toISOString();
      expect((await accountOf(person)).limits.nickname.nextAt).toBe(nextAt);
      daily.clock.advance(day - 1);
      expect(await send(person, '/update/nickname', { nickname: 'other-name' })).toMatchObject({
        code: 1024,
        data: { nextAt, retryAfter: 1 },
      });
    } finally {
      await daily.close();
    }
  });

  it('of another account is 1018 in any spelling and costs no change; respelling the own one is free', async () => {
    const [owner, other] = [await signUp(app), await named(await signUp(app))];
    const nickname = `Rosé-${freshName()}`;
    await send(owner, '/update/nickname', { nickname });
    for (const taken of [nickname, nickname.toUpperCase(), nickname.replace('R', 'Ｒ')]) {
      expect(await send(other, '/update/nickname', { nickname: taken })).toMatchObject({ status: 200, code: 1018 });
    }
    const own = freshName();
    expect(await send(other, '/update/nickname', { nickname: own })).toMatchObject({ code: 200 });
    expect(await send(other, '/update/nickname', { nickname: own })).toMatchObject({ code: 200, data: { nickname: own } });
    expect(await send(other, '/update/nickname', { nickname: own.toUpperCase() })).toMatchObject({ code: 1024 });
  });

  it('may be respelled by its owner', async () => {
    const person = await signUp(app);
    const { nickname } = await accountOf(person);
    expect(await send(person, '/update/nickname', { nickname: nickname.toUpperCase() })).toMatchObject({
      code: 200,
      data: { nickname: nickname.toUpperCase() },
    });
  });

  it.each([
    ['', 'required'],
    ['x'.repeat(limits.nicknameMax + 1), 'max'],
    ['a b', 'regex'],
    ['<b>', 'regex'],
    ['\u0301', 'invisible'],
    ['\uff1cb\uff1e', 'regex'],
  ])('cannot be %j: %s', async (nickname, rule) => {
    expect(await send(await signUp(app), '/update/nickname', { nickname })).toMatchObject({
      code: 400,
      data: { fields: { nickname: rule } },
    });
  });

  it.each(['管理员', 'Аdmin', '雪松账号客服', '代开发票', 'ＦＵＣＫ'])('%j is misleading or offensive: 1025', async (nickname) => {
    const refusal = { status: 200, code: 1025, data: { fields: { nickname: 'sensitive' } } };
    expect(await send(await signUp(app), '/update/nickname', { nickname })).toMatchObject(refusal);
    const browser = app.newBrowser();
    const body = await registrationBody(app, browser, { email: freshEmail() });
    expect(await browser.post('/register/email', { ...body, nickname })).toMatchObject(refusal);
  });

  it('is changed once by sixteen at the same time', async () => {
    const person = await named(await signUp(app));
    const answers = await Promise.all(Array.from({ length: 16 }, () => send(person, '/update/nickname', { nickname: freshName() })));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 15 }, () => 1024)]);
  });
});

describe('the words of an operator', () => {
  it('replace the built-in ones', async () => {
    const own = await buildTestApp({ config: { namePolicy: '[reserved]\nboss\n[sensitive]\n榴莲\n' } });
    try {
      const person = await signUp(own);
      expect(await send(person, '/update/username', { username: 'boss' })).toMatchObject({
        code: 400,
        data: { fields: { username: 'block' } },
      });
      expect(await send(person, '/update/nickname', { nickname: '大榴莲' })).toMatchObject({ code: 1025 });
      expect(await send(person, '/update/username', { username: 'admin' })).toMatchObject({ code: 200 });
    } finally {
      await own.close();
    }
  });

  it('stop the start with the name of the setting if unreadable', async () => {
    await expect(buildTestApp({ config: { namePolicy: 'boss' } })).rejects.toThrow(
      'NAME_WORDS_FILE must hold lists of words: line 1 stands before the first section.',
    );
  });
});

const whole = {
  gender: 2,
  birthday: '1990-02-28',
  address: '北京市 朝阳区',
  realName: '李明',
  signature: 'Bäume wachsen 🌲',
  profile: 'one\ntwo',
  country: 'NZ',
  zone: 'Pacific/Auckland',
  degree: 'master',
  school: 'School',
  department: 'Department',
  year: '2008',
  industry: 56,
  company: 'Company',
  title: 'Title',
} as const satisfies ProfileValues;

describe('profile items', () => {
  it('are all written at once and all emptied again', async () => {
    const person = await signUp(app);
    const answer = await send(person, '/userinfo', whole);
    expect(answer).toMatchObject({ status: 200, code: 200, data: whole });
    expect(await accountOf(person)).toEqual(answer.data);
    const empty = Object.fromEntries(Object.entries(whole).map(([item, value]) => [item, typeof value === 'number' ? 0 : '']));
    expect(await send(person, '/userinfo', empty)).toMatchObject({ code: 200, data: empty });
    expect((await audits(person)).filter(({ event }) => event === 'profile.changed')).toHaveLength(2);
  });

  it('stay unless named, and only a change raises the version for caches', async () => {
    const person = await signUp(app);
    await send(person, '/userinfo', whole);
    const version = async () => (await person.browser.get('/account/metainfo')).headers['etag'];
    const before = await version();
    expect(await send(person, '/userinfo', {})).toMatchObject({ code: 200, data: whole });
    expect(await send(person, '/userinfo', { title: 'Title', gender: 2 })).toMatchObject({ code: 200 });
    expect(await version()).toBe(before);
    expect(await send(person, '/userinfo', { title: 'Head' })).toMatchObject({ data: { ...whole, title: 'Head' } });
    expect(await version()).not.toBe(before);
  });

  it('include names, with their limits, all or nothing', async () => {
    const person = await named(await signUp(app));
    const [username, nickname] = [freshName(), freshName()];
    expect(await send(person, '/userinfo', { username: freshName() })).toMatchObject({ code: 200 });
    expect(await send(person, '/userinfo', { username, nickname, title: 'A' })).toMatchObject({
      code: 200,
      data: { username, nickname, title: 'A' },
    });
    expect(await send(person, '/userinfo', { nickname: freshName(), title: 'B' })).toMatchObject({ code: 1024 });
    expect(await send(person, '/userinfo', { username: freshName(), title: 'B' })).toMatchObject({ code: 3012 });
    expect(await accountOf(person)).toMatchObject({ username, nickname, title: 'A' });

    const other = await signUp(app);
    const before = await accountOf(other);
    expect(await send(other, '/userinfo', { username: freshName(), nickname, title: 'C' })).toMatchObject({ code: 1018 });
    expect(await send(other, '/userinfo', { username, nickname: freshName(), title: 'C' })).toMatchObject({ code: 1001 });
    expect(await send(other, '/userinfo', { nickname: 'fuck', title: 'C' })).toMatchObject({ code: 1025 });
    expect(await send(other, '/userinfo', { birthday: 'x', title: 'C' })).toMatchObject({ code: 400 });
    expect(await accountOf(other)).toEqual(before);
  });

  it('with failed rules are all named', async () => {
    const answer = await send(await signUp(app), '/userinfo', {
      username: 'x',
      nickname: 'a b',
      birthday: '1990-02-30',
      profile: 'x'.repeat(301),
      year: '08',
      title: 'x'.repeat(101),
    });
    expect(answer).toMatchObject({
      status: 400,
      code: 400,
      data: { fields: { username: 'min', nickname: 'regex', birthday: 'date', profile: 'max', year: 'regex', title: 'max' } },
    });
  });

  it.each([
    ['1800-01-01', 'min'],
    ['1799-12-31', 'min'],
    ['2026-01-16', 'max'],
    ['1900-02-29', 'date'],
    ['2000-13-01', 'date'],
    ['20000101', 'regex'],
    ['2000-1-1', 'regex'],
  ])('have no birthday %s: %s', async (birthday, rule) => {
    const clock = await buildTestApp();
    try {
      const person = await signUp(clock);
      expect(await send(person, '/userinfo', { birthday })).toMatchObject({ code: 400, data: { fields: { birthday: rule } } });
    } finally {
      await clock.close();
    }
  });

  it.each(['1800-01-02', '2000-02-29', '2026-01-15'])('have a birthday %s', async (birthday) => {
    expect(await send(await signUp(app), '/userinfo', { birthday })).toMatchObject({ code: 200, data: { birthday } });
  });

  it('count a profile in characters and drop invisible ones', async () => {
    const person = await signUp(app);
    const profile = '🌲'.repeat(300);
    expect(await send(person, '/userinfo', { profile })).toMatchObject({ code: 200, data: { profile } });
    const answer = await send(person, '/userinfo', { profile: ' a\r\nb\u0007\u202e\tc ', company: 'a\nb', signature: '👩\u200d💻' });
    expect(answer.data).toMatchObject({ profile: 'a\nb c', company: 'a b', signature: '👩\u200d💻' });
  });

  it.each([
    { gender: 3 },
    { gender: '1' },
    { gender: 1.5 },
    { industry: 57 },
    { industry: -1 },
    { degree: 'king' },
    { country: 'XX' },
    { birthday: 19_900_228 },
    { profile: null },
    { profile: ['x'] },
    { school: { $ne: '' } },
    { title: 'x'.repeat(4097) },
  ])('accept no %o', async (body) => {
    const answer = await send(await signUp(app), '/userinfo', body);
    expect(answer).toMatchObject({ status: 400, code: 400 });
    expect(JSON.stringify(answer.data)).not.toContain('fields');
  });

  it('travel with encrypted names if the installation requires it', async () => {
    const encrypted = await buildTestApp({ encryption: true });
    try {
      const person = await signUp(encrypted);
      expect(await send(person, '/userinfo', { username: 'liming', nickname: '李明', title: 'A' })).toMatchObject({
        code: 200,
        data: { username: 'liming', nickname: '李明', title: 'A' },
      });
    } finally {
      await encrypted.close();
    }
  });
});

describe('an account', () => {
  it('accepts no column that a call does not offer', async () => {
    const person = await signUp(app);
    const id = await accountIdOf(app, person.contact);
    const row = async () => app.db.q().selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const before = await row();
    const shown = Object.keys(await accountOf(person));
    const columns = [
      ...Object.keys(before),
      ...shown,
      'isAdmin',
      'verified_at',
      'emailShown',
      'passwordHash',
      'phone',
      'email',
      '__proto__',
    ];
    const offered = new Set(['username', 'nickname', ...Object.keys(whole)]);
    const calls: readonly (readonly [string, Record<string, unknown>])[] = [
      ['/userinfo', {}],
      ['/update/username', { username: freshName() }],
      ['/update/nickname', { nickname: freshName() }],
      ['/update/region', { region: 'DE' }],
      ['/update/lang', { lang: 'en_US' }],
      ['/update/phone', { phone: '13800138000', code: someCode }],
      ['/update/email', { email: 'a@example.com', code: someCode }],
    ];
    for (const [path, body] of calls) {
      for (const column of columns.filter((name) => !(name in body) && !(path === '/userinfo' && offered.has(name)))) {
        for (const value of ['1', 1]) {
          const answer = await person.browser.raw({
            method: 'POST',
            path: `/api${path}`,
            headers: { 'content-type': 'application/json' },
            body: `{${JSON.stringify(column)}:${JSON.stringify(value)},${JSON.stringify(body).slice(1)}`.replace(/,\}$/, '}'),
          });
          expect([path, column, answer.status]).toEqual([path, column, 400]);
        }
      }
    }
    expect(await row()).toEqual(before);
  });
});

describe('the region', () => {
  async function prove({ browser, password }: Person, body: Record<string, unknown> = {}): Promise<void> {
    expect(await browser.post('/account/auth', { method: 'password', password, ...body })).toMatchObject({ code: 200 });
  }

  it('is changed once, with a proof that is spent, and the language stays', async () => {
    const person = await signUp(app);
    const refused = await send(person, '/update/region', { region: 'DE' });
    expect(refused).toMatchObject({ status: 200, code: 3001, data: { methods: [{ method: 'password' }, { method: 'phone' }] } });
    await prove(person, { action: 'changeRegion', target: 'DE' });
    const answer = await send(person, '/update/region', { region: 'DE' });
    expect(answer).toMatchObject({
      code: 200,
      data: { region: 'DE', language: 'zh_CN', limits: { region: { left: 0 } }, verifiedUntil: null },
    });
    expect(await accountOf(person)).toEqual(answer.data);
    await prove(person);
    const again = await send(person, '/update/region', { region: 'CN' });
    expect(again).toMatchObject({ status: 200, code: 3012, data: { item: 'region', nextAt: null } });
    expect((await accountOf(person)).verifiedUntil).not.toBeNull();
    expect(await send(person, '/update/region', { region: 'DE' })).toMatchObject({ code: 200 });
  });

  it.each([
    ['of another action', { action: 'changePhone' }, 0],
    ['for another region', { action: 'changeRegion', target: 'CN' }, 0],
    ['that has expired', {}, 10 * minute],
  ])('is not changed with a proof %s', async (_name, body, wait) => {
    const person = await signUp(app);
    await prove(person, body);
    app.clock.advance(wait);
    expect(await send(person, '/update/region', { region: 'DE' })).toMatchObject({ code: 3001 });
    expect((await accountOf(person)).region).toBe('CN');
  });

  it('is not changed with the proof of another session', async () => {
    const person = await signUp(app);
    const elsewhere = await signInAgain(person);
    await prove(elsewhere);
    expect(await send(person, '/update/region', { region: 'DE' })).toMatchObject({ code: 3001 });
    expect(await send(elsewhere, '/update/region', { region: 'DE' })).toMatchObject({ code: 200 });
  });

  it('is changed once by sixteen at the same time, with sufficient proofs', async () => {
    const person = await signUp(app);
    const other = await signInAgain(person);
    await prove(person);
    await prove(other);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => send(index % 2 === 0 ? person : other, '/update/region', { region: 'DE' })),
    );
    const codes = answers.map(({ code }) => code);
    // Later ones find the region already changed.
    expect((await audits(person)).filter(({ event }) => event === 'region.changed')).toHaveLength(1);
    expect(codes.every((code) => code === 200 || code === 3012 || code === 3001)).toBe(true);
  });

  it('is chosen freely by an account without one, and changed once after that', async () => {
    const person = await signUp(app);
    const id = await accountIdOf(app, person.contact);
    await app.db.q().updateTable('accounts').set({ region: '' }).where('id', '=', id).execute();
    await prove(person);
    expect(await send(person, '/update/region', { region: 'DE' })).toMatchObject({ code: 200, data: { limits: { region: { left: 1 } } } });
    await prove(person);
    expect(await send(person, '/update/region', { region: 'CN' })).toMatchObject({ code: 200, data: { limits: { region: { left: 0 } } } });
  });

  it('sets the language where none is chosen in the browser', async () => {
    const person = await signUp(app);
    await prove(person);
    person.browser.cookies.delete('lang');
    expect(await send(person, '/update/region', { region: 'DE' })).toMatchObject({ code: 200, data: { language: 'en_US' } });
    expect(person.browser.cookies.get('lang')).toBe('en_US');
  });

  it.each(['', 'US', 'cn', 1])('cannot be %j', async (region) => {
    expect(await send(await signUp(app), '/update/region', { region })).toMatchObject({ status: 400, code: 400 });
  });
});

describe('the language', () => {
  it('is changed with its cookie, and messages to the account use it', async () => {
    const person = await signUp(app);
    const answer = await send(person, '/update/lang', { lang: 'en_US' });
    expect(answer).toMatchObject({ code: 200, data: { language: 'en_US' } });
    expect(person.browser.cookies.get('lang')).toBe('en_US');
    expect(await accountOf(person)).toEqual(answer.data);
    await person.browser.post('/captcha/account/sms/send/login', { scene: 'verify' });
    const [message] = await app.outbox(person.contact);
    expect(message?.text).toContain('Cedar ID');
    expect(await send(person, '/update/lang', { lang: 'fr_FR' })).toMatchObject({ status: 400 });
  });

  it('of a code is that of the request, and of a notice that of the account', async () => {
    const person = await signUp(app);
    person.browser.cookies.set('lang', 'en_US');
    await person.browser.post('/captcha/account/sms/send/login', { scene: 'verify' });
    const chinese = /\p{Script=Han}/u;
    expect((await app.outbox(person.contact))[0]).toMatchObject({ scene: 'verify', text: expect.not.stringMatching(chinese) });
    await send(person, '/password/update', { oldPassword: person.password, newPassword: 'Harbour9-violet' });
    expect((await app.outbox(person.contact))[0]).toMatchObject({ scene: 'passwordChanged', text: expect.stringMatching(chinese) });
    expect((await accountOf(person)).language).toBe('zh_CN');
  });
});

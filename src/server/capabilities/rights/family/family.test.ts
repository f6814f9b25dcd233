import { isOpenIn } from '#contract/acts/acts.ts';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { refreshTokenGrant } from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { guardianTextVersion } from '#contract/vocabulary/children.ts';
import { choiceVersion } from '#contract/account/agreements/consents.words.ts';
import { ageAnswerMs } from '#server/core/account/age/age-gate.ts';
import { keepGates } from '#server/core/account/age/age-gates.repository.ts';
import { day, minute } from '#server/platform/clock.ts';
import { download, listedCopies, openCopy, unzipped } from '#server/testing/lives/copies.ts';
import { askDeletion } from '#server/testing/people/deletion.ts';
import { must } from '#server/testing/apps/developers.ts';
import { begin, newRelyingParty, open, routeData, signInTo, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { freshEmail, freshPhone, registrationBody, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { openTestDatabase } from '#server/testing/server/test-database.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ now: Date.parse('2026-11-24T08:00:00Z'), config: { rateFactor: 1000, ageGate: { CN: 14, DE: 16 } } });
  await app.listen();
});

afterAll(async () => {
  await app.close();
});

const born = (age: number) => `${new Date(app.clock.now()).getUTCFullYear() - age}-01-05`;
const askAge = (browser: TestBrowser, birthday: string, region = 'CN') =>
  browser.post<{ next: string }>('/register/age', { birthday, region });

/** Registers a person of an age, by phone. */
async function signUpAged(age: number, at = app): Promise<Person> {
  const browser = at.newBrowser();
  must(await askAge(browser, born(age)));
  return signUp(at, { browser });
}

/** A check of adults by the operator; without an answer it says nothing that counts. */
async function startCheck(
  answer: (body: object) => Promise<boolean | undefined>,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(String(Buffer.concat(await Array.fromAsync(request))));
    response.end(JSON.stringify({ adult: await answer({ ...body, token: request.headers.authorization }) }));
  };
  const server = createServer((request, response) => void respond(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const at = server.address();
  return { url: `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`, close: () => void server.close() };
}

/** A guardian whose account is old enough, signed in. */
async function newGuardian(): Promise<Person> {
  const person = await signUpAged(40);
  app.clock.advance(8 * day);
  await signIn(person);
  return person;
}

async function signIn({ browser, contact, password }: Person): Promise<void> {
  must(await browser.post('/login/password', { account: contact, password }));
}

interface Invitation {
  readonly url: string;
  readonly code: string;
}

async function invite({ browser }: Person): Promise<Invitation & { readonly invitation: string }> {
  const made = must(await browser.post<Invitation>('/guardian/invite', {}));
  return { ...made, invitation: new URL(made.url).hash.slice(1) };
}

const prove = async ({ browser, password }: Person, action: string, target?: string) =>
  must(await browser.post('/account/auth', { method: 'password', password, action, ...(target === undefined ? {} : { target }) }));

/** A guardian asks a second one, with a proof. */
async function inviteBeside(guardian: Person, child: string): Promise<string> {
  await prove(guardian, 'inviteSecondGuardian', child);
  return new URL(must(await guardian.browser.post<Invitation>('/guardian/invite', { child })).url).hash.slice(1);
}

async function consent(guardian: Person, invitation: string) {
  await prove(guardian, 'consentForChild');
  return guardian.browser.post<{ id: string }>('/guardian/consent', { invitation, relation: 'parent', version: guardianTextVersion });
}

/** An account from before the gate, of which no age is known. */
async function signUpBefore(birthday: string | null = null): Promise<Person> {
  const person = await signUpAged(20);
  await app.db
    .q()
    .updateTable('accounts')
    .set({ age_band: '', birthday } as object)
    .where('id', '=', await accountIdOf(app, person.contact))
    .execute();
  return person;
}

/** A child whose guardian has agreed. */
async function family(): Promise<{ readonly child: Person; readonly guardian: Person; readonly id: string }> {
  const guardian = await newGuardian();
  const child = await signUpAged(10);
  const { id } = must(await consent(guardian, (await invite(child)).invitation));
  return { child, guardian, id };
}

const stateOf = async ({ browser }: Person) => (await browser.get<{ child?: string }>('/account/metainfo')).data.child;
const profile = ({ browser }: Person) => browser.post('/update/nickname', { nickname: 'Trees' });
const callRow = ({ browser }: Person, { method, path }: Endpoint) => {
  const at = path.replaceAll(/:\w+/g, 'x');
  return method === 'GET' ? browser.get(at) : method === 'PUT' ? browser.put(at, {}) : browser.post(at, {});
};
const followDates = async () => app.wiring.jobs.childDates.run();

async function rowOf({ contact }: Person) {
  const id = await accountIdOf(app, contact);
  return app.db.q().selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

describe('an account from before the gate', () => {
  const stateNow = async ({ browser }: Person) => must(await browser.get<{ terms: string; child?: string }>('/account/metainfo'));
  const askedOf = async ({ browser }: Person) =>
    must(await browser.get<{ age: { until: string; remindAt: string | null } | null }>('/terms')).age;
  const answer = async (person: Person, birthday: string) => {
    await prove(person, 'answerAge');
    return person.browser.post<{ next: string }>('/terms/age', { birthday });
  };

  it('is asked once, puts it off for 30 days at most, and keeps no birthday of an adult', async () => {
    const person = await signUpBefore();
    const now = app.clock.now();
    expect(await stateNow(person)).toMatchObject({ terms: 'ask' });
    const asked = await askedOf(person);
    expect(asked?.remindAt).toBe(new Date(now + 7 * day).toISOString());
    for (const _ of [1, 2]) {
      expect(await person.browser.post('/terms/age/later', {})).toMatchObject({ code: 200, data: { remindAt: asked?.remindAt } });
      expect([await askedOf(person), (await stateNow(person)).terms]).toEqual([null, 'none']);
    }
    app.clock.advance(7 * day);
    await signIn(person);
    expect((await stateNow(person)).terms).toBe('ask');
    app.clock.set(Date.parse(asked?.until ?? '') - 1);
    await signIn(person);
    expect((await stateNow(person)).terms).toBe('ask');
    app.clock.advance(1);
    expect((await stateNow(person)).terms).toBe('held');
    expect(await person.browser.get('/device/list')).toMatchObject({ code: 3010, data: { go: '/terms' } });
    expect(await person.browser.post('/terms/age/later', {})).toMatchObject({ code: 404 });
    expect(await answer(person, '2026-02-30')).toMatchObject({ code: 400 });
    expect(await answer(person, born(30))).toMatchObject({ code: 200, data: { next: 'continue' } });
    expect([await askedOf(person), (await stateNow(person)).terms]).toEqual([null, 'none']);
    expect(await person.browser.get('/device/list')).toMatchObject({ code: 200 });
    expect(await rowOf(person)).toMatchObject({ age_band: 'adult', birthday: null });
  });

  it('of a child loses every consent beyond the agreements, and an adult keeps them', async () => {
    const given = async ({ browser }: Person) => {
      const { choices } = must(await browser.get<{ choices: { purpose: string; given: boolean }[] }>('/account/choices'));
      return choices.filter((choice) => choice.given).map(({ purpose }) => purpose);
    };
    for (const [age, kept] of [
      [30, ['mail', 'diagnostics']],
      [10, []],
    ] as const) {
      const person = await signUpBefore();
      for (const purpose of ['mail', 'diagnostics'])
        must(await person.browser.post('/account/choices', { purpose, version: choiceVersion, given: true }));
      must(await answer(person, born(age)));
      expect(await given(person)).toEqual(kept);
      const accountId = await accountIdOf(app, person.contact);
      const withdrawn = app.db.q().selectFrom('consent_ledger').select(['type', 'channel']).where('account_id', '=', accountId);
      const rows = await withdrawn.where('act', '=', 'withdrawn').orderBy('type').execute();
      expect(rows).toEqual(kept.length > 0 ? [] : ['diagnostics', 'mail'].map((type) => ({ type, channel: 'gate' })));
      expect((await rowOf(person)).birthday).toBe(age === 10 ? born(10) : null);
    }
  });

  it('becomes that of a child by its first answer, which a second one does not change', async () => {
    const person = await signUpBefore();
    expect(await answer(person, born(10))).toMatchObject({ code: 200, data: { next: 'guardian' } });
    expect(await answer(person, born(30))).toMatchObject({ code: 200, data: { next: 'guardian' } });
    expect(await stateNow(person)).toMatchObject({ terms: 'none', child: 'limited' });
    expect(await person.browser.get('/device/list')).toMatchObject({ code: 3021, data: { go: '/family' } });
    expect(await rowOf(person)).toMatchObject({ age_band: 'child', birthday: born(10), guardian_answer: 'waiting' });
    expect((await app.outbox(person.contact)).map(({ scene }) => scene)).toContain('childDue');
  });

  it('is taken back by a freeze, with all that followed from it', async () => {
    const person = await signUpBefore();
    app.clock.advance(2 * minute);
    const before = await rowOf(person);
    expect(await answer(person, born(10))).toMatchObject({ code: 200, data: { next: 'guardian' } });
    expect(await stateOf(person)).toBe('limited');
    must(await person.browser.post('/account/freeze', { why: 'unknown' }));
    const { birthday, age_band, child_until, guardian_answer, guardian_due_at } = await rowOf(person);
    expect({ birthday, age_band, child_until, guardian_answer, guardian_due_at }).toEqual({
      birthday: before.birthday,
      age_band: '',
      child_until: null,
      guardian_answer: '',
      guardian_due_at: null,
    });
  });

  it('is one person’s, whichever of two answers comes first', async () => {
    const person = await signUpBefore();
    for (let made = 0; made < 2; made += 1) await prove(person, 'answerAge');
    const nexts = await Promise.all([born(10), born(30)].map((birthday) => person.browser.post('/terms/age', { birthday })));
    const { age_band: band } = await rowOf(person);
    expect(nexts.some(({ code }) => code === 200)).toBe(true);
    expect(['child', 'adult']).toContain(band);
    const events = await app.db
      .q()
      .selectFrom('audit')
      .select('id')
      .where('event', '=', 'age.checked')
      .where('account_id', '=', await accountIdOf(app, person.contact))
      .execute();
    expect(events).toHaveLength(1);
  });

  it('is not asked where its profile has the birthday of somebody who is old enough', async () => {
    const person = await signUpBefore(born(20));
    expect([await askedOf(person), (await stateNow(person)).terms]).toEqual([null, 'none']);
    expect(await answer(person, born(10))).toMatchObject({ code: 404 });
  });

  it('is that of a child where its profile says so, whatever the answer', async () => {
    const person = await signUpBefore(born(12));
    expect((await stateNow(person)).terms).toBe('ask');
    expect(await answer(person, born(30))).toMatchObject({ code: 200, data: { next: 'guardian' } });
    expect(await rowOf(person)).toMatchObject({ age_band: 'child', birthday: born(12) });
  });

  it('has its days from the first start with the gate, which a restart does not move', async () => {
    const first = await keepGates(app.db, ['CN', 'DE'], app.clock.now());
    expect(await keepGates(app.db, ['CN', 'DE'], app.clock.now() + day)).toEqual(first);
    const database = await openTestDatabase();
    try {
      await keepGates(database.db, ['CN'], 1);
      expect([...(await keepGates(database.db, [], 2))]).toEqual([]);
      expect([...(await keepGates(database.db, ['CN'], 3))]).toEqual([['CN', 3]]);
    } finally {
      await database.close();
    }
  });
});

describe('without an age gate', () => {
  it('nothing is asked and nothing changes', async () => {
    const plain = await buildTestApp({ now: app.clock.now() });
    try {
      const { account } = await signUp(plain);
      expect(account).not.toHaveProperty('child');
      expect((await plain.app.inject('/api/config.json')).json()).not.toHaveProperty('ageGate');
      const rows = await plain.db.q().selectFrom('accounts').select(['age_band', 'birthday', 'child_until']).execute();
      expect(rows).toEqual([{ age_band: '', birthday: null, child_until: null }]);
      const asked = await plain.newBrowser().post('/register/age', { birthday: born(10), region: 'CN' });
      expect(asked).toMatchObject({ data: { next: 'register' } });
    } finally {
      await plain.close();
    }
  });
});

describe('the age gate', () => {
  it('lets nobody register before the question is answered in this browser', async () => {
    const browser = app.newBrowser();
    const body = await registrationBody(app, browser, { phone: freshPhone() });
    expect(await browser.post('/register/phone', body)).toMatchObject({ code: 1022 });
    const other = app.newBrowser();
    must(await askAge(other, born(30)));
    browser.cookies.set('age', other.cookies.get('age') ?? '');
    const again = { ...body, validate: await browser.solveCaptcha('register') };
    expect(await browser.post('/register/phone', again)).toMatchObject({ code: 1022 });
  });

  it('keeps the first answer of a browser for a day, also for another region', async () => {
    const browser = app.newBrowser();
    expect(await askAge(browser, born(13))).toMatchObject({ data: { next: 'guardian' } });
    expect(await askAge(browser, born(30))).toMatchObject({ data: { next: 'guardian' } });
    expect(await askAge(browser, born(30), 'DE')).toMatchObject({ data: { next: 'guardian' } });
    const { account } = await signUp(app, { browser, email: freshEmail() });
    expect(account.child).toBe('limited');
    app.clock.advance(ageAnswerMs);
    expect(await askAge(browser, born(30))).toMatchObject({ data: { next: 'register' } });
  });

  it.each(['1800-01-01', '2999-01-01', '2024-02-30', '２０２０-01-01', '+010000-01-01', ''])(
    'refuses %s as a birthday',
    async (birthday) => {
      expect((await askAge(app.newBrowser(), birthday)).status).toBe(400);
    },
  );

  it('keeps the birthday of a child, and of nobody else', async () => {
    const [child, young, adult] = [await signUpAged(12), await signUpAged(16), await signUpAged(30)];
    expect(await rowOf(child)).toMatchObject({ age_band: 'child', birthday: born(12), guardian_answer: 'waiting' });
    expect(await rowOf(young)).toMatchObject({ age_band: 'minor', birthday: null, child_until: null, guardian_due_at: null });
    expect(await rowOf(adult)).toMatchObject({ age_band: 'adult', birthday: null });
  });
});

describe('a child without a guardian', () => {
  it('may call what leaves every right open, and nothing else', async () => {
    const child = await signUpAged(9);
    const rows = Object.values(allEndpoints).flatMap((group) => Object.entries<Endpoint>(group));
    const held = rows.filter(([, row]) => row.method !== 'DELETE' && row.access === 'account' && !isOpenIn('held', row));
    expect(held.length).toBeGreaterThan(30);
    for (const [name, row] of held) expect([name, (await callRow(child, row)).code]).toEqual([name, 3021]);
    expect(await child.browser.get('/account/data')).toMatchObject({ code: 200 });
    expect(await profile(child)).toMatchObject({ code: 3021, data: { go: '/family' } });
    expect(await stateOf(child)).toBe('limited');
  });

  it('is reminded twice, then handed to its deletion, from which a consent still saves it', async () => {
    const guardian = await newGuardian();
    const child = await signUpAged(9);
    const before = (await app.outbox(child.contact)).length;
    for (const [days, told] of [
      [7, 1],
      [5, 2],
    ] as const) {
      app.clock.advance(days * day);
      await followDates();
      await followDates();
      expect((await app.outbox(child.contact)).length - before).toBe(told);
    }
    await signIn(child);
    const { invitation } = await invite(child);
    app.clock.advance(2 * day);
    await followDates();
    expect(await rowOf(child)).toMatchObject({ state: 'deleting', guardian_due_at: null });
    app.clock.advance(4 * day);
    await signIn(guardian);
    must(await consent(guardian, invitation));
    expect(await rowOf(child)).toMatchObject({ state: 'active', guardian_answer: 'agreed' });
    app.clock.advance(15 * day);
    await app.wiring.jobs.deletions.run();
    expect(await rowOf(child)).toMatchObject({ state: 'active' });
  });

  it('is erased when nobody agrees', async () => {
    const child = await signUpAged(9);
    const id = await accountIdOf(app, child.contact);
    app.clock.advance(14 * day);
    await followDates();
    app.clock.advance(15 * day);
    await app.wiring.jobs.deletions.run();
    const row = await app.db.q().selectFrom('accounts').select(['state', 'age_band', 'birthday']).where('id', '=', id).executeTakeFirst();
    expect(row).toEqual({ state: 'purged', age_band: '', birthday: null });
  });
});

describe('a consent', () => {
  it('frees the child, is told to both, and spends the link and the code', async () => {
    const guardian = await newGuardian();
    const child = await signUpAged(9);
    const { invitation, code } = await invite(child);
    const shown = must(await guardian.browser.post('/guardian/open', { invitation: code.toLowerCase().replace('-', ' ') }));
    expect(shown).toMatchObject({ nickname: child.account.nickname, birthYear: born(9).slice(0, 4), sameBrowser: false });
    must(await consent(guardian, code));
    expect(await stateOf(child)).toBe('free');
    expect((await app.outbox(guardian.contact))[0]?.scene).toBe('guardianAgreed');
    expect((await app.outbox(child.contact))[0]?.scene).toBe('guardianFreed');
    for (const spent of [invitation, code]) expect(await consent(guardian, spent)).toMatchObject({ code: 1022 });
    const { guardians, endsOn } = must(await child.browser.get<{ guardians: readonly unknown[]; endsOn: string }>('/account/guardian'));
    expect([guardians, endsOn]).toEqual([
      [expect.objectContaining({ nickname: guardian.account.nickname, relation: 'parent' })],
      `${Number(born(9).slice(0, 4)) + 14}-01-06`,
    ]);
  });

  it('takes one of sixteen racers as the guardian', async () => {
    const guardian = await newGuardian();
    const child = await signUpAged(9);
    const { invitation } = await invite(child);
    for (let made = 0; made < 3; made += 1) await prove(guardian, 'consentForChild');
    const body = { invitation, relation: 'parent', version: guardianTextVersion };
    const answers = await Promise.all(Array.from({ length: 16 }, () => guardian.browser.post('/guardian/consent', body)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  });

  it('needs a proof, the present text, and in the browser of the child more than a password', async () => {
    const guardian = await newGuardian();
    const child = await signUpAged(9);
    const { invitation } = await invite(child);
    const body = { invitation, relation: 'parent', version: guardianTextVersion };
    expect(await guardian.browser.post('/guardian/consent', body)).toMatchObject({ code: 3001 });
    expect(await guardian.browser.post('/guardian/consent', { ...body, version: '2001-01-01' })).toMatchObject({ code: 3010 });
    must(await child.browser.post('/logout', {}));
    const inBrowserOfChild = { ...guardian, browser: child.browser };
    await signIn(inBrowserOfChild);
    expect(await child.browser.post('/guardian/open', { invitation })).toMatchObject({ data: { sameBrowser: true } });
    expect(await consent(inBrowserOfChild, invitation)).toMatchObject({
      code: 3001,
      data: { reason: 'sameBrowser', methods: [expect.objectContaining({ method: 'phone' })] },
    });
  });

  it('is refused to those who cannot be guardians', async () => {
    const child = await signUpAged(9);
    const { invitation } = await invite(child);
    const openAs = (person: Person) => person.browser.post('/guardian/open', { invitation });
    const refused = (because: string) => ({ code: 3023, data: { because } });
    expect(await openAs(await signUpAged(17))).toMatchObject(refused('underAge'));
    expect(await openAs(await signUpAged(40))).toMatchObject(refused('tooNew'));
    const other = await signUpAged(10);
    expect((await openAs(other)).data).toEqual({ because: 'underAge' });
    expect(await (await signUpAged(41)).browser.post('/guardian/open', { invitation: 'x'.repeat(43) })).toMatchObject({ code: 1022 });
  });

  it('can be declined; then the invitation is over', async () => {
    const guardian = await newGuardian();
    const child = await signUpAged(9);
    const { invitation } = await invite(child);
    must(await guardian.browser.post('/guardian/refuse', { invitation }));
    expect(await consent(guardian, invitation)).toMatchObject({ code: 1022 });
    expect(await stateOf(child)).toBe('limited');
    const { items } = must(await child.browser.get<{ items: readonly { event: string }[] }>('/account/activity'));
    expect(items.map(({ event }) => event)).toContain('guardian.refused');
  });

  it('is followed by a second guardian at most', async () => {
    const { child, guardian, id } = await family();
    const second = await newGuardian();
    await signIn(child);
    await signIn(guardian);
    // Neither the child nor a thief of its session brings one in: the guardian does, with a proof.
    expect((await child.browser.post('/guardian/invite', {})).status).toBe(403);
    expect(await guardian.browser.post('/guardian/invite', { child: id })).toMatchObject({
      code: 3001,
      data: { action: 'inviteSecondGuardian' },
    });
    expect((await second.browser.post('/guardian/invite', { child: id })).status).toBe(404);
    must(await consent(second, await inviteBeside(guardian, id)));
    const { children } = must(
      await guardian.browser.get<{ children: readonly { guardians: readonly { nickname: string }[] }[] }>('/guardian/children'),
    );
    expect(children[0]?.guardians).toHaveLength(2);
    expect(await guardian.browser.post('/guardian/invite', { child: id })).toMatchObject({ code: 3029 });
  });
});

describe('a guardian', () => {
  it('sees apps and devices by name, and the child sees the look', async () => {
    const { child, guardian, id } = await family();
    const { children } = must(await guardian.browser.get<{ children: readonly unknown[] }>('/guardian/children'));
    expect(children).toEqual([expect.objectContaining({ id, nickname: child.account.nickname, answer: 'agreed', dueAt: null })]);
    expect(must(await guardian.browser.get(`/guardian/children/${id}`))).toEqual({
      nickname: child.account.nickname,
      apps: [],
      devices: [],
    });
    const { items } = must(await child.browser.get<{ items: readonly { event: string }[] }>('/account/activity'));
    expect(items.map(({ event }) => event)).toContain('guardian.looked');
    const stranger = await newGuardian();
    expect((await stranger.browser.get(`/guardian/children/${id}`)).status).toBe(404);
  });

  it('withdraws with a proof: the child is limited at once, agreed again, or erased after fifteen days', async () => {
    const { child, guardian, id } = await family();
    expect(await guardian.browser.post('/guardian/children/withdraw', { id })).toMatchObject({ code: 3001 });
    await prove(guardian, 'withdrawForChild');
    must(await guardian.browser.post('/guardian/children/withdraw', { id }));
    expect([await stateOf(child), (await profile(child)).code]).toEqual(['limited', 3021]);
    expect((await guardian.browser.get(`/guardian/children/${id}`)).status).toBe(404);
    await prove(guardian, 'consentForChild');
    must(await guardian.browser.post('/guardian/children/agree', { id, version: guardianTextVersion }));
    expect(await stateOf(child)).toBe('free');
    await prove(guardian, 'withdrawForChild');
    must(await guardian.browser.post('/guardian/children/withdraw', { id }));
    app.clock.advance(15 * day);
    await followDates();
    await app.wiring.jobs.deletions.run();
    await signIn(guardian);
    expect(must(await guardian.browser.get('/guardian/children'))).toEqual({ children: [] });
  });

  it('who is erased leaves the child waiting for another one', async () => {
    const { child, guardian } = await family();
    const childId = await accountIdOf(app, child.contact);
    app.clock.advance(31 * day);
    await signIn(guardian);
    must(await askDeletion(guardian.browser, { password: guardian.password }));
    app.clock.advance(15 * day);
    await app.wiring.jobs.deletions.run();
    const row = await app.db.q().selectFrom('accounts').selectAll().where('id', '=', childId).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ guardian_answer: 'waiting', guardian_due_at: app.clock.now() + 14 * day });
  });
});

describe('a guardian', () => {
  it('gets a copy of the child’s data, which nobody else opens, once a week, and the child is told', async () => {
    const { child, guardian, id } = await family();
    must(await child.browser.post('/account/requests', { kind: 'other', text: 'Please help me', key: 'k'.repeat(22) }));
    const ask = () => guardian.browser.post('/guardian/children/export', { id });
    expect(await ask()).toMatchObject({ code: 3001 });
    await prove(guardian, 'exportForChild');
    must(await ask());
    expect((await app.outbox(child.contact)).map(({ scene }) => scene)).toContain('guardianCopied');
    await app.wiring.files.copies.run();
    app.clock.advance(3 * day);
    await app.wiring.files.copies.run();
    const [copy] = await listedCopies(guardian);
    expect(copy).toMatchObject({ state: 'ready', child: child.account.nickname });
    expect(await listedCopies(child)).toEqual([]);
    await prove(child, 'downloadExport');
    expect(await child.browser.post('/account/exports/open', { id: copy?.id })).toMatchObject({ code: 404 });
    expect((await child.browser.post('/account/exports/cancel', { id: copy?.id })).status).toBe(404);
    const files = unzipped((await download(app, guardian.browser, await openCopy(guardian, copy?.id ?? ''))).bytes);
    expect(String(files.get('data/account.json'))).toContain(child.contact);
    // What a child writes to us is between the child and us.
    expect([...files.values()].map(String).join('')).not.toContain('Please help me');
    expect(JSON.parse(String(files.get('manifest.json')))).toMatchObject({ leftOut: ['requests'] });
    await prove(guardian, 'exportForChild');
    expect(await ask()).toMatchObject({ code: 3012 });
    const { items } = must(await child.browser.get<{ items: readonly { event: string }[] }>('/account/activity'));
    expect(items.map(({ event }) => event)).toContain('guardian.exported');
    expect(must(await child.browser.get('/account/exports'))).toMatchObject({ nextAt: null });
  });

  it.each(['withdraws', 'is gone', 'is no guardian any more'])('who %s opens no copy of the child', async (how) => {
    const { child, guardian, id } = await family();
    await prove(guardian, 'exportForChild');
    must(await guardian.browser.post('/guardian/children/export', { id }));
    await app.wiring.files.copies.run();
    app.clock.advance(3 * day);
    await app.wiring.files.copies.run();
    const [copy] = await listedCopies(guardian);
    const url = await openCopy(guardian, copy?.id ?? '');
    if (how === 'withdraws') {
      await prove(guardian, 'withdrawForChild');
      must(await guardian.browser.post('/guardian/children/withdraw', { id }));
    } else if (how === 'is gone') {
      app.clock.advance(31 * day);
      await signIn(guardian);
      must(await askDeletion(guardian.browser, { password: guardian.password }));
      app.clock.advance(15 * day);
      await app.wiring.jobs.deletions.run();
    } else {
      app.clock.advance(((await rowOf(child)).child_until ?? 0) - app.clock.now());
      await followDates();
      await signIn(guardian);
    }
    expect((await download(app, guardian.browser, url)).status).not.toBe(200);
    const rows = await app.db
      .q()
      .selectFrom('exports')
      .select(['state', 'sealed_key'])
      .where('id', '=', copy?.id ?? '')
      .execute();
    expect(rows.every(({ sealed_key: key }) => key === null)).toBe(true);
  });

  it('is not a minor, whatever the profile says, until the years of a gate are over', async () => {
    const young = await signUpAged(15);
    app.clock.advance(8 * day);
    await signIn(young);
    must(await young.browser.post('/userinfo', { birthday: '1980-01-01' }));
    const child = await signUpAged(9);
    expect(await consent(young, (await invite(child)).invitation)).toMatchObject({ code: 3023, data: { because: 'underAge' } });
    app.clock.advance(4 * 366 * day);
    await signIn(young);
    const later = await signUpAged(9);
    must(await consent(young, (await invite(later)).invitation));
  });

  it('is as the operator’s check says, and nobody is while it does not answer', async () => {
    let answer: (() => Promise<boolean>) | undefined;
    const asked: unknown[] = [];
    const checked = await startCheck(async (body) => {
      asked.push(body);
      return answer?.();
    });
    const strict = await buildTestApp({
      now: app.clock.now(),
      config: { rateFactor: 1000, ageGate: { CN: 14 }, guardianCheck: { url: checked.url, token: 'secret' } },
    });
    try {
      const guardian = await signUpAged(40, strict);
      strict.clock.advance(8 * day);
      await signIn(guardian);
      const child = await signUpAged(9, strict);
      const { invitation } = await invite(child);
      expect((await consent(guardian, invitation)).status).toBe(503);
      answer = () => Promise.resolve(false);
      expect(await consent(guardian, invitation)).toMatchObject({ code: 3023, data: { because: 'unverified' } });
      answer = () => Promise.resolve(true);
      must(await consent(guardian, invitation));
      expect(asked.at(-1)).toEqual({ number: guardian.account.id, phone: guardian.contact, token: 'Bearer secret' });
    } finally {
      await strict.close();
      checked.close();
    }
  });

  it('is noted in the ledgers of both, with the text that was shown', async () => {
    const { child, guardian, id } = await family();
    app.clock.advance(1);
    await prove(guardian, 'withdrawForChild');
    must(await guardian.browser.post('/guardian/children/withdraw', { id }));
    const text = must(await guardian.browser.get<{ digest: string }>('/agreement/child/latest?region=CN'));
    for (const { browser } of [child, guardian]) {
      const { items } = must(await browser.get<{ items: readonly { type: string }[] }>('/account/agreements/history'));
      const expected = (act: string) =>
        expect.objectContaining({ act, type: 'childAgreement', version: guardianTextVersion, digest: text.digest, channel: 'guardian' });
      expect(items.filter(({ type }) => type === 'childAgreement')).toEqual([expected('withdrawn'), expected('given')]);
    }
  });
});

interface OpenTerms {
  readonly publication: number;
  readonly documents: readonly { readonly type: string; readonly version: string; readonly digest: string }[];
}

async function acceptTerms({ browser }: Person, { publication, documents: shown }: OpenTerms): Promise<void> {
  const documents = shown.map(({ type, version, digest }) => ({ type, version, digest }));
  must(await browser.post('/terms/accept', { publication, documents }));
}

describe('the end of childhood', () => {
  async function grownPerson(): Promise<Person> {
    const { child } = await family();
    app.clock.advance(((await rowOf(child)).child_until ?? 0) - app.clock.now());
    await followDates();
    await signIn(child);
    return child;
  }

  it('asks the owner for the terms, which wait thirty days', async () => {
    const grown = await grownPerson();
    const terms = must(await grown.browser.get<OpenTerms & { readonly state: string }>('/terms'));
    expect(terms).toMatchObject({ state: 'ask', documents: [{ type: 'privateAgreement' }, { type: 'serverAgreement' }] });
    expect(await profile(grown)).toMatchObject({ code: 200 });
    app.clock.advance(30 * day);
    await signIn(grown);
    expect(await profile(grown)).toMatchObject({ code: 3010 });
    await acceptTerms(grown, terms);
    expect(must(await grown.browser.get('/terms'))).toMatchObject({ state: 'none' });
  });

  it.each(['keep', 'clean'] as const)('lets the owner choose once to %s what was added before', async (choice) => {
    const party = await newRelyingParty(app, { forChildren: true });
    const { child } = await family();
    await signInTo(app, child.browser, { party, params: { scope: 'openid', prompt: 'consent' } });
    expect(await child.browser.post('/account/grown', { choice })).toMatchObject({ code: 1022 });
    app.clock.advance(((await rowOf(child)).child_until ?? 0) - app.clock.now());
    await followDates();
    await signIn(child);
    const until = new Date(app.clock.now() + 90 * day).toISOString();
    expect(must(await child.browser.get('/account/guardian'))).toMatchObject({ choiceUntil: until });
    const both = await Promise.all([1, 2].map(() => child.browser.post('/account/grown', { choice })));
    expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 1022]);
    const apps = must(await child.browser.get<readonly unknown[]>('/oauthclient/list'));
    expect([apps.length > 0, (await rowOf(child)).birthday !== null]).toEqual(choice === 'keep' ? [true, true] : [false, false]);
    expect(must(await child.browser.get('/account/guardian'))).toMatchObject({ choiceUntil: null });
  });

  it('offers the choice for ninety days', async () => {
    const grown = await grownPerson();
    app.clock.advance(90 * day);
    await signIn(grown);
    expect(must(await grown.browser.get('/account/guardian'))).toMatchObject({ choiceUntil: null });
    const shown = must(await grown.browser.get<OpenTerms>('/terms'));
    await acceptTerms(grown, shown);
    expect(await grown.browser.post('/account/grown', { choice: 'keep' })).toMatchObject({ code: 1022 });
  });
});

describe('attacks on a consent', () => {
  it('another child’s link frees nobody else, and a link works once, also beside its code', async () => {
    const [guardian, child, other] = [await newGuardian(), await signUpAged(9), await signUpAged(9)];
    const { invitation, code } = await invite(child);
    await invite(other);
    for (let made = 0; made < 2; made += 1) await prove(guardian, 'consentForChild');
    const send = (one: string) =>
      guardian.browser.post('/guardian/consent', { invitation: one, relation: 'parent', version: guardianTextVersion });
    const answers = await Promise.all([send(invitation), send(code), send(invitation), send(code)]);
    expect(answers.filter(({ code: answer }) => answer === 200)).toHaveLength(1);
    expect([await stateOf(child), await stateOf(other)]).toEqual(['free', 'limited']);
  });

  it('an invitation ends with a freeze, link and code', async () => {
    const guardian = await newGuardian();
    const child = await signUpAged(9);
    const { invitation, code } = await invite(child);
    must(await child.browser.post('/account/freeze', { why: 'unknown' }));
    for (const one of [invitation, code]) expect((await consent(guardian, one)).code).toBe(1022);
  });

  it('a guardian whom a thief of the session asked gets no copy before three days, and a freeze ends both', async () => {
    const stranger = await newGuardian();
    const child = await signUpAged(9);
    app.clock.advance(2 * minute);
    const { id } = must(await consent(stranger, (await invite(child)).invitation));
    await prove(stranger, 'exportForChild');
    must(await stranger.browser.post('/guardian/children/export', { id }));
    await app.wiring.files.copies.run();
    expect((await listedCopies(stranger)).map(({ state }) => state)).toEqual(['queued']);
    const told = (await app.outbox(child.contact)).filter(({ scene }) => scene === 'guardianCopied');
    expect(told).toHaveLength(1);
    // It takes no place of the child's own one.
    await prove(child, 'requestExport');
    must(await child.browser.post('/account/exports', {}));
    await app.wiring.files.copies.run();
    expect((await listedCopies(child)).map(({ state }) => state)).toEqual(['ready']);
    must(await child.browser.post('/account/freeze', { why: 'unknown' }));
    app.clock.advance(3 * day);
    await app.wiring.files.copies.run();
    await signIn(stranger);
    expect((await listedCopies(stranger)).map(({ state }) => state)).toEqual(['canceled']);
    expect((await stranger.browser.get(`/guardian/children/${id}`)).status).toBe(404);
    const { guardian_answer, guardian_due_at } = await rowOf(child);
    expect([guardian_answer, (guardian_due_at ?? 0) > app.clock.now() + 10 * day]).toEqual(['waiting', true]);
  });

  it.each([
    ['of 44 days ends with a freeze', 44, false, 'waiting'],
    ['of 46 days stays', 46, false, 'agreed'],
    ['who agreed again yesterday ends with it', 46, true, 'waiting'],
  ] as const)('a guardian %s', async (_what, days, again, answer) => {
    const { child, guardian, id } = await family();
    app.clock.advance(days * day);
    await signIn(guardian);
    if (again) {
      await prove(guardian, 'withdrawForChild');
      must(await guardian.browser.post('/guardian/children/withdraw', { id }));
      await prove(guardian, 'consentForChild');
      must(await guardian.browser.post('/guardian/children/agree', { id, version: guardianTextVersion }));
      app.clock.advance(day);
    }
    await signIn(child);
    must(await child.browser.post('/account/freeze', { why: 'unknown' }));
    expect(await rowOf(child)).toMatchObject({ guardian_answer: answer });
  });

  it('a guardian’s withdrawal stays through a freeze', async () => {
    const { child, guardian, id } = await family();
    app.clock.advance(8 * day);
    await Promise.all([signIn(child), signIn(guardian)]);
    // The freeze takes back what was chosen in the week before.
    must(await child.browser.post('/update/nickname', { nickname: 'Meadow' }));
    app.clock.advance(minute);
    await prove(guardian, 'withdrawForChild');
    must(await guardian.browser.post('/guardian/children/withdraw', { id }));
    must(await child.browser.post('/account/freeze', { why: 'unknown' }));
    expect(await rowOf(child)).toMatchObject({ guardian_answer: 'withdrawn' });
    expect(must(await guardian.browser.get<{ children: { answer: string }[] }>('/guardian/children')).children).toMatchObject([
      { answer: 'withdrawn' },
    ]);
  });

  it('two guardians at once are the first and the second, and a third one is too many', async () => {
    const guardians = [await signUpAged(40), await signUpAged(40)];
    app.clock.advance(8 * day);
    for (const guardian of guardians) await signIn(guardian);
    const child = await signUpAged(9);
    const { invitation } = await invite(child);
    const [first, second] = await Promise.all(guardians.map((one) => consent(one, invitation)));
    expect(new Set([first?.code, second?.code])).toEqual(new Set([200, 1022]));
    const [agreed, left] = first?.code === 200 ? guardians : guardians.toReversed();
    const id = (first?.code === 200 ? first : second)?.data.id ?? '';
    if (agreed === undefined || left === undefined) throw new Error('two guardians');
    must(await consent(left, await inviteBeside(agreed, id)));
    expect((await agreed.browser.post('/guardian/invite', { child: id })).code).toBe(3029);
  });

  it('a guardian who withdrew comes back to no child that others are the guardians of', async () => {
    const [first, second, third] = [await newGuardian(), await newGuardian(), await newGuardian()];
    const { child, guardian: stranger, id } = await family();
    for (const each of [first, second, third]) await signIn(each);
    const withdraw = async (guardian: Person, of: string) => {
      await prove(guardian, 'withdrawForChild');
      must(await guardian.browser.post('/guardian/children/withdraw', { id: of }));
    };
    const agreeAgain = async (guardian: Person, of: string) => {
      await prove(guardian, 'consentForChild');
      return guardian.browser.post('/guardian/children/agree', { id: of, version: guardianTextVersion });
    };
    await withdraw(stranger, id);
    const { id: ofFirst } = must(await consent(first, (await invite(child)).invitation));
    expect(await agreeAgain(stranger, id)).toMatchObject({ status: 404 });
    // A second one who withdrew is back while the place is free, and not when a third one has it.
    const { id: ofSecond } = must(await consent(second, await inviteBeside(first, ofFirst)));
    await withdraw(second, ofSecond);
    must(await agreeAgain(second, ofSecond));
    await withdraw(second, ofSecond);
    must(await consent(third, await inviteBeside(first, ofFirst)));
    expect(await agreeAgain(second, ofSecond)).toMatchObject({ code: 3023, data: { because: 'full' } });
  });

  it('a child is no guardian, of another or in a circle', async () => {
    const [one, other] = [await signUpAged(9), await signUpAged(10)];
    app.clock.advance(8 * day);
    await Promise.all([signIn(one), signIn(other)]);
    expect(await consent(other, (await invite(one)).invitation)).toMatchObject({ code: 3023, data: { because: 'underAge' } });
  });

  it('a consent that is withdrawn while the child signs in leaves no free session', async () => {
    const { child, guardian, id } = await family();
    await prove(guardian, 'withdrawForChild');
    const body = { account: child.contact, password: child.password };
    const browsers = Array.from({ length: 6 }, () => app.newBrowser());
    await Promise.all([
      guardian.browser.post('/guardian/children/withdraw', { id }),
      ...browsers.map((browser) => browser.post('/login/password', body)),
    ]);
    for (const browser of browsers) expect((await browser.post('/update/nickname', { nickname: 'Trees' })).code).toBe(3021);
  });
});

describe('a child that has a guardian', () => {
  it('never links social accounts, fills a profile, chooses mail or builds apps', async () => {
    const { child } = await family();
    const rows = Object.values(allEndpoints).flatMap((group) => Object.entries<Endpoint>(group));
    const refused = rows.filter(([, row]) => row.access !== 'visitor' && !isOpenIn('child', row));
    expect(refused.map(([name]) => name)).toMatchInlineSnapshot(`
      [
        "updateUserinfo",
        "bindPlatform",
        "beginDeveloper",
        "choose",
        "bindLegacyAccount",
      ]
    `);
    for (const [name, row] of refused) expect([name, (await callRow(child, row)).status]).toEqual([name, 403]);
  });

  it('uses only apps for children, and none while a guardian does not agree', async () => {
    const [plain, forChildren] = [await newRelyingParty(app), await newRelyingParty(app, { forChildren: true })];
    const { child, guardian, id } = await family();
    const pageOf = async (party: TestRelyingParty) => {
      const stop = await open(app, child.browser, (await begin(party)).url);
      return stop.text === '' ? stop.url.pathname : routeData(stop.text)['error'];
    };
    expect(await pageOf(plain)).toBe('children_app');
    const tokens = await signInTo(app, child.browser, {
      party: forChildren,
      params: { scope: 'openid offline_access', prompt: 'consent' },
    });
    const seen = must(await guardian.browser.get<{ apps: readonly { name: string }[] }>(`/guardian/children/${id}`));
    expect(seen.apps.map(({ name }) => name)).toEqual(['测试应用']);
    await prove(guardian, 'withdrawForChild');
    must(await guardian.browser.post('/guardian/children/withdraw', { id }));
    expect(await pageOf(forChildren)).toBe('children_app');
    await expect(refreshTokenGrant(forChildren.config, tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('grows up: both are told a month before and on the day, and the guardian sees nothing from then on', async () => {
    const guardian = await newGuardian();
    const birthday = new Date(app.clock.now() - 14 * 365.25 * day + 60 * day).toISOString().slice(0, 10);
    const browser = app.newBrowser();
    must(await askAge(browser, birthday));
    const child = await signUp(app, { browser });
    const { id } = must(await consent(guardian, (await invite(child)).invitation));
    const until = (await rowOf(child)).child_until ?? 0;
    const count = async (person: Person) => (await app.outbox(person.contact)).filter(({ scene }) => scene === 'guardianEnds').length;
    app.clock.advance(until - 30 * day - app.clock.now());
    await followDates();
    await followDates();
    expect([await count(child), await count(guardian)]).toEqual([1, 1]);
    app.clock.advance(until - 1 - app.clock.now());
    await followDates();
    expect(await rowOf(child)).toMatchObject({ age_band: 'child' });
    app.clock.advance(1);
    await followDates();
    expect([await count(child), await count(guardian)]).toEqual([2, 2]);
    expect(await rowOf(child)).toMatchObject({ age_band: 'minor', child_until: null, guardian_answer: '', state: 'active' });
    await signIn(guardian);
    expect((await guardian.browser.get(`/guardian/children/${id}`)).status).toBe(404);
    await signIn(child);
    expect(await stateOf(child)).toBeUndefined();
  });
});

/** Changed agreements: the ledger, the answer to them, and what is open to an account that has not answered in time. */
import { isOpenIn } from '#contract/acts/acts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint, Endpoints } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/all.ts';
import { limits } from '#contract/limits.ts';
import { choicePurposes, choiceVersion } from '#contract/account/agreements/consents.words.ts';
import { digestOf } from '#server/core/account/agreements/document.ts';
import { day } from '#server/platform/clock.ts';
import { daysUntilHeld, inVersion, publishTerms } from '#server/testing/people/agreements.ts';
import { takeCopy } from '#server/testing/lives/copies.ts';
import { freshPhone, goodPassword, registrationBody, type Person } from '#server/testing/people/people.ts';
import { accountIdOf } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

interface Terms {
  readonly state: string;
  readonly publication: number;
  readonly laterUntil: string;
  readonly remindAt: string | null;
  readonly documents: readonly { readonly type: string; readonly version: string; readonly digest: string; readonly previous: string }[];
}

let app: TestApp;
let version = 0;

beforeAll(async () => {
  app = await buildTestApp({ now: Date.UTC(2027, 0, 1), config: { rateFactor: 1000 } });
});

afterAll(() => app.close());

beforeEach(() => {
  version += 1;
});

const writes = { POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

const name = () => `v${version}`;

/** A person with the agreements of the moment, then a newer version, which came into force and asks. */
async function someoneAsked(days: number = limits.termsNoticeDays): Promise<Person> {
  const phone = freshPhone();
  const browser = app.newBrowser();
  const fresh = await registrationBody(app, browser, { phone });
  const agreements = app.wiring.core.identity.agreements.current();
  const made = await browser.post<{ account: Person['account'] }>('/register/phone', { ...fresh, agreements });
  expect(made).toMatchObject({ code: 200, data: { account: { terms: 'none' } } });
  await publishTerms(app, name());
  app.clock.advance(days * day);
  return { browser: await signIn(phone), contact: phone, password: goodPassword, account: made.data.account };
}

async function signIn(account: string): Promise<TestBrowser> {
  const browser = app.newBrowser();
  expect(await browser.post('/login/password', { account, password: goodPassword })).toMatchObject({ code: 200 });
  return browser;
}

const terms = async (browser: TestBrowser) => (await browser.get<Terms>('/terms')).data;
const stateOf = async (browser: TestBrowser) => (await browser.get<{ terms: string }>('/account/metainfo')).data.terms;

async function accept(browser: TestBrowser) {
  const { publication, documents } = await terms(browser);
  return browser.post('/terms/accept', {
    publication,
    documents: documents.map(({ type, version: of, digest }) => ({ type, version: of, digest })),
  });
}

async function ledgerOf(contact: string) {
  const accountId = await accountIdOf(app, contact);
  return app.db.q().selectFrom('consent_ledger').selectAll().where('account_id', '=', accountId).orderBy('at').execute();
}

describe('changed agreements', () => {
  it('ask each account once they are in force, and are accepted for all its sessions', async () => {
    const { browser, contact } = await someoneAsked();
    const other = await signIn(contact);
    const shown = await terms(browser);
    expect(shown).toMatchObject({ state: 'ask', documents: [{ version: name() }, { version: name() }] });
    expect(await stateOf(browser)).toBe('ask');
    // At once, and once more afterward: one answer, and one row for each text.
    const documents = shown.documents.map(({ type, version: of, digest }) => ({ type, version: of, digest }));
    const body = { publication: shown.publication, documents };
    // All have read the terms before: after an acceptance nothing is shown that could be accepted.
    const racing = await Promise.all(Array.from({ length: 4 }, () => browser.post('/terms/accept', body)));
    expect(racing.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
    expect(await other.post('/terms/accept', body)).toMatchObject({ code: 200 });
    expect(await stateOf(other)).toBe('none');
    const accepted = (await ledgerOf(contact)).filter(({ act, channel }) => act === 'accepted' && channel === 'gate');
    expect(new Set(accepted.map(({ type, digest, way }) => `${type} ${digest} ${way}`))).toEqual(
      new Set(shown.documents.map(({ type, digest }) => `${type} ${digest} password`)),
    );
    expect(accepted).toHaveLength(2);
    expect(accepted.every((row) => row.version === name())).toBe(true);
  });

  it('are accepted only as they were shown', async () => {
    const { browser, contact } = await someoneAsked();
    const { publication, documents } = await terms(browser);
    const texts = documents.map(({ type, version: of, digest }) => ({ type, version: of, digest }));
    const wrong = [
      { publication, documents: texts.map((text) => ({ ...text, digest: '0'.repeat(64) })) },
      { publication, documents: texts.slice(1) },
      { publication, documents: [] },
      { publication, documents: texts.map((text) => ({ ...text, version: 'latest' })) },
      { publication: publication - 1, documents: texts },
      { publication: publication + 1, documents: texts },
    ];
    for (const body of wrong) expect(await browser.post('/terms/accept', body)).toMatchObject({ code: 3010 });
    expect(await stateOf(browser)).toBe('ask');
    // The same agreement in another language is another text.
    await browser.post('/update/lang', { lang: 'en_US' });
    expect((await terms(browser)).documents[0]?.digest).not.toBe(documents[0]?.digest);
    version += 1;
    await publishTerms(app, name());
    app.clock.advance(limits.termsNoticeDays * day);
    const later = await signIn(contact);
    expect(await later.post('/terms/accept', { publication, documents: texts })).toMatchObject({ code: 3010 });
    expect(await accept(later)).toMatchObject({ code: 200 });
  });

  it('are put off for 7 days, then 3, then a day each, and not beyond their date', async () => {
    const { browser, contact } = await someoneAsked();
    const { publication, laterUntil } = await terms(browser);
    let present = browser;
    for (const days of [7, 3, 1, 1]) {
      const answer = await present.post<{ remindAt: string }>('/terms/later', { publication });
      expect(answer.data.remindAt).toBe(new Date(app.clock.now() + days * day).toISOString());
      // A repeat does not move it.
      expect((await present.post<{ remindAt: string }>('/terms/later', { publication })).data).toEqual(answer.data);
      expect(await stateOf(present)).toBe('none');
      app.clock.advance(days * day);
      present = await signIn(contact);
      expect(await stateOf(present)).toBe('ask');
    }
    app.clock.set(Date.parse(laterUntil) - day / 2);
    present = await signIn(contact);
    expect((await present.post<{ remindAt: string }>('/terms/later', { publication })).data.remindAt).toBe(laterUntil);
    app.clock.set(Date.parse(laterUntil) - 1);
    expect(await stateOf(present)).toBe('none');
    app.clock.set(Date.parse(laterUntil));
    expect(await stateOf(present)).toBe('held');
    expect(await present.post('/terms/later', { publication })).toMatchObject({ code: 3010 });
  });

  it('that ask nobody hold nobody, and are what newcomers accept', async () => {
    const before = app.wiring.core.identity.agreements.current();
    const { contact } = await someoneAsked();
    const browser = await signIn(contact);
    await accept(browser);
    version += 1;
    await publishTerms(app, name(), { asks: false });
    app.clock.advance(daysUntilHeld * day);
    expect(await stateOf(await signIn(contact))).toBe('none');
    const newcomer = app.newBrowser();
    const body = await registrationBody(app, newcomer, { phone: freshPhone() });
    expect(await newcomer.post('/register/phone', { ...body, agreements: before })).toMatchObject({
      code: 3010,
      data: { agreements: inVersion(name()) },
    });
    expect(await newcomer.post('/register/phone', { ...body, agreements: inVersion(name()) })).toMatchObject({ code: 200 });
  });
});

describe('an account that has not answered in time', () => {
  const rows = Object.values<Endpoints>(allEndpoints)
    .flatMap((group) => Object.entries<Endpoint>(group))
    .filter(([, { access }]) => access !== 'visitor' && access !== 'bearer');

  it('has exactly these calls', () => {
    expect(rows.flatMap(([each, row]) => (isOpenIn('held', row) ? [each] : [])).toSorted()).toMatchInlineSnapshot(`
      [
        "acceptTerms",
        "agreeAgain",
        "answerAge",
        "authenticate",
        "beginPasskey",
        "cancelExport",
        "changeDeletion",
        "checkDeletion",
        "checkOwnEmail",
        "checkOwnPhone",
        "choose",
        "claimStatus",
        "consentForChild",
        "exportChild",
        "fileRightsRequest",
        "freezeOwn",
        "inviteGuardian",
        "listActivity",
        "listAgreements",
        "listChildren",
        "listChoices",
        "listConsents",
        "listData",
        "listExports",
        "listRightsRequests",
        "metainfo",
        "openExport",
        "openInvitation",
        "putAgeOff",
        "putTermsOff",
        "refuseForChild",
        "replyToRightsRequest",
        "requestDeletion",
        "requestExport",
        "sendAccountEmail",
        "sendAccountSms",
        "showChild",
        "showGuardians",
        "showRightsRequest",
        "showTerms",
        "signOut",
        "stopClaim",
        "updateLanguage",
        "verifyDeletionByEmail",
        "verifyDeletionByPasskey",
        "verifyDeletionByPassword",
        "verifyDeletionByPhone",
        "verifyDeletionByRecovery",
        "verifyDeletionByTotp",
        "withdrawForChild",
        "withdrawRightsRequest",
      ]
    `);
  });

  it('is refused with every other call, and with none of these', async () => {
    const { browser } = await someoneAsked(daysUntilHeld);
    expect(await stateOf(browser)).toBe('held');
    for (const [each, row] of rows) {
      const { method, path } = row;
      // They end the session.
      if (each === 'signOut' || each === 'freezeOwn') continue;
      const to = path.replaceAll(/:\w+/g, 'verify');
      const answer = await (method === 'GET' ? browser.get(to) : browser[writes[method]](to, {}));
      if (isOpenIn('held', row)) expect([each, answer.code]).not.toEqual([each, 3010]);
      else expect([each, answer.code, answer.data]).toMatchObject([each, 3010, { go: '/terms' }]);
    }
    expect(await accept(browser)).toMatchObject({ code: 200 });
    expect(await browser.get('/device/list')).toMatchObject({ code: 200 });
  });

  it('is never before a wall: it takes a copy of its data, deletes the account, freezes it and signs out', async () => {
    const person = await someoneAsked(daysUntilHeld);
    const { browser, contact, password } = person;
    expect(await (await signIn(contact)).post('/logout', {})).toMatchObject({ code: 200 });
    expect((await takeCopy(app, person)).has('manifest.json')).toBe(true);
    expect(await browser.post('/account/auth', { method: 'password', password, action: 'deleteAccount' })).toMatchObject({ code: 200 });
    const deletion = { channel: 'web', reason: 'noLongerNeeded' };
    expect((await browser.post('/delete/check', deletion)).code).not.toBe(3010);
    expect(await browser.post('/account/freeze', {})).toMatchObject({ code: 200 });
  });
});

describe('choices', () => {
  const list = async (browser: TestBrowser) => (await browser.get<{ choices: object[] }>('/account/choices')).data.choices;

  it('begin off, and are given and withdrawn by the same call, at once in every session', async () => {
    const { browser, contact } = await someoneAsked(0);
    const other = await signIn(contact);
    const rest = { version: choiceVersion, transfer: null, ends: { apps: [], item: false } };
    expect(await list(browser)).toEqual(choicePurposes.map((purpose) => ({ purpose, given: false, since: null, ...rest })));
    const since = new Date(app.clock.now()).toISOString();
    for (const given of [true, false]) {
      const body = { purpose: 'mail', version: choiceVersion, given };
      for (let times = 0; times < 2; times += 1)
        expect(await browser.post('/account/choices', body)).toMatchObject({ code: 200, data: { given, since } });
      expect((await list(other))[0]).toEqual({ purpose: 'mail', given, since, ...rest });
    }
    const acts = (await ledgerOf(contact)).filter(({ channel }) => channel === 'settings').map(({ act, type }) => `${act} ${type}`);
    expect(acts.toSorted((one, next) => one.localeCompare(next))).toEqual(['given mail', 'withdrawn mail']);
  });

  it('are given only to the present text, and withdrawn whatever text was shown, also while the account is held', async () => {
    const { browser } = await someoneAsked(daysUntilHeld);
    const old = { purpose: 'diagnostics', version: '2001-01-01' };
    expect(await browser.post('/account/choices', { ...old, given: true })).toMatchObject({ code: 3010, data: { version: choiceVersion } });
    expect((await list(browser))[1]).toMatchObject({ given: false });
    await browser.post('/account/choices', { ...old, version: choiceVersion, given: true });
    expect(await browser.post('/account/choices', { ...old, given: false })).toMatchObject({ code: 200, data: { given: false } });
    for (const purpose of ['__proto__', 'serverAgreement', ''])
      expect(await browser.post('/account/choices', { purpose, version: choiceVersion, given: true })).toMatchObject({ code: 400 });
  });
});

describe('what an account has agreed to', () => {
  it('is listed, with a history page by page', async () => {
    const { browser } = await someoneAsked();
    expect((await browser.get('/account/agreements')).data).toMatchObject({ current: [{ version: name() }, { version: name() }] });
    await accept(browser);
    const { data } = await browser.get<{ items: { act: string; channel: string }[]; next: string }>('/account/agreements/history');
    expect(data.items.map(({ act, channel }) => `${act} ${channel}`)).toEqual([
      ...Array(4).fill(expect.stringMatching(/^(?:shown|accepted) gate$/)),
      'accepted register',
      'accepted register',
    ]);
    expect(data.next).toBe('');
    const { current } = (await browser.get<{ current: { acceptedVersion: string }[] }>('/account/agreements')).data;
    expect(current.map(({ acceptedVersion }) => acceptedVersion)).toEqual([name(), name()]);
  });

  it('stays readable in every version, and its digest is the one in the ledger', async () => {
    const { contact, browser } = await someoneAsked();
    await accept(browser);
    for (const { type, version: of, region, language, digest } of await ledgerOf(contact)) {
      const path = type === 'privateAgreement' ? 'private' : 'server';
      const answer = await app.newBrowser().get(`/agreement/${path}/${of}?region=${region}&language=${language}`);
      expect(answer.data).toMatchObject({ version: of, digest });
      const stored = await app.db.q().selectFrom('documents').select('body').where('digest', '=', digest).execute();
      expect(stored.map(({ body }) => digestOf(body))).toContain(digest);
    }
  });

  it('is never changed in the database', async () => {
    const { contact } = await someoneAsked();
    const accountId = await accountIdOf(app, contact);
    const changes = [
      app.db.q().updateTable('consent_ledger').set({ version: 'x' }).where('account_id', '=', accountId),
      app.db.q().updateTable('documents').set({ body: '{}' }),
      app.db.q().deleteFrom('documents'),
      app.db.q().updateTable('publications').set({ later_until: 1 }),
    ];
    for (const change of changes) await expect(change.execute()).rejects.toThrow('never change');
  });
});

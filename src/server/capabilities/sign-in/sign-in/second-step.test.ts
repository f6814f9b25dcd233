import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherCode } from '#contract/fixtures/codes.ts';
import { day, minute, second } from '#server/platform/clock.ts';
import { raiseCredentialEpoch, transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import { askDeletion, withdrawWith } from '#server/testing/people/deletion.ts';
import { freshEmail, signInCode, signUp, type Person, type SignedIn } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail, askReset, leaveUnused } from '#server/testing/people/proving.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

/** The data of 3011. */
interface SecondStep {
  readonly ticket: string;
  readonly methods: readonly { readonly method: string; readonly target: string }[];
  readonly cd: number;
}

interface Unused extends Person {
  readonly email: string;
  readonly id: string;
}

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 100 } });
});

afterAll(async () => {
  await app.close();
});

/** A person with phone and email whose account was last used this long ago. */
async function unused(ms = 180 * day + second): Promise<Unused> {
  const person = await signUp(app);
  const id = await accountIdOf(app, person.contact);
  const email = freshEmail();
  await addEmail(app, id, email);
  await leaveUnused(app, id, ms);
  return { ...person, email, id };
}

async function firstStep({ contact }: Person, browser: TestBrowser): Promise<TestAnswer<SecondStep>> {
  return browser.post<SecondStep>('/login/code', { account: contact, code: await signInCode(app, browser, contact) });
}

/** The first step in an unknown browser, and the code that it has sent. */
async function begin(person: Unused) {
  const browser = app.newBrowser();
  const answer = await firstStep(person, browser);
  expect(answer).toMatchObject({ code: 3011 });
  return { browser, ticket: answer.data.ticket, code: await app.codeFor(person.email) };
}

function finish(browser: TestBrowser, body: { readonly ticket: string; readonly code: string }, query = '') {
  return browser.post<SignedIn>(`/login/second${query}`, { method: 'email', ...body });
}

describe('an account unused for more than 180 days', () => {
  it('is not recovered by only the ticket of the phone', async () => {
    const person = await unused();
    const { browser, ticket } = await begin(person);
    const body = { ticket, newPassword: 'another-9-Harbour', keep: [] };
    expect(await browser.post('/recovery/prove', { ticket })).toMatchObject({ code: 1022 });
    expect(await browser.post('/recovery/finish', body)).toMatchObject({ code: 1022 });
    expect(await browser.get('/account/metainfo')).toMatchObject({ status: 401 });
  });

  it('is opened by phone and email together, instead of by one code', async () => {
    const person = await unused();
    const browser = app.newBrowser();
    const answer = await firstStep(person, browser);
    const target = `${person.email.slice(0, 2)}***@example.com`;
    expect(answer).toMatchObject({ status: 200, code: 3011, data: { methods: [{ method: 'email', target }], cd: 60 } });
    expect(answer.text).not.toContain(person.email);
    expect(await browser.get('/account/metainfo')).toMatchObject({ status: 401 });
    const query = `?${new URLSearchParams({ redirect: '/mobile-device-info?x=1' }).toString()}`;
    const code = await app.codeFor(person.email);
    const finished = await finish(browser, { ticket: answer.data.ticket, code }, query);
    expect(finished).toMatchObject({ code: 200, data: { account: { id: person.account.id }, continue: '/mobile-device-info?x=1' } });
    expect(await browser.get('/account/metainfo')).toMatchObject({ code: 200 });
    const events = await app.db.q().selectFrom('audit').select('event').where('client_ip', '=', browser.clientIp).execute();
    // Both are of one moment.
    expect(events.map(({ event }) => event).toSorted()).toEqual(['sign-in.code', 'sign-in.second-step']);
    // Used again: the phone suffices, anywhere.
    app.clock.advance(minute);
    expect(await firstStep(person, app.newBrowser())).toMatchObject({ code: 200 });
  });

  it('becomes dormant one second past 180 days since the last use', async () => {
    const onTheDay = await unused(180 * day);
    expect(await firstStep(onTheDay, app.newBrowser())).toMatchObject({ code: 200 });
    for (const [table, column] of [
      ['known_browsers', 'last_at'],
      ['sessions', 'last_seen_at'],
    ] as const) {
      const person = await unused(200 * day);
      const set = (at: number) =>
        app.db
          .q()
          .updateTable(table)
          .set({ [column]: at })
          .where('account_id', '=', person.id)
          .execute();
      await set(app.clock.now() - 180 * day - second);
      expect(await firstStep(person, app.newBrowser())).toMatchObject({ code: 3011 });
      app.clock.advance(minute);
      await set(app.clock.now() - 180 * day);
      expect(await firstStep(person, app.newBrowser())).toMatchObject({ code: 200 });
    }
  });

  it('needs no second step without an email, from a known browser, by email or by password', async () => {
    const person = await signUp(app);
    await leaveUnused(app, await accountIdOf(app, person.contact), 300 * day);
    expect(await firstStep(person, app.newBrowser())).toMatchObject({ code: 200 });
    const known = await unused();
    expect(await firstStep(known, known.browser)).toMatchObject({ code: 200 });
    const byEmail = await unused();
    const browser = app.newBrowser();
    const code = await signInCode(app, browser, byEmail.email);
    expect(await browser.post('/login/code', { account: byEmail.email, code })).toMatchObject({ code: 200 });
    const { contact, password } = await unused();
    expect(await app.newBrowser().post('/login/password', { account: contact, password })).toMatchObject({ code: 200 });
  });

  it('leaves the first step unchanged if no mail may be sent', async () => {
    const strict = await buildTestApp();
    try {
      const person = await signUp(strict);
      const id = await accountIdOf(strict, person.contact);
      const email = freshEmail();
      await addEmail(strict, id, email);
      await leaveUnused(strict, id, 200 * day);
      for (let sent = 0; sent < 3; sent += 1) await signInCode(strict, strict.newBrowser(), email);
      const first = strict.newBrowser();
      // A person who has shown a first step has one mail an hour beyond those of strangers.
      const shown = { account: person.contact, code: await signInCode(strict, first, person.contact) };
      expect(await first.post('/login/code', shown)).toMatchObject({ code: 3011 });
      const browser = strict.newBrowser();
      const body = { account: person.contact, code: await signInCode(strict, browser, person.contact) };
      expect(await browser.post('/login/code', body)).toMatchObject({ code: 3009 });
      await leaveUnused(strict, id, 0);
      expect(await browser.post('/login/code', body)).toMatchObject({ code: 200 });
    } finally {
      await strict.close();
    }
  });

  it('is recovered by email, not by only the phone', async () => {
    const person = await unused();
    const browser = app.newBrowser();
    const newPassword = 'meadow9-Lantern';
    const { code } = await askReset(app, browser, person.contact);
    const body = { phone: person.contact, code, newPassword };
    expect(await browser.post('/password/reset/reset_password/phone', { ...body, code: otherCode(code) })).toMatchObject({ code: 1007 });
    const refused = await browser.post<SecondStep>('/password/reset/reset_password/phone', body);
    expect(refused).toMatchObject({ code: 3011, data: { methods: [{ method: 'email' }] } });
    expect(refused.text).not.toContain(person.email);
    expect(await app.newBrowser().post('/login/password', { account: person.contact, password: person.password })).toMatchObject({
      code: 200,
    });
    const known = await unused();
    const own = await askReset(app, known.browser, known.contact);
    expect(
      await known.browser.post('/password/reset/reset_password/phone', { phone: known.contact, code: own.code, newPassword }),
    ).toMatchObject({ code: 200 });
    const mailed = await unused();
    const byMail = await askReset(app, browser, mailed.email);
    expect(
      await browser.post('/password/reset/reset_password/email', { email: mailed.email, code: byMail.code, newPassword }),
    ).toMatchObject({ code: 200 });
  });
});

describe('the second step', () => {
  it('compares five codes and then accepts a new one', async () => {
    const person = await unused();
    const { browser, ticket, code } = await begin(person);
    expect(await finish(browser, { ticket, code: '1' })).toMatchObject({ status: 400, data: { fields: { code: 'length' } } });
    for (let tries = 1; tries <= 5; tries += 1)
      expect(await finish(browser, { ticket, code: otherCode(code, tries) })).toMatchObject({ code: 1004 });
    expect(await finish(browser, { ticket, code })).toMatchObject({ code: 1004 });
    const resend = () => browser.post('/login/second', { ticket, method: 'email' });
    expect(await resend()).toMatchObject({ code: 200, data: { cd: 60 } });
    app.clock.advance(20 * second);
    expect(await resend()).toMatchObject({ code: 200, data: { cd: 40 } });
    expect(await app.codeFor(person.email)).toBe(code);
    app.clock.advance(40 * second);
    expect(await resend()).toMatchObject({ code: 200, data: { cd: 60 } });
    expect(await finish(browser, { ticket, code: await app.codeFor(person.email) })).toMatchObject({ code: 200 });
    expect(await resend()).toMatchObject({ code: 1022 });
  });

  it('accepts the ticket in its browser, for ten minutes, while the credentials are unchanged', async () => {
    const person = await unused();
    const { browser, ticket, code } = await begin(person);
    const other = app.newBrowser();
    expect(await finish(other, { ticket, code })).toMatchObject({ code: 1022 });
    expect(await other.post('/login/second', { ticket, method: 'email' })).toMatchObject({ code: 1022 });
    expect(await finish(browser, { ticket: 'made-up', code })).toMatchObject({ code: 1022 });
    app.clock.advance(10 * minute);
    expect(await finish(browser, { ticket, code })).toMatchObject({ code: 1022 });
    const renewed = await unused();
    const changed = await begin(renewed);
    await raiseCredentialEpoch(app.db, renewed.id);
    expect(await finish(changed.browser, { ticket: changed.ticket, code: changed.code })).toMatchObject({ code: 1022 });
  });

  it('signs in once, even for five requests at once', async () => {
    const { browser, ticket, code } = await begin(await unused());
    const answers = await Promise.all(Array.from({ length: 5 }, () => finish(browser, { ticket, code })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.every((answer) => [200, 1004, 1022].includes(answer.code))).toBe(true);
  });

  it('is none before the withdrawal of a deletion: one way is enough', async () => {
    const leaving = await unused(0);
    expect(await askDeletion(leaving.browser)).toMatchObject({ code: 200 });
    await leaveUnused(app, leaving.id, 200 * day);
    const browser = app.newBrowser();
    const pending = await firstStep(leaving, browser);
    expect(pending).toMatchObject({ code: 3002, data: { dueAt: expect.any(String), withdrawTicket: expect.any(String) } });
    expect(await withdrawWith(browser, (pending.data as { readonly withdrawTicket?: string }).withdrawTicket ?? '')).toMatchObject({
      code: 200,
    });
  });

  it('reveals a lock only at its end', async () => {
    const locked = await unused();
    await transitionAccount(app.db, { id: locked.id, from: 'active', to: 'locked' });
    const held = await begin(locked);
    expect(await finish(held.browser, { ticket: held.ticket, code: held.code })).toMatchObject({ code: 4010 });
  });
});

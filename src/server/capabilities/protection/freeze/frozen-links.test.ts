// @one-database
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, minute } from '#server/platform/clock.ts';
import { askDeletion, mailedWithdrawal, withdrawWith } from '#server/testing/people/deletion.ts';
import { bind, importOld, prepareMerge, undoTokenOf } from '#server/testing/people/legacy.ts';
import { signUpLongAgo, type Owner } from '#server/testing/people/owner.ts';
import { comparable, freshEmail, freshPhone, goodPassword } from '#server/testing/people/people.ts';
import { accountCode, askReset, sendVisitorCode, visitorCode } from '#server/testing/people/proving.ts';
import { actingLink, beginRecovery, protectedOwner } from '#server/testing/people/recovering.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

const newPassword = 'violet-7-Harbour-x';
/** Of a merge. */
const choices = { phone: 'target', email: 'target', username: 'legacy', nickname: 'target', realName: 'legacy' } as const;

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 100 } });
});

afterAll(async () => {
  await app.close();
});

/** Signed in again after sixty days. */
async function oldOwner(): Promise<Owner> {
  const owner = await signUpLongAgo(app);
  await owner.browser.post('/login/password', { account: owner.phone, password: goodPassword });
  return owner;
}

type Use = () => Promise<TestAnswer>;

interface Row {
  /** What somebody holds before the freeze, and how it is used. */
  readonly held: (owner: Owner, browser: TestBrowser) => Promise<Use>;
  /** Code of its answer during the freeze. */
  readonly answers: number;
  readonly owner?: () => Promise<Owner>;
}

const prove = ({ browser }: Owner) => browser.post('/account/auth', { method: 'password', password: goodPassword });

async function linkTo(page: string, to: string): Promise<string> {
  const found = (await app.outbox(to)).map(({ link }) => new RegExp(`/${page}\\?token=([\\w-]{22})`).exec(link ?? '')?.[1]);
  return found.find((token) => token !== undefined) ?? '';
}

async function merged({ browser, phone }: Owner): Promise<string> {
  const sides = await prepareMerge(app, browser, { old: await importOld(app), target: phone });
  const answer = await bind(browser, { step: 'merge', ...sides, choices });
  expect(answer).toMatchObject({ code: 200 });
  return undoTokenOf(app, phone);
}

/** Everything of an account that a message or a proof may carry. */
const rows: Readonly<Record<string, Row>> = {
  'the code to sign in': {
    answers: 1007,
    held: async ({ phone }, browser) => {
      const code = await visitorCode(app, browser, { contact: phone, scene: 'login' });
      return () => browser.post('/login/code', { account: phone, code });
    },
  },
  'the code for a new password': {
    answers: 1007,
    held: async ({ phone }, browser) => {
      const { code } = await askReset(app, browser, phone);
      return () => browser.post('/password/reset/reset_password/phone', { phone, code, newPassword });
    },
  },
  'the link for a new password': {
    answers: 1022,
    held: async ({ email }, browser) => {
      const { token } = await askReset(app, browser, email);
      return () => browser.post('/password/reset/reset_password/email', { token, newPassword });
    },
  },
  'the link of a new email': {
    answers: 1022,
    held: async (owner, browser) => {
      const email = freshEmail();
      await prove(owner);
      await accountCode(app, owner.browser, { contact: email, scene: 'bind' });
      const token = await linkTo('activate-email', email);
      return () => browser.post('/update/activate', { token });
    },
  },
  'the undo of a merge': {
    answers: 1022,
    held: async (owner, browser) => {
      const token = await merged(owner);
      return () => browser.post('/register/undobinddeepin', { token });
    },
  },
  'the proof of a merge': {
    answers: 1022,
    held: async ({ phone }, browser) => {
      const sides = await prepareMerge(app, browser, { old: await importOld(app), target: phone });
      return () => bind(browser, { step: 'merge', ...sides, choices });
    },
  },
  'the withdrawal of a deletion': {
    answers: 1022,
    held: async ({ browser: own, email }, browser) => {
      expect(await askDeletion(own)).toMatchObject({ code: 200 });
      const found = await mailedWithdrawal(app, email);
      return () => withdrawWith(browser, found?.ticket ?? '');
    },
  },
  'the ticket of a recovery': {
    answers: 1022,
    owner: protectedOwnerOf,
    held: async ({ email }, browser) => {
      const { ticket } = await beginRecovery(app, email, browser);
      return () => browser.post('/recovery/prove', { ticket, method: 'password', former: false, password: goodPassword });
    },
  },
};

async function protectedOwnerOf(): Promise<Owner> {
  const owner = await protectedOwner(app);
  app.clock.advance(60 * day);
  return owner;
}

/** What a use could change. */
async function stateOf(id: string): Promise<string> {
  const q = app.db.q();
  const account = await q
    .selectFrom('accounts')
    .select(['password_hash', 'frozen_at', 'credential_epoch', 'two_step_at'])
    .where('id', '=', id)
    .execute();
  const contacts = await q.selectFrom('identifiers').selectAll().where('account_id', '=', id).orderBy('kind').execute();
  const sessions = await q.selectFrom('sessions').select('id').where('account_id', '=', id).where('ended_at', 'is', null).execute();
  const incidents = await q.selectFrom('incidents').select(['state', 'closed_at']).where('account_id', '=', id).execute();
  return JSON.stringify([account, contacts, sessions, incidents]);
}

async function freeze({ email }: Owner): Promise<void> {
  app.clock.advance(minute);
  const browser = app.newBrowser();
  expect(await sendVisitorCode(browser, { contact: email, scene: 'freeze' })).toMatchObject({ code: 200 });
  expect(await browser.post('/freeze', { account: email, code: await app.codeFor(email) })).toMatchObject({ code: 200 });
}

describe('what somebody holds of an account that is frozen then', () => {
  it.each(Object.entries(rows))('does nothing: %s', async (_, { held, answers, owner = oldOwner }) => {
    const other = await owner();
    const useOfOther = await held(other, app.newBrowser());
    expect(await useOfOther()).toMatchObject({ code: 200 });
    const of = await owner();
    const browser = app.newBrowser();
    const use = await held(of, browser);
    await freeze(of);
    const before = await stateOf(of.id);
    const answer = await use();
    expect(answer.code).toBe(answers);
    expect(await stateOf(of.id)).toBe(before);
    expect(await browser.get('/account/metainfo')).toMatchObject({ status: 401 });
  });

  it.each(['me', 'not-me'] as const)('is a notice whose answer ‘%s’ changes nothing more', async (answer) => {
    const owner = await oldOwner();
    await app.newBrowser().post('/login/password', { account: owner.phone, password: goodPassword });
    const token = await actingLink(app, owner.email, 'notice');
    await freeze(owner);
    const before = await stateOf(owner.id);
    expect(await app.newBrowser().post('/notice/answer', { token, answer })).toMatchObject({ code: 200 });
    expect(await stateOf(owner.id)).toBe(before);
  });
});

describe('a code to an account that is frozen', () => {
  it.each(['login', 'reset'] as const)('(%s) is sent as to any other, leads to the way back, and opens nothing', async (scene) => {
    const owner = await oldOwner();
    await freeze(owner);
    const asked = async (contact: string) => {
      app.clock.advance(minute);
      const browser = app.newBrowser();
      return { browser, answer: await sendVisitorCode(browser, { contact, scene }) };
    };
    const { browser, answer } = await asked(owner.phone);
    expect(comparable(answer)).toEqual(comparable((await asked(freshPhone())).answer));
    const code = await app.codeFor(owner.phone);
    const before = await stateOf(owner.id);
    const led =
      scene === 'login'
        ? await browser.post('/login/code', { account: owner.phone, code })
        : await browser.post('/password/reset/reset_password/phone', { phone: owner.phone, code, newPassword });
    expect(led).toMatchObject({ code: 3016, data: { ticket: expect.any(String) } });
    expect(await stateOf(owner.id)).toBe(before);
    expect(await browser.get('/account/metainfo')).toMatchObject({ status: 401 });
  });
});

// @one-database
/**
 * Offers every kind of code and link to every call that takes one: each works only for its own call, account, session
 * and browser.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkRows, type LinkKind } from '#server/core/sign-in/links/link-rows.ts';
import { createLinks } from '#server/core/sign-in/links/links.ts';
import { accountCode, accountIdOf, sendVisitorCode } from '#server/testing/people/proving.ts';
import { signUpOwner, type Owner } from '#server/testing/people/owner.ts';
import { freshEmail, freshPhone } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

const newPassword = 'Harbour9-violet';

let app: TestApp;

beforeAll(async () => {
  // Each cell makes an account, all from the same client IP.
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

const newOwner = () => signUpOwner(app);

/** A code with the browser that requested it. */
interface Held {
  readonly browser: TestBrowser;
  readonly code: string;
  /** The new phone or email that the code proves. */
  readonly contact?: string;
}

type Source = (owner: Owner) => Promise<Held>;

const byVisitor =
  (scene: 'login' | 'reset' | 'upgrade', kind: 'phone' | 'email'): Source =>
  async (owner) => {
    const browser = app.newBrowser();
    expect(await sendVisitorCode(browser, { contact: owner[kind], scene })).toMatchObject({ code: 200 });
    return { browser, code: await app.codeFor(owner[kind]) };
  };

const byAccount =
  (scene: 'verify' | 'delete', kind: 'phone' | 'email'): Source =>
  async (owner) => ({ browser: owner.browser, code: await accountCode(app, owner.browser, { contact: owner[kind], scene }) });

const byBind =
  (fresh: () => string): Source =>
  async (owner) => {
    const contact = fresh();
    return { browser: owner.browser, code: await accountCode(app, owner.browser, { contact, scene: 'bind' }), contact };
  };

const sources: Readonly<Record<string, Source>> = {
  'login by phone': byVisitor('login', 'phone'),
  'login by email': byVisitor('login', 'email'),
  'reset by phone': byVisitor('reset', 'phone'),
  'reset by email': byVisitor('reset', 'email'),
  'upgrade by phone': byVisitor('upgrade', 'phone'),
  'upgrade by email': byVisitor('upgrade', 'email'),
  'verify by phone': byAccount('verify', 'phone'),
  'verify by email': byAccount('verify', 'email'),
  'delete by phone': byAccount('delete', 'phone'),
  // Sent only to an owner without a phone: it is away while the code is asked for.
  'delete by email': async (owner) => {
    const [phone] = await app.db.q().deleteFrom('identifiers').where('value', '=', owner.phone).returningAll().execute();
    const held = await byAccount('delete', 'email')(owner);
    if (phone !== undefined) await app.db.q().insertInto('identifiers').values(phone).execute();
    return held;
  },
  'bind of another phone': byBind(freshPhone),
  'bind of another email': byBind(freshEmail),
};

/** A visitor's call uses the browser with the code, a signed-in call the owner's. */
type Taker = (owner: Owner, held: Held) => Promise<TestAnswer>;

const takers: Readonly<Record<string, { readonly takes: readonly string[]; readonly offer: Taker }>> = {
  'sign-in by phone': {
    takes: ['login by phone'],
    offer: ({ phone }, { browser, code }) => browser.post('/login/code', { account: phone, code }),
  },
  'sign-in by email': {
    takes: ['login by email'],
    offer: ({ email }, { browser, code }) => browser.post('/login/code', { account: email, code }),
  },
  'reset by phone': {
    takes: ['reset by phone'],
    offer: ({ phone }, { browser, code }) => browser.post('/password/reset/reset_password/phone', { phone, code, newPassword }),
  },
  'reset by email': {
    takes: ['reset by email'],
    offer: ({ email }, { browser, code }) => browser.post('/password/reset/reset_password/email', { email, code, newPassword }),
  },
  'new password by phone': {
    takes: ['verify by phone'],
    offer: ({ browser }, { code }) => browser.post('/password/byphone', { code, newPassword }),
  },
  'new password by email': {
    takes: ['verify by email'],
    offer: ({ browser }, { code }) => browser.post('/password/byemail', { code, newPassword }),
  },
  'proof by phone': {
    takes: ['verify by phone'],
    offer: ({ browser }, { code }) => browser.post('/account/auth', { method: 'phone', code }),
  },
  'proof by email': {
    takes: ['verify by email'],
    offer: ({ browser }, { code }) => browser.post('/account/auth', { method: 'email', code }),
  },
  'another phone': { takes: ['bind of another phone'], offer: byNewContact('phone', freshPhone) },
  'another email': { takes: ['bind of another email'], offer: byNewContact('email', freshEmail) },
};

/** With an identity proof, so that only the code decides. */
function byNewContact(kind: 'phone' | 'email', fresh: () => string): Taker {
  return async ({ browser, password, [kind]: own }, { code, contact = '' }) => {
    expect(await browser.post('/account/auth', { method: 'password', password })).toMatchObject({ code: 200 });
    const fits = contact.includes('@') === own.includes('@');
    return browser.post(`/update/${kind}`, { [kind]: contact !== '' && fits ? contact : fresh(), code });
  };
}

/** Refused as wrong, or as never requested. */
const refusals = [1004, 1007, 1013, 1014];

describe.each(Object.entries(sources))('a code for %s', (source, obtain) => {
  it('works where it belongs and nowhere else', async () => {
    for (const [taker, { takes, offer }] of Object.entries(takers)) {
      const owner = await newOwner();
      const held = await obtain(owner);
      const { code } = await offer(owner, held);
      if (takes.includes(source)) expect([taker, code]).toEqual([taker, 200]);
      else expect(refusals, `${source} offered to ${taker}: ${code}`).toContain(code);
    }
  });

  it('belongs to no other account, with or without its own codes, and to no other browser', async () => {
    for (const [taker, { takes, offer }] of Object.entries(takers)) {
      if (!takes.includes(source)) continue;
      const [owner, other] = [await newOwner(), await newOwner()];
      const held = await obtain(owner);
      expect(refusals, `${taker} of another account`).toContain((await offer(other, held)).code);
      const own = await obtain(other);
      if (own.code !== held.code)
        expect(refusals, `${taker} with a code of its own`).toContain((await offer(other, { ...own, code: held.code })).code);
      const elsewhere = { browser: app.newBrowser(), code: held.code };
      if (held.browser !== owner.browser) expect(refusals, `${taker} elsewhere`).toContain((await offer(owner, elsewhere)).code);
      expect(await offer(owner, held)).toMatchObject({ code: 200 });
    }
  });
});

const issuable = (Object.keys(linkRows) as (keyof typeof linkRows)[]).filter((kind): kind is LinkKind => linkRows[kind].in === 'links');

describe('a link', () => {
  it.each(issuable)('for %s resets a password only if issued for that', async (kind) => {
    const links = createLinks({ db: app.db, clock: app.clock, keyring: app.wiring.keyring });
    const owner = await newOwner();
    const { token } = await links.issue({ kind, accountId: await accountIdOf(app, owner.phone), target: owner.email });
    const answer = await app.newBrowser().post('/password/reset/reset_password/email', { token, newPassword });
    expect(answer.code).toBe(kind === 'recovery' ? 200 : 1022);
  });

  it('is no code, and a code is no link', async () => {
    const owner = await newOwner();
    const browser = app.newBrowser();
    await sendVisitorCode(browser, { contact: owner.email, scene: 'reset' });
    const [mail] = await app.outbox(owner.email);
    const token = new URL(mail?.link ?? '').searchParams.get('token') ?? '';
    const path = '/password/reset/reset_password/email';
    expect(await browser.post(path, { token: mail?.code, newPassword })).toMatchObject({ code: 1022 });
    expect(await browser.post(path, { email: owner.email, code: token, newPassword })).toMatchObject({ code: 400 });
    expect(await browser.get('/account/metainfo')).toMatchObject({ status: 401 });
  });
});

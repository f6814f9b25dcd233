import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownMask } from '#contract/masks.ts';
import { otherCode, someCode, zeroCode } from '#contract/fixtures/codes.ts';
import type { AccountView } from '#contract/account/account/account.schemas.ts';
import { maskPhone } from '#contract/masks.ts';
import { maskEmail } from '#server/core/account/identifiers/mask-email.ts';
import { accountCode, accountIdOf, addEmail, askReset, takePasswordAway } from '#server/testing/people/proving.ts';
import { freshEmail, freshPhone, signInCode, signUp, type Person } from '#server/testing/people/people.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';
import { minute } from '#server/platform/clock.ts';
import { transitionAccount } from '#server/core/account/accounts/accounts.guarded.ts';
import type { DevOutboxEntry } from '#server/development/dev-outbox.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

interface Owner extends Person {
  readonly phone: string;
  readonly email: string;
  readonly accountId: string;
}

/** A person with a phone, an email and a password. */
async function newOwner(on: TestApp = app): Promise<Owner> {
  const person = await signUp(on);
  const accountId = await accountIdOf(on, person.contact);
  const email = freshEmail();
  await addEmail(on, accountId, email);
  return { ...person, phone: person.contact, email, accountId };
}

type Kind = 'phone' | 'email';

/** The differences between the two kinds, so that every test covers both. */
const kinds = {
  phone: { kind: 'phone', fresh: freshPhone, mask: maskPhone, masked: 'encryptPhoneNumber', exists: 1005, wrong: 1007, notAsked: 1013 },
  email: { kind: 'email', fresh: freshEmail, mask: maskEmail, masked: 'encryptEmail', exists: 1002, wrong: 1004, notAsked: 1014 },
} as const;

const each = [kinds.phone, kinds.email];

/** A person without this kind of contact. */
function signUpWithout(kind: Kind): Promise<Person> {
  return kind === 'phone' ? signUp(app, { email: freshEmail() }) : signUp(app);
}

async function prove({ browser, password }: Pick<Person, 'browser' | 'password'>, body: Record<string, unknown> = {}): Promise<void> {
  expect(await browser.post('/account/auth', { method: 'password', password, ...body })).toMatchObject({ code: 200 });
}

function update(browser: TestBrowser, kind: Kind, body: Record<string, unknown>): Promise<TestAnswer<AccountView>> {
  return browser.post<AccountView>(`/update/${kind}`, body);
}

/** All parts of a change: proof, code, call. */
async function change(person: Person, kind: Kind, contact: string): Promise<TestAnswer<AccountView>> {
  await prove(person);
  const code = await accountCode(app, person.browser, { contact, scene: 'bind' });
  return update(person.browser, kind, { [kind]: contact, code });
}

async function unbind(person: Person, kind: Kind): Promise<TestAnswer<AccountView>> {
  await prove(person);
  return update(person.browser, kind, { [kind]: '' });
}

async function signIn(account: string, password: string): Promise<{ readonly browser: TestBrowser; readonly code: number }> {
  const browser = app.newBrowser();
  return { browser, code: (await browser.post('/login/password', { account, password })).code };
}

const isSignedIn = async (browser: TestBrowser) => (await browser.get('/account/metainfo')).code === 200;

async function newest(to: string): Promise<DevOutboxEntry> {
  const [message] = await app.outbox(to);
  if (!message) throw new Error(`nothing was sent to ${to}`);
  return message;
}

/** The token of the newest link to a page that was sent to a contact. */
async function linkTo(page: 'activate-email', to: string): Promise<string> {
  const texts = (await app.outbox(to)).map(({ link, text }) => `${link ?? ''} ${text}`);
  const found = texts
    .map((text) => new RegExp(String.raw`/${page}\?token=([\w-]{22})`).exec(text)?.[1])
    .find((token) => token !== undefined);
  if (found === undefined) throw new Error(`no link of ${page} was sent to ${to}`);
  return found;
}

async function contactsOf(accountId: string): Promise<Readonly<Partial<Record<Kind, string>>>> {
  const rows = await app.db
    .q()
    .selectFrom('identifiers')
    .select(['kind', 'value'])
    .where('account_id', '=', accountId)
    .where('kind', 'in', ['phone', 'email'])
    .execute();
  return Object.fromEntries(rows.map(({ kind, value }) => [kind, value]));
}

async function auditOf(accountId: string): Promise<readonly string[]> {
  const rows = await app.db.q().selectFrom('audit').select('event').where('account_id', '=', accountId).execute();
  return rows.map(({ event }) => event);
}

describe.each(each)('a first $kind', ({ kind, fresh, mask, masked, notAsked }) => {
  it('is bound with a code to it and a proof, shown masked, and signs in', async () => {
    const person = await signUpWithout(kind);
    const accountId = await accountIdOf(app, person.contact);
    const contact = fresh();
    const answer = await change(person, kind, contact);
    expect(answer).toMatchObject({ status: 200, code: 200, data: { [masked]: mask(contact), verifiedUntil: null } });
    expect((await person.browser.get('/account/metainfo')).data).toEqual(answer.data);
    expect((await signIn(contact, person.password)).code).toBe(200);
    expect(await auditOf(accountId)).toContain(`${kind}.bound`);
  });

  it('notifies the earlier contact, with the new one masked', async () => {
    const person = await signUpWithout(kind);
    const contact = fresh();
    await change(person, kind, contact);
    const told = await newest(person.contact);
    expect(told).toMatchObject({ scene: `${kind}Bound`, code: null });
    if (told.channel === 'email') expect(told.text).toContain(shownMask(mask(contact)));
    expect(told.text).not.toContain(contact);
  });

  it('is one of two that two sessions add at once; the other would be a change, which needs its own proof', async () => {
    const person = await signUpWithout(kind);
    const { browser } = await signIn(person.contact, person.password);
    const sides = [person, { ...person, browser }];
    const asked = [];
    for (const side of sides) {
      const contact = fresh();
      const action = kind === 'phone' ? 'bindPhone' : 'bindEmail';
      await prove(side, { action, target: contact });
      asked.push({ side, contact, code: await accountCode(app, side.browser, { contact, scene: 'bind' }) });
    }
    const answers = await Promise.all(asked.map(({ side, contact, code }) => update(side.browser, kind, { [kind]: contact, code })));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 3001]);
    expect(await Promise.all(sides.map((side) => isSignedIn(side.browser)))).toEqual([true, true]);
  });

  it('requires a first password', async () => {
    const person = await signUpWithout(kind);
    await takePasswordAway(app, await accountIdOf(app, person.contact));
    const answer = await update(person.browser, kind, { [kind]: fresh(), code: someCode });
    expect(answer).toMatchObject({ status: 200, code: 3001, data: { methods: [], reason: 'passwordEmpty' } });
  });

  it('cannot be unbound while missing', async () => {
    const person = await signUpWithout(kind);
    expect(await unbind(person, kind)).toMatchObject({ status: 400, code: 400, data: { fields: { [kind]: 'required' } } });
  });

  it('requires a requested code', async () => {
    const person = await signUpWithout(kind);
    await prove(person);
    expect(await update(person.browser, kind, { [kind]: fresh(), code: someCode })).toMatchObject({ status: 200, code: notAsked });
  });
});

describe.each(each)('another $kind', ({ kind, fresh, mask, masked, exists, wrong }) => {
  it('replaces the old one, which no longer signs in and becomes free', async () => {
    const owner = await newOwner();
    const contact = fresh();
    expect(await change(owner, kind, contact)).toMatchObject({ code: 200, data: { [masked]: mask(contact) } });
    expect((await signIn(owner[kind], owner.password)).code).toBe(3007);
    expect((await signIn(contact, owner.password)).code).toBe(200);
    expect(await auditOf(owner.accountId)).toContain(`${kind}.changed`);
    expect(await signUp(app, kind === 'phone' ? { phone: owner.phone } : { email: owner.email })).toHaveProperty('account');
  });

  it('ends all other sessions, codes and links; the own session continues under a new id', async () => {
    const owner = await newOwner();
    const { browser: other } = await signIn(owner.phone, owner.password);
    const visitor = app.newBrowser();
    const reset = await askReset(app, visitor, owner.email);
    const sid = owner.browser.cookies.get('sid');
    expect(await change(owner, kind, fresh())).toMatchObject({ code: 200 });
    expect(owner.browser.cookies.get('sid')).not.toBe(sid);
    expect(await isSignedIn(owner.browser)).toBe(true);
    expect(await isSignedIn(other)).toBe(false);
    const path = '/password/reset/reset_password/email';
    const newPassword = 'Harbour9-violet';
    expect(await visitor.post(path, { token: reset.token, newPassword })).toMatchObject({ code: 1022 });
    expect(await visitor.post(path, { email: owner.email, code: reset.code, newPassword })).toMatchObject({ code: 1004 });
    await prove(owner);
    expect(await owner.browser.post('/update/showqrcode', { showQrcode: false })).toMatchObject({ code: 200 });
  });

  it('notifies both contacts, each with its own link that freezes', async () => {
    const owner = await newOwner();
    const contact = fresh();
    await change(owner, kind, contact);
    const [old, rest] = kind === 'phone' ? [owner.phone, owner.email] : [owner.email, owner.phone];
    const toOld = await newest(old);
    const toRest = await newest(rest);
    for (const message of [toOld, toRest]) {
      expect(message).toMatchObject({ scene: `${kind}Changed`, code: null });
      if (message.channel === 'email') expect(message.text).toContain(shownMask(mask(contact)));
      expect(message.text).not.toContain(contact);
      expect(message.text).not.toMatch(/\{\w+\}/);
    }
    const links = [toOld, toRest].map(({ link, text }) => /\/n(?:otice)?#(?:w\.)?[\w-]{22}/.exec(`${link ?? ''} ${text}`)?.[0]);
    expect(new Set(links).size).toBe(2);
    expect(links).not.toContain(undefined);
  });

  it('cannot equal the present one in any spelling, nor belong to another account', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    await prove(owner);
    const spellings = kind === 'phone' ? [owner.phone, `+86${owner.phone}`] : [owner.email, owner.email.toUpperCase()];
    for (const spelling of spellings) {
      expect(await update(owner.browser, kind, { [kind]: spelling, code: someCode })).toMatchObject({
        status: 400,
        code: 400,
        data: { fields: { [kind]: 'is_not' } },
      });
    }
    expect(await update(owner.browser, kind, { [kind]: other[kind], code: someCode })).toMatchObject({ status: 200, code: exists });
  });

  it('is refused if another account takes it in the meantime, without spending anything', async () => {
    const [owner, rival] = [await newOwner(), await newOwner()];
    const contact = fresh();
    for (const person of [owner, rival]) await prove(person);
    const code = await accountCode(app, owner.browser, { contact, scene: 'bind' });
    app.clock.advance(minute);
    const rivalCode = await accountCode(app, rival.browser, { contact, scene: 'bind' });
    const answers = await Promise.all([
      update(owner.browser, kind, { [kind]: contact, code }),
      update(rival.browser, kind, { [kind]: contact, code: rivalCode }),
    ]);
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([200, exists]);
    const loser = answers[0]?.code === 200 ? rival : owner;
    expect(await contactsOf(loser.accountId)).toEqual({ phone: loser.phone, email: loser.email });
    const { data } = await loser.browser.get<AccountView>('/account/metainfo');
    expect(data.verifiedUntil).not.toBeNull();
  });

  it('needs the right code, once', async () => {
    const owner = await newOwner();
    const contact = fresh();
    await prove(owner);
    const code = await accountCode(app, owner.browser, { contact, scene: 'bind' });
    const other = otherCode(code);
    expect(await update(owner.browser, kind, { [kind]: contact, code: other })).toMatchObject({ status: 200, code: wrong });
    expect(await update(owner.browser, kind, { [kind]: fresh(), code })).not.toMatchObject({ code: 200 });
    expect(await update(owner.browser, kind, { [kind]: contact, code })).toMatchObject({ code: 200 });
  });

  it('is bound once by sixteen requests at once', async () => {
    const owner = await newOwner();
    const contact = fresh();
    await prove(owner);
    const code = await accountCode(app, owner.browser, { contact, scene: 'bind' });
    const cookies = new Map(owner.browser.cookies);
    const answers = await Promise.all(Array.from({ length: 16 }, () => update(owner.browser, kind, { [kind]: contact, code })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(cookies.get('sid')).not.toBe(owner.browser.cookies.get('sid'));
    expect((await auditOf(owner.accountId)).filter((event) => event === `${kind}.changed`)).toHaveLength(1);
  });

  it.each([
    [{ [kind]: '' }, 'code', someCode],
    [{ [kind]: 'nonsense' }, 'code', someCode],
  ])('fails its rules: %o', async (body, name, value) => {
    const owner = await newOwner();
    const rule = body[kind] === '' ? 'required' : kind === 'phone' ? 'digits' : 'email';
    const answer = await update(owner.browser, kind, { ...body, [name]: value });
    expect(answer).toMatchObject({ status: 400, code: 400, data: { fields: { [kind]: rule } } });
    expect(await contactsOf(owner.accountId)).toEqual({ phone: owner.phone, email: owner.email });
  });

  it('without a code fails the rule of the code', async () => {
    const owner = await newOwner();
    expect(await update(owner.browser, kind, { [kind]: fresh() })).toMatchObject({ code: 400, data: { fields: { code: 'required' } } });
  });

  it('requires a first password', async () => {
    const owner = await newOwner();
    await takePasswordAway(app, owner.accountId);
    const answer = await update(owner.browser, kind, { [kind]: fresh(), code: someCode });
    expect(answer).toMatchObject({ code: 3001, data: { methods: [], reason: 'passwordEmpty' } });
  });
});

describe('a proof', () => {
  const name = (kind: Kind) => kind.replace(/^./, (letter) => letter.toUpperCase());

  describe.each(each)('for another $kind', ({ kind, fresh }) => {
    it('is required: 3001 lists the sufficient methods, and the code is not tried', async () => {
      const owner = await newOwner();
      const contact = fresh();
      const code = await accountCode(app, owner.browser, { contact, scene: 'bind' });
      for (let tries = 0; tries < 8; tries += 1) {
        const answer = await update(owner.browser, kind, { [kind]: contact, code: zeroCode });
        expect(answer).toMatchObject({ status: 200, code: 3001 });
      }
      const { data } = await update(owner.browser, kind, { [kind]: contact, code });
      const methods = (data as unknown as { methods: readonly { method: string }[] }).methods.map(({ method }) => method);
      expect(methods).toEqual(kind === 'phone' ? ['password', 'phone'] : ['password', 'phone', 'email']);
      await prove(owner);
      expect(await update(owner.browser, kind, { [kind]: contact, code })).toMatchObject({ code: 200 });
    });

    it('must be fresh and match session, action and target', async () => {
      const owner = await newOwner();
      const contact = fresh();
      const refused = async () =>
        expect(await update(owner.browser, kind, { [kind]: contact, code: someCode })).toMatchObject({ code: 3001 });
      await prove(owner);
      app.clock.advance(10 * minute);
      await refused();
      await prove(owner, { action: `unbind${name(kind)}` });
      await prove(owner, { action: `bind${name(kind)}` });
      await prove(owner, { action: `change${name(kind)}`, target: fresh() });
      await refused();
      const { browser } = await signIn(owner.phone, owner.password);
      await prove({ browser, password: owner.password });
      await refused();
      await prove(owner, { action: `change${name(kind)}`, target: contact });
      const code = await accountCode(app, owner.browser, { contact, scene: 'bind' });
      expect(await update(owner.browser, kind, { [kind]: contact, code })).toMatchObject({ code: 200 });
    });

    it('is spent by the change', async () => {
      const owner = await newOwner();
      await prove(owner);
      await prove(owner);
      const contact = fresh();
      const code = await accountCode(app, owner.browser, { contact, scene: 'bind' });
      expect(await update(owner.browser, kind, { [kind]: contact, code })).toMatchObject({ code: 200 });
      expect(await update(owner.browser, kind, { [kind]: '' })).toMatchObject({ code: 3001 });
    });
  });

  it('by mail does not remove a phone', async () => {
    const owner = await newOwner();
    const code = await accountCode(app, owner.browser, { contact: owner.email });
    expect(await owner.browser.post('/account/auth', { method: 'email', code })).toMatchObject({ code: 200 });
    expect(await update(owner.browser, 'phone', { phone: '' })).toMatchObject({
      code: 3001,
      data: { methods: [{ method: 'password' }, { method: 'phone' }] },
    });
    expect(await contactsOf(owner.accountId)).toHaveProperty('phone');
  });
});

describe.each(each)('unbinding the $kind', ({ kind, masked }) => {
  it('removes it, notifies both, and leaves sign-in by the other one', async () => {
    const owner = await newOwner();
    const answer = await unbind(owner, kind);
    expect(answer).toMatchObject({ status: 200, code: 200, data: { [masked]: '' } });
    const [gone, kept] = kind === 'phone' ? [owner.phone, owner.email] : [owner.email, owner.phone];
    expect(await newest(gone)).toMatchObject({ scene: `${kind}Unbound` });
    expect(await newest(kept)).toMatchObject({ scene: `${kind}Unbound` });
    expect((await signIn(gone, owner.password)).code).toBe(3007);
    expect((await signIn(kept, owner.password)).code).toBe(200);
    expect(await auditOf(owner.accountId)).toContain(`${kind}.unbound`);
  });

  it('is refused for the last way in, with or without a proof', async () => {
    const person = await signUpWithout(kind === 'phone' ? 'email' : 'phone');
    expect(await update(person.browser, kind, { [kind]: '' })).toMatchObject({ status: 200, code: 3006 });
    expect(await unbind(person, kind)).toMatchObject({ status: 200, code: 3006 });
    expect((await signIn(person.contact, person.password)).code).toBe(200);
  });

  it('needs a proof', async () => {
    const owner = await newOwner();
    expect(await update(owner.browser, kind, { [kind]: '' })).toMatchObject({ status: 200, code: 3001 });
    await prove(owner, { action: kind === 'phone' ? 'unbindEmail' : 'unbindPhone' });
    expect(await update(owner.browser, kind, { [kind]: '' })).toMatchObject({ code: 3001 });
    await prove(owner, { action: kind === 'phone' ? 'unbindPhone' : 'unbindEmail', target: owner[kind] });
    expect(await update(owner.browser, kind, { [kind]: '' })).toMatchObject({ code: 200 });
  });

  it('works with field encryption', async () => {
    const encrypted = await buildTestApp({ encryption: true });
    try {
      const owner = await newOwner(encrypted);
      await prove(owner);
      expect(await update(owner.browser, kind, { [kind]: '' })).toMatchObject({ code: 200, data: { [masked]: '' } });
    } finally {
      await encrypted.close();
    }
  });
});

describe('unbinding both at once', () => {
  it('always leaves a way in, in fifty rounds from two sessions with their own proofs', { timeout: 120_000 }, async () => {
    const owner = await newOwner();
    for (let round = 0; round < 50; round += 1) {
      const first = await signIn(owner.phone, owner.password);
      const second = await signIn(owner.email, owner.password);
      expect([first.code, second.code]).toEqual([200, 200]);
      for (const { browser } of [first, second]) await prove({ browser, password: owner.password });
      const answers = await Promise.all([update(first.browser, 'phone', { phone: '' }), update(second.browser, 'email', { email: '' })]);
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
      expect(answers.filter(({ code }) => code === 401 || code === 3001 || code === 3006)).toHaveLength(1);
      const left = await contactsOf(owner.accountId);
      expect(Object.keys(left)).toHaveLength(1);
      await giveBack(owner, left);
    }
  });

  /** Restores the removed contact as if it had been bound again long ago. */
  async function giveBack({ accountId, phone, email }: Owner, left: Readonly<Partial<Record<Kind, string>>>): Promise<void> {
    const at = app.clock.now();
    const [kind, value] = left.phone === undefined ? (['phone', phone] as const) : (['email', email] as const);
    const row = { kind, value, shown: value, account_id: accountId, verified_at: at, created_at: at };
    await app.db.q().insertInto('identifiers').values(row).execute();
  }
});

const hourMs = 60 * minute;

describe('an activation link', () => {
  /** Requests a mail to a new email, with a proof. */
  async function askFor(owner: Person, contact: string): Promise<{ readonly code: string; readonly token: string }> {
    await prove(owner);
    const code = await accountCode(app, owner.browser, { contact, scene: 'bind' });
    return { code, token: await linkTo('activate-email', contact) };
  }

  const activate = (token: string, browser = app.newBrowser()) => browser.post<{ target: string }>('/update/activate', { token });

  it('changes the email in any browser and ends all sessions', async () => {
    const owner = await newOwner();
    const contact = freshEmail();
    const { token } = await askFor(owner, contact);
    const answer = await activate(token);
    expect(answer).toMatchObject({ status: 200, code: 200, data: { target: maskEmail(contact) } });
    expect(await contactsOf(owner.accountId)).toEqual({ phone: owner.phone, email: contact });
    expect(await isSignedIn(owner.browser)).toBe(false);
    expect((await signIn(contact, owner.password)).code).toBe(200);
    expect(await newest(owner.email)).toMatchObject({ scene: 'emailChanged' });
  });

  it('keeps the session of its own browser, under a new id', async () => {
    const person = await signUp(app);
    const contact = freshEmail();
    const { token } = await askFor(person, contact);
    const sid = person.browser.cookies.get('sid');
    expect(await activate(token, person.browser)).toMatchObject({ code: 200 });
    expect(person.browser.cookies.get('sid')).not.toBe(sid);
    expect((await person.browser.get<AccountView>('/account/metainfo')).data.encryptEmail).toBe(maskEmail(contact));
    expect(await newest(person.contact)).toMatchObject({ scene: 'emailBound' });
  });

  it('leaves the session of another account alone', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const { token } = await askFor(owner, freshEmail());
    expect(await activate(token, other.browser)).toMatchObject({ code: 200 });
    expect(await isSignedIn(other.browser)).toBe(true);
    expect(await contactsOf(other.accountId)).toEqual({ phone: other.phone, email: other.email });
  });

  it('is valid for 24 hours, to the millisecond, and once', async () => {
    const [early, late] = [await newOwner(), await newOwner()];
    const askedAt = app.clock.now();
    const first = await askFor(early, freshEmail());
    const second = await askFor(late, freshEmail());
    app.clock.set(askedAt + 24 * hourMs - 1);
    expect(await activate(first.token)).toMatchObject({ code: 200 });
    expect(await activate(first.token)).toMatchObject({ code: 1022 });
    app.clock.set(askedAt + 24 * hourMs);
    expect(await activate(second.token)).toMatchObject({ status: 200, code: 1022 });
    expect(await contactsOf(late.accountId)).toEqual({ phone: late.phone, email: late.email });
  });

  it('is not sent without an identity proof, nor before a first password', async () => {
    const owner = await newOwner();
    const contact = freshEmail();
    await accountCode(app, owner.browser, { contact, scene: 'bind' });
    await expect(linkTo('activate-email', contact)).rejects.toThrow('no link');
    const person = await signUp(app);
    await prove(person);
    await takePasswordAway(app, await accountIdOf(app, person.contact));
    const other = freshEmail();
    await accountCode(app, person.browser, { contact: other, scene: 'bind' });
    await expect(linkTo('activate-email', other)).rejects.toThrow('no link');
  });

  it('ends the code beside it when used first, and the other way round', async () => {
    const [one, two] = [await newOwner(), await newOwner()];
    const email = freshEmail();
    const asked = await askFor(one, email);
    expect(await update(one.browser, 'email', { email, code: asked.code })).toMatchObject({ code: 200 });
    expect(await activate(asked.token)).toMatchObject({ code: 1022 });

    const contact = freshEmail();
    const { code, token } = await askFor(two, contact);
    expect(await activate(token, two.browser)).toMatchObject({ code: 200 });
    expect(await update(two.browser, 'email', { email: contact, code })).toMatchObject({
      code: 400,
      data: { fields: { email: 'is_not' } },
    });
  });

  it('reserves the proof behind it for this action', async () => {
    const owner = await newOwner();
    const [first, corrected] = [freshEmail(), freshEmail()];
    const { token } = await askFor(owner, first);
    expect(await owner.browser.post('/update/region', { region: 'DE' })).toMatchObject({ code: 3001 });
    expect(await update(owner.browser, 'phone', { phone: '' })).toMatchObject({ code: 3001 });
    // A mistyped email is corrected with the same proof, and its link is dead.
    const code = await accountCode(app, owner.browser, { contact: corrected, scene: 'bind' });
    expect(await activate(token)).toMatchObject({ code: 1022 });
    expect(await update(owner.browser, 'email', { email: corrected, code })).toMatchObject({ code: 200 });
  });

  it.each([
    ['deleting', 3002],
    ['locked', 4010],
  ] as const)('changes nothing in an account that is %s', async (to, code) => {
    const owner = await newOwner();
    const { token } = await askFor(owner, freshEmail());
    await transitionAccount(app.db, { id: owner.accountId, from: 'active', to });
    expect(await activate(token)).toMatchObject({ status: 200, code });
    expect(await contactsOf(owner.accountId)).toMatchObject({ email: owner.email });
  });

  it('dies when the password changes, and when the email is taken', async () => {
    const owner = await newOwner();
    const { token } = await askFor(owner, freshEmail());
    const newPassword = 'Harbour9-violet';
    await owner.browser.post('/password/update', { oldPassword: owner.password, newPassword });
    expect(await activate(token)).toMatchObject({ code: 1022 });

    const taken = freshEmail();
    const late = await newOwner();
    const link = await askFor(late, taken);
    app.clock.advance(minute);
    await signUp(app, { email: taken });
    expect(await activate(link.token)).toMatchObject({ status: 200, code: 1002 });
    expect(await contactsOf(late.accountId)).toMatchObject({ email: late.email });
  });
});

describe('a link of another kind', () => {
  it('opens nothing', async () => {
    const owner = await newOwner();
    const visitor = app.newBrowser();
    const { token: recovery } = await askReset(app, visitor, owner.email);
    const contact = freshEmail();
    await prove(owner);
    const code = await accountCode(app, owner.browser, { contact, scene: 'bind' });
    const activation = await linkTo('activate-email', contact);
    expect(await visitor.post('/update/activate', { token: recovery })).toMatchObject({ code: 1022 });
    expect(await visitor.post('/password/reset/reset_password/email', { token: activation, newPassword: 'Harbour9-violet' })).toMatchObject(
      {
        code: 1022,
      },
    );
    expect(await update(owner.browser, 'email', { email: contact, code })).toMatchObject({ code: 200 });
  });
});

describe('a code to sign in', () => {
  it('dies with the change if it went to the old phone', async () => {
    const owner = await newOwner();
    const visitor = app.newBrowser();
    const code = await signInCode(app, visitor, owner.phone);
    await change(owner, 'phone', freshPhone());
    expect(await visitor.post('/login/code', { account: owner.phone, code })).toMatchObject({ code: 1007 });
  });
});

// @one-database
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TwoStepView } from '#contract/sign-in/two-step/two-step.schemas.ts';
import { otherCode } from '#contract/fixtures/codes.ts';
import { limits } from '#contract/limits.ts';
import { raiseCredentialEpoch } from '#server/core/account/accounts/accounts.guarded.ts';
import { day, hour, minute, second } from '#server/platform/clock.ts';
import { everythingWritten } from '#server/testing/lives/everything-written.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import { addPasskey, beginPasskey, proveByPasskey } from '#server/testing/people/passkeys.ts';
import { race } from '#server/testing/lives/races.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';
import {
  addAuthenticator,
  beginAuthenticator,
  provePassword,
  proveTwo,
  switchTwoStepOn,
  type TestTwoStep,
} from '#server/testing/people/two-step.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ config: { rateFactor: 1000 } });
});

afterAll(async () => {
  await app.close();
});

interface Protected extends Person, TestTwoStep {
  readonly id: string;
}

async function protectedPerson(): Promise<Protected> {
  const person = await signUp(app);
  return { ...person, ...(await switchTwoStepOn(app, person)), id: await accountIdOf(app, person.contact) };
}

const viewOf = async ({ browser }: Pick<Person, 'browser'>) => (await browser.get<TwoStepView>('/two-step')).data;

const login = ({ contact, password }: Person, browser: TestBrowser) =>
  browser.post<{ ticket: string; methods: readonly { readonly method: string }[] }>('/login/password', { account: contact, password });

async function firstStep(person: Person, browser = app.newBrowser()): Promise<{ readonly browser: TestBrowser; readonly ticket: string }> {
  const answer = await login(person, browser);
  expect(answer).toMatchObject({ code: 3011, data: { because: 'protected' } });
  return { browser, ticket: answer.data.ticket };
}

/** One after the other: strangers at once would be asked for a captcha. */
async function sixteenFirstSteps(person: Person): Promise<readonly Awaited<ReturnType<typeof firstStep>>[]> {
  const begun = [];
  for (let each = 0; each < 16; each += 1) begun.push(await firstStep(person));
  return begun;
}

interface Second {
  readonly method: string;
  readonly code: string;
  readonly trust?: boolean;
}

async function signIn(person: Person, step: Second, browser?: TestBrowser): Promise<TestAnswer & { readonly browser: TestBrowser }> {
  const begun = await firstStep(person, browser);
  return { ...(await begun.browser.post('/login/second', { ticket: begun.ticket, ...step })), browser: begun.browser };
}

const codesOf = (answers: readonly TestAnswer[]) => answers.map(({ code }) => code).toSorted((a, b) => a - b);

describe('the set-up', () => {
  it('takes one proof, and changes nothing before its last step', async () => {
    const person = await signUp(app);
    await provePassword(person, 'enableTwoStep');
    const authenticator = await beginAuthenticator(app, person);
    expect(await person.browser.post('/totp/finish', { id: authenticator.id, code: authenticator.code() })).toMatchObject({ code: 200 });
    const made = await person.browser.post<{ codes: readonly string[] }>('/recovery-codes/make', {});
    expect(made.data.codes).toHaveLength(10);
    expect(made.headers['cache-control']).toContain('no-store');
    expect(await viewOf(person)).toMatchObject({ enabled: false, totp: [], codes: { left: 0 } });
    expect(await login(person, app.newBrowser())).toMatchObject({ code: 200 });

    const done = await person.browser.post('/two-step/enable', { codes: 'saved' });
    expect(done).toMatchObject({ code: 200, data: { account: { twoStep: { enabled: true, totp: true, codes: 10 } } } });
    expect(await viewOf(person)).toMatchObject({ enabled: true, totp: [{ id: authenticator.id }], codes: { left: 10 } });
    expect(await app.outbox(person.contact)).toEqual(
      expect.arrayContaining([expect.objectContaining({ text: expect.stringContaining('两步验证') })]),
    );
    expect(await login(person, app.newBrowser())).toMatchObject({ code: 3011 });
  });

  it('that is left is void after fifteen minutes', async () => {
    const person = await signUp(app);
    await provePassword(person, 'enableTwoStep');
    const authenticator = await beginAuthenticator(app, person);
    await person.browser.post('/totp/finish', { id: authenticator.id, code: authenticator.code() });
    await person.browser.post('/recovery-codes/make', {});
    app.clock.advance(limits.setUpLifeMs + second);
    await provePassword(person, 'enableTwoStep');
    const missing = { code: 3006, data: { missing: ['secondStep', 'codes'] } };
    expect(await person.browser.post('/two-step/enable', { codes: 'saved' })).toMatchObject(missing);
    // The refusal spent no proof.
    expect(await person.browser.post('/two-step/enable', { codes: 'saved' })).toMatchObject(missing);
  });

  it('finished by a second tab answers the state, and ends all other sessions', async () => {
    const person = await signUp(app);
    const other = app.newBrowser();
    expect(await login(person, other)).toMatchObject({ code: 200 });
    await switchTwoStepOn(app, person);
    expect(await other.get('/account/metainfo')).toMatchObject({ status: 401 });
    const again = await person.browser.post('/two-step/enable', { codes: 'saved' });
    expect(again).toMatchObject({ code: 200, data: { account: { twoStep: { enabled: true } } } });
  });

  it('asks for a proof at each part, and another session has none', async () => {
    const person = await signUp(app);
    const other = app.newBrowser();
    await login(person, other);
    await provePassword(person, 'enableTwoStep');
    for (const [path, body] of [
      ['/totp/begin', {}],
      ['/recovery-codes/make', {}],
      ['/two-step/enable', { codes: 'saved' }],
    ] as const) {
      expect(await other.post(path, body)).toMatchObject({ code: 3001 });
    }
  });

  it('takes only its own parts, none that somebody with the password prepares in another session', async () => {
    const person = await signUp(app);
    const thief = { ...person, browser: app.newBrowser() };
    await login(person, thief.browser);
    await provePassword(person, 'enableTwoStep');
    const own = await beginAuthenticator(app, person);
    await provePassword(thief, 'enableTwoStep');
    const strange = await beginAuthenticator(app, thief);
    for (const [browser, shown] of [
      [person.browser, own],
      [thief.browser, strange],
    ] as const) {
      expect(await browser.post('/totp/finish', { id: shown.id, code: shown.code() })).toMatchObject({ code: 200 });
    }
    const made = await person.browser.post<{ codes: readonly string[] }>('/recovery-codes/make', {});
    const others = await thief.browser.post<{ codes: readonly string[] }>('/recovery-codes/make', {});
    // A proof gives the session another id.
    await provePassword(person, 'changeRegion');
    expect(await person.browser.post('/two-step/enable', { codes: 'saved' })).toMatchObject({ code: 200 });
    expect(await viewOf(person)).toMatchObject({ totp: [{ id: own.id }], codes: { left: 10 } });
    expect(await thief.browser.get('/two-step')).toMatchObject({ status: 401 });
    expect(await signIn(person, { method: 'totp', code: strange.next() })).toMatchObject({ code: 3027 });
    expect(await signIn(person, { method: 'recovery', code: others.data.codes[0] ?? '' })).toMatchObject({ code: 3027 });
    expect(await signIn(person, { method: 'recovery', code: made.data.codes[0] ?? '' })).toMatchObject({ code: 200 });
  });

  it('allows a code in a message as the second step', async () => {
    const person = await signUp(app);
    await provePassword(person, 'enableTwoStep');
    await person.browser.post('/recovery-codes/make', {});
    expect(await person.browser.post('/two-step/enable', { codes: 'saved', sms: true })).toMatchObject({ code: 200 });
    const { browser, ticket } = await firstStep(person);
    expect(await browser.post('/login/second', { ticket, method: 'phone' })).toMatchObject({ code: 200, data: { cd: 60 } });
    const code = await app.codeFor(person.contact);
    expect(await browser.post('/login/second', { ticket, method: 'phone', code: otherCode(code) })).toMatchObject({ code: 1007 });
    expect(await browser.post('/login/second', { ticket, method: 'phone', code })).toMatchObject({ code: 200 });
  });
});

describe('a code of an authenticator app', () => {
  it('opens a protected account after the password, once', async () => {
    const person = await protectedPerson();
    const code = person.authenticator.next();
    expect(await signIn(person, { method: 'totp', code })).toMatchObject({ code: 200 });
    expect(await signIn(person, { method: 'totp', code })).toMatchObject({ code: 3027, data: { used: true } });
    app.clock.advance(-hour);
    expect(await signIn(person, { method: 'totp', code: person.authenticator.code() })).toMatchObject({ code: 3027, data: { used: true } });
    app.clock.advance(hour);
  });

  it('is spent by one of sixteen sign-ins', async () => {
    const person = await protectedPerson();
    const begun = await sixteenFirstSteps(person);
    const code = person.authenticator.next();
    // Five tries run at a time: the others wait, and none of them opens the account.
    const answers = await Promise.all(begun.map(({ browser, ticket }) => browser.post('/login/second', { ticket, method: 'totp', code })));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(new Set(codesOf(answers))).toEqual(new Set([200, 3004, 3027]));
  });

  it('is compared five times among two hundred guesses, and twenty times a day', async () => {
    const person = await protectedPerson();
    const { browser, ticket } = await firstStep(person);
    const wrong = otherCode(person.authenticator.code());
    const guess = (tries: number) => race(tries, () => browser.post('/login/second', { ticket, method: 'totp', code: wrong }));
    const answers = await guess(200);
    expect(answers.filter(({ code }) => code === 3027)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 3004)).toHaveLength(195);
    // The right one waits too, and other methods do not.
    expect(await browser.post('/login/second', { ticket, method: 'totp', code: person.authenticator.code() })).toMatchObject({
      code: 3004,
    });
    let compared = 5;
    for (let tries = 0; tries < 6; tries += 1) {
      app.clock.advance(16 * minute);
      const next = await firstStep(person);
      const later = await race(5, () => next.browser.post('/login/second', { ticket: next.ticket, method: 'totp', code: wrong }));
      compared += later.filter(({ code }) => code === 3027).length;
    }
    expect(compared).toBeLessThanOrEqual(20);
    expect(await signIn(person, { method: 'recovery', code: person.codes[0] ?? '' })).toMatchObject({ code: 200 });
  });

  it('of another account opens nothing', async () => {
    const [person, other] = [await protectedPerson(), await protectedPerson()];
    expect(await signIn(person, { method: 'totp', code: other.authenticator.next() })).toMatchObject({ code: 3027 });
  });

  it('proves who is there inside a session', async () => {
    const person = await protectedPerson();
    const code = person.authenticator.next();
    expect(await person.browser.post('/account/auth', { method: 'totp', code })).toMatchObject({ code: 200 });
    expect(await person.browser.post('/account/auth', { method: 'totp', code })).toMatchObject({ code: 3027, data: { used: true } });
  });
});

describe('a recovery code', () => {
  it('works once, as it is written by hand, and its owner hears of it', async () => {
    const person = await protectedPerson();
    const typed = ` ${person.codes[3]?.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l') ?? ''} `;
    expect(await signIn(person, { method: 'recovery', code: typed })).toMatchObject({ code: 200 });
    expect(await signIn(person, { method: 'recovery', code: person.codes[3] ?? '' })).toMatchObject({ code: 3027 });
    expect(await viewOf(person)).toMatchObject({ codes: { left: 9 } });
    expect((await app.outbox(person.contact)).map(({ text }) => text).join()).toContain('一个恢复码已被使用');
  });

  it('is spent by one of sixteen sign-ins', async () => {
    const person = await protectedPerson();
    const begun = await sixteenFirstSteps(person);
    const code = person.codes[0] ?? '';
    const answers = await Promise.all(
      begun.map(({ browser, ticket }) => browser.post('/login/second', { ticket, method: 'recovery', code })),
    );
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
  });

  it('of another account opens nothing, and five wrong ones end the tries of a day', async () => {
    const [person, other] = [await protectedPerson(), await protectedPerson()];
    const { browser, ticket } = await firstStep(person);
    const answers = await race(9, () => browser.post('/login/second', { ticket, method: 'recovery', code: other.codes[0] }));
    expect(codesOf(answers)).toEqual([3004, 3004, 3004, 3004, 3027, 3027, 3027, 3027, 3027]);
    expect(await signIn(other, { method: 'recovery', code: other.codes[0] ?? '' })).toMatchObject({ code: 200 });
  });

  it('is void when new ones are made', async () => {
    const person = await protectedPerson();
    await proveTwo(person);
    const made = await person.browser.post<{ codes: readonly string[] }>('/recovery-codes/make', {});
    expect(await signIn(person, { method: 'recovery', code: person.codes[0] ?? '' })).toMatchObject({ code: 3027 });
    expect(await signIn(person, { method: 'recovery', code: made.data.codes[0] ?? '' })).toMatchObject({ code: 200 });
  });
});

describe('a passkey beside a first step', () => {
  it('finishes a sign-in, bound to its ticket and good for once', async () => {
    const person = await protectedPerson();
    await proveTwo(person);
    const { authenticator } = await addPasskey(person);
    const { browser, ticket } = await firstStep(person);
    const other = await firstStep(person);
    const sign = async (from: typeof other) =>
      authenticator.assert(await beginPasskey(from.browser, { purpose: 'second', ticket: from.ticket }));
    const [foreign, own] = [await sign(other), await sign({ browser, ticket })];
    expect(await browser.post('/login/second', { ticket, method: 'passkey', credential: foreign })).toMatchObject({ code: 3026 });
    expect(await browser.post('/login/second', { ticket, method: 'passkey', credential: own })).toMatchObject({ code: 200 });
    expect(await browser.post('/login/second', { ticket, method: 'passkey', credential: own })).toMatchObject({ code: 1022 });
    const [session] = await app.db.q().selectFrom('sessions').selectAll().where('client_ip', '=', browser.clientIp).execute();
    expect(session?.ways).toMatch(/^password:\d+ passkey:[\w-]{22}$/);
    expect(session?.amr).toContain('mfa');
  });
});

describe('the last code on paper', () => {
  /** All but one are used. */
  async function withOneCode(): Promise<Protected> {
    const person = await protectedPerson();
    const codes = app.db.q().selectFrom('recovery_codes').select('n').where('account_id', '=', person.id).orderBy('n').limit(1);
    await app.db.q().deleteFrom('recovery_codes').where('account_id', '=', person.id).where('n', 'not in', codes).execute();
    return person;
  }

  it('signs in once more, and is offered no more', async () => {
    const person = await withOneCode();
    expect(await signIn(person, { method: 'recovery', code: person.codes[0] ?? '' })).toMatchObject({ code: 200 });
    const { data } = await login(person, app.newBrowser());
    expect(data.methods.map(({ method }) => method)).not.toContain('recovery');
  });

  it('proves an action beside another way, although it is used up by then', async () => {
    const person = await withOneCode();
    await provePassword(person, 'disableTwoStep');
    const proof = { method: 'recovery', code: person.codes[0], action: 'disableTwoStep' };
    expect(await person.browser.post('/account/auth', proof)).toMatchObject({ code: 200 });
    expect(await person.browser.post('/two-step/disable', {})).toMatchObject({ code: 200 });
  });
});

describe('a trusted browser', () => {
  async function trusted(person: Protected): Promise<TestBrowser> {
    const { browser, code } = await signIn(person, { method: 'totp', code: person.authenticator.next(), trust: true });
    expect(code).toBe(200);
    await browser.post('/logout', {});
    return browser;
  }

  it('skips the second step for thirty days, only for this account', async () => {
    const [person, other] = [await protectedPerson(), await protectedPerson()];
    const browser = await trusted(person);
    // It shows only the password, which adds no passkey.
    expect(await login(person, browser)).toMatchObject({ code: 200, data: { offerPasskey: false } });
    expect(await viewOf(person)).toMatchObject({ browsers: [{ current: false }] });
    expect(await login(other, browser)).toMatchObject({ code: 3011 });
    expect(await login(person, app.newBrowser())).toMatchObject({ code: 3011 });
    app.clock.advance(30 * day - 2 * second);
    expect(await login(person, browser)).toMatchObject({ code: 200 });
    app.clock.advance(2 * second);
    expect(await login(person, browser)).toMatchObject({ code: 3011 });
  });

  it('is not made by a sign-in that does not ask for it', async () => {
    const person = await protectedPerson();
    const { browser } = await signIn(person, { method: 'totp', code: person.authenticator.next() });
    await browser.post('/logout', {});
    expect(await login(person, browser)).toMatchObject({ code: 3011 });
  });

  const newPassword = 'Harbour9-violet';

  const enders: Readonly<Record<string, (person: Protected) => Promise<unknown>>> = {
    'the end of its trust': async (person) => {
      const { browsers } = await viewOf(person);
      return person.browser.post('/two-step/browsers/end', { id: browsers[0]?.id });
    },
    'the end of all trust': ({ browser }) => browser.post('/two-step/browsers/end', { all: true }),
    'the end of all other sessions': async (person) => {
      await provePassword(person);
      return person.browser.post('/device/unBindOthers', {});
    },
    'a change of credentials': async ({ id }) => raiseCredentialEpoch(app.db, id),
    'two-step verification off and on again': async (person) => {
      await proveTwo(person);
      expect(await person.browser.post('/two-step/disable', {})).toMatchObject({ code: 200 });
      await provePassword(person);
      return person.browser.post('/two-step/enable', { codes: 'saved' });
    },
  };

  it.each(Object.entries(enders))('is asked again after %s', async (_name, end) => {
    const person = await protectedPerson();
    const browser = await trusted(person);
    await end(person);
    expect(await login(person, browser)).toMatchObject({ code: 3011 });
  });

  it('is asked again after a new password, also where that was chosen', async () => {
    const person = await protectedPerson();
    const browser = await trusted(person);
    await login(person, browser);
    const change = { oldPassword: person.password, newPassword };
    expect(await browser.post('/password/update', change)).toMatchObject({ code: 3001 });
    const shown = { method: 'totp', code: person.authenticator.next(), action: 'changePassword' };
    expect(await browser.post('/account/auth', shown)).toMatchObject({ code: 200 });
    expect(await browser.post('/password/update', change)).toMatchObject({ code: 200 });
    await browser.post('/logout', {});
    expect(await login({ ...person, password: newPassword }, browser)).toMatchObject({ code: 3011 });
  });

  it('is one of twenty: the oldest trust ends', async () => {
    const person = await protectedPerson();
    const first = await trusted(person);
    for (let each = 0; each < limits.trustedBrowsers; each += 1) await trusted(person);
    expect((await viewOf(person)).browsers).toHaveLength(limits.trustedBrowsers);
    expect(await login(person, first)).toMatchObject({ code: 3011 });
  });
});

describe('the last second step', () => {
  it('is never gone from a protected account, whichever of switch and removal comes first', async () => {
    const person = await signUp(app);
    const passkey = await addPasskey(person);
    const other = app.newBrowser();
    await login(person, other);
    await provePassword(person, 'enableTwoStep');
    await person.browser.post('/recovery-codes/make', {});
    await proveByPasskey({ browser: other }, passkey, { action: 'removePasskey', target: passkey.id });
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => person.browser.post('/two-step/enable', { codes: 'saved' })),
      ...Array.from({ length: 8 }, () => other.post('/passkey/remove', { id: passkey.id })),
    ]);
    expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThan(0);
    const rows = await app.db.q().selectFrom('passkeys').select('id').where('id', '=', passkey.id).execute();
    const id = await accountIdOf(app, person.contact);
    const account = await app.db.q().selectFrom('accounts').select('two_step_at').where('id', '=', id).executeTakeFirstOrThrow();
    expect([account.two_step_at === null, rows.length]).toBeOneOf([
      [true, 0],
      [false, 1],
    ]);
  });

  it('of a protected account stays', async () => {
    const person = await protectedPerson();
    await provePassword(person);
    const missing = { code: 3006, data: { missing: ['secondStep'] } };
    expect(await person.browser.post('/totp/remove', { id: person.authenticator.id })).toMatchObject(missing);
    await addEmail(app, person.id, freshEmail());
    await proveTwo(person);
    expect(await person.browser.post('/two-step/update', { email: true })).toMatchObject({ code: 200, data: { methods: [{}, {}, {}] } });
    await proveTwo(person);
    expect(await person.browser.post('/totp/remove', { id: person.authenticator.id })).toMatchObject({ code: 200 });
    await provePassword(person);
    expect(await person.browser.post('/two-step/update', { email: false })).toMatchObject(missing);
    // The mailbox is the only second step now.
    expect(await person.browser.post('/update/email', { email: '' })).toMatchObject({ code: 3006 });
  });

  it('of an ordinary account may go', async () => {
    const person = await signUp(app);
    const { id } = await addAuthenticator(app, person);
    await provePassword(person);
    expect(await person.browser.post('/totp/remove', { id })).toMatchObject({ code: 200 });
    expect(await person.browser.post('/totp/remove', { id })).toMatchObject({ code: 200 });
  });

  it('has the name that was typed, without what no one can see', async () => {
    const person = await signUp(app);
    await provePassword(person, 'addTotp');
    expect(await person.browser.post('/totp/begin', { name: '  My ph\u202Eone ' })).toMatchObject({ code: 200 });
    const names = await app.db.q().selectFrom('totp_secrets').select('name').execute();
    expect(names.map(({ name }) => name)).toContain('My phone');
  });

  it('is one of two apps at most', async () => {
    const person = await signUp(app);
    await addAuthenticator(app, person);
    await addAuthenticator(app, person);
    await provePassword(person);
    expect(await person.browser.post('/totp/begin', {})).toMatchObject({ code: 3029, data: { max: 2 } });
  });
});

it('neither secrets nor recovery codes stand anywhere', async () => {
  const own = await buildTestApp({ config: { rateFactor: 1000 } });
  try {
    const person = await signUp(own);
    await provePassword(person, 'enableTwoStep');
    const begun = await person.browser.post<{ id: string; secret: string }>('/totp/begin', {});
    const { codes } = (await person.browser.post<{ codes: readonly string[] }>('/recovery-codes/make', {})).data;
    await person.browser.post('/totp/finish', { id: begun.data.id, code: '000000' });
    await person.browser.post('/account/auth', { method: 'recovery', code: codes[0] });
    const messages = Buffer.from(JSON.stringify(await own.outbox(person.contact)));
    const written = [...(await everythingWritten(own)).values(), messages];
    for (const secret of [begun.data.secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) {
      expect(written.some((bytes) => bytes.includes(secret))).toBe(false);
    }
  } finally {
    await own.close();
  }
});

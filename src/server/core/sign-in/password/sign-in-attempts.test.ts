import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInIdentifier } from '#server/core/account/identifiers/identifier.ts';
import { openTestCore, type TestCore } from '#server/testing/server/test-core.ts';
import { minute, second } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createPasswordGuesses } from './password-guesses.ts';
import { createSignInAttempts, type SignInAttempts, type SignInTry } from './sign-in-attempts.ts';

let core: TestCore;
let attempts: SignInAttempts;
let count = 0;
/** Identifiers without an account. */
let phone: string;
let username: string;

beforeAll(async () => {
  core = await openTestCore();
  attempts = createSignInAttempts({ ...core, guesses: createPasswordGuesses(core) });
});

afterAll(async () => {
  await core.close();
});

beforeEach(() => {
  count += 1;
  phone = String(13_600_000_000 + count);
  username = `person-${count}`;
});

const visitor = { legacy: undefined, browser: undefined, country: '', clientIp: '203.0.113.1', validate: undefined };

/** A try in a browser without cookies. */
function tryOf(given: Pick<SignInTry, 'candidate' | 'identifier'> & Partial<SignInTry>): SignInTry {
  return { ...visitor, ...given };
}

/** One wrong password: returns 'tried', or the refusal. Solves a captcha when one is required. */
async function fail(name: string, { browser = '', captcha = true }: { browser?: string; captcha?: boolean } = {}): Promise<string> {
  const identifier = signInIdentifier(name);
  if (!identifier) throw new Error('not an identifier');
  const candidate = await core.accounts.findForSignIn(identifier, browser);
  try {
    const validate = captcha ? await core.solve('login') : undefined;
    await attempts.check(tryOf({ candidate, identifier, browser, validate }), () => Promise.resolve(false));
    return 'tried';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.detail.retryAfter === undefined ? error.refusal : `${error.refusal} ${error.detail.retryAfter}`;
  }
}

async function failTimes(times: number, name: string, options?: { browser?: string }): Promise<void> {
  for (let done = 0; done < times; done += 1) expect(await fail(name, options)).toBe('tried');
}

/** Names with and without an account are counted alike, so that the counter does not reveal accounts. */
describe.each(['an account', 'nobody'])('wrong passwords for the name of %s', (whose) => {
  beforeEach(async () => {
    if (whose === 'an account') await core.account({ phone, username });
  });

  it('require a captcha after five', async () => {
    for (let done = 0; done < 5; done += 1) expect(await fail(phone, { captcha: false })).toBe('tried');
    expect(await fail(phone, { captcha: false })).toBe('captchaFailed');
    expect(await fail(phone)).toBe('tried');
  });

  it('block for 1, 2, 4, 8 and then always 15 minutes after ten', async () => {
    await failTimes(10, phone);
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      expect(await fail(phone)).toBe(`tooFrequent ${minutes * 60}`);
      core.clock.advance(minutes * minute - second);
      expect(await fail(phone)).toBe('tooFrequent 1');
      core.clock.advance(second);
      expect(await fail(phone)).toBe('tried');
    }
  });

  it('are forgotten after 15 minutes', async () => {
    await failTimes(9, phone);
    core.clock.advance(15 * minute);
    expect(await fail(phone, { captcha: false })).toBe('tried');
  });

  it('get exactly ten tries when a hundred arrive together after some failures', async () => {
    await failTimes(5, phone);
    const results = await Promise.all(Array.from({ length: 100 }, () => fail(phone)));
    expect(results.filter((result) => result === 'tried')).toHaveLength(5);
  });

  it('never get more than ten tries when a hundred arrive together at first', async () => {
    const results = await Promise.all(Array.from({ length: 100 }, () => fail(phone)));
    results.push(...(await Promise.all(Array.from({ length: 100 }, () => fail(phone)))));
    const tried = results.filter((result) => result === 'tried').length;
    // One fewer when the first was counted while another still took it for uncounted.
    expect([9, 10]).toContain(tried);
  });

  it('are not counted while the password could not be checked', async () => {
    const identifier = { kind: 'phone', value: phone, shown: phone } as const;
    const candidate = await core.accounts.findForSignIn(identifier, '');
    const attempt = tryOf({ candidate, identifier });
    for (let tries = 0; tries < 20; tries += 1) {
      await expect(attempts.check(attempt, () => Promise.reject(new Error('overloaded')))).rejects.toThrow('overloaded');
    }
    expect(await fail(phone, { captcha: false })).toBe('tried');
  });
});

describe('wrong passwords', () => {
  it('count for the name that was written, so that waits do not tell which names belong together', async () => {
    await core.account({ phone, username, email: `${username}@example.com` });
    await failTimes(10, phone);
    expect(await fail(phone)).toBe('tooFrequent 60');
    for (const name of [username, `${username}@example.com`]) expect(await fail(name, { captcha: false })).toBe('tried');
  });

  it('from strangers do not block a known browser', async () => {
    const account = await core.account({ phone });
    await core.accounts.knowBrowser(account.id, 'own-browser', { at: core.clock.now(), clientIp: '10.0.0.1', userAgent: 'test' });
    await failTimes(10, phone, { browser: 'foreign-browser' });
    expect(await fail(phone, { browser: 'foreign-browser' })).toBe('tooFrequent 60');
    expect(await fail(phone, { browser: 'own-browser', captcha: false })).toBe('tried');
  });

  it('from a known browser count for that browser', async () => {
    const account = await core.account({ phone });
    await core.accounts.knowBrowser(account.id, 'own-browser', { at: core.clock.now(), clientIp: '10.0.0.1', userAgent: 'test' });
    await failTimes(10, phone, { browser: 'own-browser' });
    expect(await fail(phone, { browser: 'own-browser' })).toBe('tooFrequent 60');
  });

  it('are forgotten after a success', async () => {
    await core.account({ phone });
    await failTimes(4, phone);
    const identifier = { kind: 'phone', value: phone, shown: phone } as const;
    const candidate = await core.accounts.findForSignIn(identifier, '');
    const attempt = tryOf({ candidate, identifier });
    await attempts.succeed(await attempts.check(attempt, () => Promise.resolve(true)));
    for (let done = 0; done < 5; done += 1) expect(await fail(phone, { captcha: false })).toBe('tried');
  });

  it('accept no captcha of another scene', async () => {
    await failTimes(5, phone);
    const identifier = { kind: 'phone', value: phone, shown: phone } as const;
    const validate = await core.solve('register');
    const attempt = tryOf({ candidate: undefined, identifier, validate });
    await expect(attempts.check(attempt, () => Promise.resolve(true))).rejects.toMatchObject({ refusal: 'captchaFailed' });
  });

  it('of a legacy account are counted for months under any of its names, and then not looked at', async () => {
    const looked: boolean[] = [];
    for (let tries = 0; tries < 120; tries += 1) {
      if (tries % 5 === 0) core.clock.advance(16 * minute);
      const identifier = { kind: 'phone', value: tries % 2 === 0 ? phone : `${phone}0` } as const;
      const attempt = tryOf({ candidate: undefined, legacy: username, identifier });
      await attempts.check(attempt, (isLookedAt) => {
        looked.push(isLookedAt);
        return Promise.resolve(false);
      });
    }
    expect(looked.filter(Boolean)).toHaveLength(100);
    expect(looked.slice(0, 100).every(Boolean)).toBe(true);
  });
});

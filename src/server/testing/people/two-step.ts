import { expect } from 'vitest';
import { totpCode, totpStep } from '#server/core/sign-in/two-step/totp.ts';
import { second } from '#server/platform/clock.ts';
import { fromBase32 } from './base32.ts';
import type { Person } from './people.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

/** An authenticator app of a person. */
export interface TestAuthenticator {
  readonly id: string;
  /** The code that it shows now. */
  code(): string;
  /** The next code, after moving the clock: each works once. */
  next(): string;
}

/** Means of a person after switching two-step verification on. */
export interface TestTwoStep {
  readonly authenticator: TestAuthenticator;
  /** XXXXX-XXXXX */
  readonly codes: readonly string[];
}

type Owner = Pick<Person, 'browser' | 'password'>;

/** Proves by the password who is there, for one action of any kind or the named one. */
export async function provePassword({ browser, password }: Owner, action?: string): Promise<void> {
  const named = action === undefined ? {} : { action };
  expect(await browser.post('/account/auth', { method: 'password', password, ...named })).toMatchObject({ code: 200 });
}

/** Shows two ways of different devices, as a protected account asks for: the password and the app. */
export async function proveTwo(owner: Owner & Pick<TestTwoStep, 'authenticator'>): Promise<void> {
  await provePassword(owner);
  const code = owner.authenticator.next();
  expect(await owner.browser.post('/account/auth', { method: 'totp', code })).toMatchObject({ code: 200 });
}

/** The app of a begun set-up, before its first code. */
export async function beginAuthenticator(app: TestApp, { browser }: Pick<Person, 'browser'>): Promise<TestAuthenticator> {
  const { code, data } = await browser.post<{ id: string; secret: string }>('/totp/begin', {});
  expect(code).toBe(200);
  const secret = fromBase32(data.secret);
  const show = () => totpCode(secret, totpStep(app.clock.now()));
  return {
    id: data.id,
    code: show,
    next() {
      app.clock.advance(30 * second);
      return show();
    },
  };
}

/** Adds an authenticator app to an account, for one proof. */
export async function addAuthenticator(app: TestApp, owner: Owner): Promise<TestAuthenticator> {
  await provePassword(owner, 'addTotp');
  const authenticator = await beginAuthenticator(app, owner);
  expect(await owner.browser.post('/totp/finish', { id: authenticator.id, code: authenticator.code() })).toMatchObject({ code: 200 });
  return authenticator;
}

/** Switches two-step verification on, for one proof, with an authenticator app and recovery codes. */
export async function switchTwoStepOn(app: TestApp, owner: Owner): Promise<TestTwoStep> {
  await provePassword(owner, 'enableTwoStep');
  const authenticator = await beginAuthenticator(app, owner);
  expect(await owner.browser.post('/totp/finish', { id: authenticator.id, code: authenticator.code() })).toMatchObject({ code: 200 });
  const { data } = await owner.browser.post<{ codes: readonly string[] }>('/recovery-codes/make', {});
  expect(await owner.browser.post('/two-step/enable', { codes: 'saved' })).toMatchObject({ code: 200 });
  return { authenticator, codes: data.codes };
}

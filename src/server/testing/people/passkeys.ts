import { expect } from 'vitest';
import { newAuthenticator, type Authenticator, type AuthenticatorOptions } from './authenticator.ts';
import type { Person } from './people.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

/** A passkey of a person, as the list shows it. */
export interface OwnPasskey {
  readonly id: string;
  readonly authenticator: Authenticator;
}

/** Gives a person a passkey, proven by the password; by the last code on paper too, where the account is protected. */
export async function addPasskey(
  { browser, password, codes = [] }: Pick<Person, 'browser' | 'password'> & { readonly codes?: readonly string[] },
  options: AuthenticatorOptions = {},
): Promise<OwnPasskey> {
  expect(await browser.post('/account/auth', { method: 'password', password, action: 'addPasskey' })).toMatchObject({ code: 200 });
  const authenticator = newAuthenticator(options);
  const begin = () =>
    browser.post<{ publicKey: Parameters<Authenticator['register']>[0] }>('/passkey/register/begin', { purpose: 'settings' });
  let begun = await begin();
  const paper = codes.at(-1);
  if (begun.code === 3001 && paper !== undefined) {
    expect(await browser.post('/account/auth', { method: 'recovery', code: paper, action: 'addPasskey' })).toMatchObject({ code: 200 });
    begun = await begin();
  }
  expect(begun).toMatchObject({ code: 200 });
  const credential = authenticator.register(begun.data.publicKey);
  const added = await browser.post<{ passkey: { id: string } }>('/passkey/register/finish', { credential });
  expect(added).toMatchObject({ code: 200 });
  return { id: added.data.passkey.id, authenticator };
}

/** Options for a ceremony of a browser. */
export async function beginPasskey(browser: TestBrowser, body: Readonly<Record<string, unknown>> = { purpose: 'signIn' }) {
  const { data } = await browser.post<{ publicKey: { challenge: string } }>('/passkey/begin', body);
  return data.publicKey;
}

/** Signs a browser in with a passkey. */
export async function signInByPasskey(browser: TestBrowser, { authenticator }: Pick<OwnPasskey, 'authenticator'>): Promise<TestAnswer> {
  return browser.post('/login/passkey', { credential: authenticator.assert(await beginPasskey(browser)) });
}

/** Proves a person by a passkey, for an action. */
export async function proveByPasskey(
  { browser }: Pick<Person, 'browser'>,
  { authenticator }: Pick<OwnPasskey, 'authenticator'>,
  about: { readonly action: string; readonly target?: string },
): Promise<TestAnswer> {
  const credential = authenticator.assert(await beginPasskey(browser, { purpose: 'proof', ...about }));
  return browser.post('/account/auth', { method: 'passkey', credential, ...about });
}

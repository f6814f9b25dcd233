import { newAuthenticator, type Authenticator, type AuthenticatorOptions } from '#server/testing/people/authenticator.ts';
import { connectHttp, expectOk, type HttpClient } from '#server/testing/server/http-client.ts';
import type { ServerProcess } from '#server/testing/server/server-process.ts';

type Creation = Parameters<Authenticator['register']>[0];

/** Options of a ceremony of this browser. */
export async function beginPasskey(browser: HttpClient, about: Readonly<Record<string, unknown>> = { purpose: 'signIn' }) {
  return expectOk(await browser.post<{ publicKey: { challenge: string } }>('/passkey/begin', about)).publicKey;
}

/** Options for a new passkey, after a proof by the password. */
export async function beginRegistration(browser: HttpClient, password: string): Promise<Creation> {
  expectOk(await browser.post('/account/auth', { method: 'password', password, action: 'addPasskey' }));
  await browser.get('/key');
  return expectOk(await browser.post<{ publicKey: Creation }>('/passkey/register/begin', { purpose: 'settings' })).publicKey;
}

/** An authenticator that knows this server. */
export function authenticatorOf({ origin }: ServerProcess, options: AuthenticatorOptions = {}): Authenticator {
  return newAuthenticator({ origin, rpId: new URL(origin).hostname, ...options });
}

/** A new person with a passkey. */
export async function addPasskey(server: ServerProcess, options: AuthenticatorOptions = {}): Promise<Authenticator> {
  return (await personWithPasskey(server, options)).authenticator;
}

export interface PasskeyPerson {
  readonly browser: HttpClient;
  readonly phone: string;
  readonly password: string;
  readonly authenticator: Authenticator;
}

/** A new person who is signed in and has a passkey. */
export async function personWithPasskey(server: ServerProcess, options: AuthenticatorOptions = {}): Promise<PasskeyPerson> {
  const browser = connectHttp(server.origin);
  const { phone, password } = await browser.register();
  const authenticator = authenticatorOf(server, options);
  const credential = authenticator.register(await beginRegistration(browser, password));
  expectOk(await browser.post('/passkey/register/finish', { credential }));
  return { browser, phone, password, authenticator };
}

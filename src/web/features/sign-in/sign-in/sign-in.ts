import { signInEndpoints } from '#contract/sign-in/sign-in/sign-in.ts';
import type { QueryOf } from '#contract/schema.ts';
import type { signInSchemas } from '#contract/sign-in/sign-in/sign-in.schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { keepPasskeyTask } from '#web/widgets/passkeys/passkey-task.ts';
import type { Captcha } from '#web/widgets/captcha/captcha.ts';

/** Values of the form: with a password, or with a code of scene login. */
export type Credentials = { readonly account: string; readonly password: string } | { readonly account: string; readonly code: string };

/** The page's query, which is sent with every sign-in (contract 5). */
export type PageQuery = QueryOf<(typeof signInSchemas)['signInByPassword']>;

interface SignIn {
  readonly credentials: Credentials;
  readonly query: PageQuery;
  readonly captcha: Captcha;
}

/**
 * Signs in and returns the next path, or undefined if the person closed the captcha. The server requires a captcha only
 * after failures (contract 4); then the call is repeated with its proof.
 * @throws {RefusalError}
 */
export async function signIn({ credentials, query, captcha }: SignIn): Promise<string | undefined> {
  return captcha.proveIfAsked((validate) => send(credentials, query, validate));
}

async function send(credentials: Credentials, query: PageQuery, validate?: string): Promise<string> {
  if ('code' in credentials) return (await call(signInEndpoints.signInByCode, { body: credentials, query })).continue;
  const body = validate === undefined ? credentials : { ...credentials, validate };
  const signedIn = await call(signInEndpoints.signInByPassword, { body, query });
  if (signedIn.offerPasskey) keepPasskeyTask('make');
  return signedIn.continue;
}

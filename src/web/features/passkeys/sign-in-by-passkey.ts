import { passkeysEndpoints } from '#contract/endpoints/passkeys.ts';
import type { QueryOf } from '#contract/schema.ts';
import type { signInSchemas } from '#contract/schemas/sign-in.ts';
import type { PasskeyAssertion } from '#contract/vocabulary/passkeys.ts';
import { call } from '#web/lib/api.ts';
import { isRefusal, RefusalError } from '#web/lib/refusal-error.ts';
import { handleRefusal } from '#web/lib/refusals.ts';
import { navigate } from '#web/lib/router.ts';
import { goRecover } from '#web/widgets/mailed-links/go-recover.ts';
import { withdrawalPath } from '#web/widgets/account/withdrawal-path.ts';
import { askForPasskey } from '#web/widgets/passkeys/ceremonies.ts';
import { keepPasskeyTask } from '#web/widgets/passkeys/passkey-task.ts';

// Loaded when a passkey may be used: the sign-in page needs it neither to show itself nor for its first key.

/** The page's query, which is sent with every sign-in (contract 5). */
export type PageQuery = QueryOf<(typeof signInSchemas)['signInByPassword']>;

/** What the page says below the button; undefined when another notice says it, or the person stopped. */
export type PasskeyProblem = 'gone' | 'failed' | undefined;

/** `done`: the page is on its way to the next one. */
export type PasskeyResult = PasskeyProblem | 'done';

const beginSignIn = () => call(passkeysEndpoints.beginPasskey, { body: { purpose: 'signIn' } });

/** Asks for a passkey and signs in with it. Nothing happens if the person stops. */
export async function askAndSignIn(query: PageQuery): Promise<PasskeyResult> {
  try {
    const { publicKey } = await beginSignIn();
    const credential = await askForPasskey(publicKey);
    return credential === undefined ? undefined : await signInWith(credential, query);
  } catch (error) {
    return problemOf(error);
  }
}

/** Signs in and goes on to the server's target. */
export async function signInWith(credential: PasskeyAssertion, query: PageQuery): Promise<PasskeyResult> {
  try {
    const { continue: next } = await call(passkeysEndpoints.signInByPasskey, { body: { credential }, query });
    keepPasskeyTask('signal');
    navigate(next, { replace: true });
    return 'done';
  } catch (error) {
    return problemOf(error);
  }
}

/**
 * Offers passkeys in the name field until another ceremony begins; undefined without an answer. `begins` says whether
 * the offer is still wanted when its options are there.
 */
export async function offerInField(begins: () => boolean): Promise<PasskeyAssertion | undefined> {
  const { publicKey } = await beginSignIn();
  return begins() ? askForPasskey(publicKey, { inField: true }) : undefined;
}

async function problemOf(error: unknown): Promise<PasskeyProblem> {
  if (isRefusal(error, 'passkeyUnknown')) {
    const { signalUnknown } = await import('#web/widgets/passkeys/signals.ts');
    signalUnknown({ rpId: String(error.data['rpId']), credentialId: String(error.data['credentialId']) });
    return 'gone';
  }
  if (isRefusal(error, 'passkeyRefused') || !(error instanceof RefusalError)) return 'failed';
  if (isRefusal(error, 'deletionPending')) navigate(withdrawalPath(error));
  else if (!goRecover(error)) handleRefusal(error);
  return undefined;
}

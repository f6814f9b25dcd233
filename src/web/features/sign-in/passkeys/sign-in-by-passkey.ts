import { passkeysEndpoints } from '#contract/sign-in/passkeys/passkeys.ts';
import { limits } from '#contract/limits.ts';
import type { QueryOf } from '#contract/schema.ts';
import type { signInSchemas } from '#contract/sign-in/sign-in/sign-in.schemas.ts';
import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import { call } from '#web/lib/api/api.ts';
import { isRefusal, RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { navigate } from '#web/lib/page/router.ts';
import { askForPasskey, endCeremony } from '#web/widgets/passkeys/ceremonies.ts';
import { keepPasskeyTask } from '#web/widgets/passkeys/passkey-task.ts';

// Loaded when a passkey may be used: the sign-in page needs it neither to show itself nor for its first key.

/** The page's query, which is sent with every sign-in (contract 5). */
export type PageQuery = QueryOf<(typeof signInSchemas)['signInByPassword']>;

/** Message below the button; undefined when another notice says it, or the person stopped. */
export type PasskeyProblem = 'gone' | 'failed' | undefined;

/** `done`: the page is on its way to the next one. */
export type PasskeyResult = PasskeyProblem | 'done';

/** Options live five minutes; a page that stays open asks for others shortly before. */
const renewalMs = limits.passkeyCeremonyMs - 30_000;

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

/** Signs in and continues to the server's target. */
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

/** The answer of a passkey in the name field, before another ceremony begins. `begins`: whether it is still wanted when its options are there. */
async function offerOnce(begins: () => boolean): Promise<PasskeyAssertion | undefined> {
  const { publicKey } = await beginSignIn();
  return begins() ? askForPasskey(publicKey, { inField: true }) : undefined;
}

export interface FieldOffer {
  /** Offers nothing more, and takes no answer: another sign-in is under way. What the browser shows stays until then. */
  pause(): void;
  /** Ends what the browser shows, too: the page is gone. */
  end(): void;
}

/** Offers passkeys in the name field from now on. */
export function offerPasskeys(answer: (credential: PasskeyAssertion) => Promise<unknown>): FieldOffer {
  let latest = 0;
  let isWaiting = false;

  async function offer(): Promise<void> {
    latest += 1;
    const own = latest;
    const credential = await offerOnce(() => {
      // A newer one may have begun meanwhile, or the offer is over.
      if (own !== latest) return false;
      isWaiting = true;
      return true;
    });
    if (credential !== undefined && own === latest) await answer(credential);
  }
  // Nobody has asked for it: a failure shows nothing.
  const begin = (): void => void offer().catch(() => undefined);
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') begin();
  };
  begin();
  const renewal = setInterval(begin, renewalMs);
  document.addEventListener('visibilitychange', onVisible);

  function pause(): void {
    latest += 1;
    clearInterval(renewal);
    document.removeEventListener('visibilitychange', onVisible);
  }
  return {
    pause,
    end() {
      pause();
      if (isWaiting) endCeremony();
    },
  };
}

async function problemOf(error: unknown): Promise<PasskeyProblem> {
  if (isRefusal(error, 'passkeyUnknown')) {
    const { signalUnknown } = await import('#web/widgets/passkeys/signals.ts');
    signalUnknown({ rpId: String(error.data['rpId']), credentialId: String(error.data['credentialId']) });
    return 'gone';
  }
  if (isRefusal(error, 'passkeyRefused') || !(error instanceof RefusalError)) return 'failed';
  const { goRecover } = await import('#web/widgets/mailed-links/go-recover.ts');
  const { withdrawalPath } = await import('#web/widgets/account/withdrawal-path.ts');
  if (isRefusal(error, 'deletionPending')) navigate(withdrawalPath(error));
  else if (!goRecover(error)) handleRefusal(error);
  return undefined;
}

import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { passkeysEndpoints } from '#contract/endpoints/passkeys.ts';
import { limits } from '#contract/limits.ts';
import type { QueryOf } from '#contract/schema.ts';
import type { signInSchemas } from '#contract/schemas/sign-in.ts';
import type { PasskeyAssertion } from '#contract/vocabulary/passkeys.ts';
import { call } from '#web/lib/api.ts';
import { useT } from '#web/lib/i18n.tsx';
import { track } from '#web/lib/pending.ts';
import { isRefusal, RefusalError } from '#web/lib/refusal-error.ts';
import { handleRefusal } from '#web/lib/refusals.ts';
import { navigate } from '#web/lib/router.ts';
import { Button } from '#web/ui/button.tsx';
import { userKey } from '#web/ui/icons.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Stack } from '#web/ui/stack.tsx';
import { withdrawalPath } from '#web/widgets/account/withdrawal-path.ts';
import { canUsePasskeys, useCanUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import { keepPasskeyTask } from '#web/widgets/passkeys/passkey-task.ts';
import css from './passkey-sign-in.module.css';

interface PasskeySignInProps {
  /** The page's query, which is sent with every sign-in (contract 5). */
  readonly query: QueryOf<(typeof signInSchemas)['signInByPassword']>;
}

/** Options live five minutes; a page that stays open asks for others shortly before. */
const renewalMs = limits.passkeyCeremonyMs - 30_000;

const ceremonies = () => import('#web/widgets/passkeys/ceremonies.ts');
const beginSignIn = () => call(passkeysEndpoints.beginPasskey, { body: { purpose: 'signIn' } });

/** Sign-in by passkey: the browser offers one in the name field, and a button asks for one. */
export function PasskeySignIn({ query }: PasskeySignInProps): ReactNode {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<'gone' | 'failed'>();
  useOffer({ isPaused: busy, onAnswer: signIn });
  const isUsable = useCanUsePasskeys();

  async function signIn(credential: PasskeyAssertion): Promise<void> {
    setProblem(undefined);
    try {
      const { continue: next } = await call(passkeysEndpoints.signInByPasskey, { body: { credential }, query });
      keepPasskeyTask('signal');
      navigate(next, { replace: true });
    } catch (error) {
      await takeProblem(error);
    }
  }

  async function takeProblem(error: unknown): Promise<void> {
    if (isRefusal(error, 'passkeyUnknown')) {
      const { signalUnknown } = await import('#web/widgets/passkeys/signals.ts');
      signalUnknown({ rpId: String(error.data['rpId']), credentialId: String(error.data['credentialId']) });
      setProblem('gone');
    } else if (isRefusal(error, 'deletionPending')) navigate(withdrawalPath(error));
    else if (isRefusal(error, 'passkeyRefused') || !(error instanceof RefusalError)) setProblem('failed');
    else handleRefusal(error);
  }

  async function ask(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      const [{ askForPasskey }, { publicKey }] = await track(Promise.all([ceremonies(), beginSignIn()]));
      const credential = await askForPasskey(publicKey);
      if (credential !== undefined) await signIn(credential);
    } catch (error) {
      await takeProblem(error);
    } finally {
      setBusy(false);
      button.current?.focus();
    }
  }

  if (!isUsable) return null;
  return (
    <Stack tight>
      <Button ref={button} size="lg" block icon={userKey} busy={busy} className={css['button'] ?? ''} onClick={() => void ask()}>
        {t('pk.signIn')}
      </Button>
      {problem !== undefined && (
        <div role="alert">
          <Notice tone="warning">{t(problem === 'gone' ? 'pk.gone' : 'pk.failed')}</Notice>
        </div>
      )}
    </Stack>
  );
}

interface Offer {
  /** The button's own ceremony is under way. */
  readonly isPaused: boolean;
  readonly onAnswer: (credential: PasskeyAssertion) => Promise<void>;
}

/** Offers passkeys in the name field as long as the page is open, except while the button asks for one. */
function useOffer({ isPaused, onAnswer }: Offer): void {
  const latest = useRef(0);
  const isWaiting = useRef(false);
  const answer = useEffectEvent((credential: PasskeyAssertion) => onAnswer(credential));

  const offer = useEffectEvent(async (): Promise<void> => {
    const own = (latest.current += 1);
    const browser: Partial<typeof PublicKeyCredential> = window.PublicKeyCredential;
    if ((await browser.isConditionalMediationAvailable?.()) !== true) return;
    const [{ askForPasskey }, { publicKey }] = await Promise.all([ceremonies(), beginSignIn()]);
    // A newer one has begun meanwhile, or the page is gone.
    if (own !== latest.current) return;
    isWaiting.current = true;
    const credential = await askForPasskey(publicKey, { inField: true });
    if (credential !== undefined && own === latest.current) await answer(credential);
  });

  useEffect(() => {
    if (isPaused || !canUsePasskeys()) return;
    // Nobody has asked for it: a failure shows nothing.
    const begin = (): void => void offer().catch(() => undefined);
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') begin();
    };
    begin();
    const renewal = setInterval(begin, renewalMs);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      latest.current += 1;
      clearInterval(renewal);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [isPaused]);

  // The button's own ceremony ends the one in the field; leaving the page does, too.
  useEffect(
    () => () => {
      if (isWaiting.current) void ceremonies().then(({ endCeremony }) => endCeremony());
    },
    [],
  );
}

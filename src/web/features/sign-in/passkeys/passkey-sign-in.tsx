import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { savesData } from '#web/lib/browser/browser.ts';
import { onFirstTouch } from '#web/lib/browser/first-touch.ts';
import { track } from '#web/lib/api/pending.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { fingerprintPattern } from '#web/ui/marks/icons.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { canUsePasskeys, useCanUsePasskeys } from '#web/widgets/passkeys/can-use-passkeys.ts';
import type { FieldOffer, PageQuery, PasskeyProblem, PasskeyResult } from './sign-in-by-passkey.ts';
import css from './passkey-sign-in.module.css';

interface PasskeySignInProps {
  readonly query: PageQuery;
}

const loadSignIn = () => import('./sign-in-by-passkey.ts');

type SignInCode = Awaited<ReturnType<typeof loadSignIn>>;

/** Sign-in by passkey: the browser offers one in the name field, and a button asks for one. */
export function PasskeySignIn({ query }: PasskeySignInProps): ReactNode {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PasskeyProblem>();
  // A ref, because it must be known at once, also to a press in the same moment.
  const isUnderWay = useRef(false);
  useOffer({ isPaused: busy, onAnswer: (credential) => alone(async ({ signInWith }) => signInWith(credential, query)) });
  const isUsable = useCanUsePasskeys();
  useEffect(() => {
    // Back at this page as it was left.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) hold(false);
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  function hold(isHeld: boolean): void {
    isUnderWay.current = isHeld;
    setBusy(isHeld);
  }

  /** One sign-in at a time, from the field or by the button; after one that succeeds the page is on its way. */
  async function alone(signIn: (code: SignInCode) => Promise<PasskeyResult>): Promise<PasskeyResult> {
    if (isUnderWay.current) return undefined;
    hold(true);
    setProblem(undefined);
    const result = await track(loadSignIn())
      .then(signIn)
      // The code did not come.
      .catch(() => 'failed' as const);
    if (result === 'done') return result;
    setProblem(result);
    hold(false);
    return result;
  }

  async function ask(): Promise<void> {
    const result = await alone(async ({ askAndSignIn }) => askAndSignIn(query));
    if (result !== 'done') button.current?.focus();
  }

  if (!isUsable) return null;
  return (
    <Stack>
      <Button ref={button} size="lg" block icon={fingerprintPattern} busy={busy} className={css['button'] ?? ''} onClick={() => void ask()}>
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
  /** A sign-in is under way. */
  readonly isPaused: boolean;
  readonly onAnswer: (credential: PasskeyAssertion) => Promise<PasskeyResult>;
}

/** Offers passkeys in the name field from the first touch on, as long as the page is open, except while a sign-in is under way. */
function useOffer({ isPaused, onAnswer }: Offer): void {
  const latest = useRef<FieldOffer>(undefined);
  const isTouched = useRef(false);
  const answer = useEffectEvent(onAnswer);

  useEffect(() => {
    // It fetches code and options before anybody has asked for them.
    if (isPaused || !canUsePasskeys() || savesData()) return;
    let isOver = false;
    async function begin(): Promise<void> {
      const browser: Partial<typeof PublicKeyCredential> = window.PublicKeyCredential;
      if ((await browser.isConditionalMediationAvailable?.()) !== true) return;
      const { offerPasskeys } = await loadSignIn();
      if (!isOver) latest.current = offerPasskeys((credential) => answer(credential));
    }
    // Nobody has asked for it: a failure shows nothing.
    const start = (): void => {
      isTouched.current = true;
      void begin().catch(() => undefined);
    };
    const stop = isTouched.current ? undefined : onFirstTouch(start);
    if (stop === undefined) start();
    return () => {
      isOver = true;
      stop?.();
      latest.current?.pause();
    };
  }, [isPaused]);

  // The button's own ceremony ends the one in the field; leaving the page does, too.
  useEffect(() => () => latest.current?.end(), []);
}

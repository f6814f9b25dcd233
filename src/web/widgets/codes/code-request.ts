import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CaptchaScene } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { useT } from '#web/lib/texts/i18n.tsx';
import { announce } from '#web/ui/feedback/announce.tsx';
import { useCaptcha } from '#web/widgets/captcha/captcha.ts';
import { deadlineKey, keepDeadline, useDeadline } from './code-deadlines.ts';
import { useSecondsLeft } from './countdown.ts';
import { groupedPhone } from '#web/widgets/contacts/phone-text.ts';

/** Sends one code with the captcha's proof; returns the seconds until the next request. */
export type SendCode = (target: string, validate: string) => Promise<{ readonly cd: number }>;

interface CodeRequestOptions {
  readonly scene: CaptchaScene;
  /** The phone or email to send; a masked one if only the server knows it. */
  readonly target: string;
  readonly send: SendCode;
  /** The call needs no captcha, because one was already passed for it. */
  readonly withoutCaptcha?: boolean;
  /** Waits for the check of the target. False if it is not allowed: then nothing is sent. */
  readonly mayAsk?: () => Promise<boolean>;
  readonly onSent: () => void;
  readonly onRefusal: (error: unknown) => void;
}

/** The state and the action of the button that requests a code. */
export interface CodeRequest {
  /** `captcha` while the puzzle is being solved, `waiting` until the next code can be requested. */
  readonly state: 'ready' | 'captcha' | 'sending' | 'waiting';
  /** A code was sent to this target in this tab. */
  readonly requested: boolean;
  readonly secondsLeft: number;
  readonly ask: () => void;
}

/** Get Code → captcha → sending → countdown → Resend (spec 4). A change of the target restarts it. */
export function useCodeRequest({
  scene,
  target,
  send,
  withoutCaptcha = false,
  mayAsk,
  onSent,
  onRefusal,
}: CodeRequestOptions): CodeRequest {
  const t = useT();
  const captcha = useCaptcha(scene);
  const key = deadlineKey(scene, target);
  const deadline = useDeadline(key);
  const seconds = useSecondsLeft(deadline);
  const [busy, setBusy] = useState<'captcha' | 'sending'>();
  const askedAt = useRef(0);

  const wasWaiting = useRef(false);
  const onSeconds = useEffectEvent((isWaiting: boolean) => {
    if (wasWaiting.current && !isWaiting && deadline > 0) announce(t('a11y.codeReady'));
    wasWaiting.current = isWaiting;
  });
  useEffect(() => onSeconds(seconds > 0), [seconds]);

  async function run(): Promise<void> {
    try {
      setBusy('sending');
      if (mayAsk !== undefined && !(await mayAsk())) return;
      setBusy(withoutCaptcha ? 'sending' : 'captcha');
      const sent = withoutCaptcha
        ? await send(target, '')
        : await captcha.prove((validate) => {
            setBusy('sending');
            return send(target, validate);
          });
      if (sent === undefined) return;
      // Without a time the next code may be requested at once (spec 4).
      keepDeadline(key, Date.now() + (sent.cd || 0) * 1000);
      announce(t('f.sent', { target: readable(target) }));
      onSent();
    } catch (error) {
      onRefusal(error);
    } finally {
      setBusy(undefined);
    }
  }

  return {
    state: busy ?? (seconds > 0 ? 'waiting' : 'ready'),
    requested: deadline > 0,
    secondsLeft: seconds,
    ask: () => {
      const now = Date.now();
      if (busy !== undefined || seconds > 0 || now - askedAt.current < limits.submitDebounceMs) return;
      askedAt.current = now;
      void run();
    },
  };
}

/** A target that was just typed is shown in full, so that a typing error is seen; one of the account is masked. */
export function readable(target: string): string {
  return /^\d+$/.test(target) ? groupedPhone(target) : target;
}

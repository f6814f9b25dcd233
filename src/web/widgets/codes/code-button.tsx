import { useT } from '#web/lib/texts/i18n.tsx';
import type { CodeRequest } from './code-request.ts';
import css from './code-button.module.css';

/** Larger than any countdown: it reserves the width, so that nothing moves when the label changes. */
const widestSeconds = 88;

/** Get Code, Sending…, Resend in 48 s, Resend. */
export function CodeButton({ request }: { readonly request: CodeRequest }) {
  const t = useT();
  const { state, secondsLeft, requested } = request;
  const label = {
    ready: t(requested ? 'f.resend' : 'f.getCode'),
    captcha: t('captcha.verifying'),
    sending: t('f.sending'),
    waiting: t('f.countdown', { n: secondsLeft }),
  }[state];
  const isBusy = state === 'captcha' || state === 'sending';
  return (
    <button
      type="button"
      className={css['button']}
      disabled={state === 'waiting'}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={request.ask}
    >
      <span className={css['label']}>{label}</span>
      <span className={css['widest']} aria-hidden="true">
        {t('f.countdown', { n: widestSeconds })}
      </span>
    </button>
  );
}

import type { ReactNode } from 'react';
import { useT } from '#web/lib/texts/i18n.tsx';
import { Icon } from '#web/ui/marks/icon.tsx';
import { circleExclamationPoint, loaderCircle, shieldCheck } from '#web/ui/marks/icons.ts';
import { Progress } from '#web/ui/feedback/progress.tsx';
import type { CaptchaStatus } from './captcha.ts';
import css from './captcha-dialog.module.css';

interface CaptchaStateProps {
  readonly status: CaptchaStatus;
  /** The person's answer at the widget was wrong: nothing else failed. */
  readonly isWrong: boolean;
  /** The progress of a puzzle that takes longer than usual, from 0 to 1. */
  readonly progress: number | undefined;
  /** The widget of a service is visible, which shows its own state. */
  readonly isAtWidget: boolean;
}

/** The current state of the captcha. */
export function CaptchaState({ status, isWrong, progress, isAtWidget }: CaptchaStateProps): ReactNode {
  const t = useT();
  const failed = status === 'Error';
  if (progress !== undefined && !failed && !isAtWidget) {
    return (
      <output className={css['status']}>
        <Progress className={css['progress']} label={t('captcha.verifying')} part={progress} />
      </output>
    );
  }
  const isAtWork = !isAtWidget || status === 'Null';
  return (
    <output className={failed ? css['failed'] : isAtWork ? css['status'] : css['silent']}>
      <Icon
        of={failed ? circleExclamationPoint : status === 'Success' ? shieldCheck : loaderCircle}
        spin={!failed && status !== 'Success'}
      />
      {t(failed ? (isWrong ? 'v.captcha' : 'captcha.error') : 'captcha.verifying')}
    </output>
  );
}

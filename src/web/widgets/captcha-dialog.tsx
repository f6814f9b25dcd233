import { useEffect, useEffectEvent, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { CaptchaScene } from '#contract/endpoint.ts';
import { translate, useT } from '#web/lib/i18n.tsx';
import { notify } from '#web/lib/notify.ts';
import { RefusalError } from '#web/lib/refusal-error.ts';
import { handleRefusal } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { circleExclamationPoint, loaderCircle, shieldCheck } from '#web/ui/icons.ts';
import { captchaLoadMs, type CaptchaStatus } from './captcha.ts';
import { fetchChallenge, solve } from './captcha-solver.ts';
import css from './captcha-dialog.module.css';

/** A puzzle that is solved sooner is not worth showing (milliseconds). */
const showAfterMs = 400;

let root: Root | undefined;

/** Solves the captcha of a scene over the page. It opens when that takes a moment, and tells what went wrong when it fails. */
export function openCaptcha(scene: CaptchaScene): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const dialogs = (root ??= createRoot(document.body.appendChild(document.createElement('div'))));
  // A second try is a new dialog with a new challenge.
  const show = () => dialogs.render(<CaptchaDialog key={Date.now()} scene={scene} onEnd={resolve} onRetry={show} />);
  show();
  return promise;
}

interface CaptchaDialogProps {
  readonly scene: CaptchaScene;
  /** With the proof, or undefined when it was dismissed or could not even be loaded. */
  readonly onEnd: (validate: string | undefined) => void;
  readonly onRetry: () => void;
}

function CaptchaDialog({ scene, onEnd, onRetry }: CaptchaDialogProps) {
  const t = useT();
  const [status, setStatus] = useState<CaptchaStatus>('Null');
  const [isSlow, setSlow] = useState(false);

  const end = useEffectEvent((next: CaptchaStatus, validate?: string) => {
    setStatus(next);
    if (next !== 'Error') onEnd(validate);
  });

  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), showAfterMs);
    return () => clearTimeout(timer);
  }, []);

  const isOver = status === 'Close';
  useEffect(() => {
    // Dismissed while it was at work: the work ends, and nothing comes of it any more.
    if (isOver) return undefined;
    const controller = new AbortController();
    const work = async () => {
      const challenge = await fetchChallenge(scene, AbortSignal.any([controller.signal, AbortSignal.timeout(captchaLoadMs)]));
      setStatus('Init');
      const validate = await solve(challenge, controller);
      if (!controller.signal.aborted) end(validate === undefined ? 'Error' : 'Success', validate);
    };
    work().catch((error: unknown) => {
      if (controller.signal.aborted) return;
      if (error instanceof RefusalError) {
        refuse(error);
        end('Close');
      } else if (error instanceof DOMException) {
        notify({ kind: 'error', text: translate('captcha.error') });
        end('Close');
      } else {
        end('Error');
      }
    });
    return () => controller.abort();
  }, [scene, isOver]);

  const failed = status === 'Error';
  const close = () => {
    setStatus('Close');
    onEnd(undefined);
  };
  return (
    <Dialog
      open={failed || (isSlow && status !== 'Success' && status !== 'Close')}
      onClose={close}
      title={t('captcha.title')}
      lead={t('captcha.body')}
      actions={
        <>
          <Button onClick={close}>{t('btn.cancel')}</Button>
          {failed && (
            <Button variant="primary" onClick={onRetry}>
              {t('captcha.retry')}
            </Button>
          )}
        </>
      }
    >
      <output className={failed ? css['failed'] : css['status']}>
        <Icon
          of={failed ? circleExclamationPoint : status === 'Success' ? shieldCheck : loaderCircle}
          spin={!failed && status !== 'Success'}
        />
        {t(failed ? 'captcha.error' : 'captcha.verifying')}
      </output>
    </Dialog>
  );
}

/** Refused with 403, the captcha takes this visitor for a machine: that is the anti-cheat refusal (spec 4). */
function refuse(error: RefusalError): void {
  if (error.refusal === 'forbidden') handleRefusal(new RefusalError({ refusal: 'antiCheating', text: translate('toast.1010') }));
  else handleRefusal(error);
}

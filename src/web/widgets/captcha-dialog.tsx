import { useEffect, useEffectEvent, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { CaptchaScene } from '#contract/endpoint.ts';
import type { CaptchaWidget } from '#contract/schemas/reference.ts';
import type { CaptchaProvider } from '#contract/vocabulary/captcha-providers.ts';
import { translate, useT } from '#web/lib/i18n.tsx';
import { notify } from '#web/lib/notify.ts';
import { whenPersonGoes } from '#web/lib/person-state.ts';
import { RefusalError } from '#web/lib/refusal-error.ts';
import { handleRefusal } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { circleExclamationPoint, loaderCircle, shieldCheck } from '#web/ui/icons.ts';
import { captchaLoadMs, type CaptchaProof, type CaptchaStatus } from './captcha.ts';
import { CaptchaWidgetPane } from './captcha-widget-pane.tsx';
import { fetchCaptcha, solve } from './captcha-solver.ts';
import css from './captcha-dialog.module.css';

/** A puzzle that is solved sooner is not worth showing (milliseconds). */
const showAfterMs = 400;

let root: Root | undefined;

let shown = 0;

whenPersonGoes(() => root?.render(null));

/**
 * Solves the captcha of a scene over the page: our own opens when that takes a moment, the widget of a service at once. It tells what went
 * wrong when it fails. `failed` is the service that cannot be used.
 */
export function openCaptcha(scene: CaptchaScene, failed?: CaptchaProvider): Promise<CaptchaProof | undefined> {
  const { promise, resolve } = Promise.withResolvers<CaptchaProof | undefined>();
  const dialogs = (root ??= createRoot(document.body.appendChild(document.createElement('div'))));
  // A second try is a new dialog with a new challenge.
  const show = (without: CaptchaProvider | undefined) => {
    shown += 1;
    dialogs.render(<CaptchaDialog key={shown} scene={scene} failed={without} onEnd={resolve} onAgain={show} />);
  };
  show(failed);
  return promise;
}

interface CaptchaDialogProps {
  readonly scene: CaptchaScene;
  readonly failed: CaptchaProvider | undefined;
  /** With the proof, or undefined when it was dismissed or could not even be loaded. */
  readonly onEnd: (proof: CaptchaProof | undefined) => void;
  /** With another challenge, and without that service. */
  readonly onAgain: (failed: CaptchaProvider | undefined) => void;
}

function CaptchaDialog({ scene, failed: without, onEnd, onAgain }: CaptchaDialogProps) {
  const t = useT();
  const [widget, setWidget] = useState<CaptchaWidget>();
  const [status, setStatus] = useState<CaptchaStatus>('Null');
  const [isSlow, setSlow] = useState(false);

  const end = useEffectEvent((next: CaptchaStatus, proof?: CaptchaProof) => {
    setStatus(next);
    if (next !== 'Error') onEnd(proof);
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
      const captcha = await fetchCaptcha(scene, without, AbortSignal.any([controller.signal, AbortSignal.timeout(captchaLoadMs)]));
      if ('widget' in captcha) {
        setWidget(captcha.widget);
        return;
      }
      setStatus('Init');
      const validate = await solve(captcha, controller);
      if (controller.signal.aborted) return;
      if (validate === undefined) end('Error');
      else end('Success', { validate });
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
  }, [scene, without, isOver]);

  const failed = status === 'Error';
  const close = () => {
    setStatus('Close');
    onEnd(undefined);
  };
  const isAtWork = widget === undefined || status === 'Null';
  return (
    <Dialog
      open={failed || ((isSlow || widget !== undefined) && status !== 'Success' && status !== 'Close')}
      onClose={close}
      title={t('captcha.title')}
      lead={t(widget === undefined ? 'captcha.body' : 'captcha.task')}
      actions={
        <>
          <Button onClick={close}>{t('btn.cancel')}</Button>
          {failed && (
            <Button variant="primary" onClick={() => onAgain(without)}>
              {t('captcha.retry')}
            </Button>
          )}
        </>
      }
    >
      {widget !== undefined && !isOver && status !== 'Success' && (
        <CaptchaWidgetPane
          widget={widget}
          scene={scene}
          onReady={() => setStatus('Init')}
          onSolved={(answer) => {
            const { provider } = widget;
            setStatus('Success');
            onEnd({ provider, validate: btoa(JSON.stringify({ provider, answer })) });
          }}
          onWrong={() => setStatus('Error')}
          onRisky={() => {
            refuse(new RefusalError({ refusal: 'forbidden' }));
            close();
          }}
          onClosed={close}
          onUnusable={() => onAgain(widget.provider)}
        />
      )}
      <output className={failed ? css['failed'] : isAtWork ? css['status'] : css['silent']}>
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

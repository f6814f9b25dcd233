import { useEffect, useEffectEvent, useState, type ReactNode, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { CaptchaScene } from '#contract/endpoint.ts';
import type { CaptchaChallenge, CaptchaWidget } from '#contract/account/reference/reference.schemas.ts';
import { translate, useT, useLanguage } from '#web/lib/texts/i18n.tsx';
import { useUrlPath } from '#web/lib/page/router.ts';
import { notify } from '#web/lib/page/notify.ts';
import { whenPersonGoes } from '#web/lib/person/person-state.ts';
import { RefusalError } from '#web/lib/api/refusal-error.ts';
import { handleRefusal } from '#web/lib/api/refusals.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { captchaLoadMs, type CaptchaProof, type CaptchaStatus, type CaptchaWish, type ServiceAnswer } from './captcha.ts';
import { fetchCaptcha, solve, workOf, type SolvedPuzzle } from './captcha-solver.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { circleExclamationPoint, loaderCircle, shieldCheck } from '#web/ui/marks/icons.ts';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { showWidget, type RemoveWidget, type WidgetEvents } from './captcha-widgets.ts';
import css from './captcha-dialog.module.css';

/** A puzzle solved sooner is not shown (milliseconds). */
const showAfterMs = 400;

let root: Root | undefined;

let shown = 0;

whenPersonGoes(() => root?.render(null));

/**
 * Solves the captcha of a scene in a dialog: our own puzzle opens it only if the solution takes a moment, the widget of
 * a service immediately. Reports the reason of a failure itself.
 */
export function openCaptcha(scene: CaptchaScene, first: CaptchaWish = {}): Promise<CaptchaProof | undefined> {
  const { promise, resolve } = Promise.withResolvers<CaptchaProof | undefined>();
  const dialogs = (root ??= createRoot(document.body.appendChild(document.createElement('div'))));
  // A second try is a new dialog with a new challenge.
  const show = (wish: CaptchaWish) => {
    shown += 1;
    dialogs.render(<CaptchaDialog key={shown} scene={scene} wish={wish} onEnd={resolve} onAgain={show} />);
  };
  show(first);
  return promise;
}

interface CaptchaDialogProps {
  readonly scene: CaptchaScene;
  readonly wish: CaptchaWish;
  /** With the proof, or undefined if it was dismissed or failed to load. */
  readonly onEnd: (proof: CaptchaProof | undefined) => void;
  /** With another challenge. */
  readonly onAgain: (wish: CaptchaWish) => void;
}

function CaptchaDialog({ scene, wish, onEnd, onAgain }: CaptchaDialogProps) {
  const t = useT();
  const [widget, setWidget] = useState<CaptchaWidget>();
  const [atWidget] = useState(() => Promise.withResolvers<ServiceAnswer>());
  const [status, setStatus] = useState<CaptchaStatus>('Null');
  const [progress, setProgress] = useState<number>();
  const [isSlow, setSlow] = useState(false);
  const [isWrong, setWrong] = useState(false);

  const end = useEffectEvent((next: CaptchaStatus, proof?: CaptchaProof) => {
    setStatus(next);
    if (next !== 'Error') onEnd(proof);
  });

  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), showAfterMs);
    return () => clearTimeout(timer);
  }, []);

  /** The answer of a service's widget: the widget is shown, unless its answer exists already. */
  const answerFor = useEffectEvent((offered: CaptchaWidget): Promise<ServiceAnswer> => {
    if (wish.answered?.provider === offered.provider) return Promise.resolve(wish.answered);
    setWidget(offered);
    return atWidget.promise;
  });

  /** The puzzle is solved while the person uses the widget. */
  const solvePuzzle = useEffectEvent((puzzle: CaptchaChallenge, controller: AbortController) => {
    const isLong = workOf(puzzle) > 1;
    if (isLong) setProgress(0);
    return solve(puzzle, { controller, onProgress: (part) => isLong && setProgress(part) });
  });

  const isOver = status === 'Close';
  useEffect(() => {
    // Dismissed during the work: the work ends without a result.
    if (isOver) return undefined;
    const controller = new AbortController();
    const work = async () => {
      const offer = await fetchCaptcha(scene, wish, AbortSignal.any([controller.signal, AbortSignal.timeout(captchaLoadMs)]));
      const puzzle = 'widget' in offer ? offer.more : offer;
      if (!('widget' in offer)) setStatus('Init');
      const [answered, solved] = await Promise.all([
        'widget' in offer ? answerFor(offer.widget) : undefined,
        puzzle && solvePuzzle(puzzle, controller),
      ]);
      if (controller.signal.aborted) return;
      if (puzzle !== undefined && solved === undefined) end('Error');
      else end('Success', proofOf(answered, solved));
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
        // After a failure a solution no longer helps.
        setWidget(undefined);
        end('Error');
      }
    });
    return () => controller.abort();
  }, [scene, wish, isOver]);

  const failed = status === 'Error';
  const close = () => {
    if (status === 'Success' || isOver) return;
    setStatus('Close');
    onEnd(undefined);
  };
  // Going back in the middle cancels the captcha.
  const path = useUrlPath();
  const [openedAt] = useState(path);
  const leave = useEffectEvent(close);
  useEffect(() => {
    if (path !== openedAt) leave();
  }, [path, openedAt]);
  return (
    <Dialog
      open={failed || ((isSlow || widget !== undefined) && status !== 'Success' && status !== 'Close')}
      onClose={close}
      title={t('captcha.title')}
      lead={t(widget !== undefined ? 'captcha.task' : progress === undefined ? 'captcha.body' : 'captcha.longer')}
      actions={
        <>
          <Button onClick={close}>{t('btn.cancel')}</Button>
          {failed && (
            <Button variant="primary" onClick={() => onAgain(wish)}>
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
            // Only the puzzle remains, if there is one.
            setWidget(undefined);
            setStatus('Init');
            atWidget.resolve({ provider: widget.provider, answer });
          }}
          onWrong={() => {
            setWrong(true);
            setStatus('Error');
          }}
          onRisky={() => {
            refuse(new RefusalError({ refusal: 'forbidden' }));
            close();
          }}
          onClosed={close}
          onUnusable={() => onAgain({ ...wish, failed: widget.provider })}
        />
      )}
      <CaptchaState status={status} isWrong={isWrong} progress={progress} isAtWidget={widget !== undefined} />
    </Dialog>
  );
}

function proofOf(answered: ServiceAnswer | undefined, more: SolvedPuzzle | undefined): CaptchaProof {
  if (answered === undefined) return { validate: btoa(JSON.stringify(more)) };
  return { answered, validate: btoa(JSON.stringify({ ...answered, ...(more === undefined ? {} : { more }) })) };
}

/** A refusal with 403: the captcha classifies this visitor as a machine; that is the anti-cheat refusal (spec 4). */
function refuse(error: RefusalError): void {
  if (error.refusal === 'forbidden') handleRefusal(new RefusalError({ refusal: 'antiCheating', text: translate('toast.1010') }));
  else handleRefusal(error);
}

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
function CaptchaState({ status, isWrong, progress, isAtWidget }: CaptchaStateProps): ReactNode {
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

interface CaptchaWidgetPaneProps extends WidgetEvents {
  readonly widget: CaptchaWidget;
  readonly scene: CaptchaScene;
}

/** The focusable elements inside a widget. */
const controls = 'iframe, button, input, a[href], [tabindex="0"]';

/** A service's widget. One that does not load in time is unusable. */
function CaptchaWidgetPane({ widget, scene, ...events }: CaptchaWidgetPaneProps) {
  const language = useLanguage();
  const pane = useRef<HTMLDivElement>(null);

  const ready = useEffectEvent(() => {
    events.onReady();
    // Focus the widget, the subject of the dialog, unless the person is already in it.
    if (!pane.current?.contains(document.activeElement)) pane.current?.querySelector<HTMLElement>(controls)?.focus();
  });
  const solved = useEffectEvent(events.onSolved);
  const wrong = useEffectEvent(events.onWrong);
  const risky = useEffectEvent(events.onRisky);
  const closed = useEffectEvent(events.onClosed);
  const unusable = useEffectEvent(events.onUnusable);

  useEffect(() => {
    const parent = pane.current;
    if (parent === null) return undefined;
    // Services modify it freely, so React must not manage it.
    const holder = parent.appendChild(document.createElement('div'));
    let isGone = false;
    let remove: RemoveWidget = () => undefined;
    const late = setTimeout(() => unusable(), captchaLoadMs);
    const whileHere =
      <Values extends readonly unknown[]>(listener: (...values: Values) => void) =>
      (...values: Values) => {
        clearTimeout(late);
        if (!isGone) listener(...values);
      };
    const listeners: WidgetEvents = {
      onReady: whileHere(() => ready()),
      onSolved: whileHere((answer) => solved(answer)),
      onWrong: whileHere(() => wrong()),
      onRisky: whileHere(() => risky()),
      onClosed: whileHere(() => closed()),
      onUnusable: whileHere(() => unusable()),
    };
    showWidget(widget, { holder, scene, language, isDark: isDark() }, listeners).then((removal) => {
      remove = removal;
      if (isGone) remove();
    }, listeners.onUnusable);
    return () => {
      isGone = true;
      clearTimeout(late);
      remove();
      holder.remove();
    };
  }, [widget, scene, language]);

  return <div ref={pane} className={css['widget']} />;
}

/** The theme on screen: the chosen one, or the system's. */
function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

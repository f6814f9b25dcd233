import { useEffect, useEffectEvent, useRef } from 'react';
import type { CaptchaScene } from '#contract/endpoint.ts';
import type { CaptchaWidget } from '#contract/account/reference/reference.schemas.ts';
import { useLanguage } from '#web/lib/texts/i18n.tsx';
import { captchaLoadMs } from './captcha.ts';
import { showWidget, type RemoveWidget, type WidgetEvents } from './captcha-widgets.ts';
import css from './captcha-dialog.module.css';

interface CaptchaWidgetPaneProps extends WidgetEvents {
  readonly widget: CaptchaWidget;
  readonly scene: CaptchaScene;
}

/** The focusable elements inside a widget. */
const controls = 'iframe, button, input, a[href], [tabindex="0"]';

/** A service's widget. One that does not load in time is unusable. */
export function CaptchaWidgetPane({ widget, scene, ...events }: CaptchaWidgetPaneProps) {
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

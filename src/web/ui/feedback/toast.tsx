import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { whenPersonGoes } from '#web/lib/person/person-state.ts';
import { announce } from './announce.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/marks/icon.tsx';
import { circleCheck, circleExclamationPoint, triangleExclamationPoint } from '#web/ui/marks/icons.ts';
import type { Notice } from '#web/lib/page/notify.ts';
import css from './toast.module.css';

interface Toast extends Notice {
  /** Milliseconds since the epoch: the same text shown again is a new toast (spec 2). */
  readonly at: number;
}

/** Spec 9. */
const visibleMs = 3000;

let current: Toast | undefined;
let standing: Toast | undefined;
const listeners = new Set<() => void>();

whenPersonGoes(() => {
  // The permanent toast is about the network, not about a person.
  publish(standing);
  announce('');
});

/**
 * Shows a toast for 3 s, instead of the current one (spec 9). Errors are announced immediately, other toasts politely.
 */
export function showToast(toast: Notice): void {
  const shown = { ...toast, at: Date.now() };
  if (toast.sticky === true) standing = shown;
  else if (toast.key !== undefined && toast.key === standing?.key) standing = undefined;
  publish(shown);
  announce(toast.text, toast.kind === 'error' ? 'assertive' : 'polite');
}

/**
 * The person's last press, the browser's Back included. A toast that is older belongs to what the person leaves by it; a newer one reports the act that
 * led here, however long the next page takes.
 */
let pressedAt = 0;

function notePress(): void {
  pressedAt = Date.now();
}

/** Removes the toast of what the person leaves: called when a dialog opens and when the page changes. A sticky one stays on top. */
export function dismissToast(): void {
  if (current !== undefined && current.sticky !== true && current.at < pressedAt) publish(standing);
  else if (current !== undefined) publish({ ...current });
}

function publish(toast: Toast | undefined): void {
  current = toast;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The height that a phone's keyboard covers. A zoomed page has a small viewport without a keyboard. */
function coveredBelow(): number {
  const { visualViewport: view } = window;
  if (view === null || view.scale !== 1) return 0;
  return Math.max(0, document.documentElement.clientHeight - view.height - view.offsetTop);
}

/** The height of the bar of buttons that stays at the bottom of a form's page. */
function barBelow(): number {
  return document.querySelector('[data-bottom-bar]')?.clientHeight ?? 0;
}

/** Keeps the shown toast above a keyboard and a bar. Returns a function that hides it. */
function keepPlaced(layer: HTMLElement): () => void {
  const place = (): void => layer.style.setProperty('--below', `${coveredBelow() + barBelow()}px`);
  place();
  window.visualViewport?.addEventListener('resize', place);
  return () => {
    window.visualViewport?.removeEventListener('resize', place);
    layer.hidePopover();
  };
}

const icons = { success: circleCheck, warning: triangleExclamationPoint, error: circleExclamationPoint };

/** The place of toasts, once per application. It is in the top layer, above dialogs. */
export function Toaster() {
  const toast = useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
  const layer = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(false);

  useEffect(() => {
    const presses = ['pointerdown', 'keydown', 'popstate'] as const;
    for (const press of presses) addEventListener(press, notePress, true);
    return () => {
      for (const press of presses) removeEventListener(press, notePress, true);
    };
  }, []);

  useEffect(() => {
    const element = layer.current;
    if (toast === undefined || element === null) return undefined;
    // Shown again each time: the newest is on top.
    element.showPopover();
    return keepPlaced(element);
  }, [toast]);

  useEffect(() => {
    if (toast === undefined || toast.sticky === true || held) return undefined;
    const timer = setTimeout(() => publish(standing), visibleMs);
    return () => clearTimeout(timer);
  }, [toast, held]);

  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <div ref={layer} popover="manual" data-toasts="" className={css['layer']}>
      {toast !== undefined && (
        <div
          key={toast.at}
          className={classes(css['toast'], css[toast.kind])}
          onMouseEnter={hold}
          onMouseLeave={release}
          onFocus={hold}
          onBlur={release}
        >
          <Icon of={icons[toast.kind]} />
          {toast.text}
        </div>
      )}
    </div>
  );
}

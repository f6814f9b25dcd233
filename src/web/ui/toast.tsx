import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { whenPersonGoes } from '#web/lib/person-state.ts';
import { announce } from './announce.tsx';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { circleCheck, circleExclamationPoint, triangleExclamationPoint } from './icons.ts';
import css from './toast.module.css';

export interface ToastInput {
  readonly kind: 'success' | 'warning' | 'error';
  readonly text: string;
  /** Stays, and comes back after others, until another one with its key is shown. */
  readonly sticky?: boolean;
  readonly key?: string;
}

interface Toast extends ToastInput {
  /** Milliseconds since the epoch: the same text shown again is another toast (spec 2). */
  readonly at: number;
}

/** Spec 9. */
const visibleMs = 3000;

let current: Toast | undefined;
let standing: Toast | undefined;
const listeners = new Set<() => void>();

whenPersonGoes(() => {
  // What stands is of the network, not of a person.
  publish(standing);
  announce('');
});

/** Shows a toast for 3 s, instead of the one that is there (spec 9). Errors are announced at once, the others when it is quiet. */
export function showToast(toast: ToastInput): void {
  const shown = { ...toast, at: Date.now() };
  if (toast.sticky === true) standing = shown;
  else if (toast.key !== undefined && toast.key === standing?.key) standing = undefined;
  publish(shown);
  announce(toast.text, toast.kind === 'error' ? 'assertive' : 'polite');
}

function publish(toast: Toast | undefined): void {
  current = toast;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const icons = { success: circleCheck, warning: triangleExclamationPoint, error: circleExclamationPoint };

/** Where toasts appear; once in the application. It lies in the top layer, above dialogs. */
export function Toaster() {
  const toast = useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
  const layer = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(false);

  useEffect(() => {
    const element = layer.current;
    if (toast === undefined || element === null) return undefined;
    // Shown anew each time: a dialog that opened meanwhile would lie above it.
    element.showPopover();
    return () => element.hidePopover();
  }, [toast]);

  useEffect(() => {
    if (toast === undefined || toast.sticky === true || held) return undefined;
    const timer = setTimeout(() => publish(standing), visibleMs);
    return () => clearTimeout(timer);
  }, [toast, held]);

  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <div ref={layer} popover="manual" className={css['layer']}>
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

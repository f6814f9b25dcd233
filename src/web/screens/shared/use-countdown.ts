import { useEffect, useRef, useState, type RefObject } from 'react';

interface Countdown {
  /** Ref for the element that contains the countdown; it pauses under the pointer or with the focus inside. */
  readonly area: RefObject<HTMLDivElement | null>;
  /** Seconds left; undefined if there is no countdown (any more). */
  readonly left: number | undefined;
}

/**
 * Counts down and then acts (spec 4). Pauses while the page is hidden, and while the pointer or the focus is in the
 * area, so that people can finish reading; Escape ends it (brief 6). A heading focused by the change of page does not
 * pause it, nor does a pointer that still rests where the previous page's button was.
 */
export function useCountdown(seconds: number | undefined, act: () => void): Countdown {
  const [left, setLeft] = useState(seconds);
  const area = useRef<HTMLDivElement>(null);
  const held = useRef(false);
  const counts = left !== undefined;
  useEffect(() => {
    const element = area.current;
    if (element === null || !counts) return undefined;
    const stop = new AbortController();
    const on = { signal: stop.signal };
    let pointer = false;
    let focus = false;
    const settle = (): void => {
      held.current = pointer || focus;
    };
    const hear = (type: string, listener: (event: Event) => void): void => element.addEventListener(type, listener, on);
    hear('pointermove', (event) => {
      pointer ||= event instanceof PointerEvent && (event.movementX !== 0 || event.movementY !== 0);
      settle();
    });
    hear('pointerleave', () => {
      pointer = false;
      settle();
    });
    hear('focusin', (event) => {
      focus = event.target instanceof HTMLElement && event.target.tabIndex >= 0;
      settle();
    });
    hear('focusout', () => {
      focus = false;
      settle();
    });
    document.addEventListener('keydown', (event) => event.key === 'Escape' && setLeft(undefined), on);
    const timer = setInterval(() => {
      if (!held.current && !document.hidden) setLeft((now) => (now === undefined ? now : now - 1));
    }, 1000);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [counts]);
  const done = useRef(act);
  done.current = act;
  useEffect(() => {
    if (left === 0) done.current();
  }, [left]);
  return { area, left };
}

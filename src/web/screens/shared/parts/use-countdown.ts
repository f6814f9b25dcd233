import { useEffect, useRef, useState, type RefObject } from 'react';
import { limits } from '#contract/limits.ts';

interface Countdown {
  /** Ref for the element that contains the countdown; it waits while the person is busy there. */
  readonly area: RefObject<HTMLDivElement | null>;
  /** Seconds left; undefined if there is no countdown (any more). */
  readonly left: number | undefined;
}

/** A pointer that has come to rest for this long holds nothing any more. */
const restMs = 1000;

/**
 * Counts down and then acts (spec 4). Waits while a pointer moves in the area or the focus is inside, at most 30 s in
 * all, so that people can finish reading but do not stay without end; and while the page is hidden. Escape ends it (brief
 * 6). A heading focused by the change of page does not hold it, nor does a pointer that rests where the previous page's
 * button was.
 */
export function useCountdown(seconds: number | undefined, act: () => void): Countdown {
  const [left, setLeft] = useState(seconds);
  const area = useRef<HTMLDivElement>(null);
  const counts = left !== undefined;
  useEffect(() => {
    const element = area.current;
    if (element === null || !counts) return undefined;
    const stop = new AbortController();
    const on = { signal: stop.signal };
    let movedAt = Number.NEGATIVE_INFINITY;
    let focus = false;
    let held = 0;
    const hear = (type: string, listener: (event: Event) => void): void => element.addEventListener(type, listener, on);
    hear('pointermove', (event) => {
      if (event instanceof PointerEvent && (event.movementX !== 0 || event.movementY !== 0)) movedAt = Date.now();
    });
    hear('pointerdown', () => {
      movedAt = Date.now();
    });
    hear('focusin', (event) => {
      focus = event.target instanceof HTMLElement && event.target.tabIndex >= 0;
    });
    hear('focusout', () => {
      focus = false;
    });
    document.addEventListener('keydown', (event) => event.key === 'Escape' && setLeft(undefined), on);
    const timer = setInterval(() => {
      if (document.hidden) return;
      const isBusy = focus || Date.now() - movedAt < restMs;
      if (isBusy && held < limits.redirectHoldSeconds) held += 1;
      else setLeft((now) => (now === undefined ? now : now - 1));
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

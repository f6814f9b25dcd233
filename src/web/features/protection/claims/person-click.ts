import { useLayoutEffect, useRef, type MouseEvent } from 'react';

/** A button that appeared just now is not pressed yet: a scanner clicks at once. Milliseconds. */
const settleMs = 500;

/**
 * Tells the click of a person from that of a script: mail scanners open links, run scripts and press what they find. A
 * person's click is trusted and takes its time.
 */
export function usePersonClick(): (click: Pick<MouseEvent, 'nativeEvent'>) => boolean {
  const shownAt = useRef(Infinity);
  // In the same turn in which the button appears: a click that finds it also finds this time.
  useLayoutEffect(() => {
    shownAt.current = performance.now();
  }, []);
  return ({ nativeEvent }) => nativeEvent.isTrusted && nativeEvent.timeStamp - shownAt.current >= settleMs;
}

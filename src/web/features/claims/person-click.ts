import { useEffect, useRef, type MouseEvent } from 'react';

/** A button that was painted just now is not pressed yet: a scanner clicks at once. Milliseconds. */
const settleMs = 500;

/**
 * Tells the click of a person from that of a script: mail scanners open links, run scripts and press what they find. A
 * person's click is trusted and takes its time.
 */
export function usePersonClick(): (click: Pick<MouseEvent, 'nativeEvent'>) => boolean {
  const paintedAt = useRef(Infinity);
  useEffect(() => {
    paintedAt.current = performance.now();
  }, []);
  return ({ nativeEvent }) => nativeEvent.isTrusted && nativeEvent.timeStamp - paintedAt.current >= settleMs;
}

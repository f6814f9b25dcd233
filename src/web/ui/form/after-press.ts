import { useEffect, useRef } from 'react';

/**
 * Runs work at once or, while a pointer is pressed, after its click: a line that appears meanwhile would move the
 * pressed button away from under the pointer.
 */
export function useAfterPress(): (work: () => void) => void {
  const press = useRef<{ isDown: boolean; readonly waiting: (() => void)[] }>({ isDown: false, waiting: [] });
  useEffect(() => {
    const stop = new AbortController();
    const on = { capture: true, signal: stop.signal };
    const release = (): void => {
      press.current.isDown = false;
      const works = press.current.waiting.splice(0);
      // The click follows in the same task.
      if (works.length > 0) setTimeout(() => works.forEach((work) => work()));
    };
    document.addEventListener('pointerdown', () => void (press.current.isDown = true), on);
    document.addEventListener('pointerup', release, on);
    document.addEventListener('pointercancel', release, on);
    return () => stop.abort();
  }, []);
  return (work) => {
    if (press.current.isDown) press.current.waiting.push(work);
    else work();
  };
}

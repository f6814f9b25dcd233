import { useEffect, type RefObject } from 'react';

/** Tells an element in `--keyboard` how much of the window's end the phone's keyboard covers: what sticks to the bottom stays above it. */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (viewport === null) return undefined;
    const measure = (): void => {
      const covered = Math.max(0, document.documentElement.clientHeight - viewport.height - viewport.offsetTop);
      // A pinched page has a small viewport without any keyboard.
      element.current?.style.setProperty('--keyboard', `${viewport.scale === 1 ? covered : 0}px`);
    };
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, [element]);
}

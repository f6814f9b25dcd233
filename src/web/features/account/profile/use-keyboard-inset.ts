import { useEffect, type RefObject } from 'react';

/**
 * Sets `--keyboard` of an element to the height that the phone's keyboard covers; sticky bottom elements stay above it.
 */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (viewport === null) return undefined;
    const measure = (): void => {
      const covered = Math.max(0, document.documentElement.clientHeight - viewport.height - viewport.offsetTop);
      // A zoomed page has a small viewport without a keyboard.
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

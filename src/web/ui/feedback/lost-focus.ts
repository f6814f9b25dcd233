import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * For a control that its own act removes: the heading of the page gets the focus that would go with it, or that went with the
 * dialog of a proof.
 */
export function useFocusGoesOn<Control extends HTMLElement>(): RefObject<Control | null> {
  const control = useRef<Control>(null);
  useLayoutEffect(() => {
    const own = control.current;
    return () => {
      if (own !== null && (document.activeElement === own || isFocusLost())) document.querySelector<HTMLElement>('h1')?.focus();
    };
  }, []);
  return control;
}

/** No element has the focus, or one in a dialog just closed: browsers remove that focus only on the next paint. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.closest('dialog:not([open])') !== null;
}

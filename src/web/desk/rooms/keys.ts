import { useEffect } from 'react';

/** Whether keys belong to the page now: not to a field, a dialog, an input method or the browser. */
function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return true;
  return target.closest('input, textarea, select, dialog, [contenteditable]') === null;
}

/** `j` and `k` go to the next and the previous item of a list. */
export function useStepKeys(step: (by: 1 | -1) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const by = { j: 1, k: -1 }[event.key] as 1 | -1 | undefined;
      if (by === undefined || !isFree(event)) return;
      event.preventDefault();
      step(by);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [step]);
}

/** The address of the item beside the present one; undefined at both ends. */
export function neighborOf(ids: readonly string[], chosen: string, by: 1 | -1): string | undefined {
  const at = ids.indexOf(chosen);
  return at < 0 ? ids[0] : ids[at + by];
}


/** Nothing has the focus, or something in a dialog that was closed a moment ago: browsers take it away only when they draw. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.closest('dialog:not([open])') !== null;
}

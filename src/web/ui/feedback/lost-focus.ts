/** No element has the focus, or one in a dialog just closed: browsers remove that focus only on the next paint. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.closest('dialog:not([open])') !== null;
}

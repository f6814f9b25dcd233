import { sharedStore } from '#web/lib/browser/browser.ts';
import { useEffect, useEffectEvent } from 'react';

const name = 'desk-keys';

/** Whether single keys do something: a member can switch them off (WCAG 2.1.4). */
export function keysAreOn(): boolean {
  return sharedStore.getItem(name) !== 'off';
}

export function switchKeys(on: boolean): void {
  if (on) sharedStore.removeItem(name);
  else sharedStore.setItem(name, 'off');
}

/** Whether a key belongs to an input method: the last one of a word has only the code. */
export function isComposing({ isComposing: composes, keyCode }: KeyboardEvent): boolean {
  return composes || keyCode === 229;
}

/** True where a key belongs to what has the focus: a field, an open dialog, an input method. */
function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  const isField =
    target instanceof HTMLElement && target.matches('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]');
  return isField || isComposing(event) || document.querySelector('dialog[open]') !== null;
}

/**
 * Single keys of a page. Off while a field has the focus, an input method composes or a dialog is open, and where the
 * member has switched them off.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !keysAreOn() || isTyping(event)) return;
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

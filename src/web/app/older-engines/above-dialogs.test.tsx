import { afterEach, beforeEach, expect, test } from 'vitest';
import { showAboveDialogs } from './above-dialogs.ts';

const { prototype } = HTMLElement;
const kept = Object.getOwnPropertyDescriptors(prototype);

/** Popovers as a script gives them, and a page with one and a dialog. */
beforeEach(() => {
  const show = (isShown: boolean) =>
    function method(this: HTMLElement) {
      this.classList.toggle('shown', isShown);
    };
  // Not writable, like the polyfill's.
  Object.defineProperty(prototype, 'showPopover', { configurable: true, value: show(true) });
  Object.defineProperty(prototype, 'hidePopover', { configurable: true, value: show(false) });
  showAboveDialogs(prototype);
  document.body.innerHTML = '<div popover="manual"></div><p></p><dialog><button></button></dialog>';
});

afterEach(() => {
  for (const name of ['showPopover', 'hidePopover'] as const) {
    Reflect.deleteProperty(prototype, name);
    if (kept[name] !== undefined) Object.defineProperty(prototype, name, kept[name]);
  }
  document.body.replaceChildren();
});

function parts(): { readonly toast: HTMLElement; readonly dialog: HTMLDialogElement } {
  const [toast, dialog] = [document.querySelector<HTMLElement>('[popover]'), document.querySelector('dialog')];
  if (toast === null || dialog === null) throw new Error('the page is incomplete');
  return { toast, dialog };
}

test('leaves a popover in its place while no dialog is open', () => {
  const { toast } = parts();
  toast.showPopover();
  expect(document.body.firstElementChild).toBe(toast);
});

test('puts a popover into the open dialog until it is hidden', () => {
  const { toast, dialog } = parts();
  dialog.showModal();
  toast.showPopover();
  expect(toast.parentElement).toBe(dialog);
  expect(toast.classList.contains('shown')).toBe(true);
  toast.hidePopover();
  expect(document.body.firstElementChild).toBe(toast);
});

test('shows it on when the dialog closes', () => {
  const { toast, dialog } = parts();
  dialog.showModal();
  toast.showPopover();
  dialog.close();
  expect(document.body.firstElementChild).toBe(toast);
  expect(toast.classList.contains('shown')).toBe(true);
});

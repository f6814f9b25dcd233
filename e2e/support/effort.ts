import type { Page } from '@playwright/test';

/** A task's cost to its reader: presses, fields that are filled in, and messages to the contacts of the account. */
export interface Effort {
  readonly presses: number;
  readonly fields: number;
  readonly messages: number;
}

declare global {
  interface Window {
    noteEffort(kind: 'presses' | 'fields'): Promise<void>;
  }
}

/** Counts what a person does on the pages of a tab from the next document on. A tick is a press; Enter is one too. */
export async function watchEffort(page: Page): Promise<{ readonly presses: number; readonly fields: number }> {
  const counted = { presses: 0, fields: 0 };
  await page.exposeFunction('noteEffort', (kind: 'presses' | 'fields') => {
    counted[kind] += 1;
  });
  await page.addInitScript(() => {
    const filled = new WeakSet<EventTarget>();
    addEventListener('pointerdown', ({ isTrusted }) => void (isTrusted && window.noteEffort('presses')), true);
    addEventListener('keydown', ({ isTrusted, key }) => void (isTrusted && key === 'Enter' && window.noteEffort('presses')), true);
    addEventListener(
      'input',
      ({ target }) => {
        if (!(target instanceof HTMLInputElement) || /^(?:radio|checkbox)$/.test(target.type) || filled.has(target)) return;
        filled.add(target);
        void window.noteEffort('fields');
      },
      true,
    );
  });
  return counted;
}

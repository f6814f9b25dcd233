import { expect, type Locator, type Page } from '@playwright/test';

/** Text fields in a form or a dialog, including those that only a password manager sees. */
const texts = 'input:not([type=radio]):not([type=checkbox]):not([type=hidden])';

/**
 * Expects that the fields declare their purpose, in their order, and that none blocks browsers or password managers:
 * paste, drop, the menu, a selection.
 */
export async function expectFieldsFor(place: Locator, tokens: readonly string[]): Promise<void> {
  const fields = place.locator(texts);
  await expect(fields).toHaveCount(tokens.length);
  // A dialog draws its fields again with each step.
  await expect.poll(() => fields.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))).toEqual(tokens);
  const heldBack = await fields.evaluateAll((inputs) =>
    inputs.flatMap((input) => {
      const data = new DataTransfer();
      data.setData('text/plain', 'secret 123456');
      const events = [
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        new ClipboardEvent('copy', { bubbles: true, cancelable: true }),
        new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true }),
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
        new InputEvent('beforeinput', { inputType: 'insertFromPaste', data: 'secret', bubbles: true, cancelable: true }),
        new InputEvent('beforeinput', { inputType: 'insertReplacementText', data: 'secret', bubbles: true, cancelable: true }),
        new MouseEvent('contextmenu', { bubbles: true, cancelable: true }),
        new Event('selectstart', { bubbles: true, cancelable: true }),
      ];
      return events.filter((event) => !input.dispatchEvent(event)).map(({ type }) => `${type} at ${input.getAttribute('name')}`);
    }),
  );
  expect(heldBack).toEqual([]);
  expect(await fields.evaluateAll((inputs) => inputs.filter((input) => input.matches('[readonly]:not([hidden])')).length)).toBe(0);
}

/** Pastes a text like a person, with the clipboard and the keyboard. */
export async function paste(field: Locator, text: string): Promise<void> {
  const page = field.page();
  await page.evaluate((value) => {
    const source = document.body.appendChild(document.createElement('textarea'));
    source.id = 'clipboard';
    source.value = value;
    source.select();
  }, text);
  await page.keyboard.press('ControlOrMeta+c');
  await page.evaluate(() => document.querySelector('#clipboard')?.remove());
  await field.focus();
  await page.keyboard.press('ControlOrMeta+v');
}

/**
 * Fills a field like a password manager: sets the value without the framework's knowledge, followed by two events; no
 * key is pressed.
 */
export async function fillAsManager(field: Locator, value: string): Promise<void> {
  await field.evaluate((input, text) => {
    Reflect.set(HTMLInputElement.prototype, 'value', text, input);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);
}

/** Sends the form of a field, like a password manager after filling it. */
export async function sendAsManager(field: Locator): Promise<void> {
  await field.evaluate((input: HTMLInputElement) => input.form?.requestSubmit());
}

/** The form on the page. */
export function formOf(page: Page): Locator {
  return page.getByRole('main').locator('form');
}

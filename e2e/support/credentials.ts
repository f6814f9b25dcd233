import { expect, type Locator, type Page } from '@playwright/test';

/** Fields that hold a text, in a form or a dialog; what only a password manager sees is among them. */
const texts = 'input:not([type=radio]):not([type=checkbox]):not([type=hidden])';

/**
 * The fields say what goes where, in their order, and nothing that a browser or a password manager does with them is held back: paste, drop,
 * the menu, a selection.
 */
export async function expectFieldsFor(place: Locator, tokens: readonly string[]): Promise<void> {
  const fields = place.locator(texts);
  await expect(fields).toHaveCount(tokens.length);
  expect(await fields.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))).toEqual(tokens);
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

/** Pastes a text as a person does, by the clipboard and the keyboard. */
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

/** Fills a field as password managers do: the value is set behind the framework's back and two events tell of it; no key is pressed. */
export async function fillAsManager(field: Locator, value: string): Promise<void> {
  await field.evaluate((input, text) => {
    Reflect.set(HTMLInputElement.prototype, 'value', text, input);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, value);
}

/** Sends the form that a field is in, as a password manager does after it has filled it. */
export async function sendAsManager(field: Locator): Promise<void> {
  await field.evaluate((input: HTMLInputElement) => input.form?.requestSubmit());
}

/** The form on the page. */
export function formOf(page: Page): Locator {
  return page.getByRole('main').locator('form');
}

import type { UserEvent } from '@testing-library/user-event';
import { settle } from './document.ts';

/** The control of a form by its name, which password managers and browser tests also use. */
export function inputNamed(name: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`:is(input, select, textarea)[name="${name}"]`);
  if (found === null) throw new Error(`There is no field ${name}.`);
  return found;
}

/** The line below a field. */
export function lineOf(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

/** Replaces the content of a field with a text at once. */
export async function fill(user: UserEvent, field: HTMLInputElement, text: string): Promise<void> {
  await settle();
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

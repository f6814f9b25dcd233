import { expect, type Locator, type Page } from '@playwright/test';
import { limits } from '#contract/limits.ts';
import { hydrated } from './hydration.ts';
import { codeOf } from './outbox.ts';
import type { Translate } from './texts.ts';

/** The password recovery as a person uses it, in the layout of the project. */
export interface RecoveryPage {
  /** The target of "Forgot password?". */
  readonly path: string;
  readonly contact: Locator;
  readonly code: Locator;
  readonly fresh: Locator;
  readonly confirm: Locator;
  readonly submit: Locator;
  open(): Promise<void>;
  /** Names the contact, and waits until its code can be typed. */
  name(contact: string): Promise<void>;
  /** Opens the page and proves a contact by its code. */
  prove(contact: string): Promise<void>;
  /** Fills in and sends the new password. */
  setNew(password: string): Promise<void>;
  /** Sends the new password. */
  send(): Promise<void>;
}

interface RecoveryPageOptions {
  readonly page: Page;
  readonly t: Translate;
  readonly isMobile: boolean;
}

export function recoveryPage({ page, t, isMobile }: RecoveryPageOptions): RecoveryPage {
  const main = page.getByRole('main');
  const path = isMobile ? '/mobile-modify-info/forgotPassword' : '/register/support';
  const code = main.getByRole('textbox', { name: t('f.code') });
  const field = (name: string) => main.locator('input').and(page.getByLabel(name, { exact: true }));
  const [fresh, confirm] = [field(t('f.newPw')), field(t('f.confirm'))];
  const submit = main.getByRole('button', { name: t('rc.set'), exact: true });
  // Holds the button as long as a person does: a faster click after the first step would count as a double click.
  const send = () => submit.click({ delay: 2 * limits.submitDebounceMs });
  const heading = page.getByRole('heading', { level: 1, name: t('title.recover') });
  // The page of the sign-in, which has a field of the same name, stays until this one has loaded.
  const here = page.locator('body').filter({ has: heading }).getByRole('main');
  const form: RecoveryPage = {
    path,
    contact: here.getByRole('combobox', { name: t('f.account') }),
    code,
    fresh,
    confirm,
    submit,
    async open() {
      await page.goto('/edit-password');
      await expect(page).toHaveURL(path);
      await hydrated(page);
      await expect(heading).toBeVisible();
    },
    async name(contact) {
      await form.contact.fill(contact);
      await main.getByRole('button', { name: t('f.getCode') }).click();
      await expect(code).toBeFocused();
    },
    async prove(contact) {
      await form.open();
      await form.name(contact);
      await code.fill(await codeOf('reset', page, contact));
    },
    async setNew(password) {
      await fresh.fill(password);
      await confirm.fill(password);
      await send();
    },
    send,
  };
  return form;
}

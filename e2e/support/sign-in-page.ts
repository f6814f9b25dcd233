import { expect, type Locator, type Page } from '@playwright/test';
import { hydrated } from './hydration.ts';
import { codeOf } from './outbox.ts';
import type { Translate } from './texts.ts';

/** The sign-in form as a person uses it: by labels and roles, in the language of the project. */
export interface SignInPage {
  readonly account: Locator;
  readonly password: Locator;
  readonly code: Locator;
  readonly submit: Locator;
  open(query?: string): Promise<void>;
  byCode(): Promise<void>;
  /** Fills in the password form and sends it. */
  signIn(account: string, password: string): Promise<void>;
  /** Requests a code, captcha included, and waits until it is on its way. */
  getCode(): Promise<void>;
  /** Opens the page and signs in by a code. */
  signInByCode(contact: string): Promise<void>;
}

export function signInPage(page: Page, t: Translate): SignInPage {
  const account = page.getByRole('combobox', { name: t('f.account') });
  const password = page
    .getByRole('main')
    .locator('input')
    .and(page.getByLabel(t('f.password'), { exact: true }));
  const code = page.getByRole('textbox', { name: t('f.code') });
  const submit = page.getByRole('main').getByRole('button', { name: t('si.btn'), exact: true });
  const form: SignInPage = {
    account,
    password,
    code,
    submit,
    async open(query = '') {
      await page.goto(`/login${query}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('si.h'));
      await hydrated(page);
    },
    async byCode() {
      await page.getByRole('button', { name: t('si.byCode') }).click();
      await expect(code).toBeVisible();
    },
    async signIn(name, secret) {
      await account.fill(name);
      await password.fill(secret);
      await submit.click();
    },
    async getCode() {
      await page.getByRole('button', { name: t('f.getCode') }).click();
      await expect(code).toBeFocused();
    },
    async signInByCode(contact) {
      await form.open();
      await form.byCode();
      await account.fill(contact);
      await form.getCode();
      await code.fill(await codeOf('login', page, contact));
      await submit.click();
    },
  };
  return form;
}

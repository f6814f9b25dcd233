import { expect, type Locator, type Page } from '@playwright/test';
import { hydrated } from './hydration.ts';
import { codeOf } from './outbox.ts';
import type { Translate } from './texts.ts';

/** A password that the rules accept. */
export const goodPassword = 'cedar-forest-2026';

/** The registration form as a person uses it: by labels and roles, in the language of the project. */
export interface RegistrationPage {
  readonly region: Locator;
  /** Turns the line of the region into its field. */
  openRegion(): Promise<void>;
  readonly phone: Locator;
  readonly email: Locator;
  readonly code: Locator;
  readonly password: Locator;
  readonly confirm: Locator;
  readonly agreement: Locator;
  readonly submit: Locator;
  open(query?: string): Promise<void>;
  byEmail(): Promise<void>;
  /** Requests a code, captcha included, and waits until it is on its way. */
  getCode(): Promise<void>;
  /** Fills in all fields below the identifier, with the agreement ticked. */
  fillRest(code: string, password?: string): Promise<void>;
  /** Sends the form. */
  send(): Promise<void>;
  /** After a registration: the success comes first. */
  reachResult(): Promise<void>;
  /** Opens the page and registers by phone, to the end. */
  registerBy(phone: string, query?: string): Promise<void>;
}

export function registrationPage(page: Page, t: Translate): RegistrationPage {
  const main = page.getByRole('main');
  const code = page.getByRole('textbox', { name: t('f.code') });
  const password = main.locator('input').and(page.getByLabel(t('f.newPassword'), { exact: true }));
  const confirm = main.locator('input').and(page.getByLabel(t('f.confirm'), { exact: true }));
  const agreement = main.getByRole('checkbox');
  const submit = main.getByRole('button', { name: t('rg.btn'), exact: true });
  const form: RegistrationPage = {
    region: page.getByLabel(t('region.label')),
    phone: page.getByRole('textbox', { name: t('f.phone') }),
    email: page.getByRole('combobox', { name: t('f.email') }),
    code,
    password,
    confirm,
    agreement,
    submit,
    async open(query = '') {
      await page.goto(`/register${query}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('rg.h'));
      await hydrated(page);
    },
    async openRegion() {
      await page.getByRole('button', { name: t('rg.changeRegion') }).click();
    },
    async byEmail() {
      await page.getByRole('tab', { name: t('rg.tab.email') }).click();
    },
    async getCode() {
      await page.getByRole('button', { name: t('f.getCode') }).click();
      await expect(code).toBeFocused();
    },
    async fillRest(digits, secret = goodPassword) {
      await code.fill(digits);
      await password.fill(secret);
      await confirm.fill(secret);
      await agreement.check();
    },
    async send() {
      await submit.click();
    },
    async reachResult() {
      await expect(page).toHaveURL(/\/register\/result-center\/register/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title.resRegister'));
    },
    async registerBy(phone, query) {
      await form.open(query);
      await form.phone.fill(phone);
      await form.getCode();
      await form.fillRest(await codeOf('register', page, phone));
      await form.send();
      await form.reachResult();
    },
  };
  return form;
}

import { expect, type Locator, type Page } from '@playwright/test';
import { limits } from '#contract/limits.ts';
import { hydrated } from './hydration.ts';
import { codeOf } from './outbox.ts';
import type { Translate } from './texts.ts';

/** The password recovery as a person uses it, in the layout of the project. */
export interface RecoveryPage {
  /** The target of "Forgot password?". */
  readonly path: string;
  readonly bySms: Locator;
  readonly byMail: Locator;
  readonly phone: Locator;
  readonly email: Locator;
  readonly code: Locator;
  readonly next: Locator;
  readonly fresh: Locator;
  readonly confirm: Locator;
  readonly submit: Locator;
  open(): Promise<void>;
  /** Requests a code, captcha included, and waits until it is on its way. */
  getCode(): Promise<void>;
  /** Opens the page and passes the first step by a code to the phone. */
  proveByPhone(phone: string): Promise<void>;
  /** Fills in and sends the second step. */
  setNew(password: string): Promise<void>;
  /** Sends the second step. */
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
  const submit = main.getByRole('button', { name: t('btn.confirm'), exact: true });
  // Pressed as long as a person does: any sooner after the first step it would count as a double click.
  const send = () => submit.click({ delay: 2 * limits.submitDebounceMs });
  const form: RecoveryPage = {
    path,
    bySms: main.getByRole('radio', { name: t('rc.sms') }),
    byMail: main.getByRole('radio', { name: t('rc.mail') }),
    phone: main.getByRole('textbox', { name: t('f.phone') }),
    email: main.getByRole('combobox', { name: t('f.email') }),
    code,
    next: main.getByRole('button', { name: t('btn.next'), exact: true }),
    fresh,
    confirm,
    submit,
    async open() {
      await page.goto('/edit-password');
      await expect(page).toHaveURL(path);
      await hydrated(page);
      await expect(main.getByRole('heading', { name: t('rc.h') })).toBeVisible();
    },
    async getCode() {
      await main.getByRole('button', { name: t('f.getCode') }).click();
      await expect(code).toBeFocused();
    },
    async proveByPhone(phone) {
      await form.open();
      await form.phone.fill(phone);
      await form.getCode();
      await code.fill(await codeOf('reset', page, phone));
      await form.next.click();
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

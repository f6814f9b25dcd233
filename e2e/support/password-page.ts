import { expect, type Locator, type Page } from '@playwright/test';
import { hydrated } from './hydration.ts';
import type { Translate } from './texts.ts';

/** A flow as a person uses it: in a dialog over the Security page, or on a separate page. */
export interface PasswordPage {
  /** The dialog, or the page's content. */
  readonly place: Locator;
  readonly current: Locator;
  readonly fresh: Locator;
  readonly confirm: Locator;
  readonly submit: Locator;
  /** Opens the change, or for an account without a password its first setting. */
  open(type?: 'password' | 'setInitialPassword'): Promise<void>;
  /** Fills in the new password twice. */
  fillNew(password: string): Promise<void>;
}

interface PasswordPageOptions {
  readonly page: Page;
  readonly t: Translate;
  readonly isMobile: boolean;
}

export function passwordPage({ page, t, isMobile }: PasswordPageOptions): PasswordPage {
  const place = page.getByRole('main');
  const field = (name: string) => place.locator('input').and(page.getByLabel(name, { exact: true }));
  const fresh = field(t('f.newPw'));
  const confirm = field(t('f.confirm'));
  return {
    place,
    current: field(t('f.oldPassword')),
    fresh,
    confirm,
    submit: place.locator('button[type=submit]'),
    async open(type = 'password') {
      await page.goto(isMobile ? `/mobile-modify-info/${type}` : '/pc-way/password');
      await hydrated(page);
      await expect(fresh).toBeVisible();
    },
    async fillNew(password) {
      await fresh.fill(password);
      await confirm.fill(password);
    },
  };
}

import { expect, type Locator, type Page } from '@playwright/test';
import { hydrated } from './hydration.ts';
import type { Translate } from './texts.ts';

/** The deletion of an account as a person uses it, in either layout. */
export interface DeletionWizardPage {
  readonly next: Locator;
  readonly previous: Locator;
  readonly agree: Locator;
  readonly code: Locator;
  readonly password: Locator;
  /** Sends the password. */
  readonly send: Locator;
  readonly confirmation: Locator;
  /** The step that the stepper marks. */
  readonly current: Locator;
  open(step?: 'feedback' | 'verify'): Promise<void>;
  choose(answer: string): Promise<void>;
  /** Takes the code to the phone instead of the password. */
  byCode(phone: string): Promise<void>;
  /** Goes from the first step to the last. */
  answer(): Promise<void>;
}

export function deletionWizard(page: Page, t: Translate, isMobile: boolean): DeletionWizardPage {
  const main = page.getByRole('main');
  const next = main.getByRole('button', { name: t('btn.continue') });
  const agree = main.getByRole('checkbox');
  const choose = async (answer: string) => main.getByRole('radio', { name: answer, exact: true }).check();
  return {
    next,
    agree,
    choose,
    previous: main.getByRole('button', { name: t('btn.prev') }),
    code: main.getByRole('textbox', { name: t('f.code') }),
    password: main.locator('input').and(page.getByLabel(t('f.password'), { exact: true })),
    send: main.getByRole('button', { name: t('btn.next'), exact: true }),
    confirmation: page.getByRole('alertdialog', { name: t('dl.cf.h') }),
    current: main.locator('li[aria-current=step]'),
    async open(step) {
      const desktop = step === undefined ? '/cancellation' : `/cancellation?step=${step}`;
      await page.goto(isMobile ? `/mobile-cancellation/${step ?? 'statement'}` : desktop);
      await hydrated(page);
    },
    async byCode(phone) {
      await main.getByRole('button', { name: t('vf.other') }).click();
      await main
        .getByRole('button')
        .filter({ hasText: phone.slice(-4) })
        .click();
      await expect(main.getByRole('textbox', { name: t('f.code') })).toBeFocused();
    },
    async answer() {
      await agree.check();
      await next.click();
      await choose(t('dl.ch2'));
      await choose(t('dl.r3'));
      await next.click();
    },
  };
}

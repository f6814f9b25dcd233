import { expect, type Locator, type Page } from '@playwright/test';
import { confirmBy } from './confirm.ts';
import { hydrated } from './hydration.ts';
import { codeOf } from './outbox.ts';
import type { Translate } from './texts.ts';

type Kind = 'phone' | 'email';

interface ContactPageOptions {
  readonly page: Page;
  readonly t: Translate;
  readonly isMobile: boolean;
}

/** The change of a phone or an email as a person uses it: in a dialog over the Security page, or on a separate page. */
export interface ContactPage {
  /** The dialog, or the page's content, while it asks for the new phone or email. */
  readonly place: Locator;
  readonly contact: Locator;
  readonly code: Locator;
  readonly getCode: Locator;
  readonly submit: Locator;
  /** The dialog for the identity proof. */
  readonly proof: Locator;
  open(): Promise<void>;
  /** Begins the change: on narrow screens the page shows the present contact first. */
  change(): Promise<void>;
  /** Passes the flow's own first step with the password. */
  verify(password: string): Promise<void>;
  /** Passes the dialog that replaces the form with the password. */
  prove(password: string): Promise<void>;
  /** Fills in the new contact and the code sent to it. */
  fill(contact: string): Promise<void>;
}

export function contactPage({ page, t, isMobile }: ContactPageOptions, kind: Kind): ContactPage {
  const contact = page.locator('input[name="contact"]');
  const place = isMobile ? page.getByRole('main') : page.getByRole('dialog').filter({ has: contact });
  const code = place.getByRole('textbox', { name: t('f.code') });
  const getCode = place.getByRole('button', { name: t('f.getCode') });
  const proof = page.getByRole('dialog', { name: t('vf.h') });
  const answer = async (where: Locator, password: string) => {
    await confirmBy(where, t, 'vf.byPassword');
    const field = where.locator('input').and(page.getByLabel(t('f.password'), { exact: true }));
    await expect(field).toBeFocused();
    await field.fill(password);
    await field.press('Enter');
  };
  return {
    place,
    contact,
    code,
    getCode,
    submit: place.locator('button[type=submit]'),
    proof,
    async open() {
      await page.goto(isMobile ? `/mobile-modify-info/${kind}` : `/pc-way/${kind}?change`);
      await hydrated(page);
    },
    async change() {
      if (isMobile) await page.getByRole('button', { name: `${t('btn.change')} ${t(`sec.${kind}`)}` }).click();
    },
    verify: (password) => answer(isMobile ? page.getByRole('main') : proof, password),
    prove: (password) => answer(proof, password),
    async fill(value) {
      await contact.fill(value);
      await getCode.click();
      await expect(code).toBeFocused();
      await code.fill(await codeOf('bind', page, value));
    },
  };
}

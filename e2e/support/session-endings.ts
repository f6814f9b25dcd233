import type { BrowserContext, Page } from '@playwright/test';
import { share } from '#contract/fixtures/short-form.ts';
import type { ServerDatabase } from './database.ts';
import { deletionWizard } from './deletion-page.ts';
import { expect } from './fixtures.ts';
import { hydrated } from './hydration.ts';
import { codeOf } from './outbox.ts';
import type { Person } from './persons.ts';
import { signInPage } from './sign-in-page.ts';
import { signOutBy } from './sign-out.ts';
import type { Translate } from './texts.ts';
import { toast } from './toast.ts';

export interface Stage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly t: Translate;
  readonly isMobile: boolean;
  readonly database: ServerDatabase;
}

export const homeOf = (isMobile: boolean) => (isMobile ? '/mobile-account-home' : '/pc-account-home');
export const profileOf = (isMobile: boolean) => (isMobile ? '/mobile-privacy-info' : '/privacy-information');

interface Shown {
  readonly nickname: string;
  readonly company: string;
}

/** Visits home and profile, one after the other in one document, and checks that they show this person. */
export async function lookAround({ page, isMobile }: Stage, { nickname, company }: Shown): Promise<void> {
  const places = [
    { path: homeOf(isMobile), text: nickname },
    { path: profileOf(isMobile), text: company },
  ];
  await expect(page).toHaveURL(new RegExp(`(${places.map(({ path }) => path).join('|')})$`));
  if (page.url().endsWith(profileOf(isMobile))) places.reverse();
  for (const { path, text } of places) {
    if (!page.url().endsWith(path)) {
      // On a phone, between the home and the personal information.
      if (isMobile) await page.locator('a[href="/mobile-account-info"]').filter({ visible: true }).first().click();
      await page.locator(`a[href="${path}"]`).filter({ visible: true }).first().click();
    }
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('main')).toContainText(text);
    await hydrated(page);
  }
}

/** Signs in from the page where a session has ended. */
export async function signIn(
  { page, t }: Stage,
  { phone, password }: { readonly phone: string; readonly password: string },
): Promise<void> {
  if (!page.url().includes('/login'))
    await page
      .getByRole('main')
      .getByRole('link', { name: t('si.btn') })
      .click();
  await expect(page).toHaveURL(/\/login/);
  await hydrated(page);
  await signInPage(page, t).signIn(phone, password);
}

/** A person returns to a page that was left open: it requests the account, unless a call of its own has led away already. */
export async function comeBack(page: Page): Promise<void> {
  await page
    .evaluate(() => dispatchEvent(new Event('visibilitychange')))
    .catch((error: unknown) => {
      if (!String(error).includes('Execution context was destroyed')) throw error;
    });
}

/** Fakes the server's answer for situations that cannot be caused from outside. */
export async function answerMetainfo(page: Page, code: number, msg: string): Promise<void> {
  await page.route('**/api/account/metainfo*', (route) => route.fulfill({ json: { code, msg, data: {} } }));
}

/** Stops the clock of the page: on a busy machine a person needs more than the five seconds of a redirect. */
export async function stopTime(page: Page): Promise<void> {
  await hydrated(page);
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
}

/** The ways to end a session. Each leads to a page with a sign-in. */
const endings: Readonly<Record<string, (stage: Stage, person: Person) => Promise<void>>> = {
  async 'a sign-out'({ page, t, isMobile }) {
    await page.goto(homeOf(isMobile));
    await signOutBy({ page, t, isMobile });
    await expect(page).toHaveURL(/\/logout$/);
  },
  async 'a sign-out in another tab'({ page, context, t, isMobile }) {
    const other = await context.newPage();
    await other.goto(homeOf(isMobile));
    await other.bringToFront();
    await signOutBy({ page: other, t, isMobile });
    await page.bringToFront();
    await expect(page).toHaveURL(/\/logout$/);
    await other.close();
  },
  async 'a session that was ended elsewhere (401)'({ page, database }, person) {
    database.endSessions(person);
    await comeBack(page);
    await expect(page).toHaveURL(/\/login\?/);
  },
  async 'a session that has run out (2000)'({ page, t, database }, person) {
    await page.clock.install();
    database.expireSessions(person);
    await comeBack(page);
    await expect(toast(page, t('toast.2000'))).toBeVisible();
    await page.clock.fastForward(5000);
    await expect(page).toHaveURL(/\/login\?/);
    await page.clock.resume();
  },
  async 'a locked account (4010)'({ page, t, database }, person) {
    await answerMetainfo(page, 4010, t('toast.4010'));
    await comeBack(page);
    await expect(page).toHaveURL(/\/logout\?reason=risk$/);
    await page.unroute('**/api/account/metainfo*');
    database.endSessions(person);
    await page.goto('/login');
  },
  async 'a sign-out while a redirect is awaited (1022)'({ page, t, isMobile }) {
    await page.goto(homeOf(isMobile));
    await stopTime(page);
    await answerMetainfo(page, 1022, t('toast.1022'));
    await comeBack(page);
    await expect(toast(page, t('toast.1022'))).toBeVisible();
    await page.unroute('**/api/account/metainfo*');
    await signOutBy({ page, t, isMobile });
    await expect(page).toHaveURL(/\/logout$/);
    await page.clock.fastForward(6000);
    await expect(page).toHaveURL(/\/logout$/);
    await page.clock.resume();
  },
  async 'the deletion of the account'({ page, t, isMobile }, person) {
    const wizard = deletionWizard(page, t, isMobile);
    await wizard.open();
    await wizard.answer();
    await wizard.byCode(person.phone);
    await wizard.code.fill(await codeOf('delete', page, person.phone));
    await wizard.confirmation.getByRole('button', { name: t('dl.btn') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('dl.ok.h') })).toBeVisible();
    await page.getByRole('link', { name: t('rs.done') }).click();
    await expect(page).toHaveURL(/\/logout$/);
  },
};

/** The endings that a test tries in this run: a third by turns, or all in the whole form. */
export const endingsOfTurn = (turn: number) => share(Object.entries(endings), { of: 3, turn });

import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { onEven, onOdd, onPhone } from './support/projects.ts';
import { signInPage } from './support/sign-in-page.ts';
import { toast } from './support/toast.ts';

/** Fakes the server's answer for situations that cannot be caused from outside. */
async function answerMetainfo(page: Page, code: number, msg: string): Promise<void> {
  await page.route('**/api/account/metainfo*', (route) =>
    route.fulfill({ contentType: 'application/json', body: JSON.stringify({ code, msg, data: {} }) }),
  );
}

/** The page to request after the session has ended: an open page would learn of the end by its own calls. */
function homeOf(isMobile: boolean): string {
  return isMobile ? '/mobile-account-home' : '/pc-account-home';
}

test(
  'says that the session has expired, waits five seconds and returns after sign-in',
  onOdd,
  async ({ page, t, signedIn, database, isMobile }) => {
    const home = homeOf(isMobile);
    const account = await signedIn();
    database.expireSessions(account);
    await page.clock.install();
    await page.goto(home);
    await expect(toast(page, t('toast.2000'))).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${home}$`));
    await page.clock.fastForward(5000);
    await expect(page).toHaveURL(/\/login\?/);
    await expect(page.getByText(t('msg.expired'))).toBeVisible();

    const form = signInPage(page, t);
    await form.signIn(account.phone, account.password);
    await expect(page).toHaveURL(new RegExp(`${home}$`));
  },
);

test('leads a visitor to sign-in at once', onPhone, async ({ page, t }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('si.h'));
});

test('leads to sign-in when the session was ended elsewhere', onPhone, async ({ page, t, signedIn, database, isMobile }) => {
  const account = await signedIn();
  database.endSessions(account);
  await page.goto(homeOf(isMobile));
  await expect(page).toHaveURL(/\/login\?/);
  await expect(page.getByText(t('msg.expired'))).toBeVisible();
});

test('leads to the user center five seconds after a token error', onEven, async ({ page, t, signedIn, isMobile }) => {
  await signedIn();
  await page.goto('/');
  await expect(page).toHaveURL(/\/\w+-account-home$/);
  await page.clock.install();
  await answerMetainfo(page, 1022, t('toast.1022'));
  await page.reload();
  await expect(toast(page, t('toast.1022'))).toBeVisible();
  await page.unroute('**/api/account/metainfo*');
  await page.clock.fastForward(5000);
  await expect(toast(page, t('toast.1022'))).toBeHidden();
  await expect(page).toHaveURL(isMobile ? /mobile-account-home$/ : /pc-account-home$/);
});

import { expect, test } from './support/fixtures.ts';
import { phoneAsShown } from './support/phone.ts';
import { inBothLayouts, onEven } from './support/projects.ts';
import { signOutBy } from './support/sign-out.ts';

test('signs out and does not come back by the Back button', inBothLayouts, async ({ page, t, isMobile, signedIn }) => {
  const account = await signedIn();
  await page.goto(isMobile ? '/mobile-security' : '/pc-security');
  await expect(page.getByText(phoneAsShown(account.phone)).filter({ visible: true }).first()).toBeVisible();
  // A phone signs out on its home.
  if (isMobile) await page.goto('/');

  await signOutBy({ page, t, isMobile });
  await expect(page).toHaveURL(/\/logout$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title.signedOut'));

  await page.goBack();
  await expect(page.getByText(phoneAsShown(account.phone))).toHaveCount(0);
  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
});

test('signs the other tabs out too', onEven, async ({ page, t, isMobile, signedIn, context }) => {
  await signedIn();
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/');
  await expect(other).toHaveURL(/\/\w+-account-home$/);
  // A background tab renders rarely, and a click waits for that.
  await page.bringToFront();
  await signOutBy({ page, t, isMobile });
  await expect(other).toHaveURL(/\/logout$/);
});

import { expect, test } from './support/fixtures.ts';
import { phoneAsShown } from './support/phone.ts';
import { signOutBy } from './support/sign-out.ts';

test('signs out and does not come back by the Back button', async ({ page, t, isMobile, signedIn }) => {
  const account = await signedIn();
  await page.goto('/');
  await expect(page).toHaveURL(/account-home$/);
  await expect(page.getByText(phoneAsShown(account.phone)).filter({ visible: true }).first()).toBeVisible();

  await signOutBy({ page, t, isMobile });
  await expect(page).toHaveURL(/\/logout$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title.signedOut'));

  await page.goBack();
  await expect(page.getByText(phoneAsShown(account.phone))).toHaveCount(0);
  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
});

test('ends the session on the server', async ({ page, t, isMobile, signedIn, context }) => {
  await signedIn();
  await page.goto('/');
  await expect(page).toHaveURL(/account-home$/);
  const before = await context.cookies();
  await signOutBy({ page, t, isMobile });
  await expect(page).toHaveURL(/\/logout$/);

  await context.addCookies(before);
  const answer = await context.request.get('/api/account/metainfo');
  expect(answer.status()).toBe(401);
});

test('signs the other tabs out too', async ({ page, t, isMobile, signedIn, context }) => {
  await signedIn();
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/');
  await expect(other).toHaveURL(/account-home$/);
  // A background tab renders rarely, and a click waits for that.
  await page.bringToFront();
  await signOutBy({ page, t, isMobile });
  await expect(other).toHaveURL(/\/logout$/);
});

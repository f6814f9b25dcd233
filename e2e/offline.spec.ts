import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { onEven, onOdd } from './support/projects.ts';
import { signInPage } from './support/sign-in-page.ts';
import { toast } from './support/toast.ts';

test('says that the network is gone until it is back, and keeps all input', onOdd, async ({ page, t, freshAccount, context }) => {
  const account = await freshAccount();
  const form = signInPage(page, t);
  await form.open();
  await form.account.fill(account.phone);
  await form.password.fill(account.password);

  await context.setOffline(true);
  await expect(toast(page, t('toast.404'))).toBeVisible();
  await form.submit.click();
  await expect(form.submit).not.toHaveAttribute('aria-busy');
  await expect(toast(page, t('toast.404'))).toBeVisible();
  await expect(form.account).toHaveValue(account.phone);
  await expect(form.password).toHaveValue(account.password);

  await context.setOffline(false);
  await expect(toast(page, t('sys.online'))).toBeVisible();
  await expect(toast(page, t('toast.404'))).toBeHidden();
  await form.submit.click();
  await expect(page).toHaveURL(/\/\w+-account-home$/);
});

test(
  'waits with a new page until the network is back, without a dialog',
  onEven,
  async ({ page, t, signedIn, context, isMobile, expectedErrors }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    await signedIn();
    await page.goto('/');
    const link = page
      .getByRole('main')
      .or(page.getByRole('navigation'))
      .getByRole('link', { name: t('nav.devices') });
    await expect(link.first()).toBeVisible();
    await hydrated(page);
    await context.setOffline(true);
    await link.first().click();
    await expect(toast(page, t('toast.404'))).toBeVisible();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: t('nav.devices') })).toBeHidden();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: t('nav.devices') })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    expect(isMobile ? '/mobile-device-info' : '/device').toBe(new URL(page.url()).pathname);
  },
);

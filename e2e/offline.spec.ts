import { expect, test } from './support/fixtures.ts';
import { signInPage } from './support/sign-in-page.ts';
import { toast } from './support/toast.ts';

test('says that the network is gone until it is back, and keeps all input', async ({ page, t, freshAccount, context }) => {
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
  await expect(page).toHaveURL(/account-home$/);
});

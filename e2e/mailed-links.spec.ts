import { expectAccessible } from './support/accessibility.ts';
import { contactPage } from './support/contact-page.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { linkOf } from './support/outbox.ts';
import { toast } from './support/toast.ts';

test('a link to the old phone undoes the change, and leads to a new password', async ({
  page,
  t,
  signedIn,
  isMobile,
  freshPhone,
  context,
}) => {
  test.slow();
  const account = await signedIn();
  const form = contactPage({ page, t, isMobile }, 'phone');
  await form.open();
  await form.change();
  await form.verify(account.password);
  await form.fill(freshPhone());
  await form.submit.click();
  await expect(toast(page, t('rs.ok.phone'))).toBeVisible();
  const link = await linkOf('undo-change', page, account.phone);

  const tab = await context.newPage();
  await tab.goto(link);
  await expect(tab).toHaveURL(/\/undo-change$/);
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(t('ln.undo.h'));
  await expect(tab.getByRole('main').getByRole('listitem')).toHaveCount(3);
  await expectAccessible(tab);
  await tab.reload();
  await hydrated(tab);
  const undo = tab.getByRole('button', { name: t('title.undo') });
  await tab.route('**/api/update/undo', (route) => route.abort());
  await undo.click();
  await expect(toast(tab, t('toast.404'))).toBeVisible();
  await tab.unroute('**/api/update/undo');
  await undo.focus();
  await tab.keyboard.press('Enter');
  const heading = tab.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(t('ln.undo.okH'));
  await expect(heading).toBeFocused();
  await expect(tab.getByRole('main')).toContainText(account.phone.slice(-4));
  await tab.getByRole('link', { name: t('ln.setPassword') }).click();
  await expect(tab).toHaveURL(/\/register\/support$/);
  expect(await tab.evaluate(() => sessionStorage.getItem('undo-change.token'))).toBeNull();

  // This browser's session has ended with all others.
  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
  // And the link works only once.
  const again = await context.newPage();
  await again.goto(link);
  await hydrated(again);
  await again.getByRole('button', { name: t('title.undo') }).click();
  await expect(again.getByRole('heading', { level: 1 })).toHaveText(t('ln.dead.h'));
  await expect(again.getByRole('main')).toContainText(t('ln.dead.undo'));
});

test('a link to the new email binds it, in another browser too', async ({
  page,
  t,
  signedIn,
  isMobile,
  freshEmail,
  browser,
  locale,
  baseURL,
}) => {
  test.slow();
  const account = await signedIn({ email: true });
  const form = contactPage({ page, t, isMobile }, 'email');
  await form.open();
  await form.change();
  await form.verify(account.password);
  await expect(form.place).toContainText(t('ad.mailLink'));
  const email = freshEmail();
  await form.fill(email);
  const link = await linkOf('activate-email', page, email);

  const elsewhere = await browser.newContext({
    ...(locale === undefined ? {} : { locale }),
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  const visitor = await elsewhere.newPage();
  await visitor.goto(link);
  await expect(visitor).toHaveURL(/\/activate-email$/);
  await hydrated(visitor);
  const confirm = visitor.getByRole('button', { name: t('title.activate') });
  await expectAccessible(visitor);
  await confirm.click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(t('ln.activate.okH'));
  await visitor.getByRole('link', { name: t('rs.home') }).click();
  await expect(visitor).toHaveURL(/\/login/);
  await elsewhere.close();
});

test('gives instructions for a dead link', async ({ page, t }) => {
  const heading = page.getByRole('heading', { level: 1 });
  for (const [path, button, dead, taken, refusal] of [
    ['undo-change', 'title.undo', 'ln.dead.undo', 'ln.taken.undo', { code: 1005, msg: t('v.phone.exists'), data: null }],
    ['activate-email', 'title.activate', 'ln.dead.activate', 'ln.taken.activate', { code: 1002, msg: t('v.email.exists'), data: null }],
  ] as const) {
    await page.goto(`/${path}`);
    await expect(heading).toHaveText(t('ln.dead.h'));
    await page.goto(`/${path}?token=${'x'.repeat(43)}`);
    await page.getByRole('button', { name: t(button) }).click();
    await expect(heading).toHaveText(t('ln.dead.h'));
    await expect(page.getByRole('main')).toContainText(t(dead));
    await page.route('**/api/update/*', (route) => route.fulfill({ json: refusal }));
    await page.reload();
    await page.getByRole('button', { name: t(button) }).click();
    await expect(heading).toHaveText(t('ln.taken.h'));
    await expect(page.getByRole('main')).toContainText(t(taken));
    await page.unroute('**/api/update/*');
  }
  await expectAccessible(page);
});

import { expectAccessible } from './support/accessibility.ts';
import { contactPage } from './support/contact-page.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { linkOf } from './support/outbox.ts';
import { onOdd, onPhoneEven } from './support/projects.ts';

test(
  'a link to the new email binds it, in another browser too',
  onOdd,
  async ({ page, t, signedIn, isMobile, freshEmail, browser, locale, baseURL }) => {
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
  },
);

test('gives instructions for a dead link', onPhoneEven, async ({ page, t }) => {
  const heading = page.getByRole('heading', { level: 1 });
  for (const [path, button, dead, taken, refusal] of [
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

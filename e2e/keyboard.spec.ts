import { share } from '#contract/fixtures/short-form.ts';
import { failCaptcha, failCaptchaLater } from './support/captcha.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { expectVisibleFocus, tabTo } from './support/keyboard.ts';
import { codeOf } from './support/outbox.ts';
import { onEven, onOdd } from './support/projects.ts';
import { goodPassword, registrationPage } from './support/registration-page.ts';
import { signInPage } from './support/sign-in-page.ts';

test('registers without a pointer', onOdd, async ({ page, t, freshPhone }) => {
  const phone = freshPhone();
  const form = registrationPage(page, t);
  await form.open();
  await form.phone.focus();
  await page.keyboard.type(phone);
  await tabTo(page, form.code);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: t('f.getCode') })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(form.code).toBeFocused();
  await page.keyboard.type(await codeOf('register', page, phone));
  await tabTo(page, form.password);
  await page.keyboard.type(goodPassword);
  await tabTo(page, form.confirm);
  await page.keyboard.type(goodPassword);
  await tabTo(page, form.agreement);
  await page.keyboard.press('Space');
  await tabTo(page, form.submit);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/register\/result-center\/register/);
  await expect(page).toHaveURL(/\/\w+-account-home$/);
});

test('signs in without a pointer, with Enter in the last field', async ({ page, t, freshAccount }) => {
  const account = await freshAccount();
  const form = signInPage(page, t);
  await form.open();
  await form.account.focus();
  await page.keyboard.type(account.phone);
  await tabTo(page, form.password);
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/\w+-account-home$/);
});

test('offers the skip link first', async ({ page, t }) => {
  const form = signInPage(page, t);
  await form.open();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: t('a11y.skip') });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});

test('shows where the focus is, on each page in the theme of the day', async ({ page, signedIn }) => {
  test.slow();
  const pass = async (path: string, controls: number): Promise<void> => {
    for (const colorScheme of share(['light', 'dark'] as const, { of: 2, turn: path })) {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      await hydrated(page);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await expectVisibleFocus(page)).toBeGreaterThan(controls);
    }
  };
  for (const path of ['/login', '/register', '/register/support']) await pass(path, 10);
  await signedIn();
  for (const path of ['/', '/privacy-information', '/pc-security', '/device', '/cancellation']) await pass(path, 15);
});

test('returns from the captcha to the button that opened it', onEven, async ({ page, t, freshPhone }) => {
  const form = registrationPage(page, t);
  await form.open();
  await form.phone.fill(freshPhone());
  await failCaptcha(page);
  const getCode = page.getByRole('button', { name: t('f.getCode') });
  await getCode.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(getCode).toBeFocused();
});

test('has the focus at the heading after a dialog that the URL opened', async ({ page, t, signedIn }) => {
  // Narrow screens have a page instead.
  await page.setViewportSize({ width: 1440, height: 900 });
  await signedIn();
  await page.goto('/pc-way/phone?change');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: t('sec.phone') })).toBeFocused();
});

test('opens a menu, leaves it by Escape, and signs out by it without a pointer', async ({ page, t, signedIn }) => {
  await signedIn();
  await page.goto('/');
  await hydrated(page);
  const menu = page.getByRole('banner').getByRole('button', { name: t('head.menu') });
  const signOut = page.getByRole('button', { name: t('head.logout') }).filter({ visible: true });
  await tabTo(page, menu);
  await page.keyboard.press('Enter');
  await expect(signOut.first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('banner').getByRole('button', { name: t('head.logout') }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/(?:logout|login)/);
});

test('leaves a dismissed captcha closed, even when it fails later', onOdd, async ({ page, t, freshPhone }) => {
  const form = registrationPage(page, t);
  await form.open();
  await form.phone.fill(freshPhone());
  const fail = await failCaptchaLater(page);
  await page.getByRole('button', { name: t('f.getCode') }).press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await fail();
  // By now, an earlier failure would be on screen.
  await form.phone.press('Tab');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('does not send a form while an input method is composing', async ({ page, t, context }) => {
  const form = signInPage(page, t);
  await form.open();
  await form.account.focus();
  const session = await context.newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
  await page.keyboard.press('Enter');
  await expect(form.password).not.toHaveAttribute('aria-invalid', 'true');
});

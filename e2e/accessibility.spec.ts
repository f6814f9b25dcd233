import { someCode } from '#contract/fixtures/codes.ts';
import { expectAccessible } from './support/accessibility.ts';
import { failCaptcha } from './support/captcha.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { inBothLayouts, onEven, onOdd, onPhoneEven, onPhoneOdd } from './support/projects.ts';
import { registrationPage } from './support/registration-page.ts';
import { signInPage } from './support/sign-in-page.ts';

test('axe finds no barrier in the menu of an account', inBothLayouts, async ({ page, t, signedIn }) => {
  await signedIn();
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('button', { name: t('head.menu') }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: t('head.logout') })).toBeVisible();
  await expectAccessible(page);
});

test('axe finds no barrier in a refused registration', onOdd, async ({ page, t }) => {
  const form = registrationPage(page, t);
  await form.open();
  await form.submit.click();
  await expect(form.phone).toBeFocused();
  await expectAccessible(page);
  await form.byEmail();
  await form.email.fill('someone@');
  await expect(page.getByRole('listbox')).toBeVisible();
  await expectAccessible(page);
});

test('axe finds no barrier in the agreement dialog', onPhoneEven, async ({ page, t, freshEmail }) => {
  const form = registrationPage(page, t);
  await form.open();
  await form.byEmail();
  await form.email.fill(freshEmail());
  await form.getCode();
  await form.fillRest(someCode);
  await form.agreement.uncheck();
  await form.submit.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('axe finds no barrier in a failed captcha', onEven, async ({ page, t, freshPhone }) => {
  const form = registrationPage(page, t);
  await form.open();
  await form.phone.fill(freshPhone());
  await failCaptcha(page);
  await page.getByRole('button', { name: t('f.getCode') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('axe finds no barrier in a refused sign-in', onPhoneOdd, async ({ page, t }) => {
  const form = signInPage(page, t);
  await form.open();
  await form.submit.click();
  await expect(form.account).toBeFocused();
  await expectAccessible(page);
});

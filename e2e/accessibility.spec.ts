import { someCode } from '#contract/fixtures/codes.ts';
import { expectAccessible } from './support/accessibility.ts';
import { failCaptcha } from './support/captcha.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { registrationPage } from './support/registration-page.ts';
import { signInPage } from './support/sign-in-page.ts';

const accountRoutes = {
  desktop: ['/device', '/pc-security', '/pc-account-home'],
  mobile: ['/mobile-device-info', '/mobile-account-home'],
} as const;

/** The browser's own message about a page that does not exist. */
const missingPage = /404 \(Not Found\) \(.*\/no-such-page\)/;

test('axe finds no barrier on the account pages, in both themes', async ({ page, t, signedIn, isMobile }) => {
  await signedIn();
  for (const route of accountRoutes[isMobile ? 'mobile' : 'desktop']) {
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('');
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expectAccessible(page);
  }
  await hydrated(page);
  await page.getByRole('button', { name: t('head.menu') }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: t('head.logout') })).toBeVisible();
  await expectAccessible(page);
});

test('axe finds no barrier in a refused registration', async ({ page, t }) => {
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

test('axe finds no barrier in the agreement dialog', async ({ page, t, freshEmail }) => {
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

test('axe finds no barrier in a failed captcha', async ({ page, t, freshPhone }) => {
  const form = registrationPage(page, t);
  await form.open();
  await form.phone.fill(freshPhone());
  await failCaptcha(page);
  await page.getByRole('button', { name: t('f.getCode') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('axe finds no barrier in a refused sign-in', async ({ page, t }) => {
  const form = signInPage(page, t);
  await form.open();
  await form.submit.click();
  await expect(form.account).toBeFocused();
  await expectAccessible(page);
});

for (const route of ['/login', '/register', '/logout', '/register/result-center/resetPassword', '/403', '/no-such-page']) {
  test(`${route} fits a screen of 320 pixels without scrolling sideways`, async ({ page, expectedErrors }) => {
    expectedErrors.push(missingPage);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}

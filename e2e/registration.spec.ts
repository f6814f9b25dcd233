import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { codeOf } from './support/outbox.ts';
import { phoneAsShown } from './support/phone.ts';
import { inBothLayouts, onEven, onOdd, onPhone, onPhoneEven, onPhoneOdd } from './support/projects.ts';
import { goodPassword, registrationPage } from './support/registration-page.ts';

test(
  'registers by phone and arrives at the account home, in the language of the form',
  inBothLayouts,
  async ({ page, t, lang, isMobile, freshPhone }) => {
    const phone = freshPhone();
    await registrationPage(page, t).registerBy(phone);
    await expect(page).toHaveURL(/\/\w+-account-home$/);
    if (isMobile) await page.goto('/mobile-security');
    await expect(page.getByRole('main').getByText(phoneAsShown(phone))).toBeVisible();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', lang === 'zh' ? 'zh-CN' : 'en');
  },
);

test('registers by email with a suggested domain', onPhone, async ({ page, t, freshEmail }) => {
  const email = freshEmail('qq.com');
  const form = registrationPage(page, t);
  await form.open();
  await form.byEmail();
  await form.email.fill(email.slice(0, email.indexOf('@') + 2));
  await expect(page.getByRole('listbox')).toBeVisible();
  await form.email.press('ArrowDown');
  await form.email.press('Enter');
  await expect(form.email).toHaveValue(email);
  await expect(page.getByRole('listbox')).toBeHidden();

  await form.getCode();
  await form.fillRest(await codeOf('register', page, email));
  await form.send();
  await form.reachResult();
  // It leads on, with nothing between it and the home.
  await expect(page).toHaveURL(/\/\w+-account-home$/);
  await expect(page.getByText(t('home.welcome'))).toBeVisible();
  const name = `Ada${Date.now()}`;
  await page.getByRole('textbox', { name: t('home.nameH') }).fill(name);
  await expectAccessible(page);
  await page.getByRole('button', { name: t('btn.save'), exact: true }).click();
  await expect(page.getByRole('main').getByText(name)).toBeVisible();
  await expect(page.getByRole('textbox', { name: t('home.nameH') })).toBeHidden();
});

test('keeps tab, region and identifier over a reload, and never the password', onOdd, async ({ page, t, freshEmail }) => {
  const email = freshEmail();
  const form = registrationPage(page, t);
  await form.open();
  await form.byEmail();
  await form.email.fill(email);
  await form.password.fill(goodPassword);
  await page.reload();

  await expect(page.getByRole('tab', { name: t('rg.tab.email') })).toHaveAttribute('aria-selected', 'true');
  await expect(form.email).toHaveValue(email);
  await expect(form.password).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain(goodPassword);
});

test('keeps the countdown over a reload', onPhoneEven, async ({ page, t, freshPhone }) => {
  const form = registrationPage(page, t);
  await form.open();
  await form.phone.fill(freshPhone());
  await form.getCode();
  await expect(page.getByRole('button', { name: /\d+/ })).toBeDisabled();
  await page.reload();
  await expect(page.getByRole('button', { name: /\d+/ })).toBeDisabled();
});

test('continues to the requested page', onEven, async ({ page, t, freshPhone, isMobile }) => {
  const phone = freshPhone();
  const target = isMobile ? '/mobile-device-info' : '/device';
  const form = registrationPage(page, t);
  await form.open(`?redirect=${encodeURIComponent(target)}`);
  await form.phone.fill(phone);
  await form.getCode();
  await form.fillRest(await codeOf('register', page, phone));
  await form.send();
  await form.reachResult();
  await expect(page).toHaveURL(new RegExp(`${target}$`));
});

test('never continues to another site', onPhoneOdd, async ({ page, t, freshPhone }) => {
  await registrationPage(page, t).registerBy(freshPhone(), '?redirect=https%3A%2F%2Fevil.example%2F');
  await expect(page).toHaveURL(/\/\w+-account-home$/);
});

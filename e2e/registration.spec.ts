import { otherCode, someCode } from '#contract/fixtures/codes.ts';
import { expect, test } from './support/fixtures.ts';
import { codeOf } from './support/outbox.ts';
import { phoneAsShown } from './support/phone.ts';
import { goodPassword, registrationPage } from './support/registration-page.ts';
import { languageOf } from './support/texts.ts';

test('registers by phone and arrives at the account home, in the language of the form', async ({ page, t, lang, freshPhone }) => {
  const phone = freshPhone();
  const form = registrationPage(page, t);
  await form.open();
  await form.phone.fill(phone);
  await form.getCode();
  await form.fillRest(await codeOf('register', page, phone));
  await form.send();

  await form.reachResult();
  await expect(page).toHaveURL(/account-home$/);
  await expect(page.getByText(phoneAsShown(phone)).filter({ visible: true }).first()).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', lang === 'zh' ? 'zh-CN' : 'en');
});

test('registers by email with a suggested domain', async ({ page, t, freshEmail }) => {
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
  await page.getByRole('link', { name: t('rs.home') }).click();
  await expect(page).toHaveURL(/account-home$/);
});

test('asks for the agreement before anything is sent, and goes on when it is given', async ({ page, t, freshPhone }) => {
  const phone = freshPhone();
  const form = registrationPage(page, t);
  await form.open();
  await form.phone.fill(phone);
  await form.getCode();
  await form.fillRest(await codeOf('register', page, phone));
  await form.agreement.uncheck();
  await form.submit.click();

  const dialog = page.getByRole('dialog', { name: t('agree.dlg.h') });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(form.agreement).not.toBeChecked();

  await form.submit.click();
  await dialog.getByRole('button', { name: t('agree.dlg.btn') }).click();
  await expect(form.agreement).toBeChecked();
  await form.reachResult();
});

test('marks a wrong code and keeps everything that was typed', async ({ page, t, freshPhone }) => {
  const phone = freshPhone();
  const form = registrationPage(page, t);
  await form.open();
  await form.phone.fill(phone);
  await form.getCode();
  const code = await codeOf('register', page, phone);
  await form.fillRest(otherCode(code));
  await form.send();

  await expect(form.code).toHaveAccessibleDescription(t('v.code.wrong'));
  await expect(form.code).toBeFocused();
  await expect(form.password).toHaveValue(goodPassword);
  await expect(form.confirm).toHaveValue(goodPassword);
  await expect(form.agreement).toBeChecked();

  await form.code.fill(code);
  await form.send();
  await form.reachResult();
});

test('says that a phone has been registered and carries it to sign-in', async ({ page, t, freshAccount }) => {
  const account = await freshAccount();
  const form = registrationPage(page, t);
  await form.open('?redirect=/device');
  await form.phone.fill(account.phone);
  await form.code.focus();
  await expect(form.phone).toHaveAccessibleDescription(new RegExp(t('v.phone.exists')));

  await page
    .getByRole('group')
    .or(page.locator('form'))
    .getByRole('link', { name: t('si.btn'), exact: true })
    .first()
    .click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdevice$/);
  await expect(page.getByLabel(t('f.account'))).toHaveValue(account.phone);
});

test('says that an email address exists', async ({ page, t, freshAccount }) => {
  const account = await freshAccount({ email: true });
  const form = registrationPage(page, t);
  await form.open();
  await form.byEmail();
  await form.email.fill(account.email);
  await form.code.focus();
  await expect(form.email).toHaveAccessibleDescription(new RegExp(t('v.email.exists')));
});

test('lets the server decide where the check could not be made', async ({ page, t, freshAccount, freshPhone }) => {
  await page.route('**/api/check/phone', (route) => route.abort());
  const taken = await freshAccount();
  const form = registrationPage(page, t);
  await form.open();
  await form.phone.fill(taken.phone);
  await page.getByRole('button', { name: t('f.getCode') }).click();
  await expect(form.phone).toHaveAccessibleDescription(new RegExp(t('v.phone.exists')));

  const free = freshPhone();
  await form.phone.fill(free);
  await form.getCode();
  await form.fillRest(await codeOf('register', page, free));
  await form.send();
  await form.reachResult();
});

test('names what is missing, first field first, only after Sign up', async ({ page, t }) => {
  const form = registrationPage(page, t);
  await form.open();
  await form.phone.focus();
  await form.code.focus();
  await expect(form.phone).not.toHaveAttribute('aria-invalid', 'true');

  await form.submit.click();
  await expect(form.phone).toHaveAccessibleDescription(t('v.phone.required'));
  await expect(form.phone).toBeFocused();
  await expect(form.code).toHaveAccessibleDescription(t('v.code.required'));
  await expect(form.password).toHaveAccessibleDescription(new RegExp(t('v.password.required')));

  await form.phone.fill('12345');
  await expect(form.phone).toHaveAccessibleDescription(t('v.phone.regex'));
  await form.phone.fill('13800138000');
  await expect(form.phone).not.toHaveAccessibleDescription(t('v.phone.regex'));
});

test('refuses a code that was never asked for', async ({ page, t, freshPhone }) => {
  const form = registrationPage(page, t);
  await form.open();
  await form.phone.fill(freshPhone());
  await form.fillRest(someCode);
  await form.submit.click();
  await expect(form.code).toHaveAccessibleDescription(t('v.code.sms'));

  await form.byEmail();
  await form.code.fill(someCode);
  await form.submit.click();
  await expect(form.code).toHaveAccessibleDescription(t('v.code.email'));
});

test('compares the confirmation again when either password changes', async ({ page, t }) => {
  const form = registrationPage(page, t);
  await form.open();
  await form.password.fill(goodPassword);
  await form.confirm.fill(`${goodPassword}x`);
  await form.confirm.blur();
  await expect(form.confirm).toHaveAccessibleDescription(t('v.password.confirmed'));
  await form.password.fill(`${goodPassword}x`);
  await expect(form.confirm).not.toHaveAccessibleDescription(t('v.password.confirmed'));
});

test('strips what a pasted phone number brings along', async ({ page, t, freshPhone }) => {
  const phone = freshPhone();
  const form = registrationPage(page, t);
  await form.open();
  await form.phone.fill(`+86 ${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}`);
  await form.phone.blur();
  await expect(form.phone).toHaveValue(`${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`);
});

test('keeps tab, region and identifier over a reload, and never the password', async ({ page, t, freshEmail }) => {
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

test('keeps the countdown over a reload', async ({ page, t, freshPhone }) => {
  const form = registrationPage(page, t);
  await form.open();
  await form.phone.fill(freshPhone());
  await form.getCode();
  await expect(page.getByRole('button', { name: /\d+/ })).toBeDisabled();
  await page.reload();
  await expect(page.getByRole('button', { name: /\d+/ })).toBeDisabled();
});

test('makes one account when Sign up is pressed twice', async ({ page, t, freshPhone }) => {
  const phone = freshPhone();
  const form = registrationPage(page, t);
  await form.open();
  await form.phone.fill(phone);
  await form.getCode();
  await form.fillRest(await codeOf('register', page, phone));
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/register/phone')) calls.push(request.url());
  });
  await form.submit.dblclick();
  await form.reachResult();
  expect(calls).toHaveLength(1);
});

test('goes on to the page that was asked for', async ({ page, t, freshPhone, isMobile }) => {
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

test('never goes on to another site', async ({ page, t, freshPhone }) => {
  const phone = freshPhone();
  const form = registrationPage(page, t);
  await form.open('?redirect=https%3A%2F%2Fevil.example%2F');
  await form.phone.fill(phone);
  await form.getCode();
  await form.fillRest(await codeOf('register', page, phone));
  await form.send();
  await form.reachResult();
  await expect(page).toHaveURL(/account-home$/);
});

test('registers by email only outside Mainland China', async ({ page, t, context, lang, baseURL }) => {
  await context.addCookies([{ name: 'lang', value: languageOf(lang), url: baseURL ?? '' }]);
  const form = registrationPage(page, t);
  await form.open();
  await form.region.selectOption('DE');
  await expect(form.email).toBeVisible();
  await expect(page.getByRole('tab', { name: t('rg.tab.phone') })).toBeHidden();
  await form.region.selectOption('CN');
  await expect(page.getByRole('tab', { name: t('rg.tab.phone') })).toBeVisible();
});

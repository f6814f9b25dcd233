import type { Page } from '@playwright/test';
import { codePattern, someCode } from '#contract/fixtures/codes.ts';
import { captchaProviders } from '#contract/vocabulary/captcha-providers.ts';
import { connectHttp } from '#server/testing/server/http-client.ts';
import { captchaEnvironment } from '#simulators/simulated-environment.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test as base } from './support/fixtures.ts';
import { registerNeighbors } from './support/neighbors.ts';
import { onEven, onOdd, onPhoneOdd } from './support/projects.ts';
import { registrationPage } from './support/registration-page.ts';
import type { Translate } from './support/texts.ts';
import { toast } from './support/toast.ts';

/**
 * Servers by the captchas configured for China and elsewhere; a server that has seen its service fail is of no use to
 * other tests.
 */
const captchas = {
  main: { CAPTCHA_CN: 'yidun', CAPTCHA_ELSEWHERE: 'turnstile' },
  other: { CAPTCHA_CN: 'geetest', CAPTCHA_ELSEWHERE: 'altcha' },
  failing: { CAPTCHA_CN: 'yidun', CAPTCHA_ELSEWHERE: 'altcha' },
};

type Site = keyof typeof captchas;

const test = base.extend<{ site: Site; siteOrigin: string }>({
  site: ['main', { option: true }],
  siteOrigin: [
    async ({ serverWith, simulators, site }, provide) => {
      const common = { RATE_FACTOR: '10', GEO_HEADER: 'x-country' };
      const server = await serverWith({ ...common, ...captchaEnvironment(simulators.origin), ...captchas[site] });
      await provide(server.origin);
    },
    { timeout: 40_000 },
  ],
  baseURL: async ({ siteOrigin }, provide) => provide(siteOrigin),
  outbox: async ({ siteOrigin }, provide) => provide(connectHttp(siteOrigin)),
});

test.afterEach(({ simulators }) => {
  for (const name of captchaProviders) {
    const { faults } = simulators.services[name];
    faults.error = '';
    faults.switches.clear();
  }
});

const from = (page: Page, country: string) => page.setExtraHTTPHeaders({ 'x-country': country });

/** Texts of the simulated widgets, in the language given to them. */
const widgetTexts = /点击完成验证|点击按钮开始验证|请验证您是真人|Click to verify|Verify you are human/;

function captchaOn(page: Page, t: Translate) {
  const dialog = page.getByRole('dialog', { name: t('captcha.title') });
  return { dialog, button: dialog.getByRole('button', { name: widgetTexts }), getCode: page.getByRole('button', { name: t('f.getCode') }) };
}

test('registers with the widget of Yidun, which no other page loads', onEven, async ({ page, t, simulators, freshPhone, outbox, lang }) => {
  await from(page, 'CN');
  const form = registrationPage(page, t);
  const { dialog, button, getCode } = captchaOn(page, t);
  await page.emulateMedia({ colorScheme: 'dark' });
  await form.open();
  const phone = freshPhone();
  await form.phone.fill(phone);
  await expect(page.locator(`script[src^="${simulators.origin}"]`)).toHaveCount(0);

  // After closing, nothing happens, and the focus is back.
  await getCode.focus();
  await page.keyboard.press('Enter');
  await expect(button).toBeFocused();
  await expect(button).toHaveText(lang === 'zh' ? '点击完成验证' : 'Click to verify');
  await expect(button).toHaveAttribute('data-theme', 'dark');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(getCode).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.code).toBeFocused();
  await form.fillRest(await outbox.codeFor(phone));
  await form.send();
  await button.click();
  await form.reachResult();

  // A new document: nothing of the service is left, and it cannot come back.
  expect(await page.evaluate(() => 'initNECaptcha' in window)).toBe(false);
  const policyOf = async (path: string) =>
    (await page.request.get(path, { headers: { 'x-country': 'CN' } })).headers()['content-security-policy'];
  for (const path of [
    '/pc-security',
    '/mobile-modify-info/password',
    '/cancellation',
    '/apply-cancellation',
    '/register/support',
    '/mobile-modify-info/forgotPassword',
  ]) {
    expect(await policyOf(path), path).not.toContain(simulators.origin);
  }
  for (const path of ['/account-upgrade/account', '/oauth/callback/wechat'])
    expect(await policyOf(path), path).toContain(simulators.origin);
});

test('gets a code with the widget of Turnstile, on the second try', onPhoneOdd, async ({ page, t, simulators, freshEmail, outbox }) => {
  await from(page, 'FR');
  const form = registrationPage(page, t);
  const { dialog, getCode } = captchaOn(page, t);
  const { switches } = simulators.services.turnstile.faults;
  const button = dialog.frameLocator('iframe').getByRole('button', { name: widgetTexts });
  await form.open();
  const email = freshEmail();
  await form.email.fill(email);
  switches.add('wrong');
  await getCode.click();
  await button.click();
  await expect(dialog.getByText(t('v.captcha'))).toBeVisible();
  await expectAccessible(page);

  switches.clear();
  await dialog.getByRole('button', { name: t('captcha.retry') }).click();
  await button.click();
  await expect(form.code).toBeFocused();
  expect(await outbox.codeFor(email)).toMatch(codePattern);
});

test.describe('with GeeTest', () => {
  test.use({ site: 'other' });

  test('gets a code with its widget', onOdd, async ({ page, t, freshPhone, outbox }) => {
    await from(page, 'CN');
    const form = registrationPage(page, t);
    const { button, getCode } = captchaOn(page, t);
    await form.open();
    const phone = freshPhone();
    await form.phone.fill(phone);
    await getCode.click();
    await expect(button).toBeFocused();
    await button.click();
    await expect(form.code).toBeFocused();
    expect(await outbox.codeFor(phone)).toMatch(codePattern);
  });

  test(
    'adds our own puzzle when the server demands more work, and does not show the widget twice',
    onEven,
    async ({ page, t, freshPhone, outbox, siteOrigin, extraHTTPHeaders }) => {
      test.slow();
      const address = extraHTTPHeaders?.['x-forwarded-for'] ?? '';
      await registerNeighbors({ origin: siteOrigin, address, count: 30 });
      await page.setExtraHTTPHeaders({ 'x-forwarded-for': address, 'x-country': 'CN' });
      const form = registrationPage(page, t);
      const { button, getCode } = captchaOn(page, t);
      await form.open();
      const phone = freshPhone();
      await form.phone.fill(phone);
      await getCode.click();
      await button.click();
      await expect(form.code).toBeFocused();
      await form.fillRest(await outbox.codeFor(phone));
      const harder = page.waitForRequest('**/api/captcha/challenge?scene=register&work=2');
      await form.send();
      await button.click();
      await harder;
      await form.reachResult();
    },
  );
});

/** For puzzles of twice the work on a busy machine (milliseconds). */
const patience = 60_000;

test.describe('when the service fails', () => {
  test.use({ site: 'failing' });

  test(
    'solves our own captcha if the widget does not load or its service is down',
    onOdd,
    async ({ page, t, simulators, freshPhone, outbox, expectedErrors }) => {
      test.setTimeout(3 * patience);
      expectedErrors.push(/Failed to load resource.*\/yidun\//);
      await from(page, 'CN');
      const form = registrationPage(page, t);
      const { button, getCode } = captchaOn(page, t);
      const { faults } = simulators.services.yidun;
      await form.open();
      const phone = freshPhone();
      await form.phone.fill(phone);
      faults.switches.add('widgetDown');
      await getCode.click();
      await expect(form.code).toBeFocused({ timeout: patience });
      const code = await outbox.codeFor(phone);

      faults.switches.clear();
      // The service refuses our signature and verifies no one.
      faults.error = '415';
      await form.fillRest(code);
      await form.send();
      await button.click();
      await expect(page).toHaveURL(/\/\w+-account-home$/, { timeout: patience });
    },
  );
});

test('refuses a person whom the anti-cheat suspects of fraud, and keeps all input', onOdd, async ({ page, t, simulators, freshPhone }) => {
  await from(page, 'CN');
  const form = registrationPage(page, t);
  const { dialog, button, getCode } = captchaOn(page, t);
  const { switches } = simulators.services.yidun.faults;
  await form.open();
  const phone = freshPhone();
  await form.phone.fill(phone);
  await form.fillRest(someCode);
  // Reported first by the server's query to the anti-cheat, then by the widget itself.
  for (const fault of ['block', 'forbidden']) {
    switches.clear();
    switches.add(fault);
    await getCode.click();
    await button.click();
    await expect(toast(page, t('toast.1010'))).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(toast(page, t('toast.1010'))).toBeHidden();
  }
  expect((await form.phone.inputValue()).replaceAll(' ', '')).toBe(phone);
  await expect(form.code).toHaveValue(someCode);
  await expect(form.password).not.toHaveValue('');
  await expect(form.agreement).toBeChecked();
});

import type { Page } from '@playwright/test';
import { otherCode } from '#contract/fixtures/codes.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { codeOf } from './support/outbox.ts';
import { onEven, onOdd, onPhone, onPhoneEven, onPhoneOdd } from './support/projects.ts';
import { signInPage } from './support/sign-in-page.ts';

test('signs in with a code by SMS', onPhone, async ({ page, t, freshAccount }) => {
  const account = await freshAccount();
  const form = signInPage(page, t);
  await form.open();
  await form.byCode();
  await form.account.fill(account.phone);
  await form.getCode();
  await form.code.fill(await codeOf('login', page, account.phone));
  await form.submit.click();
  await expect(page).toHaveURL(/\/\w+-account-home$/);
});

test('also asks for a mailed code if the account was unused for half a year', onEven, async ({ page, t, freshAccount, database }) => {
  test.slow();
  await page.clock.install();
  const account = await freshAccount({ email: true });
  database.leaveUnused(account);
  const form = signInPage(page, t);
  let smsCode: string | undefined;
  const takeFirstStep = async () => {
    await form.account.fill(account.phone);
    await form.getCode();
    smsCode = await codeOf('login', page, account.phone, smsCode);
    await form.code.fill(smsCode);
    await form.submit.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('vf.h'));
    await expect(form.code).toBeFocused();
  };
  await form.open();
  await form.byCode();
  await takeFirstStep();
  await expect(page.getByText(`${account.email.slice(0, 2)}•••@`)).toBeVisible();
  await expect(page.getByRole('button', { name: t('f.resend') })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: t('si.again') }).click();
  await expect(form.account).toBeFocused();

  await takeFirstStep();
  await page.clock.fastForward('01:00');
  const again = page.waitForResponse('**/api/login/second');
  await page.getByRole('button', { name: t('f.resend') }).click();
  expect(await (await again).json()).toMatchObject({ code: 200, data: { cd: expect.any(Number) } });
  await expect(page.getByRole('button', { name: t('f.resend') })).toHaveCount(0);
  await expect(form.code).toBeFocused();
  const code = await codeOf('login', page, account.email);
  await form.code.fill(otherCode(code));
  await expect(form.code).toHaveAccessibleDescription(t('v.code.wrong'));
  await expect(form.code).toHaveValue('');
  database.expireProofs(account);
  await form.code.fill(code);
  await expect(page.getByRole('alert')).toHaveText(t('ts.expired'));

  await takeFirstStep();
  await form.code.fill(code);
  await expect(page).toHaveURL(/\/\w+-account-home$/);
});

test('demands a captcha after five failures and a pause after ten', onOdd, async ({ page, t, freshAccount }) => {
  test.slow();
  const account = await freshAccount();
  const form = signInPage(page, t);
  await form.open();
  for (let failure = 1; failure <= 5; failure += 1) {
    await form.signIn(account.phone, `wrong-password-${failure}`);
    await expect(form.password).toHaveValue('');
    await expect(form.password).toHaveAccessibleDescription(t('msg.badLogin'));
  }
  for (let failure = 6; failure <= 10; failure += 1) {
    await form.signIn(account.phone, `wrong-password-${failure}`);
    await expect(form.password).toHaveValue('');
  }
  await form.signIn(account.phone, account.password);
  await expect(page.getByRole('main').getByText(t('msg.freq'))).toBeVisible();
  await expect(page.getByRole('main').getByText(/\d:\d\d/)).toBeVisible();
  await expect(form.account).toHaveValue(account.phone);
});

test('opens the account with the right password after the captcha', onPhoneOdd, async ({ page, t, freshAccount }) => {
  const account = await freshAccount();
  const form = signInPage(page, t);
  await form.open();
  for (let failure = 1; failure <= 5; failure += 1) {
    await form.signIn(account.phone, `wrong-password-${failure}`);
    await expect(form.password).toHaveValue('');
  }
  await form.signIn(account.phone, account.password);
  await expect(page).toHaveURL(/\/\w+-account-home$/);
});

test('returns to the requested page', async ({ page, t, freshAccount, isMobile }) => {
  const account = await freshAccount();
  const target = isMobile ? '/mobile-device-info?x=1' : '/device?x=1';
  const form = signInPage(page, t);
  await page.goto(target);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await form.signIn(account.phone, account.password);
  await expect(page).toHaveURL(new RegExp(`${target.replace('?', '\\?')}$`));
});

test('never leads to another site', onPhone, async ({ page, t, freshAccount }) => {
  const account = await freshAccount();
  const form = signInPage(page, t);
  await form.open('?redirect=%2F%2Fevil.example%2F');
  await form.signIn(account.phone, account.password);
  await expect(page).toHaveURL(/\/\w+-account-home$/);
});

test('shows the page of the URL after a Back that comes before the next page', async ({ page, t }) => {
  const form = signInPage(page, t);
  await form.open();
  const link = page.getByRole('main').locator('a[href^="/register"]');
  for (let times = 0; times < 3; times += 1) {
    await link.evaluate((element) => {
      if (!(element instanceof HTMLElement)) return undefined;
      const back = new Promise((resolve) => {
        addEventListener('popstate', resolve, { once: true });
      });
      element.click();
      history.back();
      return back;
    });
  }
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('si.h'));
});

test('keeps input typed before the application runs, and never puts it into the URL', onPhoneEven, async ({ page, t, freshAccount }) => {
  const account = await freshAccount();
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await started;
    await route.continue();
  });
  const form = signInPage(page, t);
  await page.goto('/login', { waitUntil: 'commit' });
  await form.account.fill(account.phone);
  await form.password.fill(account.password);
  await form.password.press('Enter');
  await form.submit.click();
  await expect(page).toHaveURL(/\/login$/);

  start();
  await hydrated(page);
  await expect(form.password).toHaveValue(account.password);
  await form.submit.click();
  await expect(page).toHaveURL(/\/\w+-account-home$/);
});

test('continues silently when the page’s key is no longer valid', onEven, async ({ page, t, freshAccount, expectedErrors }) => {
  expectedErrors.push(/status of 400.*\/api\/login\/password/);
  const account = await freshAccount();
  const form = signInPage(page, t);
  await form.open();
  const statuses = statusesOfSignIn(page);
  // Like a page that has been open for days.
  await page.route(
    '**/api/login/password',
    (route) => route.continue({ headers: { ...route.request().headers(), 'x-key-id': 'AAAAAAAAAAAAAAAA' } }),
    { times: 1 },
  );
  await form.signIn(account.phone, account.password);
  await expect(page).toHaveURL(/\/\w+-account-home$/);
  expect(statuses).toEqual([400, 200]);
});

test(
  'continues when the browser received another token while the form was on its way',
  onPhone,
  async ({ page, context, t, freshAccount, expectedErrors }) => {
    expectedErrors.push(/status of 403.*\/api\/login\/password/);
    const account = await freshAccount();
    const form = signInPage(page, t);
    await form.open();
    const statuses = statusesOfSignIn(page);
    // Like another tab; the form's encrypted fields work only with the previous token.
    await page.route(
      '**/api/login/password',
      async (route) => {
        await context.clearCookies();
        await page.request.get('/api/key');
        await route.continue();
      },
      { times: 1 },
    );
    await form.signIn(account.phone, account.password);
    await expect(page).toHaveURL(/\/\w+-account-home$/);
    expect(statuses).toEqual([403, 200]);
  },
);

/** The statuses of all answers to sign-ins by password from now on. */
function statusesOfSignIn(page: Page): readonly number[] {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/login/password')) statuses.push(response.status());
  });
  return statuses;
}

import type { Page } from '@playwright/test';
import { otherCode } from '#contract/fixtures/codes.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { tabTo } from './support/keyboard.ts';
import { codeOf, linkOf } from './support/outbox.ts';
import { onEven, onOdd, onPhone, onPhoneOdd } from './support/projects.ts';
import { recoveryPage } from './support/recovery-page.ts';
import { signInPage } from './support/sign-in-page.ts';
import type { Translate } from './support/texts.ts';
import { toast } from './support/toast.ts';

const newPassword = 'maple-seed-2031';
const resets = '**/api/password/reset/reset_password/*';

async function expectResult(page: Page, t: Translate): Promise<void> {
  await expect(page).toHaveURL(/\/(?:\w+-)?result-center\/resetPassword$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title.resReset'));
}

test('recovers by SMS from the sign-in form, by keyboard, and is signed in', async ({ page, t, freshAccount, isMobile }) => {
  test.slow();
  const account = await freshAccount({ email: true });
  const signIn = signInPage(page, t);
  const form = recoveryPage({ page, t, isMobile });
  await signIn.open();
  await signIn.account.fill(account.phone);
  await page.getByRole('link', { name: t('si.forgot') }).press('Enter');
  await expect(page).toHaveURL(form.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title.recover'));
  // The identifier of the sign-in is there.
  await expect(form.contact).toHaveValue(/^1/);
  await expectAccessible(page);

  await tabTo(page, page.getByRole('button', { name: t('f.getCode') }));
  await page.keyboard.press('Enter');
  await expect(form.code).toBeFocused();
  const code = await codeOf('reset', page, account.phone);
  await page.keyboard.type(otherCode(code));
  await expect(form.code).toHaveAccessibleDescription(t('v.code.wrong'));
  await expectAccessible(page);
  await page.keyboard.type(code);
  await expect(form.fresh).toBeFocused();
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(account.phone);
  await expectAccessible(page);
  await page.keyboard.type(newPassword);
  await tabTo(page, form.confirm);
  await page.keyboard.type(newPassword);
  await page.keyboard.press('Enter');
  await expectResult(page, t);
  await page.getByRole('link', { name: t('rs.home') }).click();
  await expect(page).toHaveURL(/\/\w+-account-home$/);
});

test('recovers by a mailed code, from the address that password managers know', onPhone, async ({ page, t, signedIn, isMobile }) => {
  test.slow();
  const account = await signedIn({ email: true });
  await page.goto('/.well-known/change-password');
  const form = recoveryPage({ page, t, isMobile });
  await expect(page).toHaveURL(form.path);
  await hydrated(page);
  await form.name(account.email);
  await expect(page.getByText(t('ex.link48'))).toBeVisible();
  await form.code.fill(await codeOf('reset', page, account.email));
  await form.setNew(newPassword);
  await expectResult(page, t);
});

test(
  'leads from the phone to the email of an unused account, and recovers by the mailed link, over a reload',
  onEven,
  async ({ page, t, freshAccount, database, isMobile }) => {
    test.slow();
    const account = await freshAccount({ email: true });
    database.leaveUnused(account);
    const form = recoveryPage({ page, t, isMobile });
    await form.prove(account.phone);
    await expect(page.getByRole('alert').filter({ hasText: `${account.email.slice(0, 2)}•••@` })).toBeVisible();
    await expect(form.contact).toHaveValue('');
    await expectAccessible(page);
    await form.name(account.email);
    const link = await linkOf('register/support', page, account.email);

    await page.goto(link);
    await expect(page).toHaveURL('/register/support');
    await expect(form.fresh).toBeVisible();
    await page.reload();
    await expect(form.fresh).toBeVisible();
    await form.setNew(newPassword);
    await expectResult(page, t);

    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: t('rc.dead') })).toBeVisible();
    await expect(form.fresh).toBeHidden();
    await expectAccessible(page);
    await page.getByRole('button', { name: t('rc.restart') }).click();
    await expect(form.contact).toBeVisible();
  },
);

test('keeps the contact and the countdown over a reload and never a secret', onOdd, async ({ page, t, freshAccount, isMobile }) => {
  const account = await freshAccount({ email: true });
  const form = recoveryPage({ page, t, isMobile });
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes('/captcha/email/send/')) sent += 1;
  });
  await form.open();
  await form.name(account.email);
  const code = await codeOf('reset', page, account.email);
  await page.reload();
  await expect(form.contact).toHaveValue(account.email);
  // The countdown runs: no second mail is sent.
  await page.getByRole('button', { name: t('f.getCode') }).click();
  await form.code.fill(code);
  expect(sent).toBe(1);
  await form.fresh.fill(newPassword);
  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage].map((each) => Object.values(each))));
  expect(stored).not.toContain(newPassword);
});

test(
  'keeps all input in a slow or failing network, and says when to come back',
  onPhoneOdd,
  async ({ page, t, freshAccount, isMobile }) => {
    test.slow();
    const account = await freshAccount();
    const form = recoveryPage({ page, t, isMobile });
    await form.prove(account.phone);
    await expect(form.fresh).toBeVisible();
    await page.route(resets, (route) => route.abort());
    await form.setNew(newPassword);
    await expect(toast(page, t('toast.404'))).toBeVisible();
    await expect(form.confirm).toHaveValue(newPassword);
    await page.unroute(resets);
    const frequent = { code: 3004, msg: t('msg.freq'), data: { retryAfter: 300 } };
    await page.route(resets, (route) => route.fulfill({ json: frequent }));
    await form.send();
    await expect(page.getByRole('main').getByText(/[45]:\d\d/)).toBeVisible();
    await expect(form.fresh).toHaveValue(newPassword);
    await page.unroute(resets);

    const letGo = Promise.withResolvers<void>();
    let calls = 0;
    await page.route(resets, async (route) => {
      calls += 1;
      await letGo.promise;
      await route.continue();
    });
    await form.send();
    await expect(form.submit).toHaveAttribute('aria-busy', 'true');
    await form.submit.click({ force: true });
    await expect(form.fresh).toHaveValue(newPassword);
    letGo.resolve();
    await expectResult(page, t);
    expect(calls).toBe(1);
  },
);

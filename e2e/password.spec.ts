import { otherCode, zeroCode } from '#contract/fixtures/codes.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { tabTo } from './support/keyboard.ts';
import { codeOf } from './support/outbox.ts';
import { passwordPage } from './support/password-page.ts';
import { inBothLayouts, onEven, onPhone, onPhoneOdd } from './support/projects.ts';
import { toast } from './support/toast.ts';

const newPassword = 'maple-seed-2031';

test('changes the password by keyboard and stays signed in', inBothLayouts, async ({ page, t, signedIn, isMobile }) => {
  test.slow();
  const account = await signedIn();
  const form = passwordPage({ page, t, isMobile });
  await form.open();
  await expectAccessible(page);
  await form.submit.click();
  await expect(form.current).toBeFocused();
  await expect(form.current).toHaveAccessibleDescription(t('v.password.required'));

  await page.keyboard.type('not-the-password-1');
  await tabTo(page, form.fresh);
  await page.keyboard.type('not-the-password-1');
  await tabTo(page, form.confirm);
  await expect(form.fresh).toHaveAccessibleDescription(t('v.password.custom'));
  await form.fresh.fill(newPassword);
  await expect(form.fresh).toHaveAccessibleDescription(new RegExp(t('tip.pw.len')));
  await form.confirm.fill(`${newPassword}-`);
  await form.confirm.press('Enter');
  await expect(form.confirm).toHaveAccessibleDescription(t('v.password.confirmed'));
  await expect(form.confirm).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(form.current).toHaveAccessibleDescription(t('v.password.old'));
  await expect(form.current).toBeFocused();
  await expect(form.current).toHaveValue('');

  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await expect(toast(page, t('rs.ok.pw'))).toBeVisible();
  await expect(page).toHaveURL(isMobile ? /\/mobile-security$/ : /\/pc-security$/);
  await expect(form.fresh).toBeHidden();
  await form.open();
  await expect(form.fresh).toBeVisible();
});

test('the fifth wrong password ends the session', onPhoneOdd, async ({ page, t, signedIn, isMobile }) => {
  await signedIn();
  const form = passwordPage({ page, t, isMobile });
  await form.open();
  await form.fillNew(newPassword);
  for (let count = 1; count <= 4; count += 1) {
    await form.current.fill(`wrong-password-${count}`);
    await form.submit.click();
    await expect(form.current).toHaveValue('');
    await expect(form.current).toHaveAccessibleDescription(t('v.password.old'));
    await expect(form.fresh).toHaveValue(newPassword);
  }
  await form.current.fill('wrong-password-5');
  await form.submit.click();
  await expect(page).toHaveURL(/\/logout\?reason=risk$/);
  await expect(toast(page, t('toast.4010'))).toBeVisible();
  await expect(page.getByRole('main').getByText(t('toast.4010'))).toBeVisible();
});

test('changes a forgotten password with a code by SMS or by mail', async ({ page, t, signedIn, isMobile }) => {
  test.slow();
  const account = await signedIn({ email: true });
  const form = passwordPage({ page, t, isMobile });
  await form.open();
  await form.place.getByRole('button', { name: t('pw.byCode') }).click();
  const code = form.place.locator('input[name=code]');
  await expect(code).toBeFocused();
  await form.fillNew(newPassword);
  await code.fill(zeroCode);
  await form.submit.click();
  await expect(code).toHaveAccessibleDescription(t('v.phone.code'));
  await form.place.getByRole('button', { name: t('f.getCode') }).click();
  await expect(
    page.getByText(t('f.sentTo', { target: `${account.phone.slice(0, 3)} •••• ${account.phone.slice(-4)}` })).first(),
  ).toBeVisible();
  await expect(code).toBeFocused();
  const right = await codeOf('verify', page, account.phone);
  await code.fill(otherCode(right));
  await form.submit.click();
  await expect(code).toHaveAccessibleDescription(t('v.code.wrong'));
  await expect(form.confirm).toHaveValue(newPassword);
  await expectAccessible(page);

  await form.place.getByRole('tab', { name: t('pw.mail') }).click();
  await form.place.getByRole('button', { name: t('f.getCode') }).click();
  await expect(code).toBeFocused();
  await code.fill(await codeOf('verify', page, account.email));
  await form.submit.click();
  await expect(toast(page, t('rs.ok.pw'))).toBeVisible();
  await expect(form.fresh).toBeHidden();
});

test(
  'refuses the old password in another tab, whose calls and its own wait for each other',
  onEven,
  async ({ page, context, t, signedIn, isMobile }) => {
    test.slow();
    const account = await signedIn();
    const second = await context.newPage();
    const [here, there] = [passwordPage({ page, t, isMobile }), passwordPage({ page: second, t, isMobile })];
    await there.open();
    await here.open();
    await here.current.fill(account.password);
    await here.fillNew(newPassword);
    await here.submit.click();
    await expect(toast(page, t('rs.ok.pw'))).toBeVisible();

    await there.current.fill(account.password);
    await there.fillNew('another-seed-2032');
    await there.submit.click();
    await expect(there.current).toHaveAccessibleDescription(t('v.password.old'));

    // Each gives the session a new id, and the later one proves the password of the earlier one: it waits for the other tab.
    await here.open();
    await here.current.fill('another-seed-2032');
    await here.fillNew('third-seed-2033');
    const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await second.route(
      '**/api/password/update',
      async (route) => {
        held.resolve();
        await released.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await there.current.fill(newPassword);
    await there.submit.click();
    await held.promise;
    await here.submit.click();
    released.resolve();
    await expect(toast(second, t('rs.ok.pw'))).toBeVisible();
    await expect(toast(page, t('rs.ok.pw'))).toBeVisible();
  },
);

test(
  'leads to the right page for the state of the account, and Back leads out',
  onPhone,
  async ({ page, t, signedIn, isMobile, database, expectedErrors }) => {
    expectedErrors.push(/status of 404.*nothing/);
    const account = await signedIn();
    await page.goto('/');
    await expect(page).toHaveURL(/\/\w+-account-home$/);
    if (isMobile) {
      await page.goto('/mobile-security');
      await page.getByRole('link', { name: t('sec.pw') }).click();
      await expect(page).toHaveURL(/\/mobile-modify-info\/password$/);
      await page.goBack();
      await expect(page).toHaveURL(/\/mobile-security$/);
      await page.goto('/mobile-modify-info/nothing');
      await expect(page.getByRole('heading', { name: t('title.404') })).toBeVisible();
    }
    // Password managers open this URL; it leads to the recovery, for signed-in people too.
    await page.goto('/.well-known/change-password');
    await expect(page).toHaveURL(isMobile ? /\/mobile-modify-info\/forgotPassword$/ : /\/register\/support$/);

    database.takePasswordAway(account);
    await page.goto(isMobile ? '/mobile-modify-info/password?fromType=fromPhone' : '/pc-way/password');
    const form = passwordPage({ page, t, isMobile });
    // The identity first: the account's only method is a code, which is sent at once.
    const code = page.getByRole('textbox', { name: t('f.code') });
    await expect(code).toBeVisible();
    await code.fill(await codeOf('verify', page, account.phone));
    await expect(form.fresh).toBeVisible();
    await expect(form.current).toBeHidden();
    if (isMobile) await expect(page).toHaveURL(/\/setInitialPassword/);
  },
);

import type { Page } from '@playwright/test';
import { codePattern, otherCode } from '#contract/fixtures/codes.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { tabTo } from './support/keyboard.ts';
import { codeOf, linkOf } from './support/outbox.ts';
import { onPhone } from './support/projects.ts';
import { recoveryPage } from './support/recovery-page.ts';
import { signInPage } from './support/sign-in-page.ts';
import { phoneAsShown } from './support/phone.ts';
import type { Translate } from './support/texts.ts';
import { toast } from './support/toast.ts';

const newPassword = 'maple-seed-2031';
const resets = '**/api/password/reset/reset_password/*';

async function expectResult(page: Page, t: Translate): Promise<void> {
  await expect(page).toHaveURL(/\/(?:\w+-)?result-center\/resetPassword$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title.resReset'));
}

test('recovers by SMS from the sign-in form and back to it, by keyboard, and keeps an added contact', async ({
  page,
  t,
  freshAccount,
  isMobile,
}) => {
  test.slow();
  const account = await freshAccount({ email: true });
  const signIn = signInPage(page, t);
  const form = recoveryPage({ page, t, isMobile });
  await signIn.open();
  await signIn.account.fill(account.phone);
  await page.getByRole('link', { name: t('si.forgot') }).press('Enter');
  await expect(page).toHaveURL(form.path);
  const choice = page.getByRole('radio', { name: account.phone.slice(-4) });
  await expect(choice).toBeChecked();
  await expect(form.phone).toBeHidden();
  await expect(page.getByText(account.phone)).toHaveCount(0);
  await expect(page.getByRole('main').getByText(phoneAsShown(account.phone))).toBeVisible();
  await expectAccessible(page);

  await tabTo(page, choice);
  await tabTo(page, page.getByRole('button', { name: t('f.getCode') }));
  await page.keyboard.press('Enter');
  await expect(form.code).toBeFocused();
  await page.keyboard.type(await codeOf('reset', page, account.phone));
  await page.keyboard.press('Enter');
  await expect(form.fresh).toBeFocused();
  await expect(page.locator('input[autocomplete=username]')).toHaveValue(account.phone);
  await expect(form.fresh).toHaveAttribute('autocomplete', 'new-password');
  await expectAccessible(page);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - list "${t('rc.h')}":
      - listitem: ${t('rc.step1')}
      - listitem: /2 ?${t('rc.step2')}/
      - listitem: /3 ?${t('rc.step3')}/
    - heading "${t('rc.h')}"
    - paragraph: ${t('rc.newByCode')}
    - text: ${t('f.newPw')}
    - textbox "${t('f.newPw')}"
    - button
    - text: ${t('f.confirm')}
    - textbox "${t('f.confirm')}"
    - button
    - button "${t('btn.confirm')}"
    - button "${t('btn.prev')}"
  `);
  await page.keyboard.type(newPassword);
  await tabTo(page, form.confirm);
  await page.keyboard.type(newPassword);
  await page.keyboard.press('Enter');
  await expectResult(page, t);

  await page.getByRole('link', { name: t('rs.login') }).click();
  await expect(signIn.account).toHaveValue(account.phone);
  await signIn.password.fill(newPassword);
  await signIn.submit.click();
  await expect(page).toHaveURL(/\/\w+-account-home$/);

  const added = page.getByRole('region', { name: t('sec.added.h') });
  await expect(added.getByRole('listitem')).toHaveText([new RegExp(account.email.split('@')[1] ?? '')]);
  // Signing in has loaded a page, so the keyboard focus starts at its top.
  await tabTo(page, page.getByRole('link', { name: t('a11y.skip') }));
  await page.keyboard.press('Enter');
  await tabTo(page, added.getByRole('button', { name: t('sec.added.keep') }));
  await page.keyboard.press('Enter');
  // The dialog excludes the contact to be kept: its email is not offered.
  const proof = page.getByRole('dialog', { name: t('vf.h') });
  await expect(proof).toBeVisible();
  await expect(proof).not.toContainText('@');
  await proof.getByRole('button', { name: t('vf.byPassword') }).click();
  await proof.getByRole('textbox').fill(newPassword);
  await page.keyboard.press('Enter');
  await expect(toast(page, t('sec.added.kept'))).toBeVisible();
  await expect(added).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test(
  'recovers by a mailed code, ends the sessions of the other tabs, and removes an added contact',
  onPhone,
  async ({ page, context, t, signedIn, isMobile }) => {
    test.slow();
    const account = await signedIn({ email: true });
    const other = await context.newPage();
    await other.goto(isMobile ? '/mobile-account-home' : '/pc-account-home');
    await hydrated(other);
    await expect(other.getByText(phoneAsShown(account.phone)).filter({ visible: true }).first()).toBeVisible();

    await page.bringToFront();
    await page.goto('/.well-known/change-password');
    const form = recoveryPage({ page, t, isMobile });
    await expect(page).toHaveURL(form.path);
    await hydrated(page);
    await form.byMail.check();
    await expect(page.getByText(t('ex.link48'))).toBeVisible();
    await form.email.fill(account.email);
    await form.getCode();
    await form.code.fill(await codeOf('reset', page, account.email));
    await form.next.click();
    await form.setNew(newPassword);
    await expectResult(page, t);
    await expect(other).toHaveURL(/\/logout$/);
    await other.close();

    const signIn = signInPage(page, t);
    await page.getByRole('link', { name: t('rs.login') }).click();
    await expect(signIn.account).toHaveValue(account.email);
    await signIn.password.fill(newPassword);
    await signIn.submit.click();
    const added = page.getByRole('region', { name: t('sec.added.h') });
    await expect(added.getByText(t('a11y.phoneEnd', { n: account.phone.slice(-4) }))).toBeAttached();
    await expectAccessible(page);
    const unbind = `${t('btn.remove')} ${t('sec.phone')}`;
    await added.getByRole('link', { name: unbind }).click();
    const question = isMobile ? page.getByRole('main') : page.getByRole('alertdialog', { name: t('ad.unbind.phone') });
    if (isMobile) await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('ad.unbind.phone'));
    else {
      await question.getByRole('button', { name: t('btn.cancel') }).click();
      await expect(page).toHaveURL(/\/pc-security$/);
      await expectAccessible(page);
      await added.getByRole('button', { name: unbind }).click();
    }
    await question.getByRole('button', { name: t('btn.remove'), exact: true }).click();
    // A password that a mailbox has set proves no more than the mailbox.
    const proof = page.getByRole('dialog', { name: t('vf.h') });
    await expect(proof.getByRole('button', { name: t('vf.byPassword') })).toHaveCount(0);
    await proof.getByRole('textbox', { name: t('f.code') }).fill(await codeOf('verify', page, account.phone));
    await expect(toast(page, t('ad.unbound.phone'))).toBeVisible();
    await expect(page).toHaveURL(isMobile ? /account-home$/ : /pc-security$/);
    await expect(
      isMobile ? page.getByRole('link', { name: t('sec.phone') }) : page.getByRole('region', { name: t('sec.methods') }),
    ).toBeVisible();
    await expect(added).toBeHidden();
  },
);

test('leads from the phone to the email of an unused account, and recovers by the mailed link, over a reload', async ({
  page,
  t,
  freshAccount,
  database,
  isMobile,
}) => {
  test.slow();
  const account = await freshAccount({ email: true });
  database.leaveUnused(account);
  const form = recoveryPage({ page, t, isMobile });
  await form.proveByPhone(account.phone);
  await form.setNew(newPassword);
  await expect(page.getByRole('alert').filter({ hasText: `${account.email.slice(0, 2)}•••@` })).toBeVisible();
  await expect(form.byMail).toBeChecked();
  for (const field of [form.email, form.code]) {
    await expect(field).toHaveValue('');
    await expect(field).not.toHaveAttribute('aria-invalid');
  }
  await expectAccessible(page);
  await form.email.fill(account.email);
  await form.getCode();
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
  await expect(page).toHaveURL('/register/support');
  await expectAccessible(page);
  await page.getByRole('button', { name: t('rc.restart') }).click();
  await expect(form.code).toBeVisible();
  await page.reload();
  await expect(form.code).toBeVisible();
});

test(
  'tells an unknown phone; a wrong code leads back to its field and keeps all input, and the right one finishes',
  onPhone,
  async ({ page, t, freshAccount, freshPhone, isMobile }) => {
    test.slow();
    const account = await freshAccount();
    const form = recoveryPage({ page, t, isMobile });
    await form.open();
    await form.phone.fill(freshPhone());
    await page.getByRole('button', { name: t('f.getCode') }).click();
    await expect(form.phone).toHaveAccessibleDescription(t('v.phone.not_exists'));
    await form.phone.fill(account.phone);
    await form.getCode();
    const code = await codeOf('reset', page, account.phone);
    await form.code.fill(otherCode(code));
    await form.next.click();
    await form.setNew(newPassword);
    await expect(form.code).toHaveAccessibleDescription(t('v.code.wrong'));
    await expect(form.code).toBeFocused();
    await expect(page).toHaveURL(form.path);
    await expect(page.getByText(t('rc.kept'))).toBeVisible();
    await form.code.fill(code);
    await page
      .getByRole('main')
      .getByRole('button', { name: t('btn.confirm') })
      .click();
    await expectResult(page, t);
  },
);

test('keeps identifier, method and countdown over a reload and never a secret; Back is one step back', async ({
  page,
  t,
  freshAccount,
  isMobile,
}) => {
  const account = await freshAccount({ email: true });
  const form = recoveryPage({ page, t, isMobile });
  await form.open();
  await form.next.click();
  await expect(form.phone).toHaveAccessibleDescription(t('v.phone.required'));
  await expect(form.phone).toBeFocused();
  // The other method begins without errors.
  await form.byMail.check();
  await expect(form.email).not.toHaveAttribute('aria-invalid');
  await expect(form.code).not.toHaveAttribute('aria-invalid');
  await form.next.click();
  await expect(form.email).toHaveAccessibleDescription(t('v.email.required'));
  await expect(form.email).toBeFocused();
  await form.email.fill(account.email);
  await form.getCode();
  await form.code.fill(await codeOf('reset', page, account.email));
  await form.next.click();
  await form.fresh.fill(newPassword);

  await page.goBack();
  await expect(form.code).toHaveValue(codePattern);
  await expect(form.email).toHaveValue(account.email);
  await page.goForward();
  await expect(form.fresh).toHaveValue(newPassword);
  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage].map((each) => Object.values(each))));
  expect(stored).toContain(account.email);
  expect(stored).not.toContain(newPassword);

  await page.reload();
  await expect(page).toHaveURL(form.path);
  await expect(page.getByRole('radio', { name: account.email.split('@')[1] ?? '' })).toBeChecked();
  await expect(form.code).toHaveValue('');
  await expect(page.getByRole('main').getByRole('button', { name: /\d+/ })).toBeDisabled();
  await page.getByRole('button', { name: t('rc.otherEmail') }).click();
  await expect(form.email).toBeFocused();
  await expect(form.email).toHaveValue('');
});

test('keeps all input in a slow or failing network, and says when to come back', onPhone, async ({ page, t, freshAccount, isMobile }) => {
  test.slow();
  const account = await freshAccount();
  const form = recoveryPage({ page, t, isMobile });
  const limited = { code: 1011, msg: t('toast.1011'), data: { retryAfter: 7200 } };
  const send = '**/api/captcha/sms/send/login';
  await form.open();
  await form.phone.fill(account.phone);
  await page.route(send, (route) => route.fulfill({ json: limited }));
  await page.getByRole('button', { name: t('f.getCode') }).click();
  await expect(page.getByRole('main').getByText(/(2:00:00|1:59:[45]\d)/)).toBeVisible();
  await expectAccessible(page);
  await page.unroute(send);
  await form.getCode();
  await expect(page.getByRole('main').getByText(t('msg.freq'))).toBeHidden();
  await form.code.fill(await codeOf('reset', page, account.phone));
  await form.next.click();

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
});

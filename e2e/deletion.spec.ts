import { connectHttp, expectOk } from '#server/testing/server/http-client.ts';
import { expectAccessible } from './support/accessibility.ts';
import { dateAhead } from './support/dates.ts';
import { deletionWizard } from './support/deletion-page.ts';
import { expect, test, type FreshAccount } from './support/fixtures.ts';
import { tabTo } from './support/keyboard.ts';
import { codeOf, linkOf } from './support/outbox.ts';
import { onEven, onOdd, onPhone, onPhoneEven, onPhoneOdd } from './support/projects.ts';
import { serverOrigin } from './support/server.ts';
import { signInPage } from './support/sign-in-page.ts';
import { toast } from './support/toast.ts';

/** Requests the deletion of an account, beside the browser. */
async function askDeletion({ phone, password }: FreshAccount): Promise<void> {
  const client = connectHttp(serverOrigin());
  expectOk(await client.signIn({ phone, password }));
  const { ticket } = expectOk(await client.post<{ ticket: string }>('/delete/password', { password }));
  expectOk(await client.post('/delete', { ticket, channel: 'none', reason: 'other' }));
}

test('after sign-in, an account that is being deleted shows the date and can be kept', onPhone, async ({ page, t, freshAccount }) => {
  const account = await freshAccount({ email: true });
  await askDeletion(account);
  const dead = await linkOf('apply-cancellation', page, account.email);
  const form = signInPage(page, t);
  await form.open();
  await form.signIn(account.phone, account.password);
  await expect(page.getByRole('heading', { level: 1, name: t('wd.h') })).toBeVisible();
  await expect(page.getByText(t('wd.left', { n: 15 }))).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByText('138', { exact: false })
      .or(page.getByRole('main').getByText(account.phone.slice(-4), { exact: false }))
      .first(),
  ).toBeVisible();
  // The ticket is neither in the address bar nor a step back in history.
  expect(page.url()).not.toContain('X-Token');
  await page.reload();
  await expect(page.getByText(t('wd.left', { n: 15 }))).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: t('wd.btn') }).click();
  await expect(toast(page, t('wd.ok'))).toBeVisible();
  await expect(page).toHaveURL(/\/\w+-account-home$/);
  await page.reload();
  await expect(page).toHaveURL(/\/\w+-account-home$/);

  // The same from the link in the message, which works as long as the request and signs nobody in.
  await askDeletion(account);
  const link = await linkOf('apply-cancellation', page, account.email, dead);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: t('wd.h') })).toBeVisible();
  await page.getByRole('button', { name: t('wd.out') }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/apply-cancellation');
  await expect(page.getByText(t('ex.del.support'))).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: t('wd.btn') }).click();
  await expect(toast(page, t('wd.ok'))).toBeVisible();
  await expect(page.getByText(t('si.kept'))).toBeVisible();
  expectOk(await connectHttp(serverOrigin()).signIn(account));
});

test('the page explains itself without a ticket, and leads away from an invalid one', onOdd, async ({ page, t }) => {
  await page.goto('/apply-cancellation');
  await expect(page.getByText(t('ex.del.support'))).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: '@' })).toHaveAttribute('href', /^mailto:.+@/);
  await expectAccessible(page);
  await page.getByRole('link', { name: t('title.signIn') }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);

  await page.clock.install();
  await page.goto('/apply-cancellation?X-Token=nothing');
  await expect(page).toHaveURL(/\/apply-cancellation$/);
  await expect(toast(page, t('toast.1022'))).toBeVisible();
  await page.clock.fastForward(5000);
  await expect(page).toHaveURL(/\/login/);
});

test('deletes an account by a code, from the first step to the date, and the account can be kept again', async ({
  page,
  lang,
  t,
  signedIn,
  isMobile,
}) => {
  test.slow();
  const account = await signedIn();
  const wizard = deletionWizard(page, t, isMobile);
  await wizard.open();
  await expect(wizard.current).toHaveText(`1${t('dl.s1')}`);
  await wizard.answer();
  await wizard.byCode(account.phone);
  const code = await codeOf('delete', page, account.phone);
  await wizard.code.fill(code === '111111' ? '222222' : '111111');
  await expect(page.getByText(t('v.code.wrong'))).toBeVisible();
  await expect(wizard.code).toHaveValue('');
  await wizard.code.fill(code);
  const keep = wizard.confirmation.getByRole('button', { name: t('dl.cf.keep') });
  await expect(keep).toBeFocused();
  await wizard.confirmation.getByRole('button', { name: t('dl.btn') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('dl.ok.h') })).toBeVisible();
  await expect(page).toHaveURL(isMobile ? /mobile-result-center\/cancellation$/ : /register\/result-center\/cancellation$/);
  const due = dateAhead(15, lang);
  await expect(page.getByText(t('dl.ok.b', { date: due }))).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: t('er.h') })).toHaveAttribute('href', /\/receipt#[\w-]{22}$/);
  // The answers are gone, and no account is signed in.
  expect(await page.evaluate(() => sessionStorage.getItem('deletion-draft'))).toBeNull();
  await page
    .getByRole('main')
    .getByRole('link', { name: t('rs.done') })
    .click();
  await expect(page).toHaveURL(/\/logout$/);
  const form = signInPage(page, t);
  await form.open();
  await form.signIn(account.phone, account.password);
  await expect(page.getByRole('heading', { level: 1, name: t('wd.h') })).toBeVisible();
  expect(page.url()).not.toContain('X-Token');
});

test(
  'keeps answers over Back, a reload and a step too far, but not the password; the account is kept',
  onPhoneOdd,
  async ({ page, t, signedIn, isMobile }) => {
    test.slow();
    const account = await signedIn();
    const wizard = deletionWizard(page, t, isMobile);
    await wizard.open('verify');
    // Later steps need the tick.
    await expect(wizard.current).toHaveText(`1${t('dl.s1')}`);
    await wizard.next.click();
    await expect(page.getByText(t('v.agree'))).toBeVisible();
    await wizard.agree.check();
    await wizard.next.click();
    await expect(wizard.current).toHaveText(`2${t('dl.s2')}`);
    // A second press within the debounce time of the first is ignored.
    await expect(async () => {
      await wizard.next.click();
      await expect(page.getByText(t('v.reason'))).toBeVisible({ timeout: 500 });
    }).toPass();
    await wizard.choose(t('dl.ch3'));
    await wizard.choose(t('dl.r5'));
    const detail = page.getByRole('textbox', { name: t('dl.rsPh') });
    await detail.fill('a'.repeat(301));
    await expect(page.getByText('301/300')).toBeVisible();
    await wizard.next.click();
    await expect(detail).toHaveAttribute('aria-invalid', 'true');
    await detail.fill('a'.repeat(300));
    await page.reload();
    await expect(detail).toHaveValue('a'.repeat(300));
    await wizard.next.click();
    await expect(wizard.current).toHaveText(`3${t('dl.s3')}`);
    await page.goBack();
    await expect(wizard.current).toHaveText(`2${t('dl.s2')}`);
    await expect(page.getByRole('radio', { name: t('dl.r5'), exact: true })).toBeChecked();
    await page.goForward();

    await wizard.password.fill('wrong-seed-2031');
    await wizard.send.click();
    await expect(page.getByText(t('v.password.password'))).toBeVisible();
    await wizard.password.fill(account.password);
    await wizard.send.click();
    await expect(wizard.confirmation).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(account.password);
    await page.keyboard.press('Escape');
    await expect(wizard.confirmation).toBeHidden();
    await expect(wizard.password).toHaveValue('');
    await wizard.password.fill(account.password);
    await wizard.send.click();
    await wizard.confirmation.getByRole('button', { name: t('dl.cf.keep') }).click();
    await expect(page).toHaveURL(/\/\w+-account-home$/);
    expectOk(await connectHttp(serverOrigin()).signIn(account));
  },
);

test('names each obstacle with its end date, and goes no further', onEven, async ({ page, lang, t, signedIn, isMobile, database }) => {
  const account = await signedIn();
  database.renewPassword(account);
  const wizard = deletionWizard(page, t, isMobile);
  await wizard.open();
  const date = dateAhead(30, lang);
  const requirement = page.getByRole('listitem').filter({ hasText: t('dl.c1') });
  await expect(requirement).toContainText(t('dl.unmet'));
  await expect(requirement).toContainText(t('msg.pwdRecent'));
  await expect(requirement).toContainText(t('dl.from', { date }));
  await wizard.agree.check();
  await wizard.next.click();
  await expect(requirement).toBeFocused();
  await expect(wizard.current).toHaveText(`1${t('dl.s1')}`);
  await expectAccessible(page);
});

test('every step is understandable and usable with only the keyboard', async ({ page, t, signedIn, isMobile }) => {
  test.slow();
  const account = await signedIn({ email: true });
  const wizard = deletionWizard(page, t, isMobile);
  await wizard.open();
  await expect(page.getByRole('region', { name: t('dl.s1') })).toMatchAriaSnapshot(`
    - region "${t('dl.s1')}":
      - heading "${t('dl.lose')}" [level=2]
      - list
      - heading "${t('dl.how')}" [level=2]
      - list
      - heading "${t('dl.check')}" [level=2]
      - list
      - checkbox
      - button "${t('dl.agreement')}"
      - button "${t('btn.cancel')}"
      - button "${t('btn.continue')}"
  `);
  await expectAccessible(page);
  await page.getByRole('button', { name: t('dl.agreement') }).focus();
  await page.keyboard.press('Enter');
  const agreement = page.getByRole('dialog', { name: t('title.deletionAgreement') });
  await expect(agreement.getByRole('heading', { level: 2 })).toHaveCount(9);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: t('dl.agreement') })).toBeFocused();
  await wizard.agree.focus();
  await page.keyboard.press('Space');
  await tabTo(page, wizard.next);
  await page.keyboard.press('Enter');
  await expect(isMobile ? page.getByRole('heading', { level: 1 }) : page.getByRole('region', { name: t('dl.s2') })).toBeFocused();
  await expect(wizard.current).toHaveText(`2${t('dl.s2')}`);
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await tabTo(page, wizard.next);
  await page.keyboard.press('Enter');
  await expect(wizard.password).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await expect(wizard.confirmation.getByRole('button', { name: t('dl.cf.keep') })).toBeFocused();
  await expectAccessible(page);
});

test(
  'opens from the operating system by a ticket, without a session, for an active account',
  onPhoneEven,
  async ({ page, t, freshAccount, database, isMobile }) => {
    test.slow();
    const account = await freshAccount();
    await page.goto(`/apply-cancellation?X-Token=${database.issueTicket(account)}`);
    const wizard = deletionWizard(page, t, isMobile);
    await expect(wizard.current).toHaveText(`1${t('dl.s1')}`);
    await expect(page.getByRole('heading', { level: 1, name: t('nav.delete') })).toBeVisible();
    await expect(page).toHaveURL(/\/apply-cancellation$/);
    await expectAccessible(page);
    await wizard.answer();
    await expect(page).toHaveURL(/\/apply-cancellation\?step=verify$/);
    // A reload restores the page, the step and the answers.
    await page.reload();
    await expect(wizard.current).toHaveText(`3${t('dl.s3')}`);
    await page.goBack();
    await expect(page.getByRole('radio', { name: t('dl.r3'), exact: true })).toBeChecked();
    await page.goForward();
    await wizard.byCode(account.phone);
    await wizard.code.fill(await codeOf('delete', page, account.phone));
    await wizard.confirmation.getByRole('button', { name: t('dl.btn') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('dl.ok.h') })).toBeVisible();
    expect((await connectHttp(serverOrigin()).signIn(account)).code).toBe(3002);
  },
);

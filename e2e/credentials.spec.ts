import { confirmBy } from './support/confirm.ts';
import { contactPage } from './support/contact-page.ts';
import { expectFieldsFor, fillAsManager, formOf, paste, sendAsManager } from './support/credentials.ts';
import { deletionWizard } from './support/deletion-page.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { codeOf } from './support/outbox.ts';
import { passwordPage } from './support/password-page.ts';
import { onEven, onOdd, onPhone, onPhoneEven } from './support/projects.ts';
import { recoveryPage } from './support/recovery-page.ts';
import { registrationPage } from './support/registration-page.ts';
import { signInPage } from './support/sign-in-page.ts';
import { consentPage, someone } from './support/social.ts';
import { toast } from './support/toast.ts';

/** Blanks are part of a password in every position; browsers drop the line break of a pasted text. */
const phrase = ' two words and 7 blanks ';

test('visitor forms tell password managers the purpose of each field, and block neither paste nor drop', async ({
  page,
  t,
  isMobile,
  freshAccount,
}) => {
  const signIn = signInPage(page, t);
  await signIn.open();
  await expectFieldsFor(formOf(page), ['username webauthn', 'current-password']);
  await signIn.byCode();
  await expectFieldsFor(formOf(page), ['username webauthn', 'one-time-code']);

  const registration = registrationPage(page, t);
  await registration.open();
  await expectFieldsFor(formOf(page), ['tel-national', 'one-time-code', 'username', 'new-password', 'new-password']);
  await registration.byEmail();
  await expectFieldsFor(formOf(page), ['email', 'one-time-code', 'username', 'new-password', 'new-password']);

  const recovery = recoveryPage({ page, t, isMobile });
  await recovery.open();
  await expectFieldsFor(formOf(page), ['username']);
  const { phone } = await freshAccount();
  await recovery.name(phone);
  await expectFieldsFor(formOf(page), ['one-time-code']);
  await recovery.code.fill(await codeOf('reset', page, phone));
  await expect(recovery.fresh).toBeVisible();
  await expect(recovery.fresh).toBeVisible();
  await expectFieldsFor(formOf(page), ['username', 'new-password', 'new-password']);

  await page.goto('/account-upgrade/account');
  await hydrated(page);
  await expectFieldsFor(formOf(page), ['username', 'one-time-code']);
});

test('so do the forms of a first account by a platform, and of a second step', onPhoneEven, async ({ page, t, freshAccount, database }) => {
  test.slow();
  await page.goto('/login');
  await hydrated(page);
  await page.getByRole('button', { name: t('social.wechat') }).click();
  await consentPage(page).approveAs(someone().id);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('so.new.h'));
  await expectFieldsFor(formOf(page), ['tel-national', 'one-time-code']);

  const account = await freshAccount({ email: true });
  database.leaveUnused(account);
  await signInPage(page, t).signInByCode(account.phone);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('vf.h'));
  await expectFieldsFor(formOf(page), ['one-time-code']);
});

test('so do the forms of an account', onEven, async ({ page, t, signedIn, isMobile, database }) => {
  test.slow();
  const account = await signedIn({ email: true });
  const password = passwordPage({ page, t, isMobile });
  await password.open();
  await expectFieldsFor(password.place, ['current-password', 'username', 'new-password', 'new-password']);
  await password.place.getByRole('button', { name: t('pw.byCode') }).click();
  await expect(password.current).toBeHidden();
  await expectFieldsFor(password.place, ['one-time-code', 'username', 'new-password', 'new-password']);

  const phone = contactPage({ page, t, isMobile }, 'phone');
  await phone.open();
  await phone.change();
  const first = isMobile ? page.getByRole('main') : phone.proof;
  await confirmBy(first, t, 'vf.byPassword');
  await expectFieldsFor(first, ['current-password']);
  await first.locator('input').fill(account.password);
  await first.locator('input').press('Enter');
  await expect(phone.contact).toBeVisible();
  await expectFieldsFor(phone.place, ['tel-national', 'one-time-code']);
  // The proof is not used yet.
  const email = contactPage({ page, t, isMobile }, 'email');
  await email.open();
  await email.change();
  await expect(email.contact).toBeVisible();
  await expectFieldsFor(email.place, ['email', 'one-time-code']);

  const deletion = deletionWizard(page, t, isMobile);
  await deletion.open();
  await deletion.answer();
  await expect(deletion.password).toBeVisible();
  await expectFieldsFor(page.getByRole('main'), ['current-password']);

  database.takePasswordAway(account);
  await password.open('setInitialPassword');
  await expectFieldsFor(password.place, ['username', 'new-password', 'new-password']);
  await password.fillNew(phrase);
  await password.submit.click();
  const proof = page.getByRole('dialog', { name: t('vf.h') });
  await expectFieldsFor(proof, ['one-time-code']);
});

test(
  'pastes a password with its blanks and without a line break, and a code out of surrounding text',
  onOdd,
  async ({ page, t, freshPhone, freshAccount }) => {
    test.slow();
    const phone = freshPhone();
    const form = registrationPage(page, t);
    await form.open();
    await paste(form.phone, `+86 ${phone.slice(0, 3)}-${phone.slice(3, 7)}-${phone.slice(7)}\n`);
    await form.getCode();
    await paste(form.code, `【Cedar ID】 ${await codeOf('register', page, phone)} is your code.`);
    await paste(form.password, `${phrase}\n`);
    await paste(form.confirm, phrase);
    await form.agreement.check();
    await form.send();
    await form.reachResult();

    await page.context().clearCookies({ name: 'sid' });
    const signIn = signInPage(page, t);
    await signIn.open();
    await paste(signIn.account, ` ${phone}\n`);
    await paste(signIn.password, `${phrase}\n`);
    await expect(signIn.password).toHaveValue(phrase);
    await signIn.submit.click();
    await expect(page).toHaveURL(/\/\w+-account-home$/);

    await page.context().clearCookies({ name: 'sid' });
    const other = await freshAccount();
    await signIn.open();
    await signIn.byCode();
    await paste(signIn.account, other.phone);
    await signIn.getCode();
    const code = await codeOf('login', page, other.phone);
    await paste(signIn.code, `Your code: ${code}\nIt is good for 10 minutes.`);
    await expect(signIn.code).toHaveValue(code);
    await signIn.submit.click();
    await expect(page).toHaveURL(/\/\w+-account-home$/);
  },
);

test(
  'a password manager signs in, registers and changes a password without a keystroke',
  onPhone,
  async ({ page, t, isMobile, freshPhone }) => {
    test.slow();
    const phone = freshPhone();
    const made = 'made-by-A-manager-31';
    const registration = registrationPage(page, t);
    await registration.open();
    await fillAsManager(registration.phone, `+86${phone}`);
    await registration.getCode();
    await fillAsManager(registration.code, await codeOf('register', page, phone));
    await fillAsManager(registration.password, made);
    await fillAsManager(registration.confirm, made);
    // The username that it will store with the password.
    await expect(page.locator('input[autocomplete=username]')).toHaveValue(phone);
    await registration.agreement.check();
    await sendAsManager(registration.password);
    await registration.reachResult();

    const change = passwordPage({ page, t, isMobile });
    await change.open();
    await fillAsManager(change.current, made);
    await fillAsManager(change.fresh, phrase);
    await fillAsManager(change.confirm, phrase);
    await sendAsManager(change.fresh);
    await expect(toast(page, t('rs.ok.pw'))).toBeVisible();

    await page.context().clearCookies({ name: 'sid' });
    const signIn = signInPage(page, t);
    await signIn.open();
    await fillAsManager(signIn.account, phone);
    await fillAsManager(signIn.password, phrase);
    await sendAsManager(signIn.password);
    await expect(page).toHaveURL(/\/\w+-account-home$/);
  },
);

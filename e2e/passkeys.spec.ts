import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { confirmBy } from './support/confirm.ts';
import { addAuthenticator, addPasskey, confirm, openPasskeys } from './support/authenticator.ts';
import { watchCeremonies } from './support/ceremonies.ts';
import { contactPage } from './support/contact-page.ts';
import { deletionWizard } from './support/deletion-page.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { inBothLayouts, onOdd, onPhoneEven, onPhoneOdd } from './support/projects.ts';
import { signInPage } from './support/sign-in-page.ts';
import { toast } from './support/toast.ts';

const recoveryCode = /^[\dA-Z]{5}-[\dA-Z]{5}$/;

test('adds a passkey, and signs in with it by the name field and by the button', inBothLayouts, async ({ page, t, isMobile, signedIn }) => {
  test.slow();
  const account = await signedIn();
  const authenticator = await addAuthenticator(page);
  await openPasskeys({ page, t, isMobile });
  await expect(page.getByText(t('pk.emptyH'))).toBeVisible();
  await expectAccessible(page);
  await addPasskey({ page, t, isMobile }, { password: account.password });
  await expect(page.getByRole('main').getByText(t('pk.synced'))).toBeVisible();
  await expectAccessible(page);

  // The browser offers it in the name field, and one touch signs in.
  await signOutUnseen(page);
  await page.goto('/login');
  await hydrated(page);
  await page.mouse.move(9, 9);
  await expect(page).toHaveURL(/\/\w+-account-home$/);

  // Without a touch the field keeps offering, until the page is left.
  await signOutUnseen(page);
  await authenticator.touches(false);
  const ceremonies = await watchCeremonies(page);
  const sent: string[] = [];
  page.on('request', (request) => void (request.url().includes('/api/login/passkey') && sent.push(request.url())));
  const [waiting, ended] = ['waits', 'AbortError'].map((state) => ({ mediation: 'conditional', state }));
  await page.goto('/login');
  await hydrated(page);
  await expect(page.getByRole('combobox', { name: t('f.account') })).toHaveAttribute('autocomplete', 'username webauthn');
  const button = page.getByRole('button', { name: t('pk.signIn') });
  await expectAccessible(page);
  // The page fetches nothing for it before the person is there.
  expect(ceremonies()).toEqual([]);
  await page.mouse.move(9, 9);
  await expect.poll(ceremonies).toEqual([waiting]);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('si.create') })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('rg.h'));
  await expect.poll(ceremonies).toEqual([ended]);
  await page.goBack();
  await expect(button).toBeVisible();
  await page.mouse.move(12, 12);
  await expect.poll(ceremonies).toEqual([ended, waiting]);
  await expect(page).toHaveURL(/\/login$/);
  expect(sent).toEqual([]);

  // The button ends the offer, and asks.
  await authenticator.touches(true);
  await button.click();
  await expect(page).toHaveURL(/\/\w+-account-home$/);
  await expect.poll(ceremonies).toEqual([ended, ended, { mediation: 'modal', state: 'answered' }]);
  expect(sent).toHaveLength(1);
});

test('renames and removes a passkey; the password manager follows', onOdd, async ({ page, t, isMobile, signedIn }) => {
  test.slow();
  const account = await signedIn();
  const authenticator = await addAuthenticator(page);
  await openPasskeys({ page, t, isMobile });
  await addPasskey({ page, t, isMobile }, { password: account.password });

  await page.getByRole('main').getByRole('listitem').getByRole('button').click();
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('pk.rename') })
    .click();
  const naming = page.getByRole('dialog', { name: t('pk.name') });
  await naming.getByRole('textbox').fill('River');
  await naming.getByRole('button', { name: t('btn.save') }).click();
  const row = page.getByRole('main').getByRole('button', { name: 'River' });
  await expect(row).toBeFocused();
  await expect.poll(() => authenticator.told.updated.length).toBeGreaterThan(0);

  expect(await authenticator.count()).toBe(1);
  await row.click();
  await page
    .getByRole('dialog', { name: 'River' })
    .getByRole('button', { name: t('pk.remove') })
    .click();
  const question = page.getByRole('alertdialog', { name: t('pk.removeT', { name: 'River' }) });
  await expectAccessible(page);
  await question.getByRole('button', { name: t('pk.remove') }).click();
  await confirm({ page, t });
  await expect(toast(page, t('pk.removed'))).toBeVisible();
  await expect(page.getByText(t('pk.emptyH'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect.poll(() => authenticator.told.deleted.length).toBe(1);
  expect(await authenticator.count()).toBe(0);
});

test('tells a passkey that opens no account, and the manager drops it', onPhoneOdd, async ({ page, t, isMobile, signedIn, database }) => {
  test.slow();
  const account = await signedIn();
  const authenticator = await addAuthenticator(page);
  await openPasskeys({ page, t, isMobile });
  await addPasskey({ page, t, isMobile }, { password: account.password });
  database.takePasskeysAway(account);
  await signOutUnseen(page);
  await page.goto('/login');
  await hydrated(page);
  await page.mouse.move(9, 9);
  await expect(page.getByRole('alert').getByText(t('pk.gone'))).toBeVisible();
  await expect.poll(() => authenticator.told.deleted.length).toBe(1);
  expect(await authenticator.count()).toBe(0);
});

test(
  'tells the manager after a second step that a passkey was removed meanwhile',
  onPhoneEven,
  async ({ page, t, isMobile, signedIn, database }) => {
    test.slow();
    const account = await signedIn();
    const authenticator = await addAuthenticator(page);
    const place = { page, t, isMobile };
    await openPasskeys(place);
    await addPasskey(place, { password: account.password });
    await page.goto(isMobile ? '/mobile-two-step' : '/pc-two-step');
    await page.getByRole('link', { name: t('ts.turnOn') }).click();
    await confirm(place);
    await page.getByRole('button', { name: t('ts.something') }).click();
    await page
      .getByRole('main')
      .getByRole('button', { name: t('pk.one') })
      .click();
    await expect(page.getByRole('checkbox', { name: t('ts.saved') })).toBeVisible();
    const code = await page.getByRole('main').getByText(recoveryCode).first().innerText();
    await page.getByRole('checkbox', { name: t('ts.saved') }).check();
    await page.getByRole('button', { name: t('ts.finish') }).click();
    await expect(toast(page, t('ts.done'))).toBeVisible();

    // As by a removal that waited.
    await page.goto('about:blank');
    database.takePasskeysAway(account);
    database.endSessions(account);
    await authenticator.touches(false);
    const signIn = signInPage(page, t);
    await signIn.open();
    await signIn.account.fill(account.phone);
    await signIn.password.fill(account.password);
    await signIn.submit.click();
    await expect(page.getByRole('heading', { name: t('vf.h') })).toBeVisible();
    await page.getByRole('textbox').fill(code);
    await page
      .getByRole('main')
      .getByRole('button', { name: t('si.btn'), exact: true })
      .click();
    await expect(page).toHaveURL(/\/\w+-account-home$/);
    await expect.poll(() => authenticator.told.deleted.length).toBe(1);
    expect(await authenticator.count()).toBe(0);
  },
);

test('a passkey adds an email and deletes the account', onPhoneEven, async ({ page, t, isMobile, signedIn, freshEmail, outbox }) => {
  test.slow();
  const account = await signedIn();
  await addAuthenticator(page);
  await openPasskeys({ page, t, isMobile });
  await addPasskey({ page, t, isMobile }, { password: account.password });

  const form = contactPage({ page, t, isMobile }, 'email');
  await form.open();
  await confirmBy(page.getByRole('main'), t, 'pk.one');
  await page
    .getByRole('main')
    .getByRole('button', { name: t('pk.signIn') })
    .click();
  const email = freshEmail();
  await form.contact.fill(email);
  await form.getCode.click();
  await form.code.fill(await outbox.codeFor(email));
  await form.submit.click();
  await expect(toast(page, t('ad.bound.email'))).toBeVisible();

  const wizard = deletionWizard(page, t, isMobile);
  await wizard.open();
  await wizard.answer();
  await page
    .getByRole('main')
    .getByRole('button', { name: t('pk.signIn') })
    .click();
  await wizard.confirmation.getByRole('button', { name: t('dl.btn') }).click();
  await expect(page).toHaveURL(/\/cancellation$/);
});

test('has no word about passkeys where the browser knows none', async ({ page, t, isMobile, signedIn, context }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await page.goto('/login');
  await hydrated(page);
  await expect(page.getByRole('button', { name: t('pk.signIn') })).toHaveCount(0);
  await signedIn();
  await page.goto(isMobile ? '/mobile-security' : '/pc-security');
  await expect(page.getByRole('main').getByText(t('sec.phone')).first()).toBeVisible();
  await expect(page.getByText(t('pk.title'))).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: t('ts.title') })).toBeVisible();
  await context.clearCookies();
});

/** As another person at this browser. A page that is open would itself lead to the sign-in, in the middle of the next step. */
async function signOutUnseen(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

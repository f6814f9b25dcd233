import { addAuthenticator, addPasskey, confirm, openPasskeys } from './support/authenticator.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { importLegacy } from './support/legacy.ts';
import { codeOf } from './support/outbox.ts';
import { onEven, onPhoneOdd } from './support/projects.ts';
import { recoveryPage } from './support/recovery-page.ts';
import { toast } from './support/toast.ts';

const newPassword = 'maple-seed-2031';

test(
  'gives the password up, which another tab sees, and merges a legacy account by passkey',
  onEven,
  async ({ page, t, isMobile, signedIn, context }) => {
    test.slow();
    const account = await signedIn({ email: true });
    const old = await importLegacy({ email: account.email });
    await addAuthenticator(page);
    const place = { page, t, isMobile };
    await openPasskeys(place);
    await addPasskey(place, { password: account.password });
    const other = await context.newPage();
    const password = isMobile ? '/mobile-modify-info/password' : '/pc-way/password';
    await other.goto(password);
    await expect(other.getByText(t('pw.can'))).toBeVisible();

    await page.goto(password);
    await page.getByRole('button', { name: t('pw.remove') }).click();
    const question = page.getByRole('alertdialog', { name: t('pw.removeT') });
    await expectAccessible(page);
    await question.getByRole('button', { name: t('pw.remove') }).click();
    await confirm(place);
    await expect(toast(page, t('pw.removed'))).toBeVisible();
    await expect(page.getByRole('main').getByText(t('pw.none'))).toBeVisible();
    await expectAccessible(page);
    await expect(other.getByText(t('pw.none'))).toBeVisible();
    await other.close();

    await page.goto('/');
    await page.getByRole('button', { name: t('home.upgrade.h') }).click();
    const main = page.getByRole('main');
    await page.getByRole('button', { name: t('up.useOther') }).click();
    await page.getByRole('combobox', { name: t('f.account') }).fill(old.phone);
    await page.getByRole('button', { name: t('f.getCode') }).click();
    await page.getByRole('textbox', { name: t('f.code') }).fill(await codeOf('upgrade', page, old.phone));
    await main.getByRole('button', { name: t('btn.continue') }).click();
    // Both steps have a button of this name: the first one, still busy, would take the click and ignore it.
    await expect(main.getByRole('radio')).toBeChecked();
    await main.getByRole('button', { name: t('btn.continue') }).click();
    await expect(page).toHaveURL(/\/confirm/);
    await main.getByRole('button', { name: t('up.btn') }).click();
    await main.getByRole('checkbox', { name: t('up.tick') }).check();
    await main.getByRole('button', { name: t('up.btn') }).click();
    await confirm(place);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title.resUpgrade'));
  },
);

test(
  'turns two steps on with a security key, and comes back by phone and key',
  onPhoneOdd,
  async ({ page, t, isMobile, signedIn, context }) => {
    test.slow();
    const account = await signedIn();
    const authenticator = await addAuthenticator(page, 'key');
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
    await page.getByRole('checkbox', { name: t('ts.saved') }).check();
    await page.getByRole('button', { name: t('ts.finish') }).click();
    await expect(toast(page, t('ts.done'))).toBeVisible();

    // A page that still loads would lead to the sign-in without its cookie.
    await page.goto('about:blank');
    await context.clearCookies();
    const form = recoveryPage(place);
    await form.prove(account.phone);
    await expect(page).toHaveURL(/\/recover$/);
    await page.getByRole('button', { name: t('way.passkey') }).click();
    await page.getByRole('button', { name: t('pk.signIn') }).click();
    await expect(page.getByRole('heading', { name: t('re.keepT') })).toBeVisible();
    await page.getByRole('button', { name: t('btn.continue') }).click();
    await form.fresh.fill(newPassword);
    await form.confirm.fill(newPassword);
    await form.send();
    await page.getByRole('checkbox', { name: t('re.saved') }).check();
    const told = authenticator.told.updated.length;
    await page.getByRole('button', { name: t('btn.confirm') }).click();
    await expect(page).toHaveURL(/\/\w+-account-home$/);
    // What a recovery has left out would be gone.
    await expect.poll(() => authenticator.told.updated.length).toBeGreaterThan(told);
  },
);

import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { actingLinkOf } from './support/outbox.ts';
import { passwordPage } from './support/password-page.ts';
import { onOdd } from './support/projects.ts';
import { signInPage } from './support/sign-in-page.ts';
import { toast } from './support/toast.ts';

test(
  'a message ends everything in two clicks, and its owner gets back in',
  onOdd,
  async ({ page, t, signedIn, isMobile, database, browser, locale, baseURL }) => {
    test.slow();
    const account = await signedIn({ email: true });
    database.ageAccount(account);
    const options = { ...(locale === undefined ? {} : { locale }), ...(baseURL === undefined ? {} : { baseURL }) };
    const elsewhere = await browser.newContext(options);
    const thief = await elsewhere.newPage();
    const door = signInPage(thief, t);
    await door.open();
    await door.signIn(account.phone, account.password);
    await expect(thief).toHaveURL(/\/\w+-account-home/);
    const form = passwordPage({ page: thief, t, isMobile });
    await form.open();
    await form.current.fill(account.password);
    await form.fillNew('maple-seed-2031');
    await form.submit.click();
    await expect(toast(thief, t('rs.ok.pw'))).toBeVisible();

    const mailbox = await browser.newContext(options);
    const mail = await mailbox.newPage();
    // The first click.
    await mail.goto(await actingLinkOf(page, account.email));
    await expect(mail).toHaveURL(/\/notice$/);
    await expect(mail.getByRole('heading', { level: 1 })).toHaveText(t('wy.h'));
    await expectAccessible(mail);
    const freeze = mail.getByRole('button', { name: t('wy.btn') });
    // What a scanner's script does changes nothing.
    await freeze.evaluate((button: HTMLElement) => button.click());
    await expect(freeze).toBeVisible();
    await mail.reload();
    await hydrated(mail);
    await expect(async () => {
      // The second click, as soon as the button counts.
      if (await freeze.isVisible()) await freeze.click({ timeout: 1000 });
      await expect(mail.getByRole('heading', { level: 1 })).toHaveText(t('fz.h'), { timeout: 2000 });
    }).toPass();
    await expectAccessible(mail);

    await thief.goto('/');
    await expect(thief).toHaveURL(/\/login/);
    await page.goto('/');
    await expect(page).toHaveURL(/\/login/);
    await signInPage(page, t).signInByCode(account.phone);
    await expect(page).toHaveURL(/\/recover$/);
    // A phone alone opens no frozen account, and the browser that knows it is no second way.
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(t('fz.go'));
    // The password from before the change counts.
    await page
      .getByRole('button', { name: t('way.password') })
      .filter({ hasText: t('way.former') })
      .click();
    await page.getByLabel(t('f.password'), { exact: true }).fill(account.password);
    await page.getByLabel(t('f.password'), { exact: true }).press('Enter');
    await expect(heading).toHaveText(t('wb.keepT'));
    await page.getByRole('button', { name: t('btn.continue') }).click();
    await page.getByLabel(t('f.newPw'), { exact: true }).fill('cedar-seed-2032');
    await page.getByLabel(t('f.confirm'), { exact: true }).fill('cedar-seed-2032');
    await page.getByRole('button', { name: t('rc.set') }).click();
    await expect(page).toHaveURL(/\/\w+-account-home/);
    await elsewhere.close();
    await mailbox.close();
  },
);

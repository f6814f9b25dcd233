import { connectHttp, expectOk } from '#server/testing/server/http-client.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expectWithin, measure } from './support/budgets.ts';
import { expect, test, type FreshAccount } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { inBothLayouts } from './support/projects.ts';
import { serverOrigin } from './support/server.ts';

const home = (isMobile: boolean) => (isMobile ? '/mobile-account-home' : '/pc-account-home');
const security = (isMobile: boolean) => (isMobile ? '/mobile-security' : '/pc-security');

/** A risky sign-in of another browser. */
async function signInElsewhere({ phone, password }: FreshAccount): Promise<void> {
  expectOk(await connectHttp(serverOrigin()).post('/login/password', { account: phone, password }));
}

/** The limits of a calm page: a question or a suggestion adds to them. */
const budgets = {
  home: { controls: 10, height: [900, 890], han: 130, words: 85 },
  security: { controls: 12, height: [1100, 1190], han: 170, words: 90 },
} as const;

test('asks the same question on both pages, and one press answers it', inBothLayouts, async ({ page, t, signedIn, database, isMobile }) => {
  const account = await signedIn({ email: true });
  database.ageAccount(account);
  await signInElsewhere(account);
  const question = page.getByRole('region', { name: t('ck.a.answer') });
  await page.goto(security(isMobile));
  await expect(question).toBeVisible();
  await page.goto(home(isMobile));
  await expect(question).toBeVisible();
  await expectAccessible(page);
  const mark = isMobile ? page.getByText(t('ck.toConfirm', { n: 1 })) : page.getByText(t('ck.needs'));
  await expect(mark).toBeVisible();
  await question.getByRole('button', { name: t('nt.me') }).click();
  await expect(page.getByText(t('ac.own'))).toBeVisible();
  await expect(question).toBeHidden();
  await expect(mark).toBeHidden();
  await page.reload();
  await hydrated(page);
  await expect(question).toBeHidden();
  await page.goto(isMobile ? '/mobile-activity' : '/pc-activity');
  await expect(page.getByRole('button', { name: t('nt.me') })).toHaveCount(0);
  await expect(page.getByText(t('ac.e.notice.answered')).first()).toBeVisible();
  await expectAccessible(page);
});

test(
  'has the state of each way, within its budget, and freezes from the menu in three presses',
  inBothLayouts,
  async ({ page, t, signedIn, database, isMobile }) => {
    const account = await signedIn({ email: true });
    database.ageAccount(account);
    await page.goto(home(isMobile));
    await hydrated(page);
    await expect(page.getByRole('main').getByText(t('nav.devices')).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectWithin(page, budgets.home, isMobile);
    await page.goto(security(isMobile));
    await hydrated(page);
    const main = page.getByRole('main');
    await expect(main.getByText(t('a11y.phoneEnd', { n: account.phone.slice(-4) }))).toBeAttached();
    await page.waitForLoadState('networkidle');
    await expect(main.getByRole('link', { name: new RegExp(`^${t('pk.title')}`) })).toContainText(t('pk.noneYet'));
    await expect(main.getByRole('link', { name: t('ts.title') })).toContainText(t('ts.off'));
    await expectWithin(page, budgets.security, isMobile);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    expect((await measure(page)).sideways).toBe(0);
    await page.setViewportSize(isMobile ? { width: 390, height: 844 } : { width: 1440, height: 900 });

    await page
      .getByRole('banner')
      .getByRole('button', { name: t('head.menu') })
      .click();
    await page
      .getByRole('link', { name: t('head.stolen') })
      .filter({ visible: true })
      .click();
    await expect(page).toHaveURL(/\/freeze$/);
  },
);

test('leads on from older addresses, opens a change by its URL, and Back closes it', async ({ page, t, signedIn }) => {
  await signedIn();
  await page.goto('/pc-checkup');
  await expect(page).toHaveURL(/\/pc-security$/);
  await page.goto('/pc-account-home');
  await hydrated(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('sec.email') })
    .click();
  await expect(page).toHaveURL(/\/pc-way\/email$/);
  const button = page.getByRole('button', { name: `${t('btn.add')} ${t('sec.email')}`, exact: true });
  const dialog = page.getByRole('dialog');
  await button.click();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await button.click();
  await dialog.getByRole('button', { name: t('sys.close') }).click();
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/pc-account-home$/);
});

test('selects a place of the menu at once, and does nothing irreversible by Enter', async ({ page, t, signedIn }) => {
  await signedIn({ email: true });
  await page.goto('/pc-way/phone');
  await hydrated(page);
  const remove = page.getByRole('button', { name: t('ad.unbind.phone') });
  await remove.focus();
  // The second press meets the question, whose safe answer has the focus.
  for (let press = 0; press < 6; press += 1) await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(remove).toBeVisible();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: t('ad.unbind.phone') });
  await expect(question.getByRole('button', { name: t('btn.cancel') })).toBeFocused();
  await page.keyboard.press('Escape');

  const devices = page.getByRole('navigation', { name: t('a11y.nav') }).getByRole('link', { name: t('nav.devices') });
  await devices.hover();
  await page.mouse.down();
  await expect(devices).toHaveAttribute('aria-current', 'page');
  await page.mouse.up();
  await expect(page).toHaveURL(/\/device$/);
});

import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { importLegacy, legacyPassword } from './support/legacy.ts';
import { registerNeighbours } from './support/neighbours.ts';
import { codeOf, linkOf } from './support/outbox.ts';
import { serverOrigin } from './support/server.ts';
import { signInPage } from './support/sign-in-page.ts';
import type { Translate } from './support/texts.ts';
import { toast } from './support/toast.ts';

/** What a person sees and does on the pages of the upgrade. */
function upgradePages(page: Page, t: Translate) {
  const code = page.getByRole('textbox', { name: t('f.code') });
  const contact = page.getByRole('combobox', { name: t('f.account') });
  const main = page.getByRole('main');
  return {
    contact,
    main,
    heading: page.getByRole('heading', { level: 1 }),
    next: main.getByRole('button', { name: t('btn.continue') }),
    merge: main.getByRole('button', { name: t('up.btn') }),
    tick: main.getByRole('checkbox', { name: t('up.tick') }),
    side: (field: string, side: 'up.from' | 'up.to') =>
      main.getByRole('group', { name: t('up.choose', { field }) }).getByRole('radio', { name: t(side) }),
    /** Fills the contact, asks for its code and enters it. */
    async prove(target: string) {
      await contact.fill(target);
      await page.getByRole('button', { name: t('f.getCode') }).click();
      await expect(code).toBeFocused();
      await code.fill(await codeOf('upgrade', page, target));
    },
  };
}

/** The step in the address; nothing else may stand there. */
const step = (name: string) => new RegExp(`/(mobile-)?account-upgrade/${name}$`);

test('who signs in to a legacy account is led to its upgrade, and is signed in to the new account', async ({ page, t }) => {
  const old = await importLegacy();
  const form = signInPage(page, t);
  await form.open();
  await form.signIn(old.username, legacyPassword);
  await expect(page).toHaveURL(step('account'));
  const upgrade = upgradePages(page, t);
  await expect(upgrade.heading).toHaveText(t('home.upgrade.h'));
  await expect(upgrade.main).toContainText(old.nickname);
  await expect(upgrade.main).not.toContainText(old.phone);
  await expectAccessible(page);
  await page.reload();
  await hydrated(page);
  await expect(upgrade.main).toContainText(old.nickname);
  await upgrade.main.getByRole('button', { name: t('home.upgrade.btn') }).click();
  await page.getByRole('button', { name: t('agree.dlg.btn') }).click();
  await expect(upgrade.heading).toHaveText(t('title.resUpgrade'));
  await page.goto('/');
  await expect(page).toHaveURL(/account-home$/);
  await expect(upgrade.main).toContainText(old.nickname);
});

test('upgrades where many of the network have registered, with a captcha that is else not asked for', async ({
  page,
  t,
  extraHTTPHeaders,
}) => {
  test.slow();
  const address = extraHTTPHeaders?.['x-forwarded-for'] ?? '';
  // Ten times the limits of production.
  await registerNeighbours({ origin: serverOrigin(), address, count: 30 });
  const old = await importLegacy();
  const form = signInPage(page, t);
  await form.open();
  await form.signIn(old.username, legacyPassword);
  const upgrade = upgradePages(page, t);
  await expect(upgrade.main).toContainText(old.nickname);
  const harder = page.waitForRequest('**/api/captcha/challenge?scene=upgrade&work=2');
  await upgrade.main.getByRole('button', { name: t('home.upgrade.btn') }).click();
  await page.getByRole('button', { name: t('agree.dlg.btn') }).click();
  await harder;
  await expect(upgrade.heading).toHaveText(t('title.resUpgrade'));
});

test('merges from the account home with choices that Back and a reload keep, and the mailed link takes it back', async ({
  page,
  t,
  signedIn,
  context,
}) => {
  test.slow();
  const account = await signedIn({ email: true });
  const old = await importLegacy({ email: account.email });
  await page.goto('/');
  await page.getByRole('link', { name: t('home.upgrade.btn') }).click();
  const upgrade = upgradePages(page, t);
  await expect(upgrade.heading).toHaveText(t('title.ownership'));
  await upgrade.prove(old.phone);
  await upgrade.next.click();
  await expect(upgrade.main.getByRole('radio')).toBeChecked();
  await expect(upgrade.main).toContainText(t('ex.merge'));
  await expectAccessible(page);
  await upgrade.next.click();
  await expect(page).toHaveURL(step('confirm'));

  // The account is the one of this session: what both have is shown and to be chosen.
  await upgrade.merge.click();
  await expect(upgrade.main).toContainText(t('v.choice'));
  await expect(upgrade.main).toContainText(t('v.merge'));
  const legacyName = upgrade.side(t('pf.nickname'), 'up.from');
  await legacyName.check();
  await upgrade.side(t('sec.phone'), 'up.to').check();
  await expectAccessible(page);
  await page.reload();
  await hydrated(page);
  await expect(legacyName).toBeChecked();
  await page.goBack();
  await expect(upgrade.main.getByRole('radio')).toHaveCount(1);
  await expect(upgrade.main.getByRole('radio')).toBeChecked();
  await page.goForward();
  await expect(legacyName).toBeChecked();
  await upgrade.tick.check();
  await upgrade.merge.click();
  // Nothing of this session is fresh: the identity is proven over the page, which stays as it is.
  const proof = page.getByRole('dialog', { name: t('vf.h') });
  await expect(proof).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(proof).toBeHidden();
  await expect(legacyName).toBeChecked();
  await upgrade.merge.click();
  await proof.getByRole('button', { name: t('vf.byPassword') }).click();
  await proof.getByRole('textbox').fill(account.password);
  await page.keyboard.press('Enter');
  await expect(upgrade.heading).toHaveText(t('title.resUpgrade'));
  await page.goto('/');
  await expect(upgrade.main).toContainText(old.nickname);
  await expect(page.getByRole('link', { name: t('home.upgrade.btn') })).toHaveCount(0);

  const link = await linkOf('undo-upgrade', page, account.phone);
  await page.goto(link);
  await expect(page).toHaveURL(/\/undo-upgrade$/);
  await hydrated(page);
  await expect(upgrade.heading).toHaveText(t('ln.merge.h'));
  await expectAccessible(page);
  await page.getByRole('button', { name: t('title.undoMerge') }).click();
  await expect(upgrade.heading).toHaveText(t('ln.merge.okH'));
  await expect(upgrade.heading).toBeFocused();
  const again = await context.newPage();
  await again.goto(link);
  await hydrated(again);
  await again.getByRole('button', { name: t('title.undoMerge') }).click();
  await expect(again.getByRole('heading', { level: 1 })).toHaveText(t('ln.dead.h'));
  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
});

test('a target that is not proven yet is proven by its own code, and by no other', async ({ page, t, freshAccount, freshPhone }) => {
  test.slow();
  const account = await freshAccount({ email: true });
  const old = await importLegacy({ email: account.email });
  const form = signInPage(page, t);
  await form.open();
  await form.signIn(old.phone, legacyPassword);
  const upgrade = upgradePages(page, t);
  await expect(upgrade.main).toContainText(t('up.sameEmail'));
  await upgrade.next.click();
  await expect(page).toHaveURL(step('confirm'));
  await upgrade.tick.check();
  await upgrade.next.click();
  await expect(page).toHaveURL(step('verify'));
  await expectAccessible(page);
  await upgrade.prove(freshPhone());
  const confirm = upgrade.main.getByRole('button', { name: t('btn.confirm') });
  await confirm.click();
  await expect(upgrade.main).toContainText(t('up.other'));
  // A code to its email proves it, but does not replace its phone.
  await upgrade.prove(account.email);
  await confirm.click();
  await expect(page).toHaveURL(step('confirm'));
  await expect(upgrade.main).toContainText(t('up.left.kept'));
  await expect(upgrade.side(t('sec.phone'), 'up.to')).toHaveCount(0);
  await expectAccessible(page);
  await upgrade.main.getByRole('link', { name: t('up.byPhone') }).click();
  await upgrade.prove(account.phone);
  await confirm.click();
  await expect(page).toHaveURL(step('confirm'));
  await upgrade.side(t('pf.nickname'), 'up.to').check();
  await upgrade.side(t('sec.phone'), 'up.to').check();
  await upgrade.tick.check();
  await upgrade.merge.click();
  await expect(upgrade.heading).toHaveText(t('title.resUpgrade'));
});

test('none of the found accounts is theirs: it is said what that means before the legacy one stands alone', async ({
  page,
  t,
  freshAccount,
}) => {
  const account = await freshAccount({ email: true });
  const old = await importLegacy({ email: account.email });
  const form = signInPage(page, t);
  await form.open();
  await form.signIn(old.phone, legacyPassword);
  await page.getByRole('button', { name: t('up.notMine'), exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(t('ex.signupOther'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('up.new') })
    .click();
  const upgrade = upgradePages(page, t);
  await expect(upgrade.heading).toHaveText(t('home.upgrade.h'));
  await expect(upgrade.main).toContainText(t('up.left.taken'));
  await upgrade.main.getByRole('button', { name: t('btn.prev') }).click();
  await expect(upgrade.main).toContainText(t('up.sameEmail'));
});

test('registration with the phone of a legacy account leads to its upgrade, where its holder can free it', async ({ page, t }) => {
  const old = await importLegacy();
  await page.goto('/register');
  await hydrated(page);
  const phone = page.getByRole('textbox', { name: t('f.phone') });
  await phone.fill(old.phone);
  await page.getByRole('button', { name: t('f.getCode') }).click();
  await page.getByRole('link', { name: t('rg.upgrade') }).click();
  const upgrade = upgradePages(page, t);
  await expect(upgrade.contact).toHaveValue(old.phone);
  await upgrade.prove(old.phone);
  await upgrade.next.click();
  await page.getByRole('button', { name: t('up.release'), exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(t('up.release.b'));
  await page.getByRole('button', { name: t('up.release.btn'), exact: true }).click();
  await expect(toast(page, t('up.released'))).toBeVisible();
  await expect(page).toHaveURL(/\/register$/);
});

test('begins with the search where nothing is known, says what was not found, and begins again when it took too long', async ({
  page,
  t,
  freshPhone,
  isMobile,
}) => {
  await page.goto('/account-upgrade/verify');
  await expect(page).toHaveURL(isMobile ? /\/mobile-account-upgrade\/account$/ : /\/account-upgrade\/account$/);
  await hydrated(page);
  const upgrade = upgradePages(page, t);
  await upgrade.prove(freshPhone());
  await upgrade.next.click();
  await expect(upgrade.main).toContainText(t('up.none.h'));
  await expectAccessible(page);
  await page.evaluate(() => sessionStorage.setItem('upgrade.visit', JSON.stringify({ legacyId: 'gone', tickets: ['gone'] })));
  await page.reload();
  await expect(toast(page, t('toast.1022'))).toBeVisible();
  await expect(upgrade.contact).toBeVisible();
});

import type { Page } from '@playwright/test';
import { limits } from '#contract/limits.ts';
import { confirmBy } from './support/confirm.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { importLegacy, legacyPassword } from './support/legacy.ts';
import { registerNeighbors } from './support/neighbors.ts';
import { codeOf, linkOf } from './support/outbox.ts';
import { onEven, onOdd, onPhone, onPhoneEven, onPhoneOdd } from './support/projects.ts';
import { serverOrigin } from './support/server.ts';
import { signInPage } from './support/sign-in-page.ts';
import type { Translate } from './support/texts.ts';
import { toast } from './support/toast.ts';

/** The pages of the upgrade as a person uses them. */
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
    /** Fills in the contact, requests its code and enters it. */
    async prove(target: string) {
      await contact.fill(target);
      // Pressed as long as a person does: any sooner after a refused press it would count as a double click.
      await page.getByRole('button', { name: t('f.getCode') }).click({ delay: 2 * limits.submitDebounceMs });
      await expect(code).toBeFocused();
      await code.fill(await codeOf('upgrade', page, target));
    },
  };
}

/** The step in the URL, which must contain nothing more. */
const step = (name: string) => new RegExp(`/(mobile-)?account-upgrade/${name}$`);

test('leads from a sign-in with a legacy account to its upgrade, and signs in to the new account', onPhone, async ({ page, t }) => {
  const old = await importLegacy();
  const form = signInPage(page, t);
  await form.open();
  await form.signIn(old.username, legacyPassword);
  await expect(page).toHaveURL(step('account'));
  await hydrated(page);
  const upgrade = upgradePages(page, t);
  await expect(upgrade.heading).toHaveText(t('home.upgrade.h'));
  await expect(upgrade.main).toContainText(old.nickname);
  await expect(upgrade.main).not.toContainText(old.phone);
  await expectAccessible(page);
  await page.reload();
  await hydrated(page);
  await expect(upgrade.main).toContainText(old.nickname);
  await upgrade.prove(old.phone);
  await upgrade.next.click();
  await upgrade.main.getByRole('button', { name: t('home.upgrade.btn') }).click();
  await page.getByRole('button', { name: t('agree.dlg.btn') }).click();
  await expect(upgrade.heading).toHaveText(t('title.resUpgrade'));
  await page.goto('/');
  await expect(page).toHaveURL(/\/\w+-account-home$/);
  await expect(upgrade.main).toContainText(old.nickname);
});

test(
  'upgrades from a network with many registrations, with a captcha that is usually omitted',
  onOdd,
  async ({ page, t, extraHTTPHeaders }) => {
    test.slow();
    const address = extraHTTPHeaders?.['x-forwarded-for'] ?? '';
    // Ten times the limits of production.
    await registerNeighbors({ origin: serverOrigin(), address, count: 30 });
    const old = await importLegacy();
    const form = signInPage(page, t);
    await form.open();
    await form.signIn(old.username, legacyPassword);
    await expect(page).toHaveURL(step('account'));
    await hydrated(page);
    const upgrade = upgradePages(page, t);
    await expect(upgrade.main).toContainText(old.nickname);
    await upgrade.prove(old.phone);
    await upgrade.next.click();
    const harder = page.waitForRequest('**/api/captcha/challenge?scene=upgrade&work=2');
    await upgrade.main.getByRole('button', { name: t('home.upgrade.btn') }).click();
    await page.getByRole('button', { name: t('agree.dlg.btn') }).click();
    await harder;
    await expect(upgrade.heading).toHaveText(t('title.resUpgrade'));
  },
);

test('merges from the account home with choices that Back and a reload keep, and the mailed link undoes it', async ({
  page,
  t,
  signedIn,
  context,
}) => {
  test.slow();
  const account = await signedIn({ email: true });
  const old = await importLegacy({ email: account.email });
  await page.goto('/');
  await page.getByRole('button', { name: t('home.upgrade.h') }).click();
  const upgrade = upgradePages(page, t);
  await expect(upgrade.heading).toHaveText(t('title.ownership'));
  // The account's own contacts come first; this legacy ID is proven by another one.
  await expect(upgrade.main.getByRole('radio')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: t('up.useOther') }).click();
  await upgrade.prove(old.phone);
  await upgrade.next.click();
  await expect(upgrade.main.getByRole('radio')).toBeChecked();
  await expect(upgrade.main).toContainText(t('ex.merge'));
  await expectAccessible(page);
  await upgrade.next.click();
  await expect(page).toHaveURL(step('confirm'));

  // The account belongs to this session: the page shows the items of both accounts to choose from.
  await upgrade.merge.click();
  await expect(upgrade.main).toContainText(t('v.merge'));
  const legacyName = upgrade.side(t('pf.nickname'), 'up.from');
  await legacyName.check();
  await expect(upgrade.side(t('sec.phone'), 'up.to')).toBeChecked();
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
  // This session has no fresh proof: a dialog over the page asks for it, and the page stays as it is.
  const proof = page.getByRole('dialog', { name: t('vf.h') });
  await expect(proof).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(proof).toBeHidden();
  await expect(legacyName).toBeChecked();
  await upgrade.merge.click();
  await confirmBy(proof, t, 'vf.byPassword');
  await proof.getByRole('textbox').fill(account.password);
  await page.keyboard.press('Enter');
  await expect(upgrade.heading).toHaveText(t('title.resUpgrade'));
  await page.goto('/');
  await expect(upgrade.main).toContainText(old.nickname);
  await expect(page.getByRole('link', { name: t('home.upgrade.btn') })).toHaveCount(0);

  const link = await linkOf('undo-upgrade', page, account.email);
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
  // The link ends no session.
  await page.goto('/');
  await expect(page.getByRole('button', { name: t('home.upgrade.h') })).toHaveCount(1);
});

test('an unproven target is proven by its own code, and by no other', onPhoneOdd, async ({ page, t, freshAccount, freshPhone }) => {
  test.slow();
  const account = await freshAccount({ email: true });
  const old = await importLegacy({ email: account.email });
  await page.goto('/account-upgrade/account');
  await hydrated(page);
  const upgrade = upgradePages(page, t);
  await upgrade.prove(old.phone);
  await upgrade.next.click();
  await expect(upgrade.main).toContainText(t('up.sameEmail'));
  await upgrade.next.click();
  await expect(page).toHaveURL(step('verify'));
  await expectAccessible(page);
  await upgrade.contact.fill(freshPhone());
  await page.getByRole('button', { name: t('f.getCode') }).click();
  await expect(upgrade.main).toContainText(t('v.email.not_my'));
  const confirm = upgrade.main.getByRole('button', { name: t('btn.confirm') });
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

test('a phone that only the old system had verified replaces none', onEven, async ({ page, t, freshAccount }) => {
  test.slow();
  const account = await freshAccount({ email: true });
  const old = await importLegacy({ email: account.email });
  const form = signInPage(page, t);
  await form.open();
  await form.signIn(old.phone, legacyPassword);
  await expect(page).toHaveURL(step('account'));
  await hydrated(page);
  const upgrade = upgradePages(page, t);
  await expect(upgrade.main).toContainText(t('up.sameEmail'));
  await upgrade.next.click();
  await upgrade.prove(account.email);
  await upgrade.main.getByRole('button', { name: t('btn.confirm') }).click();
  await expect(page).toHaveURL(step('confirm'));
  await expect(upgrade.side(t('pf.nickname'), 'up.to')).toBeChecked();
  await expect(upgrade.main).toContainText(t('up.left.unproven'));
  await expect(upgrade.side(t('sec.phone'), 'up.to')).toHaveCount(0);
});

test(
  'if no found account is theirs, explains the consequences before the legacy account is upgraded alone',
  onEven,
  async ({ page, t, freshAccount }) => {
    const account = await freshAccount({ email: true });
    const old = await importLegacy({ email: account.email });
    const form = signInPage(page, t);
    await form.open();
    await form.signIn(old.phone, legacyPassword);
    await expect(page).toHaveURL(step('account'));
    await hydrated(page);
    await page.getByRole('button', { name: t('up.notMine'), exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText(t('ex.signupOther'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('up.new') })
      .click();
    const upgrade = upgradePages(page, t);
    await expect(upgrade.heading).toHaveText(t('home.upgrade.h'));
    // The password proves no contact: a new account has one that a code proves.
    const back = upgrade.main.getByRole('button', { name: t('btn.prev') });
    await expect(upgrade.main).toContainText(t('up.confirm'));
    await back.click();
    await expect(upgrade.main).toContainText(t('up.sameEmail'));
    await page.getByRole('button', { name: t('up.notMine'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('up.new') })
      .click();
    await upgrade.prove(old.phone);
    await upgrade.next.click();
    await expect(upgrade.main).toContainText(t('up.left.taken'));
    await back.click();
    await expect(upgrade.main).toContainText(t('up.sameEmail'));
  },
);

test(
  'leads from registration with a legacy account’s phone to its upgrade, where its holder can free it',
  onPhoneEven,
  async ({ page, t }) => {
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
    await expect(page.getByRole('alertdialog')).toContainText(t('up.release.b'));
    await page.getByRole('button', { name: t('up.release.btn'), exact: true }).click();
    await expect(toast(page, t('up.released'))).toBeVisible();
    await expect(page).toHaveURL(/\/register$/);
  },
);

test(
  'starts with the search if nothing is known, reports an empty result, and restarts after a timeout',
  onPhoneOdd,
  async ({ page, t, freshPhone, isMobile }) => {
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
  },
);

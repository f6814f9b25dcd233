import { expectAccessible } from './support/accessibility.ts';
import { contactPage } from './support/contact-page.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { tabTo } from './support/keyboard.ts';
import { actingLinkOf, codeOf } from './support/outbox.ts';
import { phoneAsShown } from './support/phone.ts';
import { inBothLayouts, onOdd, onPhoneEven, onPhoneOdd } from './support/projects.ts';
import { toast } from './support/toast.ts';

test('changes the phone by keyboard, from its row and back to it', inBothLayouts, async ({ page, t, signedIn, isMobile, freshPhone }) => {
  test.slow();
  const account = await signedIn();
  const form = contactPage({ page, t, isMobile }, 'phone');
  await page.goto(isMobile ? '/mobile-security' : '/pc-way/phone');
  await hydrated(page);
  const row = isMobile
    ? page.getByRole('link', { name: t('sec.phone') })
    : page.getByRole('button', { name: `${t('btn.change')} ${t('sec.phone')}` });
  await row.focus();
  await page.keyboard.press('Enter');
  await form.change();
  await form.verify(account.password);
  await expect(form.contact).toBeFocused();
  await expectAccessible(page);
  const phone = freshPhone();
  await page.keyboard.type(phone);
  await tabTo(page, form.getCode);
  await page.keyboard.press('Enter');
  await expect(form.code).toBeFocused();
  await page.keyboard.type(await codeOf('bind', page, phone));
  await page.keyboard.press('Enter');
  await expect(toast(page, t('rs.ok.phone'))).toBeVisible();
  await expect(page).toHaveURL(isMobile ? /mobile-security$/ : /pc-way\/phone$/);
  await expect(page.getByRole('main').getByText(phoneAsShown(phone))).toBeVisible();
  if (!isMobile) await expect(row).toBeFocused();
  // The old phone receives a notice with a link that freezes.
  expect(await actingLinkOf(page, account.phone)).toContain('#');
});

test('binds an email after an identity proof; a typed one is not lost by Escape', async ({ page, t, signedIn, isMobile, freshEmail }) => {
  const account = await signedIn();
  const form = contactPage({ page, t, isMobile }, 'email');
  await form.open();
  if (isMobile) await expect(page).toHaveURL(/\?fromType=setInitialEmail$/);
  await form.verify(account.password);
  await expect(isMobile ? page.getByRole('heading', { level: 1 }) : form.place.getByRole('heading')).toHaveText(t('title.bindEmail'));
  const email = freshEmail();
  await form.fill(email);
  if (!isMobile) {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: t('sys.stay') })).toBeFocused();
    await expect(form.contact).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(form.contact).toHaveValue(email);
  }
  await form.submit.click();
  await expect(toast(page, t('ad.bound.email'))).toBeVisible();
  await expect(page.getByRole('main').getByText(email.slice(email.indexOf('@')))).toBeVisible();
});

test('asks for a password first if there is none', onPhoneOdd, async ({ page, t, signedIn, isMobile, database, freshEmail }) => {
  test.slow();
  const account = await signedIn();
  database.takePasswordAway(account);
  const form = contactPage({ page, t, isMobile }, 'email');
  await form.open();
  // The account's only method: its code is sent at once.
  const slots = page.getByRole('textbox', { name: t('f.code') });
  await expect(slots).toBeFocused();
  await slots.fill(await codeOf('verify', page, account.phone));
  await expect(page.getByRole('heading', { name: t('title.setFirst') })).toBeVisible();
  const password = 'maple-seed-2031';
  await page
    .locator('input')
    .and(page.getByLabel(t('f.newPw'), { exact: true }))
    .fill(password);
  const confirm = page.locator('input').and(page.getByLabel(t('f.confirm'), { exact: true }));
  await confirm.fill(password);
  await confirm.press('Enter');
  await expect(form.contact).toBeFocused();
  await form.fill(freshEmail());
  await form.submit.click();
  await expect(toast(page, t('ad.bound.email'))).toBeVisible();
});

test(
  'continues after a reload, and asks again when the proof has expired',
  onPhoneEven,
  async ({ page, t, signedIn, isMobile, freshPhone, database }) => {
    test.slow();
    const account = await signedIn();
    const form = contactPage({ page, t, isMobile }, 'phone');
    await form.open();
    await form.change();
    await form.verify(account.password);
    await expect(form.contact).toBeVisible();
    await page.reload();
    await hydrated(page);
    await form.change();
    // The identity was proven just now.
    await expect(form.contact).toBeVisible();
    await form.fill(freshPhone());
    database.expireProofs(account);
    await form.submit.click();
    await form.prove(account.password);
    await expect(toast(page, t('rs.ok.phone'))).toBeVisible();
  },
);

test('unbinds, but never the last way in', onOdd, async ({ page, t, signedIn, isMobile, context }) => {
  test.slow();
  const account = await signedIn({ email: true });
  const open = async (kind: 'phone' | 'email', tab = page) => {
    await tab.goto(isMobile ? `/mobile-modify-info/${kind}` : `/pc-way/${kind}`);
    await hydrated(tab);
    const unbind = { name: t(`ad.unbind.${kind}`) };
    await tab.getByRole('button', unbind).click();
    return isMobile ? tab.getByRole('main') : tab.getByRole('alertdialog', unbind);
  };
  const remove = { name: t('btn.remove'), exact: true } as const;
  // Another tab, which does not learn of changes in this one.
  const other = await context.newPage();
  const stale = await open('phone', other);
  await expect(stale.getByRole('button', { name: t('btn.cancel') })).toBeVisible();

  const question = await open('email');
  if (!isMobile) await expect(question.getByRole('button', { name: t('btn.cancel') })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', remove).click();
  await contactPage({ page, t, isMobile }, 'email').prove(account.password);
  await expect(toast(page, t('ad.unbound.email'))).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  if (!isMobile) await expect(page.getByRole('button', { name: `${t('btn.add')} ${t('sec.email')}`, exact: true })).toBeVisible();

  await stale.getByRole('button', remove).click();
  await expect(stale).toContainText(t('ad.last.phone'));
  await expect(stale.getByRole('button', remove)).toHaveCount(0);

  await page.goto(isMobile ? '/mobile-modify-info/phone' : '/pc-way/phone');
  await expect(page.getByText(t('sec.onlyWay'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('ad.unbind.phone') })).toHaveCount(0);
});

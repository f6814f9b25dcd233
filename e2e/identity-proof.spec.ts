import type { Locator, Page } from '@playwright/test';
import { confirmBy } from './support/confirm.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { tabTo } from './support/keyboard.ts';
import { codeOf } from './support/outbox.ts';
import { onOdd, onPhone, onPhoneEven } from './support/projects.ts';
import type { Translate } from './support/texts.ts';
import { toast } from './support/toast.ts';

/** The dialog for the identity proof, over the page that needs it. */
function proofDialog(page: Page, t: Translate) {
  const dialog = page.getByRole('dialog', { name: t('vf.h') });
  return {
    dialog,
    slots: dialog.getByRole('textbox', { name: t('f.code') }),
    other: dialog.getByRole('button', { name: t('vf.other') }),
    method: (part: string) => dialog.getByRole('button').filter({ hasText: part }),
  };
}

interface RegionForm {
  readonly germany: Locator;
  readonly submit: Locator;
  open(): Promise<void>;
}

/** The change of the region: a form whose answer may be the question who is there. */
function regionForm({ page, t, isMobile }: { readonly page: Page; readonly t: Translate; readonly isMobile: boolean }): RegionForm {
  const place = isMobile ? page.getByRole('main') : page.getByRole('dialog').filter({ has: page.getByRole('radio') });
  return {
    germany: place.getByRole('radio', { name: t('region.DE') }),
    submit: place.locator('button[type=submit]'),
    async open() {
      await page.goto(isMobile ? '/mobile-modify-base/region' : '/privacy-information');
      await hydrated(page);
      if (!isMobile) await page.getByRole('button', { name: t('pf.modifyOf', { name: t('pf.region') }) }).click();
    },
  };
}

test('asks for an identity proof over a form, by keyboard, and continues with the form', async ({
  page,
  t,
  signedIn,
  isMobile,
  database,
}) => {
  test.slow();
  const account = await signedIn({ email: true });
  database.takePasswordAway(account);
  const form = regionForm({ page, t, isMobile });
  const proof = proofDialog(page, t);
  await form.open();
  await form.germany.check();
  await form.germany.press('Enter');
  await expect(proof.dialog).toBeVisible();
  await expectAccessible(page);
  // The code is on its way to the best method, and the line below the slots says where.
  await expect(proof.slots).toBeFocused();
  const code = await codeOf('verify', page, account.phone);
  await expect(proof.dialog).toMatchAriaSnapshot(`
    - heading "${t('vf.h')}" [level=2]
    - paragraph: ${t('vf.what', { action: t('vf.to.changeRegion') })}
    - textbox "${t('f.code')}"
    - text: /${account.phone.slice(-4)}/
    - paragraph:
      - button "${t('vf.other')}"
    - button "${t('sys.close')}"
  `);
  await tabTo(page, proof.other);
  await page.keyboard.press('Enter');
  // The list opens in place, and the field stays.
  await expect(proof.method('@example')).toBeFocused();
  await expect(proof.slots).toBeVisible();
  await expectAccessible(page);
  await proof.slots.focus();
  await page.keyboard.type(code);
  await expect(toast(page, t('sys.saved'))).toBeVisible();
  await expect(proof.dialog).toBeHidden();
});

test(
  'loses nothing when the person cancels, and sends no second code while the first is fresh',
  onPhoneEven,
  async ({ page, t, signedIn, isMobile, database }) => {
    const account = await signedIn();
    database.takePasswordAway(account);
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().includes('/captcha/account/sms/send')) sent += 1;
    });
    const form = regionForm({ page, t, isMobile });
    const proof = proofDialog(page, t);
    await form.open();
    await form.germany.check();
    await form.submit.click();
    // With one method there is no choice.
    await expect(proof.slots).toBeFocused();
    const code = await codeOf('verify', page, account.phone);
    await page.keyboard.press('Escape');
    await expect(proof.dialog).toBeHidden();
    await expect(form.germany).toBeChecked();

    await form.open();
    await form.germany.check();
    await form.submit.click();
    await expect(proof.slots).toBeFocused();
    await proof.slots.fill(code);
    await expect(toast(page, t('sys.saved'))).toBeVisible();
    expect(sent).toBe(1);
  },
);

test('asks again when the proof expires before its use', onOdd, async ({ page, t, signedIn, isMobile, database }) => {
  const account = await signedIn();
  database.takePasswordAway(account);
  let proofs = 0;
  await page.route('**/api/account/auth', async (route) => {
    const response = await route.fetch();
    proofs += 1;
    if (proofs === 1) database.expireProofs(account);
    await route.fulfill({ response });
  });
  const form = regionForm({ page, t, isMobile });
  const proof = proofDialog(page, t);
  await form.open();
  await form.germany.check();
  await form.submit.click();
  await expect(proof.slots).toBeFocused();
  const first = await codeOf('verify', page, account.phone);
  await proof.slots.fill(first);
  // The code is used up: the next is sent at once.
  await expect(proof.slots).toHaveValue('');
  await proof.slots.fill(await codeOf('verify', page, account.phone, first));
  await expect(toast(page, t('sys.saved'))).toBeVisible();
  expect(proofs).toBe(2);
});

test('the safety inspection is replaced by the page that needs it', onPhone, async ({ page, t, signedIn, isMobile }) => {
  const account = await signedIn({ email: true });
  await page.goto('/');
  await expect(page).toHaveURL(/\/\w+-account-home$/);
  await page.goto(`/mobile-safety-inspection?action=changePhone&next=${encodeURIComponent('/mobile-modify-info/setPassword')}`);
  await hydrated(page);
  if (!isMobile) {
    await expect(page).toHaveURL(/\/pc-security/);
    return;
  }
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('vf.h'));
  await confirmBy(main, t, 'vf.byPassword');
  const password = main.locator('input').and(page.getByLabel(t('f.password'), { exact: true }));
  await password.fill('not-the-password-1');
  await password.press('Enter');
  await expect(password).toHaveAccessibleDescription(t('v.password.password'));
  await expect(password).toHaveValue('');
  await expectAccessible(page);
  await page.reload();
  await confirmBy(main, t, 'vf.byPassword');
  await password.fill(account.password);
  await password.press('Enter');
  await expect(page).toHaveURL(/\/mobile-modify-info\/setPassword$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/\w+-account-home$/);

  // The proof is still valid: the page does not ask twice, and a URL of another site leads nowhere.
  await page.goto('/mobile-modify-info/verify?next=https%3A%2F%2Fexample.com%2Fmobile-unbind');
  await expect(page).toHaveURL(/\/\w+-account-home$/);
});

import { confirmDialog } from './support/confirm.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { codeOf } from './support/outbox.ts';
import { inBothLayouts, onEven, onPhoneEven, onPhoneOdd } from './support/projects.ts';
import { recoveryPage } from './support/recovery-page.ts';
import { registrationPage } from './support/registration-page.ts';
import { signInPage } from './support/sign-in-page.ts';

/** Words of the threat model, which no page of people shows. */
const forbidden = {
  zh: /证明|独立|强度|来自不同设备|凭据|会话|条记录|已完善/,
  en: /\bproofs?\b|independent|strength|credential|\btoken\b|\bsessions?\b|\brecords\b|All set|successfully/i,
} as const;

test(
  'freezes by a press and never by Enter; the way back asks no identifier here, and elsewhere says why',
  onEven,
  async ({ page, t, lang, signedIn, database }) => {
    test.slow();
    const account = await signedIn({ email: true });
    database.ageAccount(account);
    // The browser learns there that a person is signed in.
    await page.goto('/');
    await expect(page).toHaveURL(/\/\w+-account-home$/);
    await hydrated(page);
    await page.goto('/freeze');
    const heading = page.getByRole('heading', { level: 1 });
    const freeze = page.getByRole('button', { name: t('wy.btn') });
    // The question of a signed-in person, which takes the place of the form that everybody gets first.
    await expect(page.getByRole('button', { name: t('btn.cancel') })).toBeVisible();
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('Enter');
    await expect(heading).toHaveText(t('wy.h'));
    await freeze.click();
    await expect(page).toHaveURL(/\/frozen$/);
    await expect(heading).toHaveText(t('fz.h'));
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
    await page.getByRole('radio', { name: t('fz.why.password') }).check();
    await expect(page.getByText(t('fz.whySaved'))).toBeVisible();
    expect(await page.getByRole('main').innerText()).not.toMatch(forbidden[lang]);

    // In this browser the ticket names the account.
    await page.getByRole('link', { name: t('fz.go') }).click();
    await expect(heading).toHaveText(t('fz.go'));
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('button', { name: t('way.phone') })).toBeVisible();
    expect(await page.getByRole('main').innerText()).not.toMatch(forbidden[lang]);

    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/frozen');
    await hydrated(page);
    await page.getByRole('link', { name: t('fz.go') }).click();
    await expect(page).toHaveURL(/\/login\?frozen=1$/);
    await expect(page.getByText(t('si.frozen'))).toBeVisible();
  },
);

test(
  'asks for no new password before everything is shown, and offers to wait once',
  onPhoneOdd,
  async ({ page, t, lang, freshAccount, isMobile, database }) => {
    const account = await freshAccount({ email: true });
    database.ageAccount(account);
    database.protect(account);
    const form = recoveryPage({ page, t, isMobile });
    await form.prove(account.phone);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('vf.more'));
    await expect(page.locator('input[type=password]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: t('vf.slowBtn') })).toHaveCount(1);
    expect(await page.getByRole('main').innerText()).not.toMatch(forbidden[lang]);
  },
);

test('sends the code as the question opens, and says so below the slots', async ({ page, t, signedIn, database }) => {
  const account = await signedIn({ email: true });
  database.takePasswordAway(account);
  await page.goto('/pc-security?change=phone');
  await hydrated(page);
  const dialog = confirmDialog(page, t);
  await expect(dialog.getByRole('textbox', { name: t('f.code') })).toBeFocused();
  await expect(dialog.getByText(account.phone.slice(-4)).first()).toBeAttached();
  await expect(page.locator('[data-toasts]:not(:empty)')).toHaveCount(0);
  expect(await codeOf('verify', page, account.phone)).toMatch(/^\d{6}$/);
});

test('turns the sign-in card to the phone and back only on a desktop, and keeps the name', inBothLayouts, async ({ page, t, isMobile }) => {
  const form = signInPage(page, t);
  await form.open();
  const corner = page.getByRole('button', { name: t('si.scan') });
  if (isMobile) {
    await expect(corner).toBeHidden();
    return;
  }
  await form.account.fill('lin@example.com');
  await corner.click();
  await expect(page.getByRole('img', { name: t('qr.alt') })).toBeVisible();
  await page.getByRole('button', { name: t('si.usePassword') }).click();
  await expect(form.account).toHaveValue('lin@example.com');
});

test('loads nothing after the form until a person is there', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => void (request.resourceType() === 'script' && loaded.push(request.url())));
  await page.goto('/login', { waitUntil: 'networkidle' });
  const before = loaded.length;
  await page.mouse.move(40, 40);
  await expect.poll(() => loaded.length).toBeGreaterThan(before);
});

test('shows a result after registration, then the home, and no code to scan', onPhoneEven, async ({ page, t, freshPhone }) => {
  test.slow();
  const form = registrationPage(page, t);
  await form.open();
  const phone = freshPhone();
  await form.phone.fill(phone);
  await form.getCode();
  await form.fillRest(await codeOf('register', page, phone));
  await form.send();
  await expect(page).toHaveURL(/\/register\/result-center\/register/);
  await expect(page).toHaveURL(/\/\w+-account-home$/, { timeout: 15_000 });
});

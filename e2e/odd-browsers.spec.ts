import type { Page } from '@playwright/test';
import { share } from '#contract/fixtures/short-form.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { actingLinkOf } from './support/outbox.ts';
import { passwordPage } from './support/password-page.ts';

/** Browsers that lack what test browsers have; each script runs before every page. */
const browsers: Readonly<Record<string, () => void>> = {
  'no storage, as in a web view': () => {
    for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(globalThis, name, { value: null });
  },
  'blocked site data, and nothing else that is shared or sealed': () => {
    const refuse = (): never => {
      throw new DOMException('refused', 'SecurityError');
    };
    for (const name of ['sessionStorage', 'localStorage', 'indexedDB', 'BroadcastChannel', 'IntersectionObserver'])
      Object.defineProperty(globalThis, name, { get: refuse });
    Object.defineProperty(navigator, 'locks', { get: refuse });
  },
  'storage that is full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  },
};

/** Pages of visitors, and those with a field to type in. */
const pages = ['/logout', '/agreement/private', '/apply-cancellation', '/receipt', '/device', '/freeze', '/no-such-page'];
const forms = ['/login', '/register', '/register/support'];

async function expectPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 }).first()).not.toHaveText('');
  await expect(page.getByRole('main').first()).not.toContainText(/500|timed out|超时/);
}

for (const [name, change] of share(Object.entries(browsers), { of: 3 })) {
  test(`a browser with ${name} shows every page of visitors, takes what is typed, and freezes an account`, async ({
    page,
    t,
    signedIn,
    expectedErrors,
    context,
    database,
    isMobile,
  }) => {
    test.slow();
    expectedErrors.push(/404 \(Not Found\)/);
    const account = await signedIn({ email: true });
    database.ageAccount(account);
    const form = passwordPage({ page, t, isMobile });
    await form.open();
    await form.current.fill(account.password);
    await form.fillNew('maple-seed-2031');
    await form.submit.click();
    // The page has left: its own navigation would end the next one.
    await expect(form.submit).toBeHidden();
    const link = await actingLinkOf(page, account.email);
    await context.clearCookies();
    await context.addInitScript(change);
    for (const path of share(pages, { of: 2, turn: name })) await test.step(path, async () => expectPage(page, path));
    for (const path of forms) {
      await test.step(path, async () => {
        await expectPage(page, path);
        const main = page.getByRole('main');
        // A field that offers addresses is a combobox.
        const field = main.getByRole('textbox').or(main.getByRole('combobox')).first();
        await field.pressSequentially('a1');
        await expect(field).toHaveValue(/1/);
        await expectNoFailure(page);
      });
    }
    await page.goto(link);
    const freeze = page.getByRole('button', { name: t('wy.btn') });
    await expect(async () => {
      if (await freeze.isVisible()) await freeze.click({ timeout: 1000 });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('fz.h'), { timeout: 2000 });
    }).toPass();
  });
}

test('a browser that refuses cookies reads that nobody can sign in with it', async ({ page, t }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }));
  await page.goto('/login');
  await expect(page.getByText(t('sys.cookies'))).toBeVisible();
});

async function expectNoFailure(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).not.toContainText('500');
}

import { share } from '#contract/fixtures/short-form.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { onPhone } from './support/projects.ts';

/** Pages of visitors in English, whose words are longer; every-page.spec.ts looks at all pages in Chinese. */
const visitorRoutes = {
  'sign-in, registration and their results': [
    '/login',
    '/login?expired=1',
    '/register',
    '/register/support',
    '/register/follow',
    '/register/result-center/resetPassword',
    '/register/result-center/cancellation',
  ],
  'the pages that say how things stand': [
    '/logout',
    '/logout?reason=risk',
    '/apply-cancellation',
    '/agreement/server',
    '/agreement/private',
    '/403',
    '/500',
    '/no-such-page',
  ],
} as const;

/** The browser's own message about a page that does not exist. */
const missingPage = /404 \(Not Found\) \(.*\/no-such-page\)/;

for (const [pages, routes] of Object.entries(visitorRoutes)) {
  test(`${pages}: axe finds no barrier at 320 pixels, and nothing to scroll sideways`, onPhone, async ({ page, expectedErrors }) => {
    test.slow();
    expectedErrors.push(missingPage);
    await page.setViewportSize({ width: 320, height: 640 });
    for (const route of share<string>(routes, { of: 2 })) {
      await page.goto(route);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await test.step(route, async () => {
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      });
    }
  });
}

test('a page that cannot be drawn says so in words', async ({ page, t, expectedErrors }) => {
  expectedErrors.push(/TypeError/);
  const data = { code: 200, msg: '', data: { event: {} } };
  await page.route('**/api/notice/read', (route) => route.fulfill({ json: data }));
  await page.goto('/notice#token');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title.500'));
  await expect(page.getByRole('button', { name: t('sys.retry') })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(t('sys.500'));
});

import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { toast } from './support/toast.ts';

test('stands at the bottom, and goes with the page', async ({ page, t, signedIn, context }) => {
  await context.grantPermissions(['clipboard-write']);
  await signedIn();
  await page.goto('/pc-account-home');
  await hydrated(page);
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(t('home.idLabel')) })
    .click();
  const shown = toast(page, t('sys.copied'));
  await expect(shown).toBeVisible();
  const box = await shown.boundingBox();
  expect(box === null ? 0 : box.y + box.height).toBeGreaterThan(900 - 24 - 48);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('sec.phone') })
    .click();
  // Untouched, it would stay for three seconds.
  await expect(shown).toBeHidden({ timeout: 1500 });
});

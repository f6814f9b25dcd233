import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';

test('shows the ways to sign in, with the possible changes', async ({ page, t, signedIn, isMobile }) => {
  const account = await signedIn();
  await page.goto('/pc-security');
  await hydrated(page);
  if (isMobile) {
    await expect(page).toHaveURL(/\/mobile-account-home$/);
    await page.getByRole('link', { name: t('sec.email') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title.bindEmail'));
    return;
  }
  const main = page.getByRole('main');
  await expect(main.getByText(t('a11y.phoneEnd', { n: account.phone.slice(-4) }))).toBeAttached();
  await expect(main).toMatchAriaSnapshot(`
    - heading "${t('title.security')}" [level=1]
    - paragraph: ${t('sec.sub')}
    - region "${t('sec.methods')}":
      - heading "${t('sec.methods')}" [level=2]
      - list:
        - listitem:
          - button "${t('btn.modify')} ${t('sec.pw')}"
        - listitem:
          - button "${t('ad.unbind.phone')}"
          - button "${t('btn.change')} ${t('sec.phone')}"
        - listitem:
          - button "${t('btn.add')} ${t('sec.email')}"
    - list:
      - listitem:
        - link /${t('sec.danger')}/
  `);
  await expectAccessible(page);
});

test('opens a change by its URL, by the tiles of the home and by its button, and Back closes it', async ({
  page,
  t,
  signedIn,
  isMobile,
}) => {
  await signedIn();
  if (isMobile) {
    // On mobile the changes are pages: a link made on a desktop leads to the rows that open them.
    await page.goto('/pc-security?change=email');
    await expect(page).toHaveURL(/\/mobile-account-home/);
    await expect(page.getByRole('link', { name: t('sec.email') })).toBeVisible();
    return;
  }
  const password = page.getByRole('dialog', { name: t('title.password') });
  await page.goto('/pc-account-home');
  await hydrated(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('f.password') })
    .click();
  await expect(password).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(password).toBeHidden();
  await expect(page).toHaveURL(/\/pc-security$/);

  const button = page.getByRole('button', { name: `${t('btn.add')} ${t('sec.email')}`, exact: true });
  const email = page.getByRole('dialog', { name: t('vf.h') });
  await button.click();
  await expect(email).toBeVisible();
  await page.reload();
  await expect(email).toBeVisible();
  await page.goBack();
  await expect(email).toBeHidden();
  await button.click();
  await email.getByRole('button', { name: t('sys.close') }).click();
  await expect(email).toBeHidden();
  await expect(button).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/pc-account-home$/);
});

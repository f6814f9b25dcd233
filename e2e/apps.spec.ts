import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectRoomForText } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { tabTo } from './support/keyboard.ts';
import { appName, authorizeNotes, authorizeReader, silentAnswer } from './support/openid.ts';
import { inBothLayouts, onEven, onPhoneOdd } from './support/projects.ts';
import { toast } from './support/toast.ts';

const paths = { desktop: '/pc-application', mobile: '/mobile-application' } as const;

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: name });
}

test(
  'removes an app in three presses from the home: it leaves the list, and its tokens are dead',
  inBothLayouts,
  async ({ page, t, lang, isMobile, signedIn, notesOrigin }) => {
    test.slow();
    await signedIn({ email: true });
    await authorizeReader(page, t);
    await authorizeNotes(page, notesOrigin, t);
    const [notes, reader] = [appName('notes', lang), appName('reader', lang)];
    const appPage = await page.context().newPage();
    await appPage.goto(notesOrigin);

    await page.goto('/');
    await hydrated(page);
    const place = isMobile ? page.getByRole('main') : page.getByRole('navigation', { name: t('a11y.nav') });
    await place.getByRole('link', { name: t('nav.apps') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nav.apps'));
    await expect(rowOf(page, notes)).toContainText(t('ap.profile'));
    await expectAccessible(page);
    await rowOf(page, notes).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(notes);
    await expect(page).toHaveTitle(new RegExp(`^${t('title.apps')}`));
    await expectAccessible(page);
    await page.getByRole('button', { name: t('ap.remove') }).click();
    await expect(toast(page, t('ap.removed', { app: notes }))).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${isMobile ? paths.mobile : paths.desktop}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('nav.apps'));
    await expect(rowOf(page, reader)).toBeVisible();
    await expect(rowOf(page, notes)).toHaveCount(0);

    await appPage.getByRole('button', { name: 'Refresh' }).click();
    await expect(appPage.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
    await page.reload();
    await expect(rowOf(page, reader)).toBeVisible();
    await expect(rowOf(page, notes)).toHaveCount(0);
  },
);

test(
  'takes one permission by keyboard, after a question, and the app is signed out',
  onPhoneOdd,
  async ({ page, t, lang, isMobile, signedIn, notesOrigin }) => {
    test.slow();
    await signedIn({ email: true });
    await authorizeNotes(page, notesOrigin, t);
    const appPage = await page.context().newPage();
    await appPage.goto(notesOrigin);
    await page.goto(isMobile ? paths.mobile : paths.desktop);
    await rowOf(page, appName('notes', lang)).getByRole('link').click();
    const scope = t('scope.email');
    const permission = page.getByRole('switch', { name: scope, exact: true });
    await expect(permission).toBeChecked();
    await expectRoomForText(page);
    await page.getByRole('heading', { level: 1 }).focus();
    await tabTo(page, permission);
    await page.keyboard.press('Space');
    const question = page.getByRole('alertdialog', { name: t('ap.take.h', { scope }) });
    await expect(question.getByRole('button', { name: t('btn.cancel'), exact: true })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(permission).toBeFocused();
    await page.keyboard.press('Space');
    await question.getByRole('button', { name: t('ap.take'), exact: true }).click();
    await expect(permission).toHaveCount(0);
    await expect(page.getByRole('switch').first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await appPage.getByRole('button', { name: 'Refresh' }).click();
    await expect(appPage.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  },
);

test('shows an empty list, a failed load, and the other language', onEven, async ({ page, t, lang, isMobile, signedIn }) => {
  test.slow();
  await signedIn();
  await page.route('**/api/oauthclient/list', (route) => route.fulfill({ status: 500, json: { code: 500, msg: '', data: null } }), {
    times: 1,
  });
  await page.goto(isMobile ? paths.mobile : paths.desktop);
  await expect(page.getByText(t('sys.loadFail'))).toBeVisible();
  await page.getByRole('button', { name: t('sys.retry') }).click();
  await expect(page.getByText(t('ap.empty'))).toBeVisible();
  await expectAccessible(page);

  await authorizeReader(page, t);
  expect((await silentAnswer(page)).has('code')).toBe(true);
  await page.goto(isMobile ? paths.mobile : paths.desktop);
  await expect(rowOf(page, appName('reader', lang))).toBeVisible();
  await page.setViewportSize(isMobile ? { width: 1440, height: 900 } : { width: 390, height: 844 });
  await expect(page).toHaveURL(new RegExp(isMobile ? paths.desktop : paths.mobile));
  await expect(rowOf(page, appName('reader', lang))).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page).toHaveURL(new RegExp(paths.desktop));
  const other = lang === 'zh' ? 'en' : 'zh';
  await page
    .getByRole('banner')
    .locator(`[lang="${other === 'zh' ? 'zh-CN' : 'en'}"]`)
    .click();
  await expect(rowOf(page, appName('reader', other))).toBeVisible();
});

test('shows apps on the account home, with a link to all', async ({ page, t, lang, isMobile, signedIn }) => {
  await signedIn();
  await authorizeReader(page, t);
  await page.goto('/');
  await expect(page).toHaveURL(/\/\w+-account-home$/);
  if (isMobile) {
    await page.getByRole('link', { name: t('nav.apps') }).click();
    await expect(page).toHaveURL(new RegExp(paths.mobile));
    return;
  }
  const card = page.getByRole('region', { name: t('nav.apps') });
  await expect(card.getByRole('listitem')).toHaveText(new RegExp(appName('reader', lang)));
  await expect(page.getByRole('region', { name: t('nav.devices') }).getByText(t('dv.active'))).toBeVisible();
  await card.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(paths.desktop));
  await expect(page.getByRole('navigation').getByRole('link', { name: t('nav.apps') })).toHaveAttribute('aria-current', 'page');
});

import type { Locator, Page } from '@playwright/test';
import { connectHttp, expectOk, type HttpClient } from '#server/testing/server/http-client.ts';
import { confirmBy } from './support/confirm.ts';
import { expectAccessible, expectRoomForText } from './support/accessibility.ts';
import { startExample } from './support/example.ts';
import { expect, test, type FreshAccount } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { tabTo } from './support/keyboard.ts';
import { appName, askAsDevice } from './support/openid.ts';
import { phoneAsShown } from './support/phone.ts';
import { onPhoneEven, onPhoneOdd } from './support/projects.ts';
import { serverOrigin } from './support/server.ts';
import type { Translate } from './support/texts.ts';

const paths = { desktop: '/device', mobile: '/mobile-device-info' } as const;

const windowsChrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Signs the account in with another browser, beside the page. */
async function otherBrowser({ phone, password }: FreshAccount): Promise<HttpClient> {
  const client = connectHttp(serverOrigin());
  expectOk(await client.post('/login/password', { account: phone, password }, { 'user-agent': windowsChrome }));
  return client;
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: name });
}

/** Answers the question who is there: a removal needs it. */
async function proveBy(page: Page, t: Translate, password: string): Promise<void> {
  const proof = page.getByRole('dialog', { name: t('vf.h') });
  await confirmBy(proof, t, 'vf.byPassword');
  await proof
    .locator('input')
    .and(page.getByLabel(t('f.password'), { exact: true }))
    .fill(password);
  await page.keyboard.press('Enter');
}

test('signs in a device by the code that it shows, and out when it is removed', async ({ page, t, lang, isMobile, signedIn }) => {
  test.slow();
  const account = await signedIn();
  const device = await askAsDevice('Ada’s laptop');
  await page.goto('/link');
  await hydrated(page);
  const code = page.getByRole('textbox', { name: t('ln.code') });
  await code.fill('bcdf ghjk');
  await expect(code).toHaveValue('BCDF-GHJK');
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription(t('v.userCode.wrong'));
  await expectAccessible(page);
  await code.fill(device.userCode.toLowerCase().replace('-', ' '));
  await code.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('ln.h'));
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "${t('ln.h')}" [level=1]
      - paragraph: ${t('ln.app', { app: appName('notes', lang) })}
      - text: /Ada’s laptop.*T14.*Cedar OS 25/
      - status: ${device.userCode}
      - paragraph: ${t('ln.compare')}
      - region "${t('ln.will')}"
      - button "${t('ln.deny')}"
      - button "${t('ln.allow')}"
  `);
  await expect(page.getByText(t('ln.other'))).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, page.getByRole('button', { name: t('ln.allow') }));
  await page.keyboard.press('Enter');
  // It is in another network.
  await proveBy(page, t, account.password);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('ln.ok.h'));
  const token = await device.token();
  expect(await device.isAlive(token)).toBe(true);

  await page.getByRole('link', { name: t('ln.ok.btn') }).click();
  await expect(page).toHaveURL(new RegExp(`${isMobile ? paths.mobile : paths.desktop}$`));
  const row = rowOf(page, 'Ada’s laptop');
  await row.getByRole('button').click();
  const sheet = page.getByRole('dialog', { name: 'Ada’s laptop' });
  await expect(sheet).toContainText('Cedar OS 25');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: t('dv.end') }).click();
  await proveBy(page, t, account.password);
  await expect(row).toContainText(t('dv.ended'));
  await expect(row.getByRole('button')).toHaveCount(0);
  expect(await device.isAlive(token)).toBe(false);
});

test('signs in a device by its QR code, or refuses it', onPhoneEven, async ({ page, t, signedIn, expectedErrors }) => {
  test.slow();
  expectedErrors.push(/status of 400/);
  const account = await signedIn();
  await using program = startExample('device/device.ts');
  const [, qrUrl = ''] = await program.line(/scan this code \((\S+)\)/);
  await page.goto(qrUrl);
  await hydrated(page);
  // The URL alone signs no device in.
  await page.getByRole('button', { name: t('btn.next') }).click();
  await expect(page.getByRole('status')).toHaveText(new URL(qrUrl).searchParams.get('code') ?? '');
  await expect(page.getByRole('main').getByText(phoneAsShown(account.phone)).first()).toBeVisible();
  await page.getByRole('button', { name: t('ln.allow') }).click();
  await proveBy(page, t, account.password);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('ln.ok.h'));

  const device = await askAsDevice('Stranger');
  await page.goto(device.qrUrl);
  await hydrated(page);
  await page.getByRole('button', { name: t('btn.next') }).click();
  await page.getByRole('button', { name: t('ln.deny') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('ln.no.h'));
  await expect(device.token()).rejects.toMatchObject({ error: 'access_denied' });
  await program.line(/Signed in as \S+/);
});

test('signs other browsers out in three presses from the home, one at once and all of them after a question', async ({
  page,
  t,
  isMobile,
  signedIn,
}) => {
  test.slow();
  const account = await signedIn();
  const others = [await otherBrowser(account), await otherBrowser(account), await otherBrowser(account)];
  const alive = async () =>
    (await Promise.all(others.map((other) => other.get('/account/metainfo')))).filter(({ code }) => code === 200).length;
  await page.goto('/');
  await hydrated(page);
  const place = isMobile ? page.getByRole('main') : page.getByRole('navigation', { name: t('a11y.nav') });
  await place.getByRole('link', { name: t('nav.devices') }).click();
  await expect(page).toHaveURL(new RegExp(`${isMobile ? paths.mobile : paths.desktop}$`));
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.first()).toContainText(t('dv.this'));
  const name = t('dv.browser', { browser: 'Chrome', os: 'Windows' });
  const other = rowOf(page, name).getByRole('button');
  await expect(other).toHaveCount(3);
  await expectAccessible(page);
  await other.first().click();
  const sheet = page.getByRole('dialog', { name });
  await sheet.getByRole('button', { name: t('dv.end') }).click();
  await proveBy(page, t, account.password);
  await expect(rows.filter({ hasText: t('dv.ended') })).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(other).toHaveCount(2);
  expect(await alive()).toBe(2);

  await tabTo(page, page.getByRole('button', { name: t('dv.others') }));
  await page.keyboard.press('Enter');
  const all = page.getByRole('alertdialog', { name: t('dv.others.h') });
  await expect(all.getByRole('button', { name: t('btn.cancel') })).toBeFocused();
  // The second press of the key meets the safe answer.
  await page.keyboard.press('Enter');
  await expect(all).toBeHidden();
  expect(await alive()).toBe(2);
  await page.keyboard.press('Enter');
  await all.getByRole('button', { name: t('dv.end') }).click();
  await proveBy(page, t, account.password);
  await expect(rows.filter({ hasText: t('dv.ended') })).toHaveCount(3);
  expect(await alive()).toBe(0);
  await page.reload();
  await expect(rows.filter({ hasText: t('dv.this') })).toBeVisible();
  await expect(rows.filter({ hasText: name })).toHaveCount(0);
});

test('shows a failed load and an end made elsewhere, and leads to the settings', onPhoneOdd, async ({ page, t, isMobile, signedIn }) => {
  test.slow();
  const account = await signedIn();
  const other = await otherBrowser(account);
  await page.route('**/api/device/list', (route) => route.fulfill({ status: 500, json: { code: 500, msg: '', data: null } }), { times: 1 });
  await page.goto(isMobile ? paths.mobile : paths.desktop);
  await expect(page.getByText(t('sys.loadFail'))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: t('sys.retry') }).click();
  const row = rowOf(page, t('dv.browser', { browser: 'Chrome', os: 'Windows' }));
  await row.getByRole('button').click();
  // It signed out while the sheet was open.
  expectOk(await other.post('/logout', {}));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('dv.end') })
    .click();
  await expect(row).toContainText(t('dv.ended'));
  await rowOf(page, t('dv.this')).getByRole('button').click();
  await expectRoomForText(page);
  await expect(page.getByRole('dialog').getByRole('button', { name: t('dv.end') })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const settings = page.getByRole('link', { name: t('sy.title') });
  await expect(settings).toContainText(t('sy.off'));
  await settings.click();
  await expect(page).toHaveURL(/\/(?:pc|mobile)-settings-sync$/);
});

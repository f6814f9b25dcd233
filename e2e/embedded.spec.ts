import { EventEmitter } from 'node:events';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { onEven, onOdd } from './support/projects.ts';
import { scan } from './support/scan.ts';
import { forumOrigin, readerOrigin, serverOrigin } from './support/server.ts';
import { signInPage } from './support/sign-in-page.ts';

/** A host with Qt's web channel; the real one is in `npm run engines`. */
async function asDesktop(page: Page) {
  const messages: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[] = [];
  const heard = new EventEmitter();
  await page.exposeFunction('hearOfPage', (text: string) => {
    messages.push(JSON.parse(text));
    heard.emit('message');
  });
  await page.addInitScript(() => {
    const channel = {
      objects: {
        client: {
          message: Reflect.get(window, 'hearOfPage'),
          hostMessage: { connect: (take: unknown) => Object.assign(window, { take }) },
        },
      },
    };
    Object.assign(window, {
      qt: { webChannelTransport: {} },
      QWebChannel: function QWebChannel(_transport: unknown, ready: (given: typeof channel) => void) {
        ready(channel);
      },
    });
  });
  const say = (type: string, data: object) =>
    page.evaluate((text) => Reflect.get(window, 'take')(text), JSON.stringify({ v: 1, type, data }));
  return { messages, types: () => messages.map(({ type }) => type), say };
}

const names = 'display=embedded&host=cedar-desktop&theme=dark&accent=0F7B6C&font=Noto+Sans+SC';

test(
  'a window of the desktop has its look, gives other pages to the host, and says when the sign-in is done',
  onEven,
  async ({ page, t, freshAccount }) => {
    const account = await freshAccount();
    const host = await asDesktop(page);
    await page.setViewportSize({ width: 420, height: 640 });
    await page.goto(`/login?${names}`);
    await expect(page.locator('[data-alive]')).toBeAttached();
    // A phone reads the code that comes first, on its white tile in the dark window.
    const code = page.getByRole('img', { name: t('qr.alt') });
    await expect(code).toBeVisible();
    expect(await scan(code)).toMatch(new RegExp(`^${serverOrigin()}/qr#[\\w-]{43}$`));
    await expectAccessible(page);
    await page.getByRole('button', { name: t('si.usePassword') }).click();
    await expect(page.getByRole('banner')).toContainText(new URL(serverOrigin()).host);
    await expect(page.getByRole('button', { name: t('si.btn'), exact: true })).toHaveCSS('background-color', 'rgb(15, 123, 108)');
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"Noto Sans SC"/);
    // Within the application the names go along, and nothing is kept in a cookie.
    await page.getByRole('link', { name: t('si.create') }).click();
    await expect(page).toHaveURL(/\/register\?.*host=cedar-desktop.*accent=0F7B6C/);
    await page.goBack();
    await page.getByRole('link', { name: t('head.stolen') }).click();
    await expect.poll(host.types).toContain('open');
    expect(host.messages.find(({ type }) => type === 'open')?.data).toEqual({ url: `${serverOrigin()}/freeze` });
    await expect(page).toHaveURL(/\/login\?/);
    await host.say('look', { theme: 'light', accent: 'zzz' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    expect((await page.context().cookies()).filter(({ value }) => /embedded|cedar-desktop|0F7B6C/.test(value))).toEqual([]);
    await hydrated(page);
    await page.getByRole('button', { name: t('si.usePassword') }).click();
    await signInPage(page, t).signIn(account.phone, account.password);
    await expect(page).toHaveURL(/\/handed-over\?/);
    expect(host.messages.filter(({ type }) => type === 'done').map(({ data }) => data)).toEqual([{ flow: 'signIn', result: 'ok' }]);
    const said = JSON.stringify(host.messages);
    for (const secret of [account.phone, account.password]) expect(said).not.toContain(secret);
  },
);

test('a frame belongs only to its host, and its buttons wait until they are seen', onOdd, async ({ page, signedIn, expectedErrors }) => {
  expectedErrors.push(/frame-ancestors/);
  await signedIn();
  const link = `${serverOrigin()}/link?display=embedded&host=forum`;
  const put = (url: string) =>
    page.evaluate((src) => {
      document.body.innerHTML =
        '<iframe id="frame" style="width:420px;height:640px"></iframe><div id="cover" style="position:absolute;inset:0;pointer-events:none;background:rgb(255 255 255 / 0.02)"></div>';
      Object.assign(window, { heard: [] });
      addEventListener('message', ({ data, origin }) => Reflect.get(window, 'heard').push({ data, origin }));
      document.querySelector('iframe')?.setAttribute('src', src);
    }, url);
  await page.goto(readerOrigin());
  await put(link);
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:'))).toBe(true);

  await page.goto(forumOrigin());
  await put(link);
  const frame = page.frameLocator('#frame');
  const button = frame.locator('main form button[type=submit]');
  await expect(frame.locator('[data-alive]')).toBeAttached();
  await expect(button).toBeVisible();
  await button.click({ force: true });
  await expect(frame.locator('main [aria-invalid=true]')).toHaveCount(0);
  await page.evaluate(() => document.getElementById('cover')?.remove());
  await expect(async () => {
    await button.click();
    await expect(frame.locator('main [aria-invalid=true]')).toHaveCount(1, { timeout: 200 });
  }).toPass();
  const heard = (await page.evaluate(() => Reflect.get(window, 'heard'))) as readonly { readonly origin: string; readonly data: string }[];
  expect(heard.map(({ data }) => JSON.parse(data).type)).toContain('ready');
  expect(new Set(heard.map(({ origin }) => origin))).toEqual(new Set([serverOrigin()]));
});

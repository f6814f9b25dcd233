import type { Locator, Page } from '@playwright/test';
import { quarters } from '#server/testing/costs/hostile-images.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { tabTo } from './support/keyboard.ts';
import { onEven, onOdd, onPhone, onPhoneEven, onPhoneOdd } from './support/projects.ts';
import type { Translate } from './support/texts.ts';

/** The avatar page as a person uses it. */
function avatarPage(page: Page, t: Translate) {
  return {
    open: () => page.goto('/avatar'),
    stage: page.getByRole('application', { name: t('av.stage') }),
    zoom: page.getByRole('slider', { name: t('pf.zoom') }),
    rotate: page.getByRole('button', { name: t('pf.rotate') }),
    chooseButton: page.getByRole('button', { name: t('pf.choose') }),
    save: page.getByRole('button', { name: t('btn.save') }),
    cancel: page.getByRole('button', { name: t('btn.cancel') }),
    /** Like the file dialog. */
    async choose(file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }) {
      await page.locator('input[type=file]').setInputFiles(file);
    },
  };
}

async function picture(edge = 400) {
  return { name: 'me.png', mimeType: 'image/png', buffer: await quarters(edge).png().toBuffer() };
}

/** The colors of four points of the stage's canvas: inside the circle, near its middle. */
function colors(stage: Locator): Promise<string[]> {
  return stage.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const context = canvas.getContext('2d');
    const name = (x: number, y: number): string => {
      const [r = 0, g = 0, b = 0] = context?.getImageData(x * canvas.width, y * canvas.height, 1, 1).data ?? [];
      if (r > 200 && g > 200 && b > 200) return 'white';
      return r > 150 ? 'red' : g > 120 ? 'green' : b > 150 ? 'blue' : 'none';
    };
    return [name(0.4, 0.4), name(0.6, 0.4), name(0.4, 0.6), name(0.6, 0.6)];
  });
}

/** The URL of the avatar that the account shows. */
async function shownAvatar(page: Page): Promise<string> {
  const { data } = await (await page.request.get('/api/account/metainfo')).json();
  return data.profileImage;
}

test('chooses, crops and saves a picture, which every page then shows', async ({ page, t, signedIn, isMobile }) => {
  await signedIn();
  const avatar = avatarPage(page, t);
  await avatar.open();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title.avatar'));
  await expect(avatar.save).toBeDisabled();
  await avatar.choose(await picture());
  await expect(avatar.stage).toBeVisible();
  await expect.poll(() => colors(avatar.stage)).toEqual(['red', 'green', 'blue', 'white']);
  await avatar.rotate.click();
  await expect.poll(() => colors(avatar.stage)).toEqual(['green', 'white', 'red', 'blue']);
  await avatar.zoom.fill('2');
  await avatar.save.click();

  await expect(page.getByText(t('sys.saved'), { exact: true }).first()).toBeVisible();
  await expect(page).toHaveURL(isMobile ? /mobile-account-info$/ : /privacy-information$/);
  const address = await shownAvatar(page);
  expect(address).toMatch(/^\/avatars\//);
  await page.goto('/');
  await expect(page.getByRole('banner').locator(`img[src="${address}"]`)).toBeVisible();
  expect(
    await page
      .getByRole('banner')
      .locator('img')
      .first()
      .evaluate((img: HTMLImageElement) => img.naturalWidth),
  ).toBe(256);
});

test('changes the header at once', onPhone, async ({ page, t, signedIn, isMobile }) => {
  await signedIn();
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0);
  const avatar = avatarPage(page, t);
  await avatar.open();
  await avatar.choose(await picture());
  await avatar.save.click();
  await expect(page.getByText(t('sys.saved'), { exact: true }).first()).toBeVisible();
  // On a phone, only the home page has a header.
  if (isMobile) await page.goto('/mobile-account-home');
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', /^\/avatars\//);
});

test('works with only the keyboard', async ({ page, t, signedIn }) => {
  await signedIn();
  const avatar = avatarPage(page, t);
  // Begun before the page opens: the browser must learn that the test handles the dialog, and no event confirms that.
  const choosing = page.waitForEvent('filechooser', { timeout: 30_000 });
  await avatar.open();
  await avatar.chooseButton.focus();
  await page.keyboard.press('Enter');
  await (await choosing).setFiles(await picture());

  await avatar.stage.focus();
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('+');
  await expect(avatar.zoom).toHaveValue('2');
  for (let press = 0; press < 9; press += 1) await page.keyboard.press('ArrowRight');
  for (let press = 0; press < 9; press += 1) await page.keyboard.press('ArrowDown');
  // The picture has moved right and down: its upper left quarter is in the middle.
  await expect.poll(() => colors(avatar.stage)).toEqual(['red', 'red', 'red', 'red']);
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('-');
  await expect(avatar.zoom).toHaveValue('1');
  await expect.poll(() => colors(avatar.stage)).toEqual(['red', 'green', 'blue', 'white']);
  await tabTo(page, avatar.zoom);
  await page.keyboard.press('End');
  await expect(avatar.zoom).toHaveValue('4');
  await tabTo(page, avatar.rotate);
  await page.keyboard.press('Enter');
  await tabTo(page, avatar.save);
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('sys.saved'), { exact: true }).first()).toBeVisible();
  expect(await shownAvatar(page)).not.toBe('');
});

test('moves the picture by dragging and zooms it with the wheel', onOdd, async ({ page, t, signedIn }) => {
  await signedIn();
  const avatar = avatarPage(page, t);
  await avatar.open();
  await avatar.choose(await picture());
  const box = await avatar.stage.boundingBox();
  if (box === null) throw new Error('there is no stage');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.wheel(0, -400);
  await expect.poll(async () => Number(await avatar.zoom.inputValue())).toBeGreaterThan(1.3);
  await page.mouse.down();
  await page.mouse.move(middle.x + 90, middle.y + 90, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => colors(avatar.stage)).toEqual(['red', 'red', 'red', 'red']);
});

test('accepts a dropped and a pasted picture', onOdd, async ({ page, t, signedIn }) => {
  await signedIn();
  const avatar = avatarPage(page, t);
  const base64 = (await picture(64)).buffer.toString('base64');
  for (const type of ['drop', 'paste'] as const) {
    await avatar.open();
    await expect(page.getByText(t('pf.drag'))).toBeVisible();
    await page.getByText(t('pf.drag')).evaluate(
      (element, { bytes, kind }) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], 'me.png', { type: 'image/png' }));
        const event =
          kind === 'drop'
            ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        element.dispatchEvent(event);
      },
      { bytes: base64, kind: type },
    );
    await expect(avatar.stage).toBeVisible();
    page.once('dialog', (dialog) => void dialog.accept());
  }
});

test('refuses files that are too large or neither JPEG nor PNG, under the stage', onPhoneEven, async ({ page, t, signedIn }) => {
  await signedIn();
  const avatar = avatarPage(page, t);
  await avatar.open();
  await avatar.choose({ name: 'me.gif', mimeType: 'image/gif', buffer: await quarters().gif().toBuffer() });
  const main = page.getByRole('main');
  await expect(main.getByText(t('v.avatar.type'))).toBeVisible();
  await avatar.choose({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') });
  await expect(main.getByText(t('v.avatar.type'))).toBeVisible();
  await avatar.choose({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5_242_880) });
  await expect(main.getByText(t('v.avatar.size', { n: 5 }))).toBeVisible();
  await expect(avatar.save).toBeDisabled();
  await avatar.choose(await picture());
  await expect(main.getByText(t('v.avatar.size', { n: 5 }))).toBeHidden();
  await expect(avatar.save).toBeEnabled();
});

test('sends a file over 1 MB as a small JPEG', onPhoneOdd, async ({ page, t, signedIn }) => {
  await signedIn();
  const avatar = avatarPage(page, t);
  await avatar.open();
  const buffer = await quarters(1000).png({ compressionLevel: 0 }).toBuffer();
  expect(buffer.length).toBeGreaterThan(1_048_576);
  await avatar.choose({ name: 'me.png', mimeType: 'image/png', buffer });
  const sending = page.waitForRequest((request) => request.method() === 'PUT');
  await avatar.save.click();
  const sent = await sending;
  expect(sent.headers()['content-type']).toBe('image/jpeg');
  await expect(page.getByText(t('sys.saved'), { exact: true }).first()).toBeVisible();
});

test('shows the server’s refusal and keeps the picture', onOdd, async ({ page, t, signedIn }) => {
  await signedIn();
  const avatar = avatarPage(page, t);
  await avatar.open();
  await avatar.choose(await picture());
  const answer = (code: number, status: number, msg: string) => ({ status, json: { code, msg, data: {} } });
  await page.route('**/api/profileimage/finish', (route) => route.fulfill(answer(1027, 200, t('toast.1027'))), { times: 1 });
  await avatar.save.click();
  await expect(page.getByText(t('toast.1027')).first()).toBeVisible();
  await page.route('**/api/profileimage/upload/*', (route) => route.fulfill(answer(413, 413, 'too large')), { times: 1 });
  await avatar.save.click();
  await expect(page.getByRole('main').getByText(t('v.avatar.size', { n: 5 }))).toBeVisible();
  await expect(avatar.stage).toBeVisible();
  await avatar.save.click();
  await expect(page.getByText(t('sys.saved'), { exact: true }).first()).toBeVisible();
});

test('shows the progress of an upload, which can be canceled', onPhoneEven, async ({ page, t, signedIn }) => {
  await signedIn();
  const avatar = avatarPage(page, t);
  await avatar.open();
  await avatar.choose(await picture());
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/profileimage/upload/*', async (route) => {
    await released;
    // May fail: the upload is canceled.
    await route.continue().catch(() => undefined);
  });
  await avatar.save.click();
  await expect(page.getByRole('progressbar', { name: t('av.uploading') })).toBeVisible();
  await avatar.cancel.click();
  await expect(page.getByRole('progressbar', { name: t('av.uploading') })).toBeHidden();
  await expect(avatar.stage).toBeVisible();
  release();
  expect(await shownAvatar(page)).toBe('');
});

test('asks before a chosen picture is lost', onEven, async ({ page, t, signedIn, isMobile }) => {
  await signedIn();
  const avatar = avatarPage(page, t);
  await page.goto('/');
  await expect(page).toHaveURL(/\/\w+-account-home$/);
  const home = page.url();
  await page.evaluate(() => {
    history.pushState(null, '', '/avatar');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('title.avatar'));
  await avatar.choose(await picture());
  await expect(avatar.stage).toBeVisible();

  const asked = page.getByRole('dialog').filter({ hasText: t('sys.leave') });
  await page.goBack();
  await expect(asked).toBeVisible();
  await expect(page).toHaveURL(/\/avatar$/);
  await asked.getByRole('button', { name: t('sys.stay') }).click();
  await expect(asked).toBeHidden();
  await expect(avatar.stage).toBeVisible();

  const away = isMobile ? page.getByRole('link', { name: t('sys.back') }) : page.getByRole('link', { name: t('nav.home'), exact: true });
  await away.click();
  await expect(asked).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(asked).toBeHidden();
  await expect(avatar.stage).toBeVisible();

  await page.goBack();
  await asked.getByRole('button', { name: t('sys.leaveBtn') }).click();
  await expect(page).toHaveURL(home);
  await expect(avatar.stage).toBeHidden();
});

test('leaves at once when nothing was chosen', onPhoneEven, async ({ page, t, signedIn, isMobile }) => {
  await signedIn();
  const avatar = avatarPage(page, t);
  await avatar.open();
  await avatar.cancel.click();
  await expect(page).toHaveURL(isMobile ? /mobile-account-info$/ : /privacy-information$/);
});

test('keeps the picture when the layout changes', onEven, async ({ page, t, signedIn, isMobile }) => {
  await signedIn();
  const avatar = avatarPage(page, t);
  await avatar.open();
  await avatar.choose(await picture());
  await avatar.zoom.fill('2');
  await page.setViewportSize(isMobile ? { width: 1000, height: 600 } : { width: 390, height: 844 });
  await expect(page.getByRole('link', { name: t('sys.back') })).toBeVisible({ visible: !isMobile });
  await expect(avatar.stage).toBeVisible();
  await expect(avatar.zoom).toHaveValue('2');
});

test('has no barrier that axe finds, when empty, in use and after a refusal, in both themes', onPhoneOdd, async ({ page, t, signedIn }) => {
  await signedIn();
  const avatar = avatarPage(page, t);
  await avatar.open();
  await expect(avatar.chooseButton).toBeVisible();
  await expectAccessible(page);
  await avatar.choose(await picture());
  await expect(avatar.stage).toBeVisible();
  await avatar.choose({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(page.getByRole('main').getByText(t('v.avatar.type'))).toBeVisible();
  await expectAccessible(page);
});

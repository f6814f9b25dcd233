import type { Page } from '@playwright/test';
import { codePattern } from '#contract/fixtures/codes.ts';
import type { ServerProcess } from '#server/testing/server/server-process.ts';
import { connectHttp } from '#server/testing/server/http-client.ts';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test as base } from './support/fixtures.ts';
import { registerNeighbors } from './support/neighbors.ts';
import { onEven } from './support/projects.ts';
import { registrationPage } from './support/registration-page.ts';
import type { Translate } from './support/texts.ts';

interface Strict {
  /** A server with production limits and a fiftieth of the usual captcha work. */
  readonly strict: ServerProcess;
}

const test = base.extend<Strict>({
  strict: [async ({ serverWith }, provide) => provide(await serverWith({ RATE_FACTOR: '1', CAPTCHA_ATTEMPTS: '40' })), { timeout: 40_000 }],
  baseURL: async ({ strict }, provide) => provide(strict.origin),
  outbox: async ({ strict }, provide) => provide(connectHttp(strict.origin)),
  // Many accounts were registered from this test's client IP.
  extraHTTPHeaders: async ({ extraHTTPHeaders, strict }, provide) => {
    const address = extraHTTPHeaders?.['x-forwarded-for'] ?? '';
    await registerNeighbors({ origin: strict.origin, address, count: 3 });
    await registerNeighbors({ origin: strict.origin, address, count: 3, work: 2 });
    await registerNeighbors({ origin: strict.origin, address, count: 6, work: 4 });
    await provide({ 'x-forwarded-for': address });
  },
});

/** The challenges that the page requests: the scene, and the multiple of the usual work. */
function challengesOf(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/captcha/challenge') asked.push(`${searchParams.get('scene')} ${searchParams.get('work') ?? 1}`);
  });
  return asked;
}

function captchaOn(page: Page, t: Translate) {
  const dialog = page.getByRole('dialog', { name: t('captcha.title') });
  return {
    dialog,
    text: dialog.getByText(t('captcha.longer')),
    progress: dialog.getByRole('progressbar', { name: t('captcha.verifying') }),
    cancel: dialog.getByRole('button', { name: t('btn.cancel') }),
  };
}

/** For a busy machine (milliseconds). */
const patience = 90_000;

test(
  'registers from a network with many registrations, after a longer check that needs no press',
  onEven,
  async ({ page, t, freshPhone, outbox }) => {
    test.setTimeout(2 * patience);
    const asked = challengesOf(page);
    const form = registrationPage(page, t);
    const captcha = captchaOn(page, t);
    await form.open();
    const phone = freshPhone();
    await form.phone.fill(phone);
    await form.getCode();
    await form.fillRest(await outbox.codeFor(phone));
    // The test has all the time to inspect the dialog: this work has no end.
    const data = { work: 256 };
    await page.route('**/api/captcha/challenge?*work=256*', async (route) => {
      const response = await route.fetch();
      const { data: puzzle, ...rest } = (await response.json()) as { data: { parameters: object } };
      const parameters = { ...puzzle.parameters, keyPrefix: 'f'.repeat(64) };
      await route.fulfill({ response, json: { ...rest, data: { ...puzzle, parameters } } });
    });
    await page.route('**/api/register/phone', (route) => route.fulfill({ json: { code: 3008, msg: '', data } }), { times: 1 });
    await form.send();
    await expect(captcha.text).toBeVisible();
    await expect(captcha.progress).toHaveJSProperty('max', 100);
    await expect(captcha.cancel).toBeFocused();
    await expectAccessible(page);

    // After canceling, nothing is lost, and the next try requests it again.
    await captcha.cancel.click();
    await expect(captcha.dialog).toBeHidden();
    await expect(form.submit).toBeFocused();
    await expect(form.code).toHaveValue(codePattern);
    await expect(form.password).not.toHaveValue('');
    await expect(form.agreement).toBeChecked();
    await form.send();
    await expect(page).toHaveURL(/\/register\/(follow|result-center)/, { timeout: patience });
    expect(asked).toEqual(['register 1', 'register 1', 'register 256', 'register 1', 'register 8']);
  },
);

import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { registrationPage } from './support/registration-page.ts';

const send = '**/api/captcha/sms/send/register';

/** Has the first call refused as the server does that demands more work; the next ones reach it. */
async function demandWork(page: Page, work: number): Promise<void> {
  await page.route(send, (route) => route.fulfill({ json: { code: 3008, msg: '', data: { work } } }), { times: 1 });
}

test('solves a harder puzzle by itself where the server wants more work, and says that it takes longer', async ({
  page,
  t,
  freshPhone,
  outbox,
}) => {
  test.slow();
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/captcha/challenge') asked.push(url.searchParams.get('work'));
  });
  const form = registrationPage(page, t);
  const dialog = page.getByRole('dialog', { name: t('captcha.title') });
  const progress = dialog.getByRole('progressbar', { name: t('captcha.verifying') });
  await form.open();
  const phone = freshPhone();
  await form.phone.fill(phone);
  await form.fillRest('123456');
  await demandWork(page, 64);
  await page.getByRole('button', { name: t('f.getCode') }).click();
  await expect(dialog.getByText(t('captcha.longer'))).toBeVisible();
  await expect(progress).toHaveJSProperty('max', 100);
  await expectAccessible(page);
  await expect(form.code).toBeFocused({ timeout: 60_000 });
  await expect(dialog).toBeHidden();
  expect(asked).toEqual([null, '64']);
  expect(await outbox.codeFor(phone)).toMatch(/^\d{6}$/);
  await expect(form.password).not.toHaveValue('');
  await expect(form.agreement).toBeChecked();
});

test('gives the longer work up when it is cancelled', async ({ page, t, freshPhone }) => {
  const form = registrationPage(page, t);
  const dialog = page.getByRole('dialog', { name: t('captcha.title') });
  const getCode = page.getByRole('button', { name: t('f.getCode') });
  await form.open();
  await form.phone.fill(freshPhone());
  await demandWork(page, 256);
  await getCode.click();
  await expect(dialog.getByText(t('captcha.longer'))).toBeVisible();
  await dialog.getByRole('button', { name: t('btn.cancel') }).click();
  await expect(dialog).toBeHidden();
  await expect(getCode).toBeEnabled();
  await expect(getCode).toBeFocused();
});

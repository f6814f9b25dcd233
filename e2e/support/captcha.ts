import type { Page } from '@playwright/test';

/** Gives the browser an unsolvable challenge: the captcha opens and reports it. */
export async function failCaptcha(page: Page): Promise<void> {
  const data = { parameters: {}, signature: '' };
  await page.route('**/api/captcha/challenge*', (route) => route.fulfill({ json: { code: 200, msg: '', data } }));
}

/** The same, but only after the returned function is called: until then the captcha is at work. */
export async function failCaptchaLater(page: Page): Promise<() => Promise<void>> {
  const letGo = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const data = { parameters: {}, signature: '' };
  await page.route('**/api/captcha/challenge*', async (route) => {
    await letGo.promise;
    // No request waits for it if the page has given up.
    await route.fulfill({ json: { code: 200, msg: '', data } }).catch(() => undefined);
    answered.resolve();
  });
  return () => {
    letGo.resolve();
    return answered.promise;
  };
}

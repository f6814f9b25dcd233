import type { Page } from '@playwright/test';

/** Hands the browser a challenge that nobody can solve: the captcha opens and says so. */
export async function failCaptcha(page: Page): Promise<void> {
  const data = { parameters: {}, signature: '' };
  await page.route('**/api/captcha/challenge*', (route) => route.fulfill({ json: { code: 200, msg: '', data } }));
}

/** The same, but only once it is let go: until then the captcha is at work. */
export async function failCaptchaLater(page: Page): Promise<() => Promise<void>> {
  const letGo = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const data = { parameters: {}, signature: '' };
  await page.route('**/api/captcha/challenge*', async (route) => {
    await letGo.promise;
    // Nobody waits for it where the page has given it up.
    await route.fulfill({ json: { code: 200, msg: '', data } }).catch(() => undefined);
    answered.resolve();
  });
  return () => {
    letGo.resolve();
    return answered.promise;
  };
}

import { expect, test, texts } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { inBothLayouts, onPhone } from './support/projects.ts';
import { registrationPage } from './support/registration-page.ts';
import { languageOf } from './support/texts.ts';

/** The language of the region if no language was chosen. */
const brought = [
  { region: 'CN', cookie: 'zh_CN', lang: 'zh-CN', t: texts('zh') },
  { region: 'DE', cookie: 'en_US', lang: 'en', t: texts('en') },
] as const;

for (const { region, cookie, lang, t: expected } of brought) {
  test(`brings the language of region ${region} and keeps the input`, async ({ page, t, freshEmail, context }) => {
    const email = freshEmail();
    const form = registrationPage(page, t);
    await form.open();
    await form.byEmail();
    await form.email.fill(email);
    await form.password.fill('typed-before-7');
    // Choosing the current region again changes nothing: start from the other region, without leaving a cookie behind.
    const other = brought.find((each) => each.region !== region);
    await form.openRegion();
    await form.region.selectOption(other?.region ?? '');
    await expect(page.locator('html')).toHaveAttribute('lang', other?.lang ?? '');
    // The browser stores the cookie asynchronously.
    await expect.poll(async () => (await context.cookies()).some((each) => each.name === 'lang')).toBe(true);
    await context.clearCookies({ name: 'lang' });
    await page.locator('select[name="region"]').selectOption(region);

    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(expected('rg.h'));
    await expect(page.locator('input[name="email"]')).toHaveValue(email);
    await expect(page.locator('input[name="password"]')).toHaveValue('typed-before-7');
    expect((await context.cookies()).find((each) => each.name === 'lang')?.value).toBe(cookie);
  });
}

test('leaves a chosen language alone when the region changes', onPhone, async ({ page, t, lang, context, baseURL }) => {
  await context.addCookies([{ name: 'lang', value: languageOf(lang), url: baseURL ?? '' }]);
  const form = registrationPage(page, t);
  await form.open();
  await form.openRegion();
  await form.region.selectOption('DE');
  await form.region.selectOption('CN');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('rg.h'));
});

test('switches in place by the header, and keeps the choice', inBothLayouts, async ({ page, t, lang, context, freshPhone }) => {
  const phone = freshPhone();
  const other = lang === 'zh' ? 'en' : 'zh';
  const inOther = texts(other);
  const otherLang = other === 'zh' ? 'zh-CN' : 'en';
  await page.goto('/login?redirect=%2Fdevice');
  await hydrated(page);
  await page
    .getByRole('textbox', { name: t('f.account') })
    .or(page.getByRole('combobox', { name: t('f.account') }))
    .fill(phone);
  await page.getByRole('banner').locator(`[lang="${otherLang}"]`).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(inOther('si.h'));
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdevice$/);
  await expect(page).toHaveTitle(new RegExp(inOther('title.signIn')));
  await expect(page.locator('html')).toHaveAttribute('lang', otherLang);
  await expect(page.locator('input[name="account"]')).toHaveValue(phone);
  expect((await context.cookies()).find((each) => each.name === 'lang')?.value).toBe(languageOf(other));

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(inOther('si.h'));
});

test('answers in the language that the browser asks for', inBothLayouts, async ({ page, t }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('si.h'));
  await expect(page).toHaveTitle(new RegExp(`^${t('title.signIn')} - `));
});

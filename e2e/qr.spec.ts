import type { Browser, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { onPhoneEven, onPhoneOdd } from './support/projects.ts';
import { scan } from './support/scan.ts';
import { serverOrigin } from './support/server.ts';
import { signInPage } from './support/sign-in-page.ts';
import type { Translate } from './support/texts.ts';

/** A computer in the network of the phone, in the dark theme: the code stays on white. */
async function openComputer(
  browser: Browser,
  path: string,
  like: { readonly locale: string | undefined; readonly extraHTTPHeaders: Record<string, string> | undefined },
): Promise<Page> {
  const { locale = 'zh-CN', extraHTTPHeaders = {} } = like;
  const size = { width: 1440, height: 900 };
  // A context has what its project has: a computer has a mouse.
  const mouse = { hasTouch: false, isMobile: false };
  const common = { locale, extraHTTPHeaders, baseURL: serverOrigin() };
  const context = await browser.newContext({ ...common, ...mouse, colorScheme: 'dark', viewport: size });
  const page = await context.newPage();
  await page.goto(path);
  await hydrated(page);
  return page;
}

/** Counts what the person presses on the phone. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    addEventListener('click', ({ isTrusted }) => {
      if (isTrusted) sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps') ?? 0) + 1));
    });
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem('taps') ?? 0));
}

interface Pair {
  readonly phone: Page;
  readonly computer: Page;
}

/** What a camera reads from the screen. */
async function scanned({ computer, t }: Pick<Pair, 'computer'> & { readonly t: Translate }): Promise<string> {
  const code = computer.getByRole('img', { name: t('qr.alt') });
  await expect(code).toBeVisible();
  const url = await scan(code);
  expect(url).toMatch(new RegExp(`^${serverOrigin()}/qr#[\\w-]{43}$`));
  return url;
}

/** Answers the question on the phone. */
async function answer({ phone, computer, t }: Pair & { readonly t: Translate }, question: 'qr.q' | 'qr.regQ' = 'qr.q'): Promise<void> {
  const choices = phone.getByRole('group', { name: t(question) });
  await expect(choices.getByRole('button')).toHaveCount(3);
  expect(phone.url()).not.toContain('#');
  const number = (await computer.getByText(/^\d\d$/).textContent()) ?? '';
  await choices.getByRole('button', { name: number }).click();
  await phone.getByRole('button', { name: t('qr.allow') }).click();
  await expect(phone.getByRole('heading', { level: 1, name: t('qr.done') })).toBeVisible();
}

test('signs a computer in by a scan and two taps', onPhoneEven, async ({ page, browser, locale, extraHTTPHeaders, t, signedIn }) => {
  await signedIn();
  const taps = await countTaps(page);
  await page.goto('/');
  const computer = await openComputer(browser, '/login', { locale, extraHTTPHeaders });
  await computer.getByRole('button', { name: t('si.scan') }).click();
  const url = await scanned({ computer, t });
  const since = Date.now();
  await page.goto(url);
  await answer({ phone: page, computer, t });
  await expect(computer).toHaveURL(/\/\w+-account-home$/);
  const took = Date.now() - since;
  // No more than 6,000 on a quiet machine; a busy one says nothing about it.
  test.info().annotations.push({ type: 'took', description: `${took} ms` });
  expect(await taps()).toBe(2);
  await computer.context().close();
});

test(
  'continues with a registration on the phone, two taps after the form',
  onPhoneOdd,
  async ({ page, browser, locale, extraHTTPHeaders, t, freshAccount }) => {
    const taps = await countTaps(page);
    const computer = await openComputer(browser, '/register/result-center/scan', { locale, extraHTTPHeaders });
    const url = await scanned({ computer, t });
    await page.goto(url);
    await expect(page.getByRole('link', { name: t('si.create') })).toBeVisible();
    // The computer is told of it while the person types.
    await expect(computer.getByText(t('qr.regWait'))).toBeVisible();
    // The ordinary pages lead back here: those of sign-up, or of sign-in for a person who has an account by now.
    const { phone, password } = await freshAccount();
    await page.getByRole('link', { name: t('si.btn'), exact: true }).click();
    await signInPage(page, t).signIn(phone, password);
    await expect(page).toHaveURL(/\/qr\?new=1$/);
    const since = Date.now();
    const tapped = await taps();
    await answer({ phone: page, computer, t }, 'qr.regQ');
    // It says so, and leads on.
    await expect(computer).toHaveURL(/\/result-center\/register/);
    const took = Date.now() - since;
    test.info().annotations.push({ type: 'took', description: `${took} ms` });
    expect((await taps()) - tapped).toBe(2);
    await computer.context().close();
  },
);

import type { Page } from '@playwright/test';
import { guideLibraries } from '#web/features/apps/developer/guides/libraries.ts';
import { freePort } from '#server/testing/server/free-port.ts';
import { confirmBy } from './support/confirm.ts';
import { expectAccessible } from './support/accessibility.ts';
import { begin } from './support/developer.ts';
import { startExample } from './support/example.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { tabTo } from './support/keyboard.ts';
import { inBothLayouts, onOdd, onPhoneEven } from './support/projects.ts';
import { serverOrigin } from './support/server.ts';
import { signInPage } from './support/sign-in-page.ts';
import type { Translate } from './support/texts.ts';
import { toast } from './support/toast.ts';

/** Registers a web app, and proves by the password for its first secret. Ends on its overview. Returns its id and the secret. */
async function register(
  page: Page,
  t: Translate,
  { redirect, password }: { readonly redirect: string; readonly password: string },
): Promise<{ readonly id: string; readonly secret: string }> {
  await page.goto('/developer/new');
  await page.getByRole('radio', { name: t('dc.t.web') }).check();
  await page.locator('[name="name.en_US"]').fill('Meridian Notes');
  await page.locator('[name="name.zh_CN"]').fill('子午笔记');
  await page.getByRole('textbox', { name: t('dc.f.redirect'), exact: true }).fill(redirect);
  await page.getByRole('button', { name: t('dc.f.create') }).click();
  const proof = page.getByRole('dialog', { name: t('vf.h') });
  await confirmBy(proof, t, 'vf.byPassword');
  await proof.locator('input').fill(password);
  await proof.locator('input').press('Enter');
  await expect(page.getByText(t('dc.k.once'))).toBeVisible();
  const secret = await page.locator('main code').first().textContent();
  await page.getByRole('button', { name: t('btn.continue') }).click();
  await expect(page).toHaveURL(/\/developer\/guides\?/);
  return { id: new URL(page.url()).searchParams.get('app') ?? '', secret: secret ?? '' };
}

test(
  'a newcomer’s half hour: from the sign-in to an app that shows the person’s name',
  inBothLayouts,
  async ({ page, t, freshAccount, database }) => {
    test.slow();
    const account = await freshAccount({ email: true });
    await page.goto('/developer');
    await expect(page).toHaveURL(/\/login\?redirect=%2Fdeveloper/);
    await hydrated(page);
    await signInPage(page, t).signIn(account.phone, account.password);
    await expect(page).toHaveURL(/\/developer$/);
    await expectAccessible(page);
    await begin(page, t);
    await expectAccessible(page);

    const port = await freePort();
    const { id, secret } = await register(page, t, { redirect: `http://127.0.0.1:${port}/callback`, password: account.password });
    await expectAccessible(page);
    await page.goto(`/developer/apps/${id}`);
    await expect(page.getByRole('heading', { name: t('dc.todo.h') })).toBeVisible();
    await expectAccessible(page);

    await page.goto(`/developer/apps/${id}/settings`);
    // A new app may ask for the email and for lasting access.
    await expect(page.getByRole('checkbox', { name: t('cs.s2') })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: t('dc.o.stay') })).toBeChecked();
    await page.locator('[name="name.en_US"]').fill('Meridian');
    await page.getByRole('button', { name: t('dc.f.save') }).click();
    await expect(toast(page, t('dc.f.saved'))).toBeVisible();
    // From the top: the app bar covers a part of a page that was scrolled.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page);

    await page.goto(`/developer/apps/${id}/try`);
    await page.getByRole('button', { name: t('dc.try.run'), exact: true }).click();
    await page.getByRole('button', { name: t('cs.allow'), exact: true }).click();
    await expect(page).toHaveURL(/\/try\?run=/);
    for (const step of ['request', 'page', 'answer', 'tokens', 'id', 'info'] as const) {
      await expect(
        page
          .getByRole('listitem')
          .filter({ hasText: t(`dc.st.${step}`) })
          .first(),
      ).toContainText(t('dc.state.done'));
    }
    await page.getByText(t('dc.st.id'), { exact: true }).click();
    await expect(page.getByText(t('dc.st.sub')).first()).toBeVisible();
    await expectAccessible(page);
    expect(page.url()).not.toContain('code=');

    await using example = startExample('web-app/web-app.ts', id, { CLIENT_SECRET: secret, PORT: String(port) });
    const [, origin = ''] = await example.line(/Open (\S+)/);
    await page.goto(origin);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: t('cs.allow'), exact: true }).click();
    await expect(page.getByRole('heading', { name: `Hello, ${database.nicknameOf(account)}` })).toBeVisible();
  },
);

test('every snippet of the guides fits an app that was registered through the page', onPhoneEven, async ({ page, t, freshAccount }) => {
  test.slow();
  const account = await freshAccount({ email: true });
  await page.goto('/login?redirect=/developer');
  await hydrated(page);
  await signInPage(page, t).signIn(account.phone, account.password);
  await expect(page).toHaveURL(/^[^?]*\/developer$/);
  await begin(page, t);
  const origin = `http://127.0.0.1:${await freePort()}`;
  const redirect = `${origin}/callback`;
  const { id } = await register(page, t, { redirect, password: account.password });
  for (const library of Object.keys(guideLibraries) as (keyof typeof guideLibraries)[]) {
    await page.getByRole('combobox', { name: t('dc.lib') }).selectOption(library);
    const card = page.locator('section', { has: page.getByRole('heading', { name: guideLibraries[library], exact: true }) });
    await expect(card.locator('pre').nth(1)).toContainText(id);
    const [address = '', snippet = ''] = await card.locator('pre').allTextContents();
    const faults: string[] = [];
    if (!address.startsWith(origin)) faults.push(`address ${address}`);
    if (/\{(?:issuer|id|origin)\}/.test(snippet)) faults.push('not filled in');
    // A base of others ends with a slash; each other address answers a read or a form.
    const urls = snippet.matchAll(new RegExp(`${serverOrigin()}/[\\w./-]*\\w(?![\\w/])`, 'g'));
    for (const [url] of urls) {
      const answers = [await page.request.get(url, { maxRedirects: 0 }), await page.request.post(url, { form: {} })];
      if (answers.every((one) => one.status() === 404)) faults.push(`404 ${url}`);
    }
    // What the snippet asks for, without PKCE, as most of this software sends it.
    const scope = [...new Set(['openid', ...(snippet.match(/\b(?:profile|email|offline_access)\b/g) ?? [])])].join(' ');
    const query = new URLSearchParams({ client_id: id, response_type: 'code', redirect_uri: redirect, scope, state: 's' });
    const asked = new URL((await page.request.get(`/oidc/auth?${query}`)).url());
    if (asked.pathname !== '/consent') faults.push(asked.href);
    expect([library, faults]).toEqual([library, []]);
  }
});

test('two tabs: the later save asks, and nothing is lost', onOdd, async ({ page, context, t, signedIn }) => {
  const { password } = await signedIn({ email: true });
  await begin(page, t);
  const { id } = await register(page, t, { redirect: 'http://127.0.0.1/callback', password });
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto(`/developer/apps/${id}/settings`);
  await page.locator('[name="name.en_US"]').fill('First');
  await other.locator('[name="name.en_US"]').fill('Second');
  await page.getByRole('button', { name: t('dc.f.save') }).click();
  await expect(toast(page, t('dc.f.saved'))).toBeVisible();
  await other.getByRole('button', { name: t('dc.f.save') }).click();
  await expect(other.getByText(t('dc.conflict'))).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('button', { name: t('dc.conflict.mine') }).click();
  await expect(toast(other, t('dc.f.saved'))).toBeVisible();
  await page.reload();
  await expect(page.locator('[name="name.en_US"]')).toHaveValue('Second');
});

test('an app is registered with only the keyboard', onOdd, async ({ page, t, signedIn }) => {
  const { password } = await signedIn({ email: true });
  await begin(page, t);
  await page.goto('/developer/new');
  await tabTo(page, page.getByRole('radio', { name: t('dc.t.web') }));
  await page.keyboard.press('Space');
  await tabTo(page, page.locator('[name="name.zh_CN"]'));
  await page.keyboard.type('Ziwu');
  await tabTo(page, page.locator('[name="name.en_US"]'));
  await page.keyboard.type('Meridian Notes');
  await tabTo(page, page.getByRole('textbox', { name: t('dc.f.redirect'), exact: true }));
  await page.keyboard.type('http://127.0.0.1/callback');
  await tabTo(page, page.getByRole('button', { name: t('dc.f.create') }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: t('vf.h') }).locator('input')).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('dc.k.once'))).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: t('btn.continue') }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/developer\/guides\?/);
});

import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { tabTo } from './support/keyboard.ts';
import { appName, authorizeNotes, authorizeReader, readerRequest, silentAnswer } from './support/openid.ts';
import { phoneAsShown } from './support/phone.ts';
import { onOdd, onPhone, onPhoneEven, onPhoneOdd } from './support/projects.ts';
import { readerOrigin, serverOrigin } from './support/server.ts';
import { signInPage } from './support/sign-in-page.ts';
import { languageOf } from './support/texts.ts';

test('signs in to an app: first here, then the consent, then the app knows the person', async ({
  page,
  t,
  lang,
  freshAccount,
  notesOrigin,
}) => {
  test.slow();
  const account = await freshAccount({ email: true });
  // A chosen language takes precedence over the account's.
  await page.context().addCookies([{ name: 'lang', value: languageOf(lang), url: serverOrigin() }]);
  await page.goto(notesOrigin);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login\?/);
  await hydrated(page);
  await signInPage(page, t).signIn(account.phone, account.password);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('cs.h', { app: appName('notes', lang) }));
  await expect(page).toHaveTitle(new RegExp(t('title.consent')));
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading [level=1]
      - paragraph: ${new URL(notesOrigin).host}
      - button "${t('cs.switch')}"
      - region "${t('cs.will')}":
        - heading "${t('cs.will')}" [level=2]
        - list:
          - listitem: ${t('cs.signIn')}
          - listitem:
            - switch /${t('cs.s1')}/ [checked]
          - listitem:
            - switch /${t('cs.s2')}.*@/ [checked]
          - listitem:
            - switch "${t('cs.offline')}" [checked]
        - paragraph: ${t('cs.not')}
      - button "${t('cs.deny')}"
      - button "${t('cs.allow')}"
  `);
  await expectAccessible(page);
  await tabTo(page, page.getByRole('switch', { name: t('cs.s2') }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: t('cs.allow'), exact: true }));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(notesOrigin);
  // The person has no picture: the first letter of the name stands for it.
  await expect(page.locator('.portrait')).toHaveText(/^.$/u);
  await expect(page.getByText('email', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await expect(page.getByText('email', { exact: true })).toHaveCount(0);
});

test(
  'is refused, or answered by another account',
  onPhoneEven,
  async ({ page, t, lang, signedIn, freshAccount, notesOrigin, expectedErrors }) => {
    test.slow();
    expectedErrors.push(/status of 400.*\/callback/);
    const [first, second] = [await signedIn(), await freshAccount()];
    await page.goto(`${notesOrigin}/sign-in`);
    await expect(page.getByRole('main').getByText(phoneAsShown(first.phone)).first()).toBeVisible();
    await page.getByRole('button', { name: t('cs.deny'), exact: true }).click();
    await expect(page.getByText('access_denied')).toBeVisible();

    await page.goto(`${notesOrigin}/sign-in`);
    await page.getByRole('button', { name: t('cs.switch') }).click();
    await expect(page).toHaveURL(/\/login\?.*prompt=select_account/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('si.h'));
    await hydrated(page);
    await signInPage(page, t).signIn(second.phone, second.password);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('cs.h', { app: appName('notes', lang) }));
    await expect(page.getByRole('main').getByText(phoneAsShown(second.phone)).first()).toBeVisible();
    await page.getByRole('button', { name: t('cs.allow'), exact: true }).click();
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  },
);

test('asks no question if the app wants no page, and none twice', async ({ page, t, signedIn }) => {
  expect((await silentAnswer(page)).get('error')).toBe('login_required');
  await signedIn();
  expect((await silentAnswer(page)).get('error')).toBe('consent_required');
  await authorizeReader(page, t);
  expect((await silentAnswer(page)).has('code')).toBe(true);
});

test('shows a request that is over or another person’s as expired', onPhoneOdd, async ({ page, t, signedIn, browser, baseURL }) => {
  await signedIn();
  await page.goto(readerRequest());
  await expect(page.getByRole('button', { name: t('cs.allow'), exact: true })).toBeVisible();
  const consentPage = page.url();

  await test.step('in the browser of another account', async () => {
    const [context, own] = [await browser.newContext(baseURL === undefined ? {} : { baseURL }), await page.context().cookies()];
    await context.addCookies(own.filter(({ name }) => name === 'lang'));
    const stranger = await context.newPage();
    await stranger.goto(consentPage);
    await expect(stranger).toHaveURL(/\/login\?/);
    await context.close();
  });

  await page.goto('/consent?interaction=unknown');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('oe.h'));
  await expect(page.getByText(t('oe.expired'))).toBeVisible();
  await page.goto('/consent');
  await expect(page.getByText(t('oe.expired'))).toBeVisible();

  // Another person signed in with the same browser: the request is not theirs.
  await signedIn();
  await page.goto(consentPage);
  await expect(page.getByText(t('oe.expired'))).toBeVisible();
  await page.getByRole('link', { name: t('sys.backHome') }).click();
  await expect(page).toHaveURL(/\/\w+-account-home$/);
});

test('leads back to the app for a new start when the request is over', async ({ page, t, lang, expectedErrors }) => {
  expectedErrors.push(/status of 400.*\/oidc\//);
  await page.goto(readerRequest());
  await expect(page).toHaveURL(/\/login\?/);
  const goOn = new URL(new URL(page.url()).searchParams.get('redirect') ?? '', page.url());
  // Another browser's request and a gone one look the same.
  await page.goto(goOn.pathname.replace(/[^/]+$/, 'over') + goOn.search);
  await hydrated(page);
  await expect(page.getByText(t('oe.expired'))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: t('oe.again', { app: appName('reader', lang) }) }).click();
  await expect(page).toHaveURL(`${readerOrigin()}/`);
});

test('explains a faulty app to the person, and tells the app nothing', onPhoneEven, async ({ page, t, expectedErrors }) => {
  expectedErrors.push(/status of 400.*\/oidc\//);
  const wrong = [
    [{ client_id: 'nobody' }, t('oe.client'), 'invalid_client'],
    [{ redirect_uri: 'https://elsewhere.example/' }, t('oe.redirect'), 'invalid_redirect_uri'],
  ] as const;
  for (const [params, words, error] of wrong) {
    await page.goto(readerRequest(params));
    expect(new URL(page.url()).pathname).toBe('/oidc/auth');
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('oe.h'));
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByText(error)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(t('title.oauthError')));
  }
  await expectAccessible(page);
  await page.goto('/oidc/interaction/unknown');
  await expect(page.getByText(t('oe.expired'))).toBeVisible();
});

test('the discovery document names pages that exist', onPhone, async ({ page, request, signedIn }) => {
  await signedIn();
  const metadata: Readonly<Record<string, unknown>> = await (await request.get('/.well-known/openid-configuration')).json();
  const pages = Object.entries(metadata).filter(([name]) => /^(?:op_.*_uri|service_documentation|account_management_uri)$/.test(name));
  expect(pages).toHaveLength(4);
  for (const [name, at] of pages) {
    const answer = await page.goto(String(at));
    expect([name, answer?.status()]).toEqual([name, 200]);
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('404');
  }
});

test(
  'asks at sign-out from an app whether to sign out here too',
  onOdd,
  async ({ page, t, lang, signedIn, notesOrigin, expectedErrors }) => {
    test.slow();
    await signedIn();
    await authorizeNotes(page, notesOrigin, t);
    // A refused sign-out says so, and leads to one that is none of the app's.
    expectedErrors.push(/status of 400.*\/oidc\//);
    await page.goto(
      `/oidc/session/end?client_id=${new URL(readerRequest()).searchParams.get('client_id') ?? ''}&post_logout_redirect_uri=https://elsewhere.example/`,
    );
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('oe.h'));
    await page.getByRole('link', { name: t('title.signOut') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('lo.h'));
    await page.goto(notesOrigin);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('lo.h'));
    await expect(page.getByText(t('lo.b', { app: appName('notes', lang) }))).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: t('lo.stay') }).click();
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();

    await authorizeNotes(page, notesOrigin, t);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('lo.h'));
    await hydrated(page);
    await page.getByRole('button', { name: t('lo.all') }).click();
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(page.url()).toBe(`${notesOrigin}/`);
    await page.goto('/');
    await expect(page).toHaveURL(/\/login/);
  },
);

import { freeOrigin, siteWithSignIn, startApache } from './support/apache.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { serverOrigin } from './support/server.ts';
import { signOutBy } from './support/sign-out.ts';
import { quickstartOf, registerThirdParty, signInAndAllow } from './support/third-party.ts';

const clientId = 'apache';

test('Apache, with the settings of its quickstart, signs a person in with a name, and out from both sides', async ({
  page,
  t,
  freshAccount,
  database,
}) => {
  test.slow();
  const origin = await freeOrigin();
  const more = ['--backchannel-logout', `${origin}/callback?logout=backchannel`];
  const secret = await registerThirdParty({ clientId, origin, more });
  const site = siteWithSignIn(quickstartOf('apache', { clientID: clientId, origin }));
  await using apache = await startApache({ origin, module: 'auth_openidc', site, secret });
  const person = await freshAccount({ email: true });

  await page.goto(origin);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signInAndAllow(page, t, person);
  await expect(page).toHaveURL(`${origin}/private/`);
  const shown = (name: string) => page.locator(`#${name}`);
  await expect(shown('OIDC_CLAIM_iss')).toHaveText(serverOrigin());
  await expect(shown('OIDC_CLAIM_aud')).toHaveText(clientId);
  await expect(shown('OIDC_CLAIM_name')).toHaveText(database.nicknameOf(person));
  await expect(shown('OIDC_CLAIM_email')).toHaveText(person.email);
  await expect(shown('OIDC_CLAIM_sub')).toHaveText(/^[\w-]{16,}$/);
  await expect(shown('REMOTE_USER')).toContainText(await shown('OIDC_CLAIM_sub').innerText());

  await test.step('from Apache', async () => {
    await page.getByRole('link', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('lo.h'));
    await hydrated(page);
    await page.getByRole('button', { name: t('lo.all') }).click();
    await expect(page).toHaveURL(`${origin}/`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/login\?/);
  });

  await test.step('from here', async () => {
    await signInAndAllow(page, t, person, { asks: false });
    await expect(page).toHaveURL(`${origin}/private/`);
    await page.goto(serverOrigin());
    await signOutBy({ page, t, isMobile: false });
    await expect(async () => {
      await page.goto(`${origin}/private/`);
      await expect(page).toHaveURL(/\/login\?/, { timeout: 500 });
    }).toPass();
  });
  expect(await apache.log()).not.toContain(':error]');
});

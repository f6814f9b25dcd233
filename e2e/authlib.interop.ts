import { freeOrigin } from './support/apache.ts';
import { expect, test } from './support/fixtures.ts';
import { quickstartOf, registerThirdParty, signInAndAllow, startForeignApp } from './support/third-party.ts';

const clientId = 'authlib';

test('Authlib, with the settings of its quickstart, shows the name of a person', async ({ page, t, freshAccount, database }) => {
  test.slow();
  const origin = await freeOrigin();
  const secret = await registerThirdParty({ clientId, origin });
  const settings = quickstartOf('authlib', { clientID: clientId, origin });
  await using app = await startForeignApp('authlib_app.py', origin, { SETTINGS: settings, CLIENT_SECRET: secret });
  const person = await freshAccount({ email: true });

  await page.goto(app.origin);
  await signInAndAllow(page, t, person);
  await expect(page.getByRole('heading', { name: `Hello ${database.nicknameOf(person)}` })).toBeVisible();
  // The ID token, which it checks itself, and userinfo name one person.
  await expect(page.getByRole('paragraph')).toHaveText(/^([\w-]{16,}) \1$/);
});

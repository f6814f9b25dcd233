import { freeOrigin } from './support/apache.ts';
import { expect, test } from './support/fixtures.ts';
import { serverOrigin } from './support/server.ts';
import { registerThirdParty, signInAndAllow, startForeignApp } from './support/third-party.ts';

const clientId = 'requests-oauthlib';

test('requests-oauthlib, as its quick start has it, shows the name of a person', async ({ page, t, freshAccount, database }) => {
  test.slow();
  const origin = await freeOrigin();
  // Like Authlib, it has neither PKCE nor ID tokens built in.
  const secret = await registerThirdParty({ clientId, origin });
  const env = { ISSUER: serverOrigin(), CLIENT_ID: clientId, CLIENT_SECRET: secret, OAUTHLIB_INSECURE_TRANSPORT: '1' };
  await using app = await startForeignApp('requests_oauthlib_app.py', origin, env);
  const person = await freshAccount({ email: true });

  await page.goto(app.origin);
  await signInAndAllow(page, t, person);
  await expect(page.getByRole('heading', { name: `Hello ${database.nicknameOf(person)}` })).toBeVisible();
  await expect(page.getByRole('paragraph')).toHaveText(person.email);
});

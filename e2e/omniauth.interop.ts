import { freeOrigin } from './support/apache.ts';
import { expect, test } from './support/fixtures.ts';
import { serverOrigin } from './support/server.ts';
import { registerClient, signInAndAllow, startForeignApp } from './support/third-party.ts';

const clientId = 'omniauth';

test('OmniAuth for Ruby, as its quick start has it, shows the name of a person', async ({ page, t, freshAccount, database }) => {
  test.slow();
  const origin = await freeOrigin();
  const scopes = ['openid', 'profile', 'email'].flatMap((scope) => ['--scope', scope]);
  const secret = await registerClient(clientId, ['--redirect', `${origin}/auth/account/callback`, '--pkce', 'optional', ...scopes]);
  const env = { ISSUER: serverOrigin(), CLIENT_ID: clientId, CLIENT_SECRET: secret };
  await using app = await startForeignApp('omniauth_app.rb', origin, env);
  const person = await freshAccount({ email: true });

  await page.goto(app.origin);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInAndAllow(page, t, person);
  await expect(page.getByRole('heading', { name: `Hello ${database.nicknameOf(person)}` })).toBeVisible();
  await expect(page.getByRole('paragraph')).toHaveText(person.email);
});

import { freeOrigin } from './support/apache.ts';
import { expect, test } from './support/fixtures.ts';
import { serverOrigin } from './support/server.ts';
import { registerThirdParty, signInAndAllow, startForeignApp } from './support/third-party.ts';

const clientId = 'go-oidc';

test('go-oidc, as its quick start has it, shows the name of a person', async ({ page, t, freshAccount, database }) => {
  test.slow();
  const origin = await freeOrigin();
  // Its quick start has no PKCE; state, nonce and the secret remain.
  const secret = await registerThirdParty({ clientId, origin });
  const env = { ISSUER: serverOrigin(), CLIENT_ID: clientId, CLIENT_SECRET: secret };
  await using app = await startForeignApp('go_oidc_app.go', origin, env);
  const person = await freshAccount({ email: true });

  await page.goto(app.origin);
  await signInAndAllow(page, t, person);
  await expect(page.getByRole('heading', { name: `Hello ${database.nicknameOf(person)}` })).toBeVisible();
  // The ID token, which it checks itself, and userinfo name one person.
  await expect(page.getByRole('paragraph')).toHaveText(/^([\w-]{16,}) \1$/);
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freeOrigin, startApache } from './support/apache.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { serverDataDir, serverOrigin } from './support/server.ts';
import { signInPage } from './support/sign-in-page.ts';

const clientId = 'apache';

test('Apache signs a person in, receives their identity, and signs them out', async ({ page, t, freshAccount }) => {
  const origin = await freeOrigin();
  const secret = await registerClient(origin);
  await using apache = await startApache({ origin, issuer: serverOrigin(), clientId, secret });
  const person = await freshAccount();
  await page.context().addCookies([{ name: 'lang', value: 'en_US', url: serverOrigin() }]);

  await page.goto(origin);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login\?/);
  await hydrated(page);
  await signInPage(page, t).signIn(person.phone, person.password);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('cs.h', { app: 'Apache' }));
  await expect(page.getByText(t('cs.from', { domain: new URL(origin).host }))).toBeVisible();
  await page.getByRole('button', { name: t('cs.allow'), exact: true }).click();

  await expect(page).toHaveURL(`${origin}/private/`);
  const shown = (name: string) => page.locator(`#${name}`);
  await expect(shown('OIDC_CLAIM_iss')).toHaveText(serverOrigin());
  await expect(shown('OIDC_CLAIM_aud')).toHaveText(clientId);
  await expect(shown('OIDC_CLAIM_phone_number')).toHaveText(`+86${person.phone}`);
  await expect(shown('OIDC_CLAIM_sub')).toHaveText(/^[\w-]{16,}$/);
  const subject = await shown('OIDC_CLAIM_sub').innerText();
  await expect(shown('REMOTE_USER')).toContainText(subject);

  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('lo.h'));
  await hydrated(page);
  await page.getByRole('button', { name: t('lo.all') }).click();
  await expect(page).toHaveURL(`${origin}/`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login\?/);
  expect(await apache.log()).not.toContain(':error]');
});

/** Registers like an operator, beside the running server. Returns the client's secret. */
async function registerClient(origin: string): Promise<string> {
  const names = ['--id', clientId, '--name-en', 'Apache', '--name-zh', 'Apache'];
  const addresses = ['--redirect', `${origin}/callback`, '--post-logout', `${origin}/`];
  const scopes = ['openid', 'profile', 'phone'].flatMap((scope) => ['--scope', scope]);
  const command = ['src/server/admin/main.ts', 'clients', 'add', ...names, ...addresses, ...scopes];
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: serverDataDir() };
  const { stdout } = await promisify(execFile)(process.execPath, command, { env });
  return stdout.trim();
}

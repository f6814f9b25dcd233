import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#server/testing/server/free-port.ts';
import { filledIn } from '#web/features/apps/developer/guides/guide-values.ts';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { operatorsEnvironment, serverOrigin } from './support/server.ts';
import { signInPage } from './support/sign-in-page.ts';
import { languageOf } from './support/texts.ts';
import { registerClient, signInAndAllow } from './support/third-party.ts';

const require = createRequire(import.meta.url);
const exampleFolder = join(import.meta.dirname, '../examples/browser-app');

/** The example as a developer copies it from its quickstart: in its own folder, filled in, with the libraries. */
async function startExampleApp() {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const clientID = `example-${port}`;
  const addresses = ['--redirect', `${origin}/callback`, '--post-logout', `${origin}/`];
  await registerClient(clientID, ['--kind', 'browser', '--dpop', ...addresses, '--scope', 'openid', '--scope', 'profile']);
  const folder = mkdtempSync(join(tmpdir(), 'browser-app-'));
  symlinkSync(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'));
  for (const name of readdirSync(exampleFolder)) {
    const text = readFileSync(join(exampleFolder, name), 'utf8');
    writeFileSync(join(folder, name), filledIn(text, { issuer: serverOrigin(), clientID }));
  }
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(process.execPath, [join(folder, 'serve.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return {
    origin,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

test('the example shows a name, keeps its key, renews in silence and signs out', async ({ page, t, lang, freshAccount, database }) => {
  const person = await freshAccount();
  await using app = await startExampleApp();
  await page.context().addCookies([{ name: 'lang', value: languageOf(lang), url: serverOrigin() }]);
  await page.goto(app.origin);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInAndAllow(page, t, person);
  await expect(page).toHaveURL(`${app.origin}/`);
  const said = page.getByText(`Hello, ${database.nicknameOf(person)}. Your token is good until`);
  await expect(said).toBeVisible();
  const renewals: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/oidc/token')) renewals.push(new URLSearchParams(request.postData() ?? '').get('grant_type') ?? '');
  });
  const renewed = page.waitForResponse(/\/oidc\/token$/);
  await page.getByRole('button', { name: 'Renew' }).click();
  expect((await renewed).status()).toBe(200);
  await expect.poll(() => renewals.at(-1)).toBe('refresh_token');
  // The key is the browser's: it stays with the tab, and the renewed token is bound to it.
  await page.reload();
  await expect(said).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await hydrated(page);
  await page.getByRole('button', { name: t('lo.all') }).click();
  await expect(page).toHaveURL(`${app.origin}/`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

/** A browser app with the library oidc-client-ts, on a site that is not ours: localhost, where we are 127.0.0.1. */
async function startApp(library: 'oidc-client-ts' | 'oidc-client-ts-2') {
  const file = require.resolve(`${library}/package.json`).replace('package.json', 'dist/browser/oidc-client-ts.min.js');
  const clientId = `spa-${library}`;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/library.js') response.setHeader('content-type', 'text/javascript').end(readFileSync(file));
    else response.setHeader('content-type', 'text/html').end(pageOf(clientId));
  });
  await once(server.listen(0, 'localhost'), 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const names = ['--id', clientId, '--name-en', 'Board', '--name-zh', '看板'];
  const command = ['src/server/admin/main.ts', 'clients', 'add', ...names, '--kind', 'browser', '--redirect', `${origin}/callback`];
  await promisify(execFile)(process.execPath, command, { env: operatorsEnvironment() });
  return {
    origin,
    async [Symbol.asyncDispose]() {
      await promisify(execFile)(process.execPath, ['src/server/admin/main.ts', 'clients', 'remove', clientId], {
        env: operatorsEnvironment(),
      });
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The quick start of the library; the address of the popup is the one for redirects. */
function pageOf(clientId: string): string {
  return `<!doctype html><title>Board</title><link rel="icon" href="data:,"><button id="in">Sign in</button><button id="renew">Renew</button><p id="said"></p>
<script src="/library.js"></script><script>
const manager = new oidc.UserManager({
  authority: ${JSON.stringify(serverOrigin())},
  client_id: ${JSON.stringify(clientId)},
  redirect_uri: location.origin + '/callback',
  popup_redirect_uri: location.origin + '/callback',
});
const say = (text) => { document.querySelector('#said').textContent = text; };
const run = (work) => work().then((user) => say('signed in: ' + user.profile.sub + ' ' + user.access_token.slice(0, 6)), (error) => say('failed: ' + error.message));
if (location.pathname === '/callback') manager.signinPopupCallback();
document.querySelector('#in').onclick = () => run(() => manager.signinPopup());
document.querySelector('#renew').onclick = () => run(() => manager.signinSilent());
</script>`;
}

for (const library of ['oidc-client-ts', 'oidc-client-ts-2'] as const) {
  test(`${library} signs in by a popup and renews in silence, on another site`, async ({ page, t, lang, freshAccount }) => {
    test.slow();
    const person = await freshAccount();
    await using app = await startApp(library);
    await page.context().addCookies([{ name: 'lang', value: languageOf(lang), url: serverOrigin() }]);
    await page.goto(app.origin);
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const popup = await opened;
    await expect(popup).toHaveURL(/\/login\?/);
    await hydrated(popup);
    await signInPage(popup, t).signIn(person.phone, person.password);
    await popup.getByRole('button', { name: t('cs.allow'), exact: true }).click();
    const said = page.locator('#said');
    await expect(said).toHaveText(/^signed in: [\w-]{22} /);
    expect(popup.isClosed()).toBe(true);
    const before = await said.innerText();
    await page.getByRole('button', { name: 'Renew' }).click();
    await expect(said).not.toHaveText(before);
    await expect(said).toHaveText(/^signed in: /);
  });
}

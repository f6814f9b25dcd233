import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { operatorsEnvironment, serverOrigin } from './support/server.ts';
import { signInPage } from './support/sign-in-page.ts';
import { languageOf } from './support/texts.ts';

const require = createRequire(import.meta.url);

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

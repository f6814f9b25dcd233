import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './support/fixtures.ts';
import { hydrated } from './support/hydration.ts';
import { startOidcAgent } from './support/oidc-agent.ts';
import { serverOrigin } from './support/server.ts';
import { proveByPassword } from './support/social.ts';
import { registerClient, signInAndAllow } from './support/third-party.ts';
import { freePort } from '#server/testing/server/free-port.ts';

const clientId = 'oidc-agent';

test('oidc-agent, as a public client, holds tokens that tell the name of a person', async ({ page, t, freshAccount, database }) => {
  test.slow();
  const scopes = ['openid', 'profile', 'offline_access'].flatMap((scope) => ['--scope', scope]);
  await registerClient(clientId, ['--kind', 'native', '--device', '--redirect', 'http://localhost:4242', ...scopes]);
  const folder = await mkdtemp(join(tmpdir(), 'cedar-id-agent-'));
  await using agent = await startOidcAgent({ folder, issuer: serverOrigin(), clientId });
  const person = await freshAccount();
  const name = database.nicknameOf(person);

  await test.step('by a code at its own address', async () => {
    const generation = agent.generate('code', ['--flow=code', `--redirect-uri=http://localhost:${await freePort()}`]);
    await page.goto(await generation.line(/^(http\S+\/oidc\/auth\?\S+)$/m));
    await signInAndAllow(page, t, person);
    await generation.done;
    expect(await nameOf(await agent.token('code'))).toBe(name);
  });

  await test.step('by a code on another screen', async () => {
    const generation = agent.generate('device', ['--flow=device', '--redirect-uri=http://localhost:4242']);
    await page.goto(await generation.line(/visit:\s+(http\S+)/));
    await hydrated(page);
    const code = page.getByRole('textbox', { name: t('ln.code') });
    await code.fill(await generation.line(/enter the code: (\S+)/));
    await code.press('Enter');
    await page.getByRole('button', { name: t('ln.allow') }).click();
    // The program is in another network than the page.
    await proveByPassword(page, t, person.password);
    await generation.done;
    expect(await nameOf(await agent.token('device'))).toBe(name);
  });

  await rm(folder, { recursive: true });
});

async function nameOf(token: string): Promise<unknown> {
  const answer = await fetch(`${serverOrigin()}/oidc/me`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { readonly name?: unknown }).name;
}

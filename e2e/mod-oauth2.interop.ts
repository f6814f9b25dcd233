import * as client from 'openid-client';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freeOrigin, startApache } from './support/apache.ts';
import { expect, test } from './support/fixtures.ts';
import { operatorsEnvironment, serverOrigin } from './support/server.ts';
import { registerClient, signInAndAllow } from './support/third-party.ts';

const resource = 'https://notes.example.com/';

/** An API of Apache with mod_oauth2: tokens of this provider only for this API, at one place bound to a key. */
function siteOf(): string {
  const keys = `jwks_uri ${serverOrigin()}/oidc/jwks`;
  return [
    ['/private/', keys],
    ['/bound/', `${keys} type=dpop\n  OAuth2AcceptTokenIn header type=DPoP`],
  ]
    .map(
      ([place, verify]) => `<Location ${place}>
  AuthType oauth2
  OAuth2TokenVerify ${verify}
  Require oauth2_claim aud:${resource}
</Location>`,
    )
    .join('\n');
}

test('Apache as an API takes only tokens for itself, and bound ones only with a proof of their key', async ({ page, t, freshAccount }) => {
  test.slow();
  const origin = await freeOrigin();
  const scope = ['--scope', 'read|zh=读取您的笔记|en=Read your notes'];
  const adding = ['src/server/admin/main.ts', 'resources', 'add', resource, ...scope];
  await promisify(execFile)(process.execPath, adding, { env: operatorsEnvironment() });
  const redirect = `${origin}/`;
  const clientId = 'api-of-apache';
  const secret = await registerClient(clientId, ['--redirect', redirect, '--scope', 'openid', '--resource', `${resource}#read`]);
  await using apache = await startApache({ origin, module: 'oauth2', site: siteOf() });
  const person = await freshAccount();
  const config = await client.discovery(new URL(serverOrigin()), clientId, {}, client.ClientSecretBasic(secret), {
    execute: [client.allowInsecureRequests],
  });

  /** A token of the signed-in person. */
  const tokenWith = async (parameters: Readonly<Record<string, string>>, options: client.DPoPOptions, isFirst: boolean) => {
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const challenge = { code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier), code_challenge_method: 'S256' };
    await page.goto(client.buildAuthorizationUrl(config, { redirect_uri: redirect, scope: 'openid', ...challenge, ...parameters }).href);
    if (isFirst) await signInAndAllow(page, t, person);
    await expect(page).toHaveURL(new RegExp(`^${redirect}\\?`));
    const { resource: wanted } = parameters;
    const more = wanted === undefined ? {} : { resource: wanted };
    return (await client.authorizationCodeGrant(config, new URL(page.url()), { pkceCodeVerifier }, more, options)).access_token;
  };
  const ask = async (place: string, token: string, options: client.DPoPOptions = {}) =>
    client.fetchProtectedResource(config, token, new URL(place, origin), 'GET', undefined, undefined, options).then(
      ({ status }) => status,
      (error: { readonly status: number }) => error.status,
    );

  const forApi = { scope: 'openid read', resource };
  const bearer = await tokenWith(forApi, {}, true);
  expect(await ask('/private/', bearer)).toBe(200);
  expect(await ask('/private/', `${bearer}x`)).toBe(401);
  expect(await ask('/private/', await tokenWith({}, {}, false))).toBe(401);

  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
  const bound = await tokenWith(forApi, { DPoP }, false);
  // The page is not there, and Apache says so only to a request that may pass.
  expect(await ask('/bound/', bound, { DPoP })).toBe(404);
  expect(await ask('/bound/', bound)).toBe(401);
  expect(await ask('/bound/', bearer, { DPoP })).toBe(401);
  expect(await ask('/bound/', bound, { DPoP: client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256')) })).toBe(401);
  expect(await apache.log()).not.toContain(':emerg]');
});

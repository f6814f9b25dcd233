import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { protocolPaths, signalsPath } from '#server/capabilities/apps/openid/protocol-paths.ts';
import { newDeveloper } from '#server/testing/apps/developers.ts';
import { newRelyingParty, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestBrowser } from '#server/testing/server/test-browser.ts';

let app: TestApp;
let browser: TestBrowser;
let party: TestRelyingParty;

beforeAll(async () => {
  // The library measures life by the real clock.
  app = await buildTestApp({ now: Date.now(), config: { rateFactor: 100_000 } });
  await app.listen();
  ({ browser } = await newDeveloper(app));
  party = await newRelyingParty(app, { resources: ['ssf.manage'] });
});

afterAll(() => app.close());

async function statusOf(method: string, path: string, rest: { body?: string; headers?: Record<string, string> } = {}): Promise<number> {
  return (await browser.raw({ method, path, ...rest })).status;
}

/** Names of the properties of a schema. */
function namesOf(schema: unknown): readonly string[] {
  return Object.keys((schema as { readonly properties?: object } | undefined)?.properties ?? {});
}

describe('a NUL', () => {
  it('in any part of a path or query of the contract is refused before a query of the database', async () => {
    const tried: string[] = [];
    for (const { endpoint, schema } of app.wiring.calls.flat()) {
      const path = `/api${endpoint.path}`;
      const parts = [...path.matchAll(/:\w+/g)].map(([name]) => path.replace(name, '%00').replaceAll(/:\w+/g, 'x'));
      const queries = namesOf(schema.query).map((name) => `${path.replaceAll(/:\w+/g, 'x')}?${name}=a%00b`);
      for (const address of [...parts, ...queries]) {
        expect([address, await statusOf(endpoint.method, address)]).toEqual([address, 400]);
        tried.push(address);
      }
    }
    expect(tried.length).toBeGreaterThan(50);
  });

  it.each(Object.values(protocolPaths))('at %s is refused, wherever an app names itself', async (path) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const basic = (id: string) => ({ authorization: `Basic ${Buffer.from(id).toString('base64')}` });
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const assertion = await new SignJWT({ iss: 'a\0b', sub: 'a\0b', aud: app.config.publicUrl, jti: 'x' })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(privateKey);
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    const asserted = new URLSearchParams({ client_assertion: assertion, client_assertion_type: type, grant_type: 'client_credentials' });
    const address = path.replace(':uid', 'x');
    const statuses = [
      await statusOf('GET', `${address}?client_id=%00&redirect_uri=https://a.example&scope=openid&response_type=code`),
      await statusOf('POST', address, { headers: form, body: 'client_id=%00&grant_type=client_credentials' }),
      await statusOf('POST', address, { headers: form, body: 'client_id=\0&token=\0' }),
      await statusOf('POST', address, { headers: { ...form, ...basic('%00:x') }, body: 'grant_type=client_credentials' }),
      await statusOf('POST', address, { headers: { ...form, ...basic('\0:x') }, body: 'grant_type=client_credentials' }),
      await statusOf('POST', address, { headers: form, body: asserted.toString() }),
    ];
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });

  it('in a call of an app about its streams is refused', async () => {
    const { access_token: token } = await client.clientCredentialsGrant(party.config, { scope: 'ssf.manage' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const bodies = [
      { stream_id: 'a\0b' },
      { stream_id: 'a\0b', status: 'paused' },
      { stream_id: 'x', subject: { format: 'iss_sub', iss: app.config.publicUrl, sub: 'a\0b' } },
      { delivery: { method: 'urn:ietf:rfc:8935', endpoint_url: 'https://a.example/' }, description: '\0' },
    ].map((body) => JSON.stringify(body));
    for (const path of ['/streams', '/status', '/subjects/add', '/subjects/remove', '/verify', '/poll/x'])
      for (const method of ['POST', 'PATCH', 'PUT'])
        for (const body of bodies) {
          const status = await statusOf(method, `${signalsPath}${path}`, { headers, body });
          expect([path, method, status >= 400 && status < 500]).toEqual([path, method, true]);
        }
    for (const path of ['/streams?stream_id=%00', '/status?stream_id=%00', '/poll/%00'])
      expect(await statusOf(path.startsWith('/poll') ? 'POST' : 'GET', `${signalsPath}${path}`, { headers })).toBe(400);
  });
});

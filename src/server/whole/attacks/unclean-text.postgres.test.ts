import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knownParameters } from '#server/capabilities/apps/openid/bounds/request-bounds.ts';
import { protocolPaths, signalsPath } from '#server/capabilities/apps/openid/protocol-paths.ts';
import { newDeveloper } from '#server/testing/apps/developers.ts';
import { newRelyingParty, type TestRelyingParty } from '#server/testing/apps/openid.ts';
import { buildTestApp, type TestApp } from '#server/testing/server/test-app.ts';
import type { TestAnswer, TestBrowser } from '#server/testing/server/test-browser.ts';

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

/** Texts that one database takes and the other refuses, or that no UTF-8 has: as a URL and a JSON text spell them. */
const unclean = { url: ['a%00b', 'a%ffb', 'a%ED%A0%80b'], json: ['a\0b', 'a\ud800b', '\udc00'] } as const;

interface Rest {
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

async function send(method: string, path: string, rest: Rest = {}): Promise<TestAnswer> {
  return browser.raw({ method, path, ...rest });
}

async function statusOf(method: string, path: string, rest?: Rest): Promise<number> {
  return (await send(method, path, rest)).status;
}

/** Names of the properties of a schema. */
function namesOf(schema: unknown): readonly string[] {
  return Object.keys((schema as { readonly properties?: object } | undefined)?.properties ?? {});
}

describe('in a call of the contract, a text that only one database takes', () => {
  it('in any part of its path or query is refused before a query of the database', async () => {
    const tried: string[] = [];
    for (const { endpoint, schema } of app.wiring.calls.flat()) {
      const path = `/api${endpoint.path}`;
      for (const text of unclean.url) {
        const parts = [...path.matchAll(/:\w+/g)].map(([name]) => path.replace(name, text).replaceAll(/:\w+/g, 'x'));
        const queries = namesOf(schema.query).map((name) => `${path.replaceAll(/:\w+/g, 'x')}?${name}=${text}`);
        for (const address of [...parts, ...queries]) {
          expect([address, await statusOf(endpoint.method, address)]).toEqual([address, 400]);
          tried.push(address);
        }
      }
    }
    expect(tried.length).toBeGreaterThan(150);
  });

  it('in any field of its body, sealed or not, is refused likewise', async () => {
    for (const { name: call, endpoint, schema } of app.wiring.calls.flat()) {
      // The token of a desktop or an app is checked before the body is read.
      if (endpoint.method === 'GET' || endpoint.access === 'bearer') continue;
      const path = `/api${endpoint.path.replaceAll(/:\w+/g, 'register')}`;
      for (const [at, field] of namesOf(schema.body).entries()) {
        const text = unclean.json[at % unclean.json.length];
        const { sealed, keyId } = await browser.seal({ [field]: text });
        const headers = { 'x-key-id': keyId ?? '' };
        for (const body of [{ [field]: [text] }, sealed])
          expect([call, field, await statusOf(endpoint.method, path, { headers, body: JSON.stringify(body) })]).toEqual([call, field, 400]);
      }
    }
  });

  it('in any header or cookie that we read does no harm', async () => {
    const text = '\u00ff\u00ed\u00a0\u0080%00%ff';
    const read = ['accept-language', 'user-agent', 'if-none-match', 'x-key-id', 'x-csrf-token', 'x-forwarded-for', 'dpop', 'forwarded'];
    const headers = Object.fromEntries(read.map((name) => [name, text]));
    const cookie = ['sid', 'visitor', 'browser', 'age', 'csrf', 'lang', 'oidc_session', 'oidc_interaction'];
    const all = { ...headers, authorization: `Bearer ${text}`, cookie: cookie.map((name) => `${name}=${text}`).join('; ') };
    for (const { endpoint } of app.wiring.calls.flat()) {
      const path = `/api${endpoint.path.replaceAll(/:\w+/g, 'x')}`;
      const status = await statusOf(endpoint.method, path, { headers: all });
      expect([path, status, status < 500]).toEqual([path, status, true]);
    }
  });
});

/** Parameters of the endpoints that only programs call. */
const tokenParameters = (
  'grant_type code code_verifier refresh_token device_code user_code client_secret client_assertion ' +
  'client_assertion_type token token_type_hint posted anything_else'
).split(' ');

describe.each(Object.values(protocolPaths))('at %s, a text that only one database takes', (path) => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const address = path.replace(':uid', 'x');

  it('is an invalid request in any parameter', async () => {
    for (const [at, name] of [...knownParameters, ...tokenParameters].entries()) {
      const text = `${name}=${unclean.url[at % unclean.url.length] ?? ''}`;
      for (const answer of [await send('GET', `${address}?${text}`), await send('POST', address, { headers: form, body: text })]) {
        expect([name, answer.status]).toEqual([name, 400]);
        expect(answer.text).toContain('invalid_request');
      }
    }
  });

  it('is refused wherever an app names itself', async () => {
    const basic = (id: string) => ({ authorization: `Basic ${Buffer.from(id).toString('base64')}` });
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    for (const text of unclean.json) {
      const assertion = await new SignJWT({ iss: text, sub: text, aud: app.config.publicUrl, jti: text })
        .setProtectedHeader({ alg: 'ES256', kid: text })
        .setIssuedAt()
        .setExpirationTime('1m')
        .sign(privateKey);
      const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
      const inside = {
        client_assertion: assertion,
        client_assertion_type: type,
        grant_type: 'client_credentials',
        id_token_hint: assertion,
        request: assertion,
        claims: JSON.stringify({ userinfo: { [text]: { value: text } } }),
        client_id: party.clientId,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: 'https://app.example.com/callback',
      };
      for (const left of [[], ['request', 'id_token_hint', 'client_assertion', 'client_assertion_type']]) {
        const asserted = new URLSearchParams(Object.entries(inside).filter(([name]) => !left.includes(name))).toString();
        for (const status of [
          await statusOf('GET', `${address}?${asserted}`),
          await statusOf('POST', address, { headers: { ...form, dpop: assertion }, body: asserted }),
          await statusOf('GET', address, { headers: { authorization: `Bearer ${assertion}`, dpop: assertion } }),
        ])
          expect([text, left, status, status < 500]).toEqual([text, left, status, true]);
      }
    }
    for (const id of ['%00:x', '\0:x', 'x:%00']) {
      const answer = await send('POST', address, { headers: { ...form, ...basic(id) }, body: 'grant_type=client_credentials' });
      expect([id, answer.status]).toEqual([id, 401]);
      expect(answer.text).toContain('invalid_client');
    }
    for (const id of ['%ff:x', '%ED%A0%80:x', '\u00ff\ud800:x']) {
      const status = await statusOf('POST', address, { headers: { ...form, ...basic(id) }, body: 'grant_type=client_credentials' });
      expect([id, status, status < 500]).toEqual([id, status, true]);
    }
  });
});

it('a text that only one database takes is refused in a call of an app about its streams', async () => {
  const { access_token: token } = await client.clientCredentialsGrant(party.config, { scope: 'ssf.manage' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const bodies = unclean.json.flatMap((text) =>
    [
      { stream_id: text },
      { stream_id: text, status: 'paused' },
      { stream_id: 'x', subject: { format: 'iss_sub', iss: app.config.publicUrl, sub: text } },
      { delivery: { method: 'urn:ietf:rfc:8935', endpoint_url: 'https://a.example/' }, description: text },
    ].map((body) => JSON.stringify(body)),
  );
  for (const path of ['/streams', '/status', '/subjects/add', '/subjects/remove', '/verify', '/poll/x'])
    for (const method of ['POST', 'PATCH', 'PUT'])
      for (const body of bodies) {
        const status = await statusOf(method, `${signalsPath}${path}`, { headers, body });
        expect([path, method, status >= 400 && status < 500]).toEqual([path, method, true]);
      }
  for (const path of ['/streams?stream_id=%00', '/status?stream_id=%00', '/poll/%00'])
    expect(await statusOf(path.startsWith('/poll') ? 'POST' : 'GET', `${signalsPath}${path}`, { headers })).toBe(400);
});

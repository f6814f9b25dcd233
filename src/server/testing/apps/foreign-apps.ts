import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';
import * as client from 'openid-client';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import { registerClient, type TestRelyingParty } from './openid.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

/** An app that proves itself by a key (RFC 7523). */
export interface KeyedParty extends TestRelyingParty {
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

/** Registers an app with its own key, and the library on its side. */
export async function newKeyedParty(app: TestApp, changes: Partial<OpenidClient> = {}, algorithm = 'ES256'): Promise<KeyedParty> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), kid: 'first', alg: algorithm, use: 'sig' };
  const registered = await registerClient(app, { jwks: { keys: [publicJwk] }, ...changes });
  const proof = client.PrivateKeyJwt({ key: privateKey, kid: 'first' });
  const config = await client.discovery(new URL(app.config.publicUrl), registered.clientId, {}, proof, {
    execute: [client.allowInsecureRequests],
  });
  return { ...registered, config, privateKey, publicJwk };
}

/** An app with the FAPI profile. */
export async function newFapiParty(app: TestApp, changes: Partial<OpenidClient> = {}): Promise<KeyedParty> {
  const party = await newKeyedParty(app, { profile: 'fapi2', dpop: true, ...changes });
  Object.assign(party.config.clientMetadata(), { id_token_signed_response_alg: 'ES256' });
  return party;
}

/** Makes an assertion by hand. */
export async function assertionOf(
  { clientId, privateKey }: Pick<KeyedParty, 'clientId' | 'privateKey'>,
  claims: JWTPayload,
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return new SignJWT({ iss: clientId, sub: clientId, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'first', ...header })
    .sign(privateKey);
}

/** Sends a form as a program does, and reads the answer. */
export async function postForm(
  app: TestApp,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await fetch(new URL(path, app.config.publicUrl), {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { ...headers },
  });
  const text = await answer.text();
  const body: Readonly<Record<string, unknown>> = text.startsWith('{') ? JSON.parse(text) : {};
  return { status: answer.status, body, headers: answer.headers };
}

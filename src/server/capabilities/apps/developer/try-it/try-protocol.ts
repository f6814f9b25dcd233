import { createHash } from 'node:crypto';
import type { JWK } from 'jose';
import { newId } from '#server/platform/ids.ts';
import { parseObject, textOf, type LooseObject } from '#server/platform/outbound/loose-json.ts';
import type { AppCause } from '#contract/apps/developer/developer.words.ts';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import { cut, failedStep, row, step, type TryRecord, type TryRow, type TryStep } from '../trial.ts';

/** A request to our own provider, as an app on the network sends it. */
export interface ProtocolRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly clientIp: string;
}

export type Dispatch = (request: ProtocolRequest) => Promise<{
  readonly status: number;
  readonly body: string;
  /** `DPoP-Nonce`, or ''. */
  readonly nonce: string;
}>;

export interface TryProtocol {
  readonly dispatch: Dispatch;
  readonly publicUrl: string;
  readonly clientIp: string;
  /** Scope to claims, for the column that explains a claim. */
  readonly claimsOfScopes: Readonly<Record<string, readonly string[]>>;
}

/** Keys of a run: '' for an app without secrets, and the private key where tokens are bound to it. */
export interface RunKeys {
  readonly client: OpenidClient;
  readonly secret: string;
  readonly dpopKey: JWK | null;
}

/** The address to which the sign-in of a trial answers. */
export function tryAddress(publicUrl: string): string {
  return `${publicUrl}/developer/try`;
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** The tokens of an answer, with their step. */
interface Exchanged {
  readonly step: TryStep;
  readonly tokens?: LooseObject;
}

/** Sends a form to an endpoint of the provider, as the app does. */
async function sendForm(
  protocol: TryProtocol,
  { path, form, keys }: { readonly path: string; readonly form: Readonly<Record<string, string>>; readonly keys: RunKeys },
) {
  const { dispatch, clientIp } = protocol;
  const { client, secret, dpopKey } = keys;
  const params = new URLSearchParams(secret === '' ? { ...form, client_id: client.id } : form);
  const basic = Buffer.from(`${client.id}:${secret}`).toString('base64');
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    ...(secret === '' ? {} : { authorization: `Basic ${basic}` }),
  };
  const send = async (nonce: string) => {
    const proof =
      dpopKey === null || path !== '/oidc/token' ? {} : { dpop: await proofOf(protocol, dpopKey, { method: 'POST', path, nonce }) };
    return dispatch({ method: 'POST', path, headers: { ...headers, ...proof }, body: params.toString(), clientIp });
  };
  const first = await send('');
  const asksNonce = first.nonce !== '' && textOf(parseObject(first.body), 'error') === 'use_dpop_nonce';
  const answer = asksNonce ? await send(first.nonce) : first;
  const shown = [...params].map(([name, value]) => `${name}=${secrets.has(name) ? cut(value) : value}`).join('\n');
  const authorization = secret === '' ? '' : 'Authorization: Basic …\n';
  return { status: answer.status, json: parseObject(answer.body) ?? {}, sent: `POST ${path}\n${authorization}\n${shown}` };
}

/** A proof of possession of the run's key (RFC 9449). */
async function proofOf(
  { publicUrl }: TryProtocol,
  key: JWK,
  { method, path, nonce, token }: { readonly method: string; readonly path: string; readonly nonce: string; readonly token?: string },
): Promise<string> {
  const { importJWK, SignJWT } = await import('jose');
  const { kty = '', crv = '', x = '', y = '' } = key;
  const ath = token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') };
  return new SignJWT({ htm: method, htu: `${publicUrl}${path}`, jti: newId(), ...(nonce === '' ? {} : { nonce }), ...ath })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: { kty, crv, x, y } })
    .setIssuedAt()
    .sign(await importJWK({ ...key, kty }, 'ES256'));
}

/** A key for the tokens of one run. */
export async function newDpopKey(): Promise<JWK> {
  const { exportJWK, generateKeyPair } = await import('jose');
  return exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey);
}

/** Parameters whose values are shown only by their beginning. */
const secrets: ReadonlySet<string> = new Set(['code', 'code_verifier', 'refresh_token', 'token', 'device_code']);

/** The cause behind an error code, where a trial can have it. */
function causeOf(error: string): AppCause {
  if (error === 'invalid_client') return 'secret';
  if (error === 'unauthorized_client') return 'suspended';
  if (error === 'invalid_scope') return 'scope';
  return 'other';
}

function shownJson(json: LooseObject): string {
  const hidden = Object.entries(json).map(([name, value]) => [
    name,
    name.endsWith('token') && typeof value === 'string' ? cut(value) : value,
  ]);
  return JSON.stringify(Object.fromEntries(hidden), null, 2);
}

/** Exchanges a code, a device's code or a refresh token. */
export async function exchange(
  protocol: TryProtocol,
  { name, form, keys }: { readonly name: 'tokens' | 'refresh'; readonly form: Readonly<Record<string, string>>; readonly keys: RunKeys },
): Promise<Exchanged & { readonly error: string }> {
  const { status, json, sent } = await sendForm(protocol, { path: '/oidc/token', form, keys });
  const received = shownJson(json);
  const error = textOf(json, 'error') ?? '';
  if (status !== 200) {
    const detail = textOf(json, 'error_description') ?? error;
    return { step: failedStep(name, causeOf(error), { sent, received, detail: detail.slice(0, 200) }), error };
  }
  const rows = ['access_token', 'refresh_token', 'id_token', 'token_type', 'expires_in', 'scope'].flatMap((member): TryRow[] => {
    const value = json[member];
    if (value === undefined) return [];
    return [row(member, member.endsWith('_token') && typeof value === 'string' ? cut(value) : value)];
  });
  return { step: step(name, 'done', { rows, sent, received }), tokens: json, error: '' };
}

/** Asks for the code of a device. */
export async function askDeviceCode(protocol: TryProtocol, { client, scope }: { readonly client: OpenidClient; readonly scope: string }) {
  return sendForm(protocol, { path: '/oidc/device/auth', form: { scope }, keys: { client, secret: '', dpopKey: null } });
}

/** Pushes the request beforehand (RFC 9126). */
export async function pushRequest(
  protocol: TryProtocol,
  { form, keys }: { readonly form: Readonly<Record<string, string>>; readonly keys: RunKeys },
) {
  return sendForm(protocol, { path: '/oidc/par', form, keys });
}

/** Revokes a token of the run. */
export async function revokeToken(
  protocol: TryProtocol,
  { token, keys }: { readonly token: string; readonly keys: RunKeys },
): Promise<void> {
  await sendForm(protocol, { path: '/oidc/token/revocation', form: { token }, keys });
}

/** Checks the ID token like an app: signature, issuer, audience, times and nonce. */
export async function readIdToken(
  protocol: TryProtocol,
  { idToken, client, record }: { readonly idToken: string; readonly client: OpenidClient; readonly record: Pick<TryRecord, 'nonce'> },
): Promise<TryStep> {
  const { dispatch, publicUrl, clientIp } = protocol;
  const { createLocalJWKSet, jwtVerify } = await import('jose');
  const keys = await dispatch({ method: 'GET', path: '/oidc/jwks', headers: { accept: 'application/json' }, clientIp });
  try {
    const { payload, protectedHeader } = await jwtVerify(idToken, createLocalJWKSet(JSON.parse(keys.body)), {
      issuer: publicUrl,
      audience: client.id,
      clockTolerance: 10,
    });
    const isFresh = record.nonce === '' || payload['nonce'] === record.nonce;
    const rows = Object.entries(payload).map(([name, value]) =>
      row(name, name === 'nonce' || name === 'sub' ? cut(String(value)) : value, {
        scope: scopeOf(protocol, name),
        good: name !== 'nonce' || isFresh,
      }),
    );
    const detail = `${protectedHeader.kid ?? ''} ${protectedHeader.alg}`;
    return isFresh ? step('id', 'done', { rows, detail }) : failedStep('id', 'other', { rows, detail: 'nonce' });
  } catch (error) {
    return failedStep('id', 'other', { detail: error instanceof Error ? error.message.slice(0, 200) : '' });
  }
}

/** The claims of the person from userinfo. */
export async function readUserInfo(
  protocol: TryProtocol,
  { token, keys }: { readonly token: string; readonly keys: RunKeys },
): Promise<TryStep> {
  const { dispatch, clientIp } = protocol;
  const path = '/oidc/me';
  const { dpopKey } = keys;
  const headers =
    dpopKey === null
      ? { authorization: `Bearer ${token}` }
      : { authorization: `DPoP ${token}`, dpop: await proofOf(protocol, dpopKey, { method: 'GET', path, nonce: '', token }) };
  const answer = await dispatch({ method: 'GET', path, headers: { ...headers, accept: 'application/json' }, clientIp });
  const json = parseObject(answer.body);
  const sent = `GET ${path}\nAuthorization: ${dpopKey === null ? 'Bearer' : 'DPoP'} ${cut(token)}`;
  if (answer.status !== 200 || json === undefined) return failedStep('info', 'other', { sent, received: answer.body.slice(0, 400) });
  const rows = Object.entries(json).map(([name, value]) =>
    row(name, name === 'sub' ? cut(String(value)) : value, { scope: scopeOf(protocol, name) }),
  );
  return step('info', 'done', { rows, sent });
}

/** The scope with which a claim comes; '' for claims of the protocol. */
function scopeOf({ claimsOfScopes }: TryProtocol, claim: string): string {
  return Object.entries(claimsOfScopes).find(([, claims]) => claims.includes(claim))?.[0] ?? '';
}

import { subtleCrypto } from '#web/lib/browser/browser.ts';
import type { RefusalName } from '#contract/errors.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { referenceEndpoints } from '#contract/account/reference/reference.ts';
import { appConfig } from '#web/lib/page/app-config.ts';
import type { CallData, CallInput } from './call-types.ts';
import { csrfToken } from '#web/lib/person/cookies.ts';
import { encryptText, type PublicKey, type Purpose } from './encryption.ts';
import { track } from './pending.ts';
import { changePerson, noteAccount, untilJudged, whileHere } from '#web/lib/person/person-state.ts';
import { isRecord, isRefusal, nameOfCode, RefusalError } from './refusal-error.ts';
import { takeTurn } from '#web/lib/person/turns.ts';

const timeoutMs = 15_000;

/** A fetched key is renewed after this time: the server accepts the previous key for 24 hours (contract 2). */
const keyLifeMs = 12 * 3_600_000;

interface Input {
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly signal?: AbortSignal;
  readonly xToken?: string;
}

/**
 * Makes one call of the contract, with CSRF token, encrypted fields and a limit of 15 seconds. Waits while another call
 * gives the session a new id (ADR 211). Only the person who made the call gets the answer (ADR 39).
 * @throws {RefusalError} for answers other than 200, for none (`offline`) and for a late one (`late`).
 * @throws {DOMException} AbortError, if `signal` aborted the call.
 */
export function call<Row extends Endpoint>(
  row: Row,
  ...[input]: Record<never, never> extends CallInput<Row> ? [CallInput<Row>?] : [CallInput<Row>]
): Promise<CallData<Row>> {
  const given = (input ?? {}) as Input;
  const answer = whileHere(() => track(takeTurn(row.renewsSession === true, () => send(row, given))));
  return answer.then((data) => {
    notePerson(row, given, data);
    // The row's schema types the server's answer.
    return data as CallData<Row>;
  });
}

/** Updates the owner of the browser after an answer. An X-Token is no session. */
function notePerson(row: Endpoint, { xToken }: Input, data: unknown): void {
  if (xToken !== undefined) return;
  if (isOfAccount(row)) noteAccount();
  if (row.endsSession === true) changePerson('ends');
  else if (row.beginsSession === true && isRecord(data) && data['account']) changePerson('begins');
}

/** A call that only a signed-in account can make. */
function isOfAccount({ access }: Endpoint): boolean {
  return access === 'account' || access === 'developer';
}

let latestId = '';

/** The id of the latest answered request: support finds in the log what happened before a page failed. */
export function latestRequestId(): string {
  return latestId;
}

/** Reads a response that was fetched elsewhere (the page starts some calls before the application runs). */
export async function readAnswer(response: Response): Promise<unknown> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  latestId = requestId ?? latestId;
  const envelope: unknown = await response.json().catch(() => undefined);
  if (!isRecord(envelope) || typeof envelope['code'] !== 'number') {
    throw new RefusalError({ refusal: nameOfStatus(response.status), requestId });
  }
  const { code, msg, data } = envelope;
  if (code === 200) return data;
  throw new RefusalError({ refusal: nameOfCode(code), code, text: typeof msg === 'string' ? msg : '', data, requestId });
}

/** The refusal for a response without an envelope, which came from an intermediary. */
function nameOfStatus(status: number): RefusalName {
  const name = nameOfCode(status);
  return name === 'unknown' && status >= 500 ? 'serverError' : name;
}

async function send(row: Endpoint, input: Input): Promise<unknown> {
  const before = csrfToken();
  try {
    return await sendOnce(row, input);
  } catch (error) {
    // Meanwhile another tab gave the session a new id, and with it a new token: the call was not carried out.
    if (!isRefusal(error, 'unauthorized') || csrfToken() === before) throw error;
    return sendOnce(row, input);
  }
}

async function sendOnce(row: Endpoint, input: Input): Promise<unknown> {
  if (row.method === 'GET') return request(row, input);
  if (csrfToken() === undefined) await fetchKey();
  try {
    return await write(row, input);
  } catch (error) {
    if (!isStale(error, row, input)) throw error;
    await fetchKey();
    return write(row, input);
  }
}

/**
 * Whether one retry with a fresh token and key makes sense. The token is bound to the session, so a sign-in or sign-out
 * in another tab makes it stale. A key expires, and an encrypted field that cannot be decrypted is a bad request
 * without a reason.
 */
function isStale(error: unknown, row: Endpoint, input: Input): boolean {
  if (!(error instanceof RefusalError)) return false;
  if (error.refusal === 'forbidden') return true;
  return error.refusal === 'badRequest' && Object.keys(error.fields).length === 0 && secretsOf(row, input).length > 0;
}

/** The names of the encrypted fields. */
function secretsOf({ encrypted = [] }: Endpoint, { body }: Input): readonly string[] {
  return appConfig().encryption ? encrypted.filter((name) => typeof body?.[name] === 'string') : [];
}

async function write(row: Endpoint, input: Input): Promise<unknown> {
  // The token may belong to another person, from another tab. Sign-out is always possible.
  if (isOfAccount(row) && row.endsSession !== true) await untilJudged();
  const headers: Record<string, string> = {};
  if (input.xToken !== undefined) headers['x-token'] = input.xToken;
  const secrets = secretsOf(row, input);
  if (secrets.length > 0 && subtleCrypto() === undefined) throw new RefusalError({ refusal: 'configFail' });
  const key = secrets.length > 0 ? await publicKey() : undefined;
  // Read after the key, which may have set another token. The encrypted fields are valid with this token only, even if
  // the cookie changes later.
  const token = csrfToken() ?? '';
  headers['x-csrf-token'] = token;
  const body = { ...input.body };
  if (key !== undefined) {
    headers['x-key-id'] = key.client_id;
    await Promise.all(secrets.map(async (field) => (body[field] = await sealed(String(body[field]), key, { field, token }))));
  }
  return request(row, { ...input, body }, headers);
}

async function sealed(text: string, key: PublicKey, purpose: Purpose): Promise<string> {
  const cipher = await encryptText(text, key, purpose);
  if (cipher === undefined) throw new RefusalError({ refusal: 'badRequest', data: { fields: { [purpose.field]: 'max' } } });
  return cipher;
}

async function request(row: Endpoint, input: Input, headers: Record<string, string> = {}): Promise<unknown> {
  const late = AbortSignal.timeout(timeoutMs);
  const init: RequestInit = {
    method: row.method,
    credentials: 'same-origin',
    headers: { accept: 'application/json', ...(input.body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    signal: input.signal === undefined ? late : AbortSignal.any([late, input.signal]),
  };
  if (input.body !== undefined) init.body = JSON.stringify(input.body);
  const response = await fetch(urlOf(row, input), init).catch((error: unknown) => {
    if (input.signal?.aborted === true) throw error;
    throw new RefusalError({ refusal: late.aborted ? 'late' : 'offline' });
  });
  return readAnswer(response);
}

function urlOf(row: Endpoint, input: Input): string {
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(input.params?.[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, textOf(value));
  }
  const search = query.toString();
  return `/api${path}${search === '' ? '' : `?${search}`}`;
}

/** Parameters are strings, numbers and booleans. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

let key: { readonly value: Promise<PublicKey>; readonly at: number } | undefined;

function publicKey(): Promise<PublicKey> {
  return key === undefined || Date.now() - key.at > keyLifeMs ? fetchKey() : key.value;
}

/** Also sets the csrf cookie; therefore it is fetched even if nothing is encrypted. */
function fetchKey(): Promise<PublicKey> {
  const value = request(referenceEndpoints.key, {}) as Promise<PublicKey>;
  key = { value, at: Date.now() };
  value.catch(() => (key = undefined));
  return value;
}

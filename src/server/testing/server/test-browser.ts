import { constants, createPublicKey, publicEncrypt, randomInt } from 'node:crypto';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { FastifyInstance } from 'fastify';
import { encryptedFields, type CaptchaScene } from '#contract/endpoint.ts';
import type { CaptchaWork } from '#contract/vocabulary/captcha-work.ts';

/** One answer: status, headers and envelope. */
export interface TestAnswer<Data = unknown> {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: Data;
  /** Names in lower case; the last of several values. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  /** The body as received. */
  readonly text: string;
}

export interface RawRequest {
  readonly method: string;
  /** From the root of the site. */
  readonly path: string;
  /** Added to the browser's own; undefined removes one of those. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Buffer;
}

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  readonly text: string;
}

/** The transport of a request: `injectInto` an instance, or `fetchFrom` a listening server. */
export type Send = (request: {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Buffer;
}) => Promise<RawAnswer>;

/**
 * A browser from the server's view: a cookie jar, the CSRF token, field encryption if the server requires it, and its
 * own client IP (127.0.0.1 must be a trusted proxy).
 */
export interface TestBrowser {
  readonly clientIp: string;
  /** Name → value. A test may change it. */
  readonly cookies: Map<string, string>;
  /** `path` is relative to /api. */
  get<Data = unknown>(path: string, headers?: RawRequest['headers']): Promise<TestAnswer<Data>>;
  post<Data = unknown>(path: string, body?: Readonly<Record<string, unknown>>, headers?: RawRequest['headers']): Promise<TestAnswer<Data>>;
  put<Data = unknown>(path: string, body?: Readonly<Record<string, unknown>>, headers?: RawRequest['headers']): Promise<TestAnswer<Data>>;
  delete<Data = unknown>(path: string, body?: Readonly<Record<string, unknown>>): Promise<TestAnswer<Data>>;
  /** Exactly this request with the browser's cookies, Origin and CSRF header, unless `headers` override them. */
  raw(request: RawRequest): Promise<TestAnswer>;
  /** Creates the CSRF cookie if there is none, like a page before its first write. */
  prepare(): Promise<void>;
  /** The proof `validate` of a freshly solved challenge, with this multiple of the usual work. */
  solveCaptcha(scene: CaptchaScene, work?: CaptchaWork): Promise<string>;
  /** A body as sent by this browser, with the name of the key if a field is encrypted. */
  seal(body: Readonly<Record<string, unknown>>): Promise<SealedFields>;
}

export interface SealedFields {
  readonly sealed: Readonly<Record<string, unknown>>;
  readonly keyId: string | undefined;
}

/** The answer of `GET /key`. */
export interface TestKey {
  readonly key: string;
  readonly client_id: string;
  readonly label: string;
}

export interface TestBrowserOptions {
  readonly send: Send;
  /** The origin in the browser's address bar. */
  readonly origin: string;
  readonly clientIp?: string;
  /** Whether the server asks for encrypted fields; by default the browser asks for its configuration. */
  readonly encryption?: boolean;
}

const fields: ReadonlySet<string> = new Set(encryptedFields);

export function newTestBrowser({ send, origin, clientIp = freshIp(), encryption: known }: TestBrowserOptions): TestBrowser {
  const cookies = new Map<string, string>();
  const csrf = () => cookies.get('__Host-csrf') ?? cookies.get('csrf');
  let encryption = known;
  let key: TestKey | undefined;

  async function raw({ method, path, headers = {}, body }: RawRequest): Promise<TestAnswer> {
    const isWrite = method !== 'GET' && method !== 'HEAD';
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all: Record<string, string | undefined> = {
      'x-forwarded-for': clientIp,
      ...(cookie === '' ? {} : { cookie }),
      ...(isWrite ? { origin, 'x-csrf-token': csrf() } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const sent = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
    const answer = await send({ method, path, headers: Object.fromEntries(sent), ...(body === undefined ? {} : { body }) });
    for (const line of answer.setCookies) keepCookie(cookies, line);
    return { ...answer, ...envelopeOf(answer.text) };
  }

  async function call<Data>(request: RawRequest): Promise<TestAnswer<Data>> {
    const answer = await raw(request);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test names the contract's data of this call
    return { ...answer, data: answer.data as Data };
  }

  async function write<Data>(request: Omit<RawRequest, 'body'> & { readonly fields: Readonly<Record<string, unknown>> | undefined }) {
    await prepare();
    const { fields: body = {}, ...rest } = request;
    const { sealed, keyId } = await seal(body);
    const headers = { ...(keyId === undefined ? {} : { 'x-key-id': keyId }), ...rest.headers };
    return call<Data>({ ...rest, headers, body: JSON.stringify(sealed) });
  }

  async function prepare(): Promise<void> {
    if (csrf() === undefined) await raw({ method: 'GET', path: '/api/key' });
  }

  async function seal(body: Readonly<Record<string, unknown>>): Promise<SealedFields> {
    encryption ??= (await call<{ encryption: boolean }>({ method: 'GET', path: '/api/config.json' })).data.encryption;
    const secret = Object.entries(body).filter((entry): entry is [string, string] => fields.has(entry[0]) && typeof entry[1] === 'string');
    if (!encryption || secret.length === 0) return { sealed: body, keyId: undefined };
    key ??= (await call<TestKey>({ method: 'GET', path: '/api/key' })).data;
    const token = csrf() ?? '';
    const sealed = { ...body };
    for (const [name, value] of secret) sealed[name] = encryptText(value, { key: key.key, label: `${key.label}:${name}:${token}` });
    return { sealed, keyId: key.client_id };
  }

  return {
    clientIp: clientIp,
    cookies,
    raw,
    prepare,
    seal,
    get: (path, headers) => call({ method: 'GET', path: `/api${path}`, ...(headers === undefined ? {} : { headers }) }),
    post: (path, body, headers) =>
      write({ method: 'POST', path: `/api${path}`, fields: body, ...(headers === undefined ? {} : { headers }) }),
    put: (path, body, headers) =>
      write({ method: 'PUT', path: `/api${path}`, fields: body, ...(headers === undefined ? {} : { headers }) }),
    delete: (path, body) => write({ method: 'DELETE', path: `/api${path}`, fields: body }),
    async solveCaptcha(scene, work = 1) {
      const query = new URLSearchParams({ scene, ...(work === 1 ? {} : { work: String(work) }) });
      const { data: challenge } = await call<Challenge>({ method: 'GET', path: `/api/captcha/challenge?${query.toString()}` });
      const solution = await solveChallenge({ challenge, deriveKey });
      return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    },
  };
}

/** base64(RSA-OAEP-SHA-256(utf8)), with a label or without one. */
export function encryptText(text: string | Buffer, { key, label }: { readonly key: string; readonly label?: string }): string {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  const oaepLabel = label === undefined ? {} : { oaepLabel: Buffer.from(label) };
  return publicEncrypt({ key: publicKey, ...padding, ...oaepLabel }, Buffer.from(text)).toString('base64');
}

/** Requests that never leave the process. */
export function injectInto(app: FastifyInstance): Send {
  return async ({ method, path, headers, body }) => {
    const response = await app.inject({ method: method as 'GET', url: path, headers, ...(body === undefined ? {} : { payload: body }) });
    const setCookie = response.headers['set-cookie'];
    const flat = Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? String(value.at(-1)) : String(value),
    ]);
    return {
      status: response.statusCode,
      headers: Object.fromEntries(flat),
      setCookies: setCookie === undefined ? [] : [setCookie].flat(),
      text: response.body,
    };
  };
}

/** Requests to a listening server. */
export function fetchFrom(baseUrl: string): Send {
  return async ({ method, path, headers, body }) => {
    const bytes = typeof body === 'object' ? new Uint8Array(body) : body;
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(bytes === undefined ? {} : { body: bytes }),
    });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      setCookies: response.headers.getSetCookie(),
      text: await response.text(),
    };
  };
}

/** A client IP unique to this test, with its own rates. */
export function freshIp(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** The envelope; zeros for an answer without JSON: pages, 304. */
function envelopeOf(text: string): { readonly code: number; readonly msg: string; readonly data: unknown } {
  if (!text.startsWith('{')) return { code: 0, msg: '', data: undefined };
  const parsed: { code?: number; msg?: string; data?: unknown } = JSON.parse(text);
  return { code: parsed.code ?? 0, msg: parsed.msg ?? '', data: parsed.data };
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ');
  const at = pair.indexOf('=');
  if (attributes.includes('Max-Age=0')) cookies.delete(pair.slice(0, at));
  else cookies.set(pair.slice(0, at), pair.slice(at + 1));
}

import type { Endpoint } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/all.ts';
import { catalogue, type RefusalName } from '#contract/errors.ts';
import type { Language } from '#contract/vocabulary/languages.ts';
import { errors as en } from '#messages/en/errors.ts';
import { errors as zh } from '#messages/zh/errors.ts';
import type { CallData } from '#web/lib/api/call-types.ts';
import { dataMap } from './data-map-sample.ts';

type Groups = typeof allEndpoints;
type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void ? All : never;

/** Every call of the contract, by its name without the group. */
type Rows = Intersection<Groups[keyof Groups]>;

/** The name of a call of the contract. */
export type EndpointName = keyof Rows;

type Row<Name extends EndpointName> = Rows[Name];

/** The refusals of the protocol and of an ended session: any call may answer them. */
export const protocolRefusals = [
  'badRequest',
  'unauthorized',
  'forbidden',
  'notFound',
  'payloadTooLarge',
  'messageOutage',
  'tooManyRequests',
  'serverError',
  'unavailable',
  'gatewayTimeout',
  'overtime',
  'passwordLocked',
] as const satisfies readonly RefusalName[];

/** Refusals of a session whose account waits for an answer to new terms, or for a guardian. */
type HeldRefusal = 'agreementChanged' | 'guardianNeeded';

/** The refusals of a call: those declared by its row, and those of the protocol. */
type RefusalOf<Name extends EndpointName> =
  | Extract<Row<Name>['errors'][number], RefusalName>
  | (typeof protocolRefusals)[number]
  | HeldRefusal;

interface Refused<Refusal extends RefusalName> {
  readonly refusal: Refusal;
  readonly data?: Readonly<Record<string, unknown>>;
}

interface Answered<Data> {
  readonly data: Data;
}

/** The input of a call. */
export interface Given {
  readonly body: Readonly<Record<string, unknown>>;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Headers;
}

type Immediate<Name extends EndpointName> = Answered<CallData<Row<Name>>> | Refused<RefusalOf<Name>> | 'no network';

/** The reply of a call: `{ data }`, a refusal, no network, a later one of these, or a function of the input. */
export type Reply<Name extends EndpointName> =
  | Immediate<Name>
  | Promise<Immediate<Name>>
  | ((given: Given) => Immediate<Name> | Promise<Immediate<Name>>);

/** Replies by the name of the call. A call without a reply is unexpected. */
export type Replies = { readonly [Name in EndpointName]?: Reply<Name> };

/** The reply with a refusal of the catalogue, and its data. */
export function refused<Refusal extends RefusalName>(refusal: Refusal, carried?: Readonly<Record<string, unknown>>): Refused<Refusal> {
  return carried === undefined ? { refusal } : { refusal, data: carried };
}

/** The reply to every call of an account after the end of its session. */
export const sessionOver = refused('unauthorized');

/** A call that was made. */
export interface Made extends Given {
  readonly name: EndpointName;
}

interface FakeApiOptions {
  readonly language: Language;
  readonly replies: Replies;
}

/** An API that answers by the contract, without a server. */
export interface FakeApi {
  /** Replaces the browser's `fetch`. */
  readonly fetch: typeof globalThis.fetch;
  /** Replaces replies, starting with the next call. */
  readonly answer: (replies: Replies) => void;
  /** The calls so far, in order. */
  readonly made: readonly Made[];
  /** Calls without a declared reply: names of endpoints, or unknown URLs. */
  readonly unexpected: readonly string[];
}

const errorTexts: Readonly<Record<Language, Readonly<Record<RefusalName, string>>>> = { zh_CN: zh, en_US: en };

/** Members of a body that the calls go without, and that the specification has our web application send. */
const specified: { readonly [Name in EndpointName]?: readonly string[] } = { sendEmail: ['region'], sendAccountEmail: ['region'] };

/** Makes an API with these replies. */
export function fakeApi({ language, replies }: FakeApiOptions): FakeApi {
  let current: Readonly<Record<string, unknown>> = replies;
  const made: Made[] = [];
  const unexpected: string[] = [];
  const texts = errorTexts[language];

  async function answer(url: URL, init: RequestInit): Promise<Response> {
    if (url.pathname === '/data-map.json') return Response.json(dataMap);
    const found = findEndpoint(init.method ?? 'GET', url.pathname);
    if (found === undefined || current[found.name] === undefined) {
      unexpected.push(found?.name ?? `${init.method ?? 'GET'} ${url.pathname}`);
      throw new TypeError(`There is no reply to ${unexpected.at(-1)}.`);
    }
    const given: Given = { body: bodyOf(init), query: url.searchParams, params: found.params, headers: new Headers(init.headers) };
    made.push({ name: found.name, ...given });
    for (const member of specified[found.name] ?? []) if (!(member in given.body)) unexpected.push(`${found.name} without ${member}`);
    const declared = current[found.name];
    const reply: unknown = await (typeof declared === 'function' ? (declared as (sent: Given) => unknown)(given) : declared);
    // The types of `Replies` allow no other kind.
    return responseOf(reply as Immediate<EndpointName>, texts);
  }

  return {
    fetch: (input, init = {}) =>
      unlessAborted(answer(new URL(input instanceof Request ? input.url : input, location.origin), init), init.signal),
    answer: (next) => (current = { ...current, ...next }),
    made,
    unexpected,
  };
}

function responseOf(reply: Immediate<EndpointName>, texts: Readonly<Record<RefusalName, string>>): Response {
  if (reply === 'no network') throw new TypeError('Failed to fetch');
  const headers = { 'x-request-id': 'fake-request' };
  if ('data' in reply && !('refusal' in reply)) return Response.json({ code: 200, msg: 'ok', data: reply.data }, { headers });
  const { code, status } = catalogue[reply.refusal];
  return Response.json({ code, msg: texts[reply.refusal], data: reply.data ?? null }, { status, headers });
}

function bodyOf({ body }: RequestInit): Given['body'] {
  const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : {};
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (signal === null || signal === undefined) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise]);
}

interface Found {
  readonly name: EndpointName;
  readonly params: Readonly<Record<string, string>>;
}

const endpoints = Object.values(allEndpoints).flatMap((group) => Object.entries<Endpoint>(group));

/** Paths without parameters take precedence over paths with parameters. */
function findEndpoint(method: string, pathname: string): Found | undefined {
  const found = endpoints.flatMap(([name, row]) => {
    const groups = row.method === method ? patternOf(row.path).exec(pathname)?.groups : undefined;
    // The keys of the contract's groups are endpoint names.
    return groups === undefined ? [] : [{ name: name as EndpointName, params: { ...groups } }];
  });
  return found.toSorted((one, other) => Object.keys(one.params).length - Object.keys(other.params).length)[0];
}

function patternOf(path: string): RegExp {
  return new RegExp(`^/api${path.replaceAll('.', String.raw`\.`).replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}(?<none>)$`);
}

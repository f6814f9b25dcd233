import type { deskEndpoints } from '#contract/operations/desk/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { BodyOf, CallSchema, DataOf, ParamsOf, QueryOf } from '#contract/schema.ts';
import type { deskSchemas } from '#contract/operations/desk/calls/all.schemas.ts';
import { proofOf, readKey } from './acts/desk-key.ts';

type Groups = typeof deskEndpoints;
type Schemas = typeof deskSchemas;

/** The schema with the same group and name as the row. */
type SchemaOf<Row extends Endpoint> = {
  [Group in keyof Groups]: {
    [Name in keyof Groups[Group] & keyof Schemas[Group]]: Groups[Group][Name] extends Pick<Row, 'method' | 'path'>
      ? Schemas[Group][Name]
      : never;
  }[keyof Groups[Group] & keyof Schemas[Group]];
}[keyof Groups];

type Given<Key extends string, Value> = [Value] extends [undefined]
  ? { readonly [K in Key]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [K in Key]?: Value }
    : { readonly [K in Key]: Value };

/** Input of a call of the desk. */
export type DeskInput<Row extends Endpoint> =
  SchemaOf<Row> extends infer Schema extends CallSchema
    ? Given<'body', BodyOf<Schema>> & Given<'query', QueryOf<Schema>> & Given<'params', ParamsOf<Schema>>
    : never;

/** Result of a call of the desk. */
export type DeskData<Row extends Endpoint> = SchemaOf<Row> extends infer Schema extends CallSchema ? DataOf<Schema> : never;

/** An answer other than 200, with the server's words for it; without an answer at all its code is 0. */
export class DeskRefusal extends Error {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: number, text: string, data: unknown) {
    super(text);
    this.code = code;
    this.data = typeof data === 'object' && data !== null ? { ...data } : {};
  }
}

/** Numbers of refusals that the desk itself handles. */
export const refusals = {
  unauthorized: 401,
  overtime: 2000,
  second: 3061,
  caseNeeded: 3062,
  changed: 3064,
  held: 3066,
  proof: 3067,
} as const;

let sessionEnded: (code: number) => void = () => undefined;

/** Registers what happens when an answer says that there is no session any more, or that its member must prove to be it. */
export function onSessionEnd(handler: (code: number) => void): void {
  sessionEnded = handler;
}

interface Input {
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, unknown>>;
}

const timeoutMs = 15_000;

/** How far the server's clock is ahead of this browser's, as its last answer said. A proof is good by the server's clock. */
let aheadMs = 0;
/** A proof that was off by more than this may have been refused for it. */
const unsureMs = 30_000;

/**
 * Makes one call of the desk, signed by the key of this browser.
 * @throws {DeskRefusal}
 */
export async function deskCall<Row extends Endpoint>(
  row: Row,
  ...[input]: Record<never, never> extends DeskInput<Row> ? [DeskInput<Row>?] : [DeskInput<Row>]
): Promise<DeskData<Row>> {
  // The row's schema types the server's answer.
  return (await send(row, (input ?? {}) as Input)) as DeskData<Row>;
}

/**
 * The file that a call answers with.
 * @throws {DeskRefusal}
 */
export async function deskFile(row: Endpoint, body: Readonly<Record<string, unknown>>): Promise<Blob> {
  const answer = await send(row, { body });
  if (!(answer instanceof Blob)) throw new DeskRefusal(0, '', undefined);
  return answer;
}

async function send(row: Endpoint, input: Input, isSecond = false): Promise<unknown> {
  const { body, query = {}, params = {} } = input;
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const url = `${location.origin}/desk/api${path}`;
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  const key = await readKey().catch(() => undefined);
  if (key === undefined) return refuse(refusals.unauthorized, '', undefined);
  const { method } = row;
  const assumedMs = aheadMs;
  const response = await fetch(search === '' ? url : `${url}?${search}`, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      'desk-proof': await proofOf(key, { method, url, at: Date.now() + assumedMs }),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => undefined);
  const serverTime = Number(response?.headers.get('desk-time'));
  if (serverTime > 0) aheadMs = serverTime * 1000 - Date.now();
  if (response?.headers.get('content-disposition')?.startsWith('attachment') === true) return response.blob();
  const envelope: unknown = await response?.json().catch(() => undefined);
  if (typeof envelope !== 'object' || envelope === null || !('code' in envelope)) throw new DeskRefusal(0, '', undefined);
  const { code, msg = '', data } = envelope as { readonly code: number; readonly msg?: string; readonly data?: unknown };
  if (code === 200) return data;
  const asksForProof = code === refusals.unauthorized || row.access === 'desk-entry';
  if (asksForProof && !isSecond && Math.abs(aheadMs - assumedMs) > unsureMs) return send(row, input, true);
  return refuse(code, msg, data);
}

function refuse(code: number, text: string, data: unknown): never {
  const ends: readonly number[] = [refusals.unauthorized, refusals.overtime, refusals.held, refusals.proof];
  if (ends.includes(code)) sessionEnded(code);
  throw new DeskRefusal(code, text, data);
}

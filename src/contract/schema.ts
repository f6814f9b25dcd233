import type { Static, TObject, TSchema } from 'typebox';
import type { Endpoint, Endpoints } from './endpoint.ts';

/**
 * Shapes of one call: path parameters, query, body and the `data` of a successful answer. A malformed request is a
 * client's bug and is answered 400 without detail; mistakes of people are checked by `rules/` (contract 1). Encrypted
 * fields have the shape of their decrypted text here; `wireBodyOf` gives their shape in transit.
 */
export interface CallSchema {
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  readonly data: TSchema;
}

/** One schema per endpoint of a group, under the same name. */
export type SchemasFor<Group extends Endpoints> = { readonly [Name in keyof Group]: SchemaFor<Group[Name]> };

/**
 * Encrypted fields must be texts at the top of the body, because others are never decrypted; such a row does not
 * compile.
 */
type SchemaFor<Row extends Endpoint> = Row extends { readonly encrypted: readonly (infer Field extends string)[] }
  ? Omit<CallSchema, 'body'> & { readonly body: { readonly properties: { readonly [Name in Field]: { readonly type: 'string' } } } }
  : CallSchema;

/** Body for the handler and from the client; `undefined` for calls without one. */
export type BodyOf<Schema extends CallSchema> = Schema extends { readonly body: infer Body extends TObject } ? Static<Body> : undefined;

/** Query of a call; `undefined` for calls without one. */
export type QueryOf<Schema extends CallSchema> = Schema extends { readonly query: infer Query extends TObject } ? Static<Query> : undefined;

/** Path parameters of a call; `undefined` for calls without one. */
export type ParamsOf<Schema extends CallSchema> = Schema extends { readonly params: infer Params extends TObject }
  ? Static<Params>
  : undefined;

/** `data` in the envelope of a successful answer. */
export type DataOf<Schema extends CallSchema> = Static<Schema['data']>;

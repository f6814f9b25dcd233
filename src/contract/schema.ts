import type { Static, TObject, TSchema } from 'typebox';
import type { Endpoint, Endpoints } from './endpoint.ts';

/**
 * The shapes of one call: path parameters, query, body and the `data` of a successful answer. A broken shape is a client's bug and
 * answers 400 without detail; what a person can get wrong is checked by `rules/` (contract 1). Encrypted fields have the shape of
 * their decrypted text here; `wireBodyOf` gives the shape in which they travel.
 */
export interface CallSchema {
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  readonly data: TSchema;
}

/** One schema for each endpoint of a group, under the same name. */
export type SchemasFor<Group extends Endpoints> = { readonly [Name in keyof Group]: SchemaFor<Group[Name]> };

/** Encrypted fields are texts at the top of the body: what stands elsewhere is never decrypted, so that such a row does not compile. */
type SchemaFor<Row extends Endpoint> = Row extends { readonly encrypted: readonly (infer Field extends string)[] }
  ? Omit<CallSchema, 'body'> & { readonly body: { readonly properties: { readonly [Name in Field]: { readonly type: 'string' } } } }
  : CallSchema;

/** What the handler gets and the client gives as body; `undefined` for calls without one. */
export type BodyOf<Schema extends CallSchema> = Schema extends { readonly body: infer Body extends TObject } ? Static<Body> : undefined;

/** The query of a call; `undefined` for calls without one. */
export type QueryOf<Schema extends CallSchema> = Schema extends { readonly query: infer Query extends TObject } ? Static<Query> : undefined;

/** The path parameters of a call; `undefined` for calls without one. */
export type ParamsOf<Schema extends CallSchema> = Schema extends { readonly params: infer Params extends TObject }
  ? Static<Params>
  : undefined;

/** The `data` of the envelope of a successful answer. */
export type DataOf<Schema extends CallSchema> = Static<Schema['data']>;

import type { Access, Endpoint, Endpoints } from '#contract/endpoint.ts';
import type { Scope } from '#contract/vocabulary/scopes.ts';
import type { BodyOf, CallSchema, DataOf, ParamsOf, QueryOf, SchemasFor } from '#contract/schema.ts';
import type { Call, FileAnswer, notModified } from './call.ts';
import type { SignedIn } from './sessions/session-port.ts';

/** The caller by the row: a session, none, or perhaps one. A token of a scope stands for a session. */
type SessionFor<Row extends Endpoint, Session extends SignedIn> = Row extends { readonly scope: Scope }
  ? Session
  : SessionOf<Row['access'], Session>;

type SessionOf<Who extends Access, Session extends SignedIn> = Who extends 'account' | 'developer' | 'account-or-bearer' | 'desk'
  ? Session
  : Who extends 'visitor' | 'bearer' | 'desk-entry'
    ? undefined
    : Session | undefined;

type Answer<Data> = Data | typeof notModified | FileAnswer;

type Handler<Row extends Endpoint, Schema extends CallSchema, Session extends SignedIn> = (
  call: Call<SessionFor<Row, Session>, BodyOf<Schema>, QueryOf<Schema>, ParamsOf<Schema>>,
) => Answer<DataOf<Schema>> | Promise<Answer<DataOf<Schema>>>;

/** One row with its schemas and its handler. */
export interface BoundEndpoint {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly schema: CallSchema;
  /**
   * Deliberately a method: its parameter is compared loosely, so that handlers of every session type fit.
   * `implementFor` has checked them.
   */
  handle(call: Call<SignedIn | undefined>): unknown;
}

/** A capability's rows, each with a handler: what `registerEndpoints` takes. */
export type BoundCalls = readonly BoundEndpoint[];

/**
 * The typed binder for the server's session type. A missing or extra handler, a wrong reply, or reading a session in a
 * visitor's call does not compile.
 */
export function implementFor<Session extends SignedIn>() {
  return function implement<const Rows extends Endpoints, Schemas extends SchemasFor<Rows>>(
    rows: Rows,
    schemas: Schemas,
    handlers: { readonly [Name in keyof Rows]: Handler<Rows[Name], Schemas[Name], Session> },
  ): BoundCalls {
    return Object.entries(rows).map(([name, endpoint]) => {
      const schema = schemas[name];
      const handle = handlers[name];
      if (schema === undefined || handle === undefined)
        throw new Error(`The call ${name} has no ${schema === undefined ? 'schema' : 'handler'}.`);
      return { name, endpoint, schema, handle };
    });
  };
}

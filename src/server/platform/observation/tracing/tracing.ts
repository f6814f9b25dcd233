/** The kind and table of a database statement, never a value. */
export interface StatementName {
  readonly operation: string;
  readonly table: string;
}

/** One request as a span. */
export interface RequestSpan {
  /** Runs `work`, so that all of its statements and outgoing calls belong to the request. */
  run(work: () => void): void;
  /** The route is a pattern: URLs carry tokens and names. */
  end(outcome: { readonly route: string; readonly status: number; readonly requestId: string }): void;
}

/**
 * Spans for a collector of traces: requests, statements and outgoing calls, without personal data. Without
 * configuration this object does not exist, and none of its code is loaded or run.
 */
export interface Tracing {
  /** `traceparent` from a trusted proxy (W3C Trace Context); undefined starts our own trace. */
  startRequest(request: { readonly method: string; readonly traceparent: string | undefined }): RequestSpan;
  /** Call the result when the statement is done. Undefined outside of a request: background work has no spans. */
  startStatement(name: StatementName): (() => void) | undefined;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

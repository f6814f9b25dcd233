/** What was asked of the database: kind and table, never a value. */
export interface StatementName {
  readonly operation: string;
  readonly table: string;
}

/** One request as a span. */
export interface RequestSpan {
  /** Runs `work`, so that what it and all that follows from it ask of the database and of others belongs to the request. */
  run(work: () => void): void;
  /** The route is a pattern: addresses carry tokens and names. */
  end(outcome: { readonly route: string; readonly status: number; readonly requestId: string }): void;
}

/**
 * Spans for a collector of traces: requests, statements and outgoing calls, with nothing of a person in them. Where none is configured
 * there is no such object, and nothing of this is loaded or run.
 */
export interface Tracing {
  /** `traceparent` as a trusted proxy has sent it (W3C Trace Context); undefined begins a trace of our own. */
  startRequest(request: { readonly method: string; readonly traceparent: string | undefined }): RequestSpan;
  /** Call the result when the statement is done. Undefined outside of a request: background work makes no spans. */
  startStatement(name: StatementName): (() => void) | undefined;
  /** Sends what is left. */
  close(): Promise<void>;
}

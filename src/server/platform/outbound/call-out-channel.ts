import { tracingChannel } from 'node:diagnostics_channel';

/** One outgoing call, for whoever listens: no path and no query, which may carry secrets. */
export interface CallOutMessage {
  readonly method: string;
  readonly host: string;
  /** Set by the channel when the answer is there. */
  result?: { readonly status: number };
}

/** Tells of every outgoing call; without a listener it costs a look. */
export const callOuts = tracingChannel<CallOutMessage>('cedar-id:call-out');

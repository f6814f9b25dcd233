import { tracingChannel } from 'node:diagnostics_channel';

/** One outgoing call, for listeners: without path and query, which may carry secrets. */
export interface CallOutMessage {
  readonly method: string;
  readonly host: string;
  /** Set by the channel when the answer arrives. */
  result?: { readonly status: number };
}

/** Reports every outgoing call; without a listener it costs one check. */
export const callOuts = tracingChannel<CallOutMessage>('cedar-id:call-out');

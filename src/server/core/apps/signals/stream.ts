/** How an app is notified of security events. */
export interface Stream {
  readonly id: string;
  readonly clientId: string;
  /** `push` and `poll`: tokens of RFC 8417, brought or fetched; `webhook`: plain JSON with a signature. */
  readonly kind: 'push' | 'poll' | 'webhook';
  /** Address for push and webhook; '' for poll. */
  readonly address: string;
  /** Names of events. */
  readonly events: readonly string[];
  readonly description: string;
  /** `paused` holds events, `disabled` drops them. */
  readonly status: 'enabled' | 'paused' | 'disabled';
  readonly reason: string;
  /** Milliseconds; null before the first verification was acknowledged. */
  readonly verifiedAt: number | null;
  readonly failingSince: number | null;
}

/** Where an app fetches the events of a stream (RFC 8936). */
export function pollAddress(issuer: string, streamId: string): string {
  return `${issuer}/oidc/ssf/poll/${streamId}`;
}

/** A contact that another one has replaced. */
export interface FormerContact {
  readonly kind: 'phone' | 'email';
  readonly value: string;
}

/** Content for an app, without the parts of one kind of delivery. Sealed in the table. */
export interface SignalContent {
  /** The id under which this app knows the person; absent for an event about the stream. */
  readonly sub?: string;
  /** The `sid` of the ID tokens of the session that ended. */
  readonly sid?: string;
  /** A replaced phone or email, by which the person is named instead. */
  readonly former?: FormerContact;
  readonly by?: string;
  /** The same for all events of one act. */
  readonly txn?: string;
  readonly members: Readonly<Record<string, string>>;
}

/** How far an event has come; nothing of its content. Times are milliseconds. */
export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly madeAt: number;
  /** When its receiver took or refused it. */
  readonly doneAt: number | null;
  readonly tries: number;
  /** Why the last try failed, in a word; null after a success. */
  readonly failure: string | null;
}

/** An event on its way. Times are milliseconds. */
export interface Signal {
  readonly id: string;
  readonly streamId: string;
  readonly event: string;
  readonly content: SignalContent;
  readonly madeAt: number;
  readonly tries: number;
  readonly leasedUntil: number;
}

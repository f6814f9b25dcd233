import type { Language } from '#contract/vocabulary/languages.ts';

/** The part of a session that HTTP knows. */
export interface SignedIn {
  readonly sessionId: string;
  readonly accountId: string;
  readonly language: Language;
}

/** The meaning of a session cookie's value. */
export type FoundSession<Session extends SignedIn> =
  | { readonly status: 'unknown' }
  | { readonly status: 'expired' }
  /** Ended by the operator's lock of the account. */
  | { readonly status: 'locked' }
  | { readonly status: 'live'; readonly session: Session };

/**
 * Finds the session behind an X-Token, which works only in the browser that opened its page (hash of the visitor
 * cookie).
 */
export interface PagePort<Session extends SignedIn> {
  find(token: string, visitor: string): Promise<Session | undefined>;
}

/** Finds the session of a cookie. */
export interface SessionPort<Session extends SignedIn> {
  find(token: string): Promise<FoundSession<Session>>;
}

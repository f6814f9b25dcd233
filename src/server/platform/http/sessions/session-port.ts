import type { Language } from '#contract/vocabulary/languages.ts';
import type { Scope } from '#contract/vocabulary/scopes.ts';

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

/** Finds the session of a desktop by its access token, which is bound to a key. */
export interface TokenPort<Session extends SignedIn> {
  /**
   * Adds the challenge to the answer where it refuses (RFC 9449 section 7.1).
   * @throws {Refusal} unauthorized without a live token and its proof; forbidden for a token without the scope
   */
  find(call: TokenCall, target: TokenTarget): Promise<Session>;
}

export interface TokenCall {
  requestHeader(name: string): string | undefined;
  header(name: string, value: string): void;
}

export interface TokenTarget {
  readonly method: string;
  /** Relative to /api. */
  readonly path: string;
  readonly scope: Scope;
}

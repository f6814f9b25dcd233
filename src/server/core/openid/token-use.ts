import type { Acr } from '#contract/vocabulary/second-step.ts';

/** An access token, and the evidence that it belongs to the sender (RFC 6750, RFC 9449). */
export interface TokenUse {
  readonly token: string;
  readonly scheme: 'Bearer' | 'DPoP';
  /** The header `DPoP`. */
  readonly proof: string | undefined;
  readonly method: string;
  /** Full URL without a query. */
  readonly url: string;
}

/** Owner and app of a token. */
export interface TokenOwner {
  readonly accountId: string;
  readonly clientId: string;
  /** How strong the sign-in was from which the token comes. */
  readonly acr: Acr;
}

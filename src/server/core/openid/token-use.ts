/** An access token, and what came with it to show that it is the sender's (RFC 6750, RFC 9449). */
export interface TokenUse {
  readonly token: string;
  readonly scheme: 'Bearer' | 'DPoP';
  /** The header `DPoP`. */
  readonly proof: string | undefined;
  readonly method: string;
  /** The whole address, without a query. */
  readonly url: string;
}

/** Whose token it is, and which app's. */
export interface TokenOwner {
  readonly accountId: string;
  readonly clientId: string;
}

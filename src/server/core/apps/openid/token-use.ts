import type { Acr } from '#contract/sign-in/two-step/second-step.words.ts';
import type { Call } from '#server/platform/http/call.ts';

/** An access token, and the evidence that it belongs to the sender (RFC 6750, RFC 9449). */
export interface TokenUse {
  readonly token: string;
  readonly scheme: 'Bearer' | 'DPoP';
  /** The header `DPoP`. */
  readonly proof: string | undefined;
  readonly method: string;
  /** Full URL without a query. */
  readonly url: string;
  /** The API for which the token must be; left out for one that is for no API. */
  readonly audience?: string;
}

/** Owner and app of a token. */
export interface TokenOwner {
  readonly accountId: string;
  readonly clientId: string;
  /** How strong the sign-in was from which the token comes. */
  readonly acr: Acr;
  readonly scopes: ReadonlySet<string>;
  /** When that sign-in was, in seconds; 0 where nobody knows. */
  readonly authTime: number;
  /** The device whose grant it is of, or null. */
  readonly deviceId: string | null;
}

/** Why a token opens nothing (RFC 6750, RFC 9449): it is not alive, or its proof is missing or wrong. */
export type TokenFault = 'invalid_token' | 'invalid_dpop_proof';

/** The owner of the access token of a request, if the token is alive and the sender may use it. */
export type OwnerOf = (use: TokenUse) => Promise<TokenOwner | undefined>;

/** Algorithms of proofs of a key, for challenges. */
export const proofAlgorithms = 'ES256 Ed25519 EdDSA';

/** Schemes of access tokens (RFC 6750 section 3, RFC 9449 section 7.1). A token fits only one of them. */
export const tokenSchemes = `Bearer, DPoP algs="${proofAlgorithms}"`;

/** The access token of a request; undefined without one. */
export function tokenUseOf(call: Pick<Call, 'requestHeader'>, target: Pick<TokenUse, 'method' | 'url' | 'audience'>): TokenUse | undefined {
  const [, scheme = '', token] = /^(Bearer|DPoP) ([\w.~+/-]{1,512}=*)$/i.exec(call.requestHeader('authorization') ?? '') ?? [];
  if (token === undefined) return undefined;
  return { token, scheme: scheme.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', proof: call.requestHeader('dpop'), ...target };
}

/** The key that has signed a request without a token, if `isKnown` says so. */
export type KeyOf = (use: Omit<TokenUse, 'token' | 'scheme'>, isKnown: (key: string) => Promise<boolean>) => Promise<string | undefined>;

/** As `OwnerOf`, with the reason of a refusal. */
export type ReadToken = (use: TokenUse) => Promise<TokenOwner | TokenFault>;

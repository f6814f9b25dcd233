import type { KoaContextWithOIDC } from 'oidc-provider';
import { registrationOf } from './client-metadata.ts';

/** Whether a proof must contain the server's nonce. Only apps of the FAPI profile need one; others can prepare their proofs. */
export function needsNonce({ oidc }: KoaContextWithOIDC): boolean {
  return oidc.client !== undefined && registrationOf(oidc.client).profile === 'fapi2';
}

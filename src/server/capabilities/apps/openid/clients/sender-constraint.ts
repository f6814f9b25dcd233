import type { KoaContextWithOIDC } from 'oidc-provider';
import { registrationOf } from './client-metadata.ts';

/** Whether the server's nonce must stand in a proof: only of apps of the profile, so that others prove beforehand. */
export function needsNonce({ oidc }: KoaContextWithOIDC): boolean {
  return oidc.client !== undefined && registrationOf(oidc.client).profile === 'fapi2';
}

/**
 * Names of the provider's cookies. Their paths are narrower than `__Host-` allows, so over HTTPS they carry the prefix
 * that a page without HTTPS cannot plant.
 */
export function openidCookieNames(publicUrl: string): { readonly session: string; readonly interaction: string; readonly resume: string } {
  const prefix = publicUrl.startsWith('https:') ? '__Secure-' : '';
  return { session: `${prefix}oidc_session`, interaction: `${prefix}oidc_interaction`, resume: `${prefix}oidc_resume` };
}

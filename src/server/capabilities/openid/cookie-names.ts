/** The provider's cookies: their paths are narrower than `__Host-` allows, so over https they have the one that a page without https cannot plant. */
export function openidCookieNames(publicUrl: string): { readonly session: string; readonly interaction: string; readonly resume: string } {
  const prefix = publicUrl.startsWith('https:') ? '__Secure-' : '';
  return { session: `${prefix}oidc_session`, interaction: `${prefix}oidc_interaction`, resume: `${prefix}oidc_resume` };
}

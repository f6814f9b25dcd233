/** The library's paths, compared exactly: the library would accept other spellings, which none of our checks covers. */
export const protocolPaths = {
  authorization: '/oidc/auth',
  /** The return path after our pages; the library derives it from the one above. */
  resume: '/oidc/auth/:uid',
  token: '/oidc/token',
  userinfo: '/oidc/me',
  jwks: '/oidc/jwks',
  revocation: '/oidc/token/revocation',
  introspection: '/oidc/token/introspection',
  endSession: '/oidc/session/end',
  /** The library derives these two from the one above. */
  endSessionConfirm: '/oidc/session/end/confirm',
  endSessionSuccess: '/oidc/session/end/success',
  deviceAuthorization: '/oidc/device/auth',
  pushedRequest: '/oidc/par',
  openidDiscovery: '/.well-known/openid-configuration',
  oauthDiscovery: '/.well-known/oauth-authorization-server',
} as const;

/**
 * The URL path of the page for a device's code. People decide about devices on this page of ours; the library serves
 * nothing below it.
 */
export const deviceCodePath = '/link';

/** Base of the calls for signals (SSF 1.0), and the audience of their tokens. They are ours, not the library's. */
export const signalsPath = '/oidc/ssf';

/** The parameter that names a posted request. */
export const postedParameter = 'posted';

/** Body limits in bytes: for calls that carry tokens and client proofs, and for all others. */
export function mostBodyBytes(path: string): number {
  return path.startsWith(protocolPaths.token) ? 16 * 1024 : 8 * 1024;
}

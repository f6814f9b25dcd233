/** Where the library answers, to the letter: it would take other spellings too, which none of our checks looks at. */
export const protocolPaths = {
  authorization: '/oidc/auth',
  /** Where a browser comes back to after our pages; the library makes it of the one above. */
  resume: '/oidc/auth/:uid',
  token: '/oidc/token',
  userinfo: '/oidc/me',
  jwks: '/oidc/jwks',
  revocation: '/oidc/token/revocation',
  introspection: '/oidc/token/introspection',
  endSession: '/oidc/session/end',
  /** The library makes these two of the one above. */
  endSessionConfirm: '/oidc/session/end/confirm',
  endSessionSuccess: '/oidc/session/end/success',
  deviceAuthorization: '/oidc/device/auth',
  openidDiscovery: '/.well-known/openid-configuration',
  oauthDiscovery: '/.well-known/oauth-authorization-server',
} as const;

/**
 * Where the address of a device's code page is. People decide about devices there, on a page of ours: nothing below it
 * is handed to the library.
 */
export const deviceCodePath = '/link';

/** Bytes of a body: of the calls to which clients send tokens and their own proofs, and of all others. */
export function mostBodyBytes(path: string): number {
  return path.startsWith(protocolPaths.token) ? 16 * 1024 : 8 * 1024;
}

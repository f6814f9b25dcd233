import type { Brings } from '#contract/acts/acts.ts';

interface ProtocolEndpoint {
  readonly path: string;
  /** Act of a request. */
  readonly act: Brings;
}

const endpoints = {
  authorization: { path: '/oidc/auth', act: 'openApp' },
  /** The return path after our pages; the library derives it from the one above. */
  resume: { path: '/oidc/auth/:uid', act: 'openApp' },
  token: { path: '/oidc/token', act: 'useTokens' },
  userinfo: { path: '/oidc/me', act: 'asks' },
  jwks: { path: '/oidc/jwks', act: 'asks' },
  revocation: { path: '/oidc/token/revocation', act: 'endTokens' },
  introspection: { path: '/oidc/token/introspection', act: 'asks' },
  endSession: { path: '/oidc/session/end', act: 'signOut' },
  /** The library derives these two from the one above. */
  endSessionConfirm: { path: '/oidc/session/end/confirm', act: 'signOut' },
  endSessionSuccess: { path: '/oidc/session/end/success', act: 'asks' },
  deviceAuthorization: { path: '/oidc/device/auth', act: 'askDevice' },
  pushedRequest: { path: '/oidc/par', act: 'asks' },
  openidDiscovery: { path: '/.well-known/openid-configuration', act: 'asks' },
  oauthDiscovery: { path: '/.well-known/oauth-authorization-server', act: 'asks' },
} as const satisfies Readonly<Record<string, ProtocolEndpoint>>;

type ProtocolPaths = { readonly [Name in keyof typeof endpoints]: (typeof endpoints)[Name]['path'] };

/** The library's paths, compared exactly: the library would accept other spellings, which none of our checks covers. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, each with its path
export const protocolPaths = Object.fromEntries(Object.entries(endpoints).map(([name, { path }]) => [name, path])) as ProtocolPaths;

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

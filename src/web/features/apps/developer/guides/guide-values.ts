/** Values that are filled into a quickstart. */
export interface GuideValues {
  readonly issuer: string;
  readonly clientID: string;
}

/** The values that stand in the files. */
const written: GuideValues = { issuer: 'http://localhost:3000', clientID: 'cedar-demo' };

/** A file with the values of an app in the places of the written ones; the rest byte for byte. */
export function filledIn(text: string, { issuer, clientID }: GuideValues): string {
  return text.replaceAll(`'${written.issuer}'`, `'${issuer}'`).replaceAll(`'${written.clientID}'`, `'${clientID}'`);
}

/** Values that are filled into settings. */
export interface SettingsValues extends GuideValues {
  readonly origin: string;
}

/** Questions of software that are answered by a sentence instead of a value. */
export const explained = ['secret', 'auth', 'pkce', 'missing', 'groups', 'hosts', 'lives', 'ended'] as const;

/** Questions of software under their many names, with the value to give it. */
export function askedValues({ issuer, clientID }: GuideValues) {
  return {
    issuer,
    discovery: `${issuer}/.well-known/openid-configuration`,
    authorization: `${issuer}/oidc/auth`,
    token: `${issuer}/oidc/token`,
    userinfo: `${issuer}/oidc/me`,
    jwks: `${issuer}/oidc/jwks`,
    logout: `${issuer}/oidc/session/end`,
    id: clientID,
    scopes: 'openid profile email',
    algorithm: 'RS256',
    user: 'sub',
    username: 'preferred_username',
  } as const;
}

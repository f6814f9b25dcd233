import type { GuideLibrary } from './libraries.ts';

/** A library by its settings alone. */
interface LibrarySettings {
  /** The file or place of the settings. */
  readonly place: string;
  /** True if a test of ours signs in with these settings. */
  readonly tested: boolean;
  /** `{issuer}`, `{id}` and `{origin}` are filled in; the secret comes from the environment. */
  readonly text: string;
  /** Where the library wants the answer. */
  readonly redirect: string;
}

/** Web apps with another library than that of the example. */
export const librarySettings: Readonly<Record<GuideLibrary, LibrarySettings>> = {
  authJs: {
    place: 'auth.ts',
    tested: false,
    redirect: '{origin}/auth/callback/account',
    text: `export const { handlers, auth } = NextAuth({
  providers: [
    {
      id: 'account',
      name: 'Account',
      type: 'oidc',
      issuer: '{issuer}',
      clientId: '{id}',
      clientSecret: process.env.CLIENT_SECRET,
    },
  ],
});`,
  },
  passport: {
    place: 'app.js',
    tested: false,
    redirect: '{origin}/callback',
    text: `passport.use(
  new OpenIDConnectStrategy(
    {
      issuer: '{issuer}',
      authorizationURL: '{issuer}/oidc/auth',
      tokenURL: '{issuer}/oidc/token',
      userInfoURL: '{issuer}/oidc/me',
      clientID: '{id}',
      clientSecret: process.env.CLIENT_SECRET,
      callbackURL: '{origin}/callback',
      scope: ['profile', 'email'],
    },
    (issuer, profile, done) => done(null, profile),
  ),
);`,
  },
  apache: {
    place: 'site.conf',
    tested: true,
    redirect: '{origin}/callback',
    text: `OIDCProviderMetadataURL {issuer}/.well-known/openid-configuration
OIDCClientID {id}
OIDCClientSecret "\${CLIENT_SECRET}"
OIDCRedirectURI {origin}/callback
OIDCCryptoPassphrase "exec:/usr/bin/openssl rand -hex 32"
OIDCScope "openid profile email"`,
  },
  authlib: {
    place: 'app.py',
    tested: true,
    redirect: '{origin}/callback',
    text: `oauth.register(
    name="account",
    server_metadata_url="{issuer}/.well-known/openid-configuration",
    client_id="{id}",
    client_secret=os.environ["CLIENT_SECRET"],
    client_kwargs={"scope": "openid profile email"},
)`,
  },
  spring: {
    place: 'application.yml',
    tested: false,
    redirect: '{origin}/login/oauth2/code/account',
    text: `spring:
  security:
    oauth2:
      client:
        registration:
          account:
            client-id: {id}
            client-secret: \${CLIENT_SECRET}
            scope: openid, profile, email
        provider:
          account:
            issuer-uri: {issuer}`,
  },
  oauth2Proxy: {
    place: 'oauth2-proxy.cfg',
    tested: false,
    redirect: '{origin}/oauth2/callback',
    text: `provider = "oidc"
oidc_issuer_url = "{issuer}"
client_id = "{id}"
redirect_url = "{origin}/oauth2/callback"
code_challenge_method = "S256"
scope = "openid profile email"
email_domains = "*"`,
  },
  grafana: {
    place: 'grafana.ini',
    tested: false,
    redirect: '{origin}/login/generic_oauth',
    text: `[auth.generic_oauth]
enabled = true
client_id = {id}
client_secret = \${CLIENT_SECRET}
scopes = openid profile email
auth_url = {issuer}/oidc/auth
token_url = {issuer}/oidc/token
api_url = {issuer}/oidc/me
use_pkce = true`,
  },
  gitlab: {
    place: 'gitlab.rb',
    tested: false,
    redirect: '{origin}/users/auth/openid_connect/callback',
    text: `gitlab_rails['omniauth_providers'] = [
  {
    name: 'openid_connect',
    args: {
      name: 'openid_connect',
      scope: ['openid', 'profile', 'email'],
      response_type: 'code',
      issuer: '{issuer}',
      discovery: true,
      pkce: true,
      client_options: {
        identifier: '{id}',
        secret: ENV['CLIENT_SECRET'],
        redirect_uri: '{origin}/users/auth/openid_connect/callback'
      }
    }
  }
]`,
  },
};

/** A text with its values. */
export function settingsFor(
  text: string,
  { issuer, clientID, origin }: Readonly<Record<'issuer' | 'clientID' | 'origin', string>>,
): string {
  return text.replaceAll('{issuer}', issuer).replaceAll('{id}', clientID).replaceAll('{origin}', origin);
}

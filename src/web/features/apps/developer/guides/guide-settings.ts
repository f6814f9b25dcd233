import type { SettingsValues } from './guide-values.ts';
import type { GuideLibrary } from './libraries.ts';

/** A library that is known only by its settings. */
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

/** Web apps with other software than that of the example. */
export const librarySettings: Readonly<Record<GuideLibrary, LibrarySettings>> = {
  authJs: {
    place: 'auth.ts',
    tested: false,
    redirect: '{origin}/api/auth/callback/account',
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
client_secret_file = "/run/secrets/client_secret"
redirect_url = "{origin}/oauth2/callback"
code_challenge_method = "S256"
scope = "openid profile email"
email_domains = "*"
cookie_secret_file = "/run/secrets/cookie_secret"
upstreams = ["http://127.0.0.1:8080/"]`,
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
  actual: {
    place: 'the environment of the server',
    tested: false,
    redirect: '{origin}/openid/callback',
    text: `ACTUAL_OPENID_DISCOVERY_URL={issuer}/.well-known/openid-configuration
ACTUAL_OPENID_CLIENT_ID={id}
ACTUAL_OPENID_CLIENT_SECRET=$CLIENT_SECRET
ACTUAL_OPENID_SERVER_HOSTNAME={origin}`,
  },
  betterAuth: {
    place: 'auth.ts',
    tested: false,
    redirect: '{origin}/api/auth/oauth2/callback/account',
    text: `genericOAuth({
  config: [
    {
      providerId: 'account',
      discoveryUrl: '{issuer}/.well-known/openid-configuration',
      clientId: '{id}',
      clientSecret: process.env.CLIENT_SECRET,
      scopes: ['openid', 'profile', 'email'],
      pkce: true,
    },
  ],
})`,
  },
  directus: {
    place: '.env',
    tested: false,
    redirect: '{origin}/auth/login/account/callback',
    text: `AUTH_PROVIDERS="account"
AUTH_ACCOUNT_DRIVER="openid"
AUTH_ACCOUNT_CLIENT_ID="{id}"
AUTH_ACCOUNT_CLIENT_SECRET="$CLIENT_SECRET"
AUTH_ACCOUNT_ISSUER_URL="{issuer}/.well-known/openid-configuration"
AUTH_ACCOUNT_IDENTIFIER_KEY="sub"
AUTH_ACCOUNT_ALLOW_PUBLIC_REGISTRATION="true"`,
  },
  allauth: {
    place: 'settings.py',
    tested: true,
    redirect: '{origin}/accounts/oidc/account/login/callback/',
    text: `SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {
        "OAUTH_PKCE_ENABLED": True,
        "APPS": [
            {
                "provider_id": "account",
                "name": "Account",
                "client_id": "{id}",
                "secret": os.environ["CLIENT_SECRET"],
                "settings": {"server_url": "{issuer}"},
            }
        ],
    }
}`,
  },
  fastify: {
    place: 'app.js',
    tested: true,
    redirect: '{origin}/callback',
    text: `fastify.register(oauthPlugin, {
  name: 'account',
  scope: ['openid', 'profile', 'email'],
  credentials: { client: { id: '{id}', secret: process.env.CLIENT_SECRET } },
  startRedirectPath: '/sign-in',
  callbackUri: '{origin}/callback',
  discovery: { issuer: '{issuer}' },
});`,
  },
  flaskOidc: {
    place: 'client_secrets.json',
    tested: true,
    redirect: '{origin}/authorize',
    text: `{
  "web": {
    "client_id": "{id}",
    "client_secret": "the secret",
    "issuer": "{issuer}",
    "auth_uri": "{issuer}/oidc/auth",
    "token_uri": "{issuer}/oidc/token",
    "userinfo_uri": "{issuer}/oidc/me",
    "redirect_uris": ["{origin}/authorize"]
  }
}`,
  },
  jupyterhub: {
    place: 'jupyterhub_config.py',
    tested: false,
    redirect: '{origin}/hub/oauth_callback',
    text: `c.JupyterHub.authenticator_class = "generic-oauth"
c.GenericOAuthenticator.client_id = "{id}"
c.GenericOAuthenticator.client_secret = os.environ["CLIENT_SECRET"]
c.GenericOAuthenticator.oauth_callback_url = "{origin}/hub/oauth_callback"
c.GenericOAuthenticator.authorize_url = "{issuer}/oidc/auth"
c.GenericOAuthenticator.token_url = "{issuer}/oidc/token"
c.GenericOAuthenticator.userdata_url = "{issuer}/oidc/me"
c.GenericOAuthenticator.scope = ["openid", "profile", "email"]
c.GenericOAuthenticator.username_claim = "sub"
c.GenericOAuthenticator.allow_all = True`,
  },
  keycloak: {
    place: 'Identity providers, OpenID Connect v1.0',
    tested: false,
    redirect: '{origin}/realms/main/broker/account/endpoint',
    text: `Alias: account
Discovery endpoint: {issuer}/.well-known/openid-configuration
Client authentication: Client secret sent as basic auth
Client ID: {id}
Client secret: the secret
Use PKCE: on, S256
Scopes: openid profile email
Trust email: on`,
  },
  miniflux: {
    place: 'the environment of the server',
    tested: false,
    redirect: '{origin}/oauth2/oidc/callback',
    text: `OAUTH2_PROVIDER=oidc
OAUTH2_CLIENT_ID={id}
OAUTH2_CLIENT_SECRET=$CLIENT_SECRET
OAUTH2_OIDC_DISCOVERY_ENDPOINT={issuer}
OAUTH2_REDIRECT_URL={origin}/oauth2/oidc/callback
OAUTH2_USER_CREATION=1`,
  },
  mozillaDjango: {
    place: 'settings.py',
    tested: true,
    redirect: '{origin}/oidc/callback/',
    text: `OIDC_RP_CLIENT_ID = "{id}"
OIDC_RP_CLIENT_SECRET = os.environ["CLIENT_SECRET"]
OIDC_RP_SCOPES = "openid profile email"
OIDC_RP_SIGN_ALGO = "RS256"
OIDC_USE_PKCE = True
OIDC_OP_AUTHORIZATION_ENDPOINT = "{issuer}/oidc/auth"
OIDC_OP_TOKEN_ENDPOINT = "{issuer}/oidc/token"
OIDC_OP_USER_ENDPOINT = "{issuer}/oidc/me"
OIDC_OP_JWKS_ENDPOINT = "{issuer}/oidc/jwks"`,
  },
  pgadmin: {
    place: 'config_local.py',
    tested: false,
    redirect: '{origin}/oauth2/authorize',
    text: `AUTHENTICATION_SOURCES = ["oauth2", "internal"]
OAUTH2_AUTO_CREATE_USER = True
OAUTH2_CONFIG = [
    {
        "OAUTH2_NAME": "account",
        "OAUTH2_DISPLAY_NAME": "Account",
        "OAUTH2_CLIENT_ID": "{id}",
        "OAUTH2_CLIENT_SECRET": os.environ["CLIENT_SECRET"],
        "OAUTH2_SERVER_METADATA_URL": "{issuer}/.well-known/openid-configuration",
        "OAUTH2_TOKEN_URL": "{issuer}/oidc/token",
        "OAUTH2_AUTHORIZATION_URL": "{issuer}/oidc/auth",
        "OAUTH2_API_BASE_URL": "{issuer}/oidc/",
        "OAUTH2_USERINFO_ENDPOINT": "me",
        "OAUTH2_SCOPE": "openid profile email",
        "OAUTH2_CHALLENGE_METHOD": "S256",
        "OAUTH2_RESPONSE_TYPE": "code",
    }
]`,
  },
  socialAuth: {
    place: 'settings.py',
    tested: true,
    redirect: '{origin}/complete/oidc/',
    text: `AUTHENTICATION_BACKENDS = ["social_core.backends.open_id_connect.OpenIdConnectAuth"]
SOCIAL_AUTH_OIDC_OIDC_ENDPOINT = "{issuer}"
SOCIAL_AUTH_OIDC_KEY = "{id}"
SOCIAL_AUTH_OIDC_SECRET = os.environ["CLIENT_SECRET"]
SOCIAL_AUTH_OIDC_USE_PKCE = True`,
  },
  quarkus: {
    place: 'application.properties',
    tested: false,
    redirect: '{origin}/',
    text: `quarkus.oidc.auth-server-url={issuer}
quarkus.oidc.client-id={id}
quarkus.oidc.credentials.secret=\${CLIENT_SECRET}
quarkus.oidc.application-type=web-app
quarkus.oidc.authentication.scopes=profile,email
quarkus.oidc.authentication.pkce-required=true
quarkus.oidc.authentication.state-secret=\${STATE_SECRET}
quarkus.oidc.authentication.user-info-required=true
quarkus.oidc.token.refresh-expired=true`,
  },
  streamlit: {
    place: '.streamlit/secrets.toml',
    tested: false,
    redirect: '{origin}/oauth2callback',
    text: `[auth]
redirect_uri = "{origin}/oauth2callback"
cookie_secret = "32 random characters"
client_id = "{id}"
client_secret = "the secret"
server_metadata_url = "{issuer}/.well-known/openid-configuration"`,
  },
  superset: {
    place: 'superset_config.py',
    tested: false,
    redirect: '{origin}/oauth-authorized/account',
    text: `AUTH_TYPE = AUTH_OAUTH
AUTH_USER_REGISTRATION = True
AUTH_USER_REGISTRATION_ROLE = "Public"
OAUTH_PROVIDERS = [
    {
        "name": "account",
        "token_key": "access_token",
        "remote_app": {
            "client_id": "{id}",
            "client_secret": os.environ["CLIENT_SECRET"],
            "server_metadata_url": "{issuer}/.well-known/openid-configuration",
            "api_base_url": "{issuer}/oidc/",
            "client_kwargs": {"scope": "openid profile email", "code_challenge_method": "S256"},
        },
    }
]


class AccountSecurityManager(SupersetSecurityManager):
    def oauth_user_info(self, provider, response=None):
        me = self.appbuilder.sm.oauth_remotes[provider].get("me").json()
        return {"username": me["sub"], "name": me["name"], "email": me.get("email", "")}


CUSTOM_SECURITY_MANAGER = AccountSecurityManager`,
  },
  synapse: {
    place: 'homeserver.yaml',
    tested: false,
    redirect: '{origin}/_synapse/client/oidc/callback',
    text: `oidc_providers:
  - idp_id: account
    idp_name: Account
    issuer: "{issuer}"
    client_id: "{id}"
    client_secret_path: /run/secrets/client_secret
    scopes: ["openid", "profile", "email"]
    user_profile_method: userinfo_endpoint
    backchannel_logout_enabled: true
    user_mapping_provider:
      config:
        localpart_template: "{{ user.preferred_username }}"
        display_name_template: "{{ user.name }}"`,
  },
};

/** A text with its values. */
export function settingsFor(text: string, { issuer, clientID, origin }: SettingsValues): string {
  return text.replaceAll('{issuer}', issuer).replaceAll('{id}', clientID).replaceAll('{origin}', origin);
}

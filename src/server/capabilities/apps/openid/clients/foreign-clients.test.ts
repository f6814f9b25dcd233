// @one-database
/**
 * Libraries that others wrote, as their quick starts set them up: issuer, id and secret, and the choices that
 * `clients add` offers for them.
 */
import { createServer, type RequestListener } from 'node:http';
import express from 'express';
import { auth, requiresAuth } from 'express-openid-connect';
import session from 'express-session';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import passport from 'passport';
import { Strategy, type Profile } from 'passport-openidconnect';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenidClient } from '#server/core/apps/clients/client.ts';
import { newId, newToken } from '#server/platform/ids.ts';
import { freePort } from '#server/testing/server/free-port.ts';
import { buildListeningApp } from '#server/testing/apps/listening-app.ts';
import { begin, consent, open, registerClient } from '#server/testing/apps/openid.ts';
import { freshEmail, signUp, type Person } from '#server/testing/people/people.ts';
import { accountIdOf, addEmail } from '#server/testing/people/proving.ts';
import type { TestApp } from '#server/testing/server/test-app.ts';

/** Loaded by name: its types would bring those of a page into the whole server. */
interface AuthJs {
  readonly Auth: (request: Request, options: Readonly<Record<string, unknown>>) => Promise<Response>;
}

async function loadAuthJs(name = '@auth/core'): Promise<AuthJs> {
  return (await import(name)) as AuthJs;
}

let app: TestApp;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  app = await buildListeningApp();
});

afterAll(async () => {
  for (const stop of stops) await stop();
  await app.close();
});

/** A person with an email. */
async function somebody(): Promise<Person & { readonly email: string }> {
  const person = await signUp(app);
  const email = freshEmail();
  await addEmail(app, await accountIdOf(app, person.contact), email);
  return { ...person, email };
}

/** An app on its own address, registered with `changes`. */
async function newApp(callbackPath: string, changes: Partial<OpenidClient> = {}) {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const scopes = ['openid', 'profile', 'email'] as const;
  const { clientId, secret = '' } = await registerClient(app, {
    redirectUris: [`${origin}${callbackPath}`],
    postLogoutRedirectUris: [origin],
    scopes,
    ...changes,
  });
  return { origin, clientId, secret };
}

async function serve(origin: string, listener: RequestListener): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(Number(new URL(origin).port), '127.0.0.1', resolve));
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}

/** A browser that goes back and forth between an app and the site, and allows what the app asks for. */
function browserOf({ browser }: Person) {
  const jar = new Map<string, string>();

  async function load(url: URL, init: Pick<RequestInit, 'method' | 'body'> = {}): Promise<Response> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', ...init, headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  return async function visit(address: string, init?: Pick<RequestInit, 'method' | 'body'>): Promise<string> {
    let url = new URL(address);
    let how = init;
    for (let hops = 0; hops < 15; hops += 1) {
      if (url.origin === app.config.publicUrl) {
        let stop = await open(app, browser, url);
        if (stop.url.pathname === '/consent') stop = await consent(app, browser, stop, ['openid', 'profile', 'email']);
        if (stop.url.origin === app.config.publicUrl) throw new Error(`The way ends at ${stop.url.href}: ${stop.text.slice(0, 500)}`);
        ({ url } = stop);
      }
      const answer = await load(url, how);
      how = undefined;
      const location = answer.headers.get('location');
      if (location === null) return answer.text();
      url = new URL(location, url);
    }
    throw new Error('The redirects do not end.');
  };
}

it('openid-client with its default authentication', async () => {
  const person = await somebody();
  const { origin, clientId, secret } = await newApp('/callback');
  const config = await client.discovery(new URL(app.config.publicUrl), clientId, secret, undefined, {
    execute: [client.allowInsecureRequests],
  });
  const party = { config, clientId, secret, redirectUri: `${origin}/callback` };
  const begun = await begin(party, { scope: 'openid profile email' });
  const stop = await consent(app, person.browser, await open(app, person.browser, begun.url), ['openid', 'profile', 'email']);
  const tokens = await client.authorizationCodeGrant(config, stop.url, {
    pkceCodeVerifier: begun.verifier,
    expectedState: begun.state,
    expectedNonce: begun.nonce,
  });
  const info = await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
  expect(info).toMatchObject({ name: person.account.nickname, email: person.email, email_verified: true });
  expect(await client.refreshTokenGrant(config, tokens.refresh_token ?? '')).toHaveProperty('access_token');
});

it('oauth4webapi by the address of RFC 8414', async () => {
  const person = await somebody();
  const { origin, clientId, secret } = await newApp('/callback');
  const issuer = new URL(app.config.publicUrl);
  const insecure = { [oauth.allowInsecureRequests]: true };
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }));
  const verifier = oauth.generateRandomCodeVerifier();
  const asked = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${origin}/callback`,
    response_type: 'code',
    scope: 'openid email',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const question = await open(app, person.browser, `${server.authorization_endpoint}?${asked.toString()}`);
  const { url } = await consent(app, person.browser, question, ['openid', 'email']);
  const self = { client_id: clientId };
  const params = oauth.validateAuthResponse(server, self, url, oauth.expectNoState);
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    self,
    oauth.ClientSecretPost(secret),
    params,
    `${origin}/callback`,
    verifier,
    insecure,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, self, answer, { requireIdToken: true });
  const sub = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? '';
  const info = await oauth.processUserInfoResponse(
    server,
    self,
    sub,
    await oauth.userInfoRequest(server, self, tokens.access_token, insecure),
  );
  expect(info['email']).toBe(person.email);
});

interface AuthUser {
  readonly id: string;
  readonly name?: string;
  readonly email?: string;
}

interface AuthAccount {
  readonly provider: string;
  readonly providerAccountId: string;
}

/** One key for all requests of that app. */
const authSecret = newToken();

it('Auth.js with a database: its user has a name and an email', async () => {
  const person = await somebody();
  const { origin, clientId, secret } = await newApp('/auth/callback/cedar', { idTokenClaims: true });
  const { Auth } = await loadAuthJs();
  const users = new Map<string, AuthUser>();
  const links = new Map<string, string>();
  const adapter = {
    async createUser(user: AuthUser) {
      const made = { ...user, id: newId() };
      users.set(made.id, made);
      return made;
    },
    getUser: async (id: string) => users.get(id) ?? null,
    getUserByEmail: async (email: string) => [...users.values()].find((user) => user.email === email) ?? null,
    getUserByAccount: async ({ provider, providerAccountId }: AuthAccount) =>
      users.get(links.get(`${provider} ${providerAccountId}`) ?? '') ?? null,
    async updateUser(user: AuthUser) {
      const changed = { ...users.get(user.id), ...user };
      users.set(user.id, changed);
      return changed;
    },
    async linkAccount({ provider, providerAccountId, userId }: AuthAccount & { readonly userId: string }) {
      links.set(`${provider} ${providerAccountId}`, userId);
    },
  };
  await serve(origin, (request, response) => {
    void (async () => {
      const body = request.method === 'POST' ? await Array.fromAsync(request).then((parts) => Buffer.concat(parts)) : undefined;
      const headers = new Headers(Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]));
      const answer = await Auth(
        new Request(new URL(request.url ?? '/', origin), {
          method: request.method ?? 'GET',
          headers,
          ...(body === undefined ? {} : { body }),
        }),
        {
          basePath: '/auth',
          trustHost: true,
          secret: authSecret,
          adapter,
          session: { strategy: 'jwt' },
          providers: [{ id: 'cedar', name: 'Cedar', type: 'oidc', issuer: app.config.publicUrl, clientId, clientSecret: secret }],
        },
      );
      response.statusCode = answer.status;
      for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value);
      response.setHeader('set-cookie', answer.headers.getSetCookie());
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  const visit = browserOf(person);
  const { csrfToken } = JSON.parse(await visit(`${origin}/auth/csrf`)) as { readonly csrfToken: string };
  await visit(`${origin}/auth/signin/cedar`, {
    method: 'POST',
    body: new URLSearchParams({ csrfToken, callbackUrl: `${origin}/auth/session` }),
  });
  const { user } = JSON.parse(await visit(`${origin}/auth/session`)) as { readonly user: Readonly<Record<string, unknown>> };
  expect(user).toMatchObject({ name: person.account.nickname, email: person.email });
  expect([...users.values()]).toMatchObject([{ name: person.account.nickname, email: person.email }]);
});

it('Passport without PKCE: its profile has a name and an email', async () => {
  const person = await somebody();
  const { origin, clientId, secret } = await newApp('/callback', { pkce: 'optional', idTokenClaims: true });
  const site = app.config.publicUrl;
  const signIn = new passport.Passport();
  signIn.use(
    new Strategy(
      {
        issuer: site,
        authorizationURL: `${site}/oidc/auth`,
        tokenURL: `${site}/oidc/token`,
        userInfoURL: `${site}/oidc/me`,
        clientID: clientId,
        clientSecret: secret,
        callbackURL: `${origin}/callback`,
        scope: ['profile', 'email'],
      },
      (_issuer: string, profile: Profile, done: (error: unknown, user: Profile) => void) => done(null, profile),
    ),
  );
  signIn.serializeUser((user, done) => done(null, JSON.stringify(user)));
  signIn.deserializeUser((user: string, done) => done(null, JSON.parse(user)));
  const pages = express();
  pages.use(session({ secret: newToken(), resave: false, saveUninitialized: false }), signIn.initialize(), signIn.session());
  pages.get('/login', signIn.authenticate('openidconnect'));
  pages.get('/callback', signIn.authenticate('openidconnect', { successRedirect: '/', failureRedirect: '/failed' }));
  pages.get('/', (request, response) => response.json(request.user ?? null));
  await serve(origin, pages);
  const profile = JSON.parse(await browserOf(person)(`${origin}/login`));
  expect(profile).toMatchObject({ displayName: person.account.nickname, emails: [{ value: person.email }] });
});

it('express-openid-connect signs in and out', async () => {
  const person = await somebody();
  const { origin, clientId, secret } = await newApp('/callback');
  const pages = express();
  pages.use(
    auth({
      issuerBaseURL: app.config.publicUrl,
      baseURL: origin,
      clientID: clientId,
      clientSecret: secret,
      secret: newToken(),
      authRequired: false,
      idpLogout: true,
      authorizationParams: { response_type: 'code', scope: 'openid profile email' },
    }),
  );
  pages.get('/me', requiresAuth(), async (request, response) => response.json(await request.oidc.fetchUserInfo()));
  pages.get('/', (_request, response) => response.send('home'));
  await serve(origin, pages);
  const visit = browserOf(person);
  await visit(`${origin}/login`);
  expect(JSON.parse(await visit(`${origin}/me`))).toMatchObject({ name: person.account.nickname, email: person.email });
  await expect(visit(`${origin}/logout`)).rejects.toThrow('/oidc/session/end');
});

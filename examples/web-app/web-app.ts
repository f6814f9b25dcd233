/**
 * A web app that people sign in to with their account: OpenID Connect, authorization code with PKCE.
 * `npm run example-app`, then open the URL that it prints.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as client from 'openid-client';
import { homePage, messagePage } from './pages.ts';

const { ISSUER = 'http://localhost:3000', CLIENT_ID = 'cedar-demo', CLIENT_SECRET = '', PORT = '8765' } = process.env;

/** An app with a server has a secret, which stands in no file. */
const proof = CLIENT_SECRET === '' ? client.None() : client.ClientSecretBasic(CLIENT_SECRET);

/** Only for the app's own start page, so no database is needed: all visits are lost when the process ends. */
interface Visit {
  /** Kept from the start of a sign-in to its answer; proves that the answer belongs to this sign-in. */
  pending?: { readonly verifier: string; readonly state: string; readonly nonce: string };
  person?: Person;
}

interface Person {
  readonly tokens: client.TokenEndpointResponse;
  readonly info: client.UserInfoResponse;
}

const visits = new Map<string, Visit>();

// The discovery document has all other facts about the provider. Plain HTTP is only for this machine.
const options = { execute: ISSUER.startsWith('http:') ? [client.allowInsecureRequests] : [] };
const config = await client.discovery(new URL(ISSUER), CLIENT_ID, {}, proof, options).catch(() => {
  console.error(
    `No account center answers at ${ISSUER}. Start it (npm start), or say where it is: ISSUER=http://localhost:3001 npm run example-app`,
  );
  process.exit(1);
});

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    const reason = error instanceof client.AuthorizationResponseError ? error.error : String(error);
    send(response, 400, messagePage({ title: 'That did not work', text: reason }));
  });
});
server.on('error', () => {
  console.error(`Port ${PORT} is in use. Take another one: PORT=8766 npm run example-app`);
  process.exit(1);
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Open ${origin()}`));
process.once('SIGTERM', () => server.close(() => process.exit()));

function origin(): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : PORT}`;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', origin());
  const visit = visitOf(request, response);
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /':
      send(response, 200, homePage(visit.person?.info));
      return;
    case 'GET /sign-in':
      redirect(response, await beginSignIn(visit));
      return;
    case 'GET /callback':
      await finishSignIn(visit, url);
      redirect(response, '/');
      return;
    case 'POST /refresh':
      await refresh(visit, response);
      return;
    case 'POST /sign-out':
      redirect(response, signOut(visit));
      return;
    default:
      send(response, 404, messagePage({ title: 'There is nothing here', text: url.pathname }));
  }
}

/** The URL where the browser signs in. */
async function beginSignIn(visit: Visit): Promise<string> {
  const pending = { verifier: client.randomPKCECodeVerifier(), state: client.randomState(), nonce: client.randomNonce() };
  visit.pending = pending;
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: `${origin()}/callback`,
    scope: 'openid profile email offline_access',
    // For a refresh token the person is asked each time (OpenID Connect Core 11). Omit it if no refresh token is
    // needed.
    prompt: 'consent',
    code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
  });
  return address.href;
}

/** The browser is back: exchanges the code for tokens. The library verifies everything about them. */
async function finishSignIn(visit: Visit, callback: URL): Promise<void> {
  const { pending } = visit;
  delete visit.pending;
  const tokens = await client.authorizationCodeGrant(config, callback, {
    pkceCodeVerifier: pending?.verifier ?? '',
    expectedState: pending?.state ?? '',
    expectedNonce: pending?.nonce ?? '',
    idTokenExpected: true,
  });
  const info = await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
  visit.person = { tokens, info };
}

/**
 * A refresh token works once: its answer brings the next one. No new one comes after the person canceled the
 * authorization.
 */
async function refresh(visit: Visit, response: ServerResponse): Promise<void> {
  const { person } = visit;
  if (person === undefined) {
    redirect(response, '/');
    return;
  }
  try {
    const tokens = await client.refreshTokenGrant(config, person.tokens.refresh_token ?? '');
    const info = await client.fetchUserInfo(config, tokens.access_token, person.info.sub);
    visit.person = { tokens: { ...person.tokens, ...tokens }, info };
    redirect(response, '/');
  } catch (error) {
    if (!(error instanceof client.ResponseBodyError)) throw error;
    delete visit.person;
    send(response, 200, messagePage({ title: 'You are signed out', text: 'The authorization was canceled or has expired.' }));
  }
}

/** Ends the session here. The provider asks whether to end its own session too, then returns. */
function signOut(visit: Visit): string {
  const idToken = visit.person?.tokens.id_token;
  delete visit.person;
  return client.buildEndSessionUrl(config, {
    post_logout_redirect_uri: `${origin()}/`,
    ...(idToken === undefined ? {} : { id_token_hint: idToken }),
  }).href;
}

function visitOf(request: IncomingMessage, response: ServerResponse): Visit {
  const id = /(?:^|;\s*)visit=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const known = visits.get(id);
  if (known !== undefined) return known;
  const fresh: Visit = {};
  const freshId = randomBytes(24).toString('base64url');
  visits.set(freshId, fresh);
  // Lax: requests from other sites' forms do not carry it. On HTTPS, add Secure and the prefix __Host-.
  response.setHeader('set-cookie', `visit=${freshId}; Path=/; HttpOnly; SameSite=Lax`);
  return fresh;
}

function redirect(response: ServerResponse, address: string): void {
  response.writeHead(303, { location: address }).end();
}

function send(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html);
}

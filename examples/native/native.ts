/**
 * A desktop app: it signs a person in with their own browser, takes the answer on a port of this machine (RFC 8252), and
 * binds its tokens to its own key (RFC 9449), so that a stolen token is worth nothing. `npm run example-native`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as client from 'openid-client';

const { ISSUER = 'http://localhost:3000', CLIENT_ID = 'cedar-demo', BROWSER = browserOf(process.platform) } = process.env;

// The discovery document has all other facts about the provider. Plain HTTP is only for this machine.
const options = { execute: ISSUER.startsWith('http:') ? [client.allowInsecureRequests] : [] };
const config = await client.discovery(new URL(ISSUER), CLIENT_ID, {}, client.None(), options).catch(() => {
  console.error(
    `No account center answers at ${ISSUER}. Start it (npm start), or say where it is: ISSUER=http://localhost:3001 npm run example-native`,
  );
  process.exit(1);
});

// The registered address is http://127.0.0.1/callback: any port fits it.
const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const redirectUri = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : ''}/callback`;

// Both prove that the answer belongs to this sign-in.
const verifier = client.randomPKCECodeVerifier();
const state = client.randomState();
const url = client.buildAuthorizationUrl(config, {
  redirect_uri: redirectUri,
  scope: 'openid profile',
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
  state,
});

console.log(`Your browser opens ${url.href}`);
if (BROWSER !== '') spawn(BROWSER, [url.href], { stdio: 'ignore', detached: true }).on('error', () => console.log('Open it yourself.'));

try {
  const answer = await answerAt(redirectUri);
  // A real app stores the key in the keychain of the person, and `tokens.refresh_token` beside it.
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const tokens = await client.authorizationCodeGrant(config, answer, checks, undefined, { DPoP });
  const subject = tokens.claims()?.sub ?? client.skipSubjectCheck;
  const info = await client.fetchUserInfo(config, tokens.access_token, subject, { DPoP });
  console.log(`Signed in as ${info.name ?? info.sub}`);
} catch (error) {
  if (!(error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError)) throw error;
  console.log(error.error === 'access_denied' ? 'The sign-in was refused.' : `The sign-in did not work: ${error.error}`);
  process.exitCode = 1;
} finally {
  server.close();
  server.closeAllConnections();
}

/** Waits for the answer; everything else that asks at this port is refused. */
async function answerAt(expected: string): Promise<URL> {
  const { promise, resolve } = Promise.withResolvers<URL>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const asked = new URL(request.url ?? '/', expected);
    if (asked.pathname !== new URL(expected).pathname) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><title>Done</title><p>You can close this page and go back to the app.', () => resolve(asked));
  });
  return promise;
}

/** The program that opens an address in the browser of the person. */
function browserOf(platform: NodeJS.Platform): string {
  return { darwin: 'open', win32: 'explorer' }[platform as string] ?? 'xdg-open';
}

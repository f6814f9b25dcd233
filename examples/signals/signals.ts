/**
 * A receiver of security events of the account center: ended sessions, changed credentials, locked accounts (Shared
 * Signals Framework 1.0, RFC 8935). `npm run example-signals`.
 */
import { createServer } from 'node:http';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';

const issuer = process.env['ISSUER'] ?? 'http://localhost:3000';
/** The app whose stream leads here: the audience of its events. */
const clientId = process.env['CLIENT_ID'] ?? 'cedar-demo';
const port = Number(process.env['PORT'] ?? '8768');
/** The value of the header that the stream was made with; only the account center knows it. */
const authorization = process.env['AUTHORIZATION'] ?? '';

const keys = createRemoteJWKSet(new URL('/oidc/jwks', issuer));
/** Each event comes at least once, and has one id. Keep these where your sessions are. */
const seen = new Set<string>();

/** What the app does: here it says so. End the sessions of `sub_id` where `session-revoked` comes. */
function act(uri: string, subject: unknown, event: unknown): void {
  console.log(uri.slice(uri.lastIndexOf('/') + 1), JSON.stringify(subject), JSON.stringify(event));
}

/** Takes an event; returns the error of RFC 8935 section 2.4, or undefined. */
async function take(token: string): Promise<{ readonly err: string; readonly description: string } | undefined> {
  try {
    const { payload } = await jwtVerify(token, keys, { issuer, audience: clientId, typ: 'secevent+jwt', algorithms: ['RS256'] });
    const { jti = '', sub_id: subject, events } = payload;
    if (seen.has(jti)) return undefined;
    for (const [uri, event] of Object.entries(typeof events === 'object' && events !== null ? events : {})) act(uri, subject, event);
    seen.add(jti);
    return undefined;
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud')
      return { err: 'invalid_audience', description: error.message };
    if (error instanceof errors.JOSEError) return { err: 'invalid_request', description: error.message };
    throw error;
  }
}

createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    if (request.method !== 'POST' || (request.headers.authorization ?? '') !== authorization) {
      response.writeHead(401).end();
      return;
    }
    take(Buffer.concat(parts).toString()).then(
      (error) =>
        response.writeHead(error === undefined ? 202 : 400, { 'content-type': 'application/json' }).end(error && JSON.stringify(error)),
      // Anything but 202 makes it come again.
      () => response.writeHead(503).end(),
    );
  });
}).listen(port, '127.0.0.1', () => console.log(`Events for ${clientId} are taken at http://127.0.0.1:${port}/events`));

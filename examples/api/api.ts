/**
 * An API that accepts access tokens of the account center: JWTs of RFC 9068, bound to a key if the app asks for it
 * (DPoP), with a fresh or a stronger sign-in for what is dangerous (RFC 9470). `npm run example-api`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as oauth from 'oauth4webapi';

const issuer = new URL(process.env['ISSUER'] ?? 'http://localhost:3000');
/** The address under which the operator has registered this API: the audience of its tokens. */
const resource = process.env['RESOURCE'] ?? 'https://notes.example.com/';
const port = Number(process.env['PORT'] ?? '8767');
/** The address at which apps call this API; proofs name it. */
const origin = process.env['ORIGIN'] ?? `http://127.0.0.1:${port}`;

/** Seconds since the sign-in, after which nothing may be deleted. */
const freshFor = 300;
/** Values of `acr` with two steps or a passkey, the weakest first. */
const strong = ['2', 'phr', 'phrh'];
/** Proofs that were used, until they are too old to be used again. */
const usedProofs = new Map<string, number>();
const proofLifeMs = 600_000;

const plain = { [oauth.allowInsecureRequests]: issuer.protocol === 'http:' };
const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, plain));

class Refused extends Error {
  readonly status: number;
  readonly challenge: string;

  constructor(status: number, challenge: string) {
    super(challenge);
    this.status = status;
    this.challenge = challenge;
  }
}

/** The claims of a good token, or a refusal in the words of RFC 6750. */
async function claimsOf(request: Request, scope: string): Promise<oauth.JWTAccessTokenClaims> {
  const scheme = /^dpop /i.test(request.headers.get('authorization') ?? '') ? 'DPoP' : 'Bearer';
  const claims = await oauth.validateJwtAccessToken(server, request, resource, plain).catch(() => {
    throw new Refused(401, `${scheme} error="invalid_token"`);
  });
  if (scheme === 'DPoP') spendProof(request.headers.get('dpop') ?? '');
  if (!(claims.scope ?? '').split(' ').includes(scope)) throw new Refused(403, `${scheme} error="insufficient_scope", scope="${scope}"`);
  return claims;
}

/** A proof is good for one request. */
function spendProof(proof: string): void {
  const now = Date.now();
  for (const [used, at] of usedProofs) if (at < now - proofLifeMs) usedProofs.delete(used);
  if (usedProofs.has(proof)) throw new Refused(401, 'DPoP error="invalid_dpop_proof"');
  usedProofs.set(proof, now);
}

/** Asks the app for a fresh sign-in: it repeats its request with this `max_age`. */
function requireFreshSignIn({ auth_time: at }: oauth.JWTAccessTokenClaims): void {
  if (typeof at === 'number' && Date.now() / 1000 - at <= freshFor) return;
  throw new Refused(401, `Bearer error="insufficient_user_authentication", max_age="${freshFor}"`);
}

/** Asks the app for a stronger sign-in: it repeats its request with these `acr_values`. */
function requireStrongSignIn({ acr }: oauth.JWTAccessTokenClaims): void {
  if (typeof acr === 'string' && strong.includes(acr)) return;
  throw new Refused(401, `Bearer error="insufficient_user_authentication", acr_values="${strong[0]}"`);
}

async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) if (typeof value === 'string') headers.set(name, value);
  const request = new Request(new URL(incoming.url ?? '/', origin), { method: incoming.method ?? 'GET', headers });
  if (incoming.method === 'DELETE' || incoming.method === 'PUT') {
    const claims = await claimsOf(request, 'write');
    if (incoming.method === 'DELETE') requireFreshSignIn(claims);
    else requireStrongSignIn(claims);
    response.writeHead(204).end();
    return;
  }
  const { sub } = await claimsOf(request, 'read');
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ notes: [`A note of ${sub}`] }));
}

createServer((incoming, response) => {
  answer(incoming, response).catch((error: unknown) => {
    const { status, challenge } = error instanceof Refused ? error : new Refused(500, '');
    response.writeHead(status, challenge === '' ? {} : { 'www-authenticate': challenge }).end();
  });
}).listen(port, '127.0.0.1', () => console.log(`The API ${resource} listens on ${origin}`));

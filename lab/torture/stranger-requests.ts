import { connectHttp } from '#server/testing/server/http-client.ts';

/** A request written by a stranger: no part of it comes from a page of ours. */
export interface StrangerRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const junk = (bytes: number): string => 'A'.repeat(bytes);

/** Shaped like a ciphertext, so that it is decrypted. */
const ciphertext = `${junk(342)}==`;

/** As many ciphertexts as a body of 64 KiB can hold, of each size that a server may take for one. */
const floods: readonly string[] = [
  JSON.stringify({ x: Array.from({ length: 5900 }, () => ({ code: 0 })) }),
  JSON.stringify({ x: Array.from({ length: 120 }, () => ({ code: junk(512) })) }),
  JSON.stringify({ x: Array.from({ length: 170 }, () => ({ code: junk(344) })) }),
  JSON.stringify({ account: { account: { account: { account: [junk(60_000)] } } } }),
];

/**
 * A visitor's most expensive requests to every kind of public call: decryption, hashing, rows, protocol. The client is
 * the development one, whose URL every server of ours knows outside of production.
 */
export async function strangerRequests(origin: string, { address }: { readonly address: string }): Promise<readonly StrangerRequest[]> {
  const browser = connectHttp(origin, { clientIp: address });
  await browser.prepare();
  const headers = {
    origin,
    'x-forwarded-for': address,
    'content-type': 'application/json',
    'x-csrf-token': browser.cookies.get('csrf') ?? '',
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
  const post = (path: string, body: string, more: Readonly<Record<string, string>> = {}): StrangerRequest => ({
    method: 'POST',
    path,
    headers: { ...headers, ...more },
    body,
  });
  const get = (path: string): StrangerRequest => ({ method: 'GET', path, headers });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const authorization = new URLSearchParams({
    client_id: 'cedar-demo',
    response_type: 'code',
    scope: 'openid profile',
    redirect_uri: 'http://localhost:4000/callback',
    code_challenge: junk(43),
    code_challenge_method: 'S256',
  });
  return [
    ...floods.flatMap((body) =>
      ['/api/login/code', '/api/login/password', '/api/check/phone', '/api/register/phone'].map((path) => post(path, body)),
    ),
    post('/api/login/password', JSON.stringify({ account: ciphertext, password: ciphertext }), { 'x-key-id': 'unknown' }),
    get(`/oidc/auth?${authorization.toString()}&state=${junk(5000)}`),
    get(`/oidc/auth?${authorization.toString()}&state=${junk(1000)}`),
    post('/oidc/device/auth', `client_id=cedar-demo&nonce=${junk(50_000)}`, form),
    post('/oidc/device/auth', `client_id=cedar-demo&nonce=${junk(500)}`, form),
    post('/oidc/token', `grant_type=authorization_code&client_id=cedar-demo&code=${junk(43)}&code_verifier=${junk(43)}`, form),
    get(`/api/oauth2/platform/login/url?platform=wechat&redirect=/${junk(1500)}`),
    get('/api/captcha/challenge?scene=register'),
    get('/api/key'),
    get(`/${junk(4000)}`),
    get('//'),
  ];
}

import { createHmac, hash } from 'node:crypto';

/** The signed parts of a request in Alibaba Cloud's RPC style. */
export interface Acs3Request {
  readonly method: string;
  readonly query: Readonly<Record<string, string>>;
  readonly host: string;
  readonly action: string;
  /** Version of the API, such as 2017-05-25. */
  readonly version: string;
  /** UTC, `2006-01-02T15:04:05Z`. */
  readonly date: string;
  /** Valid once. */
  readonly nonce: string;
  readonly body: string;
}

export interface Acs3Signature {
  /** Hex SHA-256 of the canonical request. */
  readonly requestHash: string;
  readonly signature: string;
  /** All headers but Host, which the sender sets. */
  readonly headers: Readonly<Record<string, string>>;
}

/** ACS3-HMAC-SHA256, signature V3 of Alibaba Cloud ("V3 request structure and signature"). The path is always `/`. */
export function signAcs3(
  request: Acs3Request,
  { keyId, keySecret }: { readonly keyId: string; readonly keySecret: string },
): Acs3Signature {
  const bodyHash = hash('sha256', request.body, 'hex');
  const signed = {
    host: request.host,
    'x-acs-action': request.action,
    'x-acs-content-sha256': bodyHash,
    'x-acs-date': request.date,
    'x-acs-signature-nonce': request.nonce,
    'x-acs-version': request.version,
  };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value.trim()}\n`);
  const canonical = [request.method, '/', canonicalQuery(request.query), lines.join(''), names, bodyHash].join('\n');
  const requestHash = hash('sha256', canonical, 'hex');
  const signature = createHmac('sha256', keySecret).update(`ACS3-HMAC-SHA256\n${requestHash}`).digest('hex');
  const { host: _host, ...headers } = signed;
  const authorization = `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${names},Signature=${signature}`;
  return { requestHash, signature, headers: { ...headers, authorization } };
}

/** Sorted, encoded by RFC 3986. */
export function canonicalQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

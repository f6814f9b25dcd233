import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** A received request, for the signature. */
export interface S3Request {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** The code of the error that S3 would answer; undefined for a correctly signed request. */
export type SignatureFault = 'AccessDenied' | 'SignatureDoesNotMatch' | 'RequestTimeTooSkewed' | 'XAmzContentSHA256Mismatch';

/**
 * Checks AWS Signature Version 4 in headers or in the query, written from the documentation and independent of the
 * signing code: canonical request, scope, signed headers, hash of the body, skew of 15 minutes, end of a presigned URL.
 */
export function checkSignature(request: S3Request, credentials: S3Credentials, at: number): SignatureFault | undefined {
  const url = new URL(request.target, 'http://store');
  const presigned = url.searchParams.has('X-Amz-Signature');
  const claim = presigned ? claimOfQuery(url.searchParams) : claimOfHeaders(request.headers);
  if (claim === undefined) return 'AccessDenied';
  const { date, scope, signedHeaders, signature, payload, lifeSeconds } = claim;
  const started = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (scope !== `${credentials.accessKeyId}/${date.slice(0, 8)}/${credentials.region}/s3/aws4_request`) return 'AccessDenied';
  if (!signedHeaders.split(';').includes('host')) return 'AccessDenied';
  if (presigned) {
    if (!(lifeSeconds >= 1 && lifeSeconds <= 604_800 && at >= started - 15 * 60_000 && at < started + lifeSeconds * 1000))
      return 'AccessDenied';
  } else if (!(Math.abs(at - started) <= 15 * 60_000)) return 'RequestTimeTooSkewed';
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== hash('sha256', request.body, 'hex')) return 'XAmzContentSHA256Mismatch';
  const canonical = [
    request.method,
    canonicalPath(url.pathname),
    canonicalQuery(url.searchParams),
    ...signedHeaders.split(';').map((name) => `${name}:${(request.headers[name] ?? '').trim().replaceAll(/\s+/g, ' ')}`),
    '',
    signedHeaders,
    payload,
  ].join('\n');
  const expected = signatureOf(canonical, { date, secret: credentials.secretAccessKey, region: credentials.region });
  const isSame = signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  return isSame ? undefined : 'SignatureDoesNotMatch';
}

interface Claim {
  readonly date: string;
  readonly scope: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly payload: string;
  readonly lifeSeconds: number;
}

function claimOfQuery(query: URLSearchParams): Claim | undefined {
  if (query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') return undefined;
  const get = (name: string): string => query.get(name) ?? '';
  return {
    date: get('X-Amz-Date'),
    scope: get('X-Amz-Credential'),
    signedHeaders: get('X-Amz-SignedHeaders'),
    signature: get('X-Amz-Signature'),
    payload: 'UNSIGNED-PAYLOAD',
    lifeSeconds: Number(get('X-Amz-Expires')),
  };
}

function claimOfHeaders(headers: S3Request['headers']): Claim | undefined {
  const form = /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([\da-f]{64})$/;
  const [, scope, signedHeaders, signature] = form.exec(headers['authorization'] ?? '') ?? [];
  const [date, payload] = [headers['x-amz-date'], headers['x-amz-content-sha256']];
  if (!scope || !signedHeaders || !signature || !date || !payload) return undefined;
  return { date, scope, signedHeaders, signature, payload, lifeSeconds: 0 };
}

function signatureOf(
  canonical: string,
  { date, secret, region }: { readonly date: string; readonly secret: string; readonly region: string },
) {
  const day = date.slice(0, 8);
  const toSign = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, hash('sha256', canonical, 'hex')].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (previous, part) => createHmac('sha256', previous).update(part).digest(),
    `AWS4${secret}`,
  );
  return createHmac('sha256', key).update(toSign).digest('hex');
}

/** RFC 3986, like the documentation's UriEncode. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => `%${character.codePointAt(0)?.toString(16).toUpperCase()}`);
}

function canonicalPath(path: string): string {
  return path
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/');
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
}

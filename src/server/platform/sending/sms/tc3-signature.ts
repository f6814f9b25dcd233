import { createHmac, hash } from 'node:crypto';

/** The signed parts of a POST to Tencent Cloud's API 3.0. */
export interface Tc3Request {
  readonly service: string;
  readonly host: string;
  readonly contentType: string;
  /** Also signed if given. */
  readonly action?: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  readonly body: string;
}

export interface Tc3Signature {
  /** Hex SHA-256 of the canonical request. */
  readonly requestHash: string;
  readonly signature: string;
  readonly authorization: string;
}

/** TC3-HMAC-SHA256 (Tencent Cloud "Signature v3"). Header values are signed in lower case. */
export function signTc3(
  request: Tc3Request,
  { secretId, secretKey }: { readonly secretId: string; readonly secretKey: string },
): Tc3Signature {
  const { service, host, contentType, action, timestamp, body } = request;
  const signed: Readonly<Record<string, string>> = {
    'content-type': contentType,
    host,
    ...(action === undefined ? {} : { 'x-tc-action': action }),
  };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value.toLowerCase()}\n`);
  const canonical = ['POST', '/', '', lines.join(''), names, hash('sha256', body, 'hex')].join('\n');
  const requestHash = hash('sha256', canonical, 'hex');
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const scope = `${date}/${service}/tc3_request`;
  const key = [service, 'tc3_request'].reduce((previous, part) => mac(previous, part), mac(`TC3${secretKey}`, date));
  const signature = mac(key, ['TC3-HMAC-SHA256', timestamp, scope, requestHash].join('\n')).toString('hex');
  const authorization = `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { requestHash, signature, authorization };
}

function mac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

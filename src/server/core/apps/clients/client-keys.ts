/** A set of public keys of an app (RFC 7517), as far as it was read. */
export interface ClientKeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

/** The rule that a set of keys breaks. */
export type ClientKeyRule = 'jwkForm' | 'jwkPrivate' | 'jwkAlg' | 'jwkSize' | 'jwkMany';

const mostKeys = 5;
/** Bits of an RSA modulus: less is unsafe, and more costs us time. */
const rsaBits = { least: 2048, most: 4096 } as const;
const privateParts = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];

/** Algorithms by which apps prove themselves and sign (RFC 7523): no RSA with PKCS #1, no shared secret. */
export const clientAlgorithms = ['ES256', 'PS256', 'EdDSA', 'Ed25519'] as const;

/**
 * The first rule that the public keys of an app break; undefined for a good set. The key of a private part is burnt: it
 * was sent to us.
 */
export function brokenKeyRule(set: unknown): ClientKeyRule | undefined {
  const keys = typeof set === 'object' && set !== null && 'keys' in set ? set.keys : undefined;
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isObject)) return 'jwkForm';
  if (keys.some((key) => privateParts.some((part) => Object.hasOwn(key, part)))) return 'jwkPrivate';
  if (keys.length > mostKeys) return 'jwkMany';
  return keys.map(brokenRuleOf).find((rule) => rule !== undefined);
}

function brokenRuleOf(key: Readonly<Record<string, unknown>>): ClientKeyRule | undefined {
  const { kty, crv, n, alg, use, kid } = key;
  if (kid !== undefined && (typeof kid !== 'string' || kid.length > 256)) return 'jwkForm';
  if (use !== undefined && use !== 'sig') return 'jwkAlg';
  if (alg !== undefined && !clientAlgorithms.some((one) => one === alg)) return 'jwkAlg';
  if (kty === 'EC') return crv === 'P-256' ? undefined : 'jwkAlg';
  if (kty === 'OKP') return crv === 'Ed25519' ? undefined : 'jwkAlg';
  if (kty !== 'RSA') return 'jwkAlg';
  const bits = typeof n === 'string' ? Buffer.from(n, 'base64url').length * 8 : 0;
  return bits >= rsaBits.least && bits <= rsaBits.most ? undefined : 'jwkSize';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

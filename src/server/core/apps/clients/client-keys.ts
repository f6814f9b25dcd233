/** A set of public keys of an app (RFC 7517). */
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
 * The first rule that the public keys of an app break; undefined for a good set. A private key that was sent to us counts
 * as compromised.
 */
export function brokenKeyRule(set: unknown): ClientKeyRule | undefined {
  const keys = typeof set === 'object' && set !== null && 'keys' in set ? set.keys : undefined;
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isObject)) return 'jwkForm';
  if (keys.some((key) => privateParts.some((part) => Object.hasOwn(key, part)))) return 'jwkPrivate';
  if (keys.length > mostKeys) return 'jwkMany';
  return keys.map(brokenRuleOf).find((rule) => rule !== undefined);
}

function brokenRuleOf(key: Readonly<Record<string, unknown>>): ClientKeyRule | undefined {
  const { kty, crv, n, e, x, alg, use, kid } = key;
  if (kid !== undefined && (typeof kid !== 'string' || kid.length > 256)) return 'jwkForm';
  if (use !== undefined && use !== 'sig') return 'jwkAlg';
  if (alg !== undefined && !clientAlgorithms.some((one) => one === alg)) return 'jwkAlg';
  if (kty === 'EC') return crv === 'P-256' ? undefined : 'jwkAlg';
  if (kty === 'OKP') return crv === 'Ed25519' ? (isOrdinaryPoint(bytesOf(x)) ? undefined : 'jwkForm') : 'jwkAlg';
  if (kty !== 'RSA') return 'jwkAlg';
  const modulus = bytesOf(n);
  const bits = modulus.length * 8;
  if (bits < rsaBits.least || bits > rsaBits.most) return 'jwkSize';
  return isOdd(modulus) && isOrdinaryExponent(bytesOf(e)) ? undefined : 'jwkForm';
}

function bytesOf(value: unknown): Buffer {
  return typeof value === 'string' ? Buffer.from(value, 'base64url') : Buffer.alloc(0);
}

function isOdd(number: Buffer): boolean {
  return ((number.at(-1) ?? 0) & 1) === 1;
}

/** Odd, above 2^16 and of four bytes at most: a small one is weak, and a large one costs us time (FIPS 186-5, A.1.1). */
function isOrdinaryExponent(e: Buffer): boolean {
  return e.length >= 3 && e.length <= 4 && isOdd(e) && e.readUIntBE(0, e.length) > 65_536;
}

/** Points of Ed25519 of a small order, by their y without its sign, also in their second spelling: nobody has their key. */
const smallOrder: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

function isOrdinaryPoint(x: Buffer): boolean {
  if (x.length !== 32) return false;
  const y = Buffer.from(x);
  y.writeUInt8(y.readUInt8(31) & 0x7f, 31);
  return !smallOrder.has(y.toString('hex'));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

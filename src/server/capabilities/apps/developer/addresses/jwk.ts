import { createHash, createPublicKey } from 'node:crypto';
import { limits } from '#contract/limits.ts';

/** A public key as JSON (RFC 7517). */
export type PublicJwk = Readonly<Record<string, unknown>>;

/** Rules for pasted keys, by name. */
export type JwkRule = 'jwkPrivate' | 'jwkAlg' | 'jwkSize' | 'jwkForm' | 'jwkMany';

/** Members that only a private or a symmetric key has. */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const;

/** Members that belong to the thumbprint of a key (RFC 7638), by its type. */
const printed: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
};

/** Algorithms of assertions: ES256, EdDSA, PS256. */
const algorithms: Readonly<Record<string, readonly string[]>> = { EC: ['ES256'], OKP: ['EdDSA', 'Ed25519'], RSA: ['PS256'] };

/** The keys of a paste: one key, a list, or a set; or the first rule that it breaks. */
export function readJwks(text: string): { readonly keys: readonly PublicJwk[] } | { readonly failing: JwkRule } {
  const given = listOf(text);
  if (given === undefined || given.length === 0) return { failing: 'jwkForm' };
  // First, so that a private key is reported even beside another fault: it is compromised.
  if (given.some((key) => privateMembers.some((member) => Object.hasOwn(key, member)))) return { failing: 'jwkPrivate' };
  if (given.length > limits.appKeys) return { failing: 'jwkMany' };
  const keys: PublicJwk[] = [];
  for (const key of given) {
    const fault = faultOf(key);
    if (fault !== undefined) return { failing: fault };
    keys.push(cleaned(key));
  }
  return { keys };
}

function listOf(text: string): readonly PublicJwk[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const list: unknown = Array.isArray(value) ? value : isKey(value) && Array.isArray(value['keys']) ? value['keys'] : [value];
    return Array.isArray(list) && list.every(isKey) ? list : undefined;
  } catch {
    return undefined;
  }
}

function isKey(value: unknown): value is PublicJwk {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function faultOf(key: PublicJwk): JwkRule | undefined {
  const type = String(key['kty']);
  const allowed = algorithms[type];
  const { alg } = key;
  const isCurve = type === 'RSA' || key['crv'] === (type === 'EC' ? 'P-256' : 'Ed25519');
  if (allowed === undefined || !isCurve || (alg !== undefined && !allowed.some((one) => one === alg))) return 'jwkAlg';
  // Before any arithmetic: base64url of 4096 bits has 683 characters.
  if (type === 'RSA' && String(key['n']).length > 700) return 'jwkSize';
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key, format: 'jwk' });
    const bits = asymmetricKeyDetails?.modulusLength ?? 2048;
    return bits < 2048 || bits > 4096 ? 'jwkSize' : undefined;
  } catch {
    return 'jwkForm';
  }
}

/** Only what a verifier needs, with its algorithm and an id. */
function cleaned(key: PublicJwk): PublicJwk {
  const type = String(key['kty']);
  const members = Object.fromEntries((printed[type] ?? []).map((member) => [member, key[member]]));
  const kid = typeof key['kid'] === 'string' && key['kid'] !== '' ? key['kid'].slice(0, 64) : calculateThumbprint(key);
  return { ...members, kid, alg: key['alg'] ?? algorithms[type]?.[0], use: 'sig' };
}

/** RFC 7638, with SHA-256. */
export function calculateThumbprint(key: PublicJwk): string {
  const members = (printed[String(key['kty'])] ?? []).map((member) => [member, key[member]]);
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(members)))
    .digest('base64url');
}

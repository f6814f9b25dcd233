/** A key as COSE (RFC 9052): label → value. */
type CoseKey = { get(label: number): unknown };

/** An attestation object, decoded. */
interface Attestation {
  get(part: 'fmt'): unknown;
  get(part: 'attStmt'): { get(name: 'x5c'): unknown };
}

const label = { kind: 1, alg: 3, curveOrModulus: -1, xOrExponent: -2, y: -3 } as const;
const kind = { octets: 1, pairs: 2, rsa: 3 } as const;
const curve = { p256: 1, ed25519: 6 } as const;

/** Bytes of a modulus: 2048 to 4096 bits. */
const modulus = { least: 256, most: 512 } as const;

/** 65537, which every authenticator takes. */
const exponent = '010001';

/**
 * The algorithm of a new key (COSE) that comes without a statement of its maker and is what its algorithm stands for. Undefined
 * for any other. Looked at before the key's own signature is verified with it.
 * @throws for what is no attestation object.
 */
export async function readNewKey(attestationObject: string): Promise<number | undefined> {
  const { decodeAttestationObject, decodeCredentialPublicKey, parseAuthenticatorData } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const { credentialPublicKey } = parseAuthenticatorData(attestation.get('authData'));
  if (!hasNoMaker(attestation) || credentialPublicKey === undefined) return undefined;
  const key = decodeCredentialPublicKey(credentialPublicKey);
  return isSoundKey(key) ? key.get(label.alg) : undefined;
}

/**
 * Whether a key is what its algorithm stands for (WebAuthn §5.8.5): a curve of 256 bits, or RSA of a usual size. Another one
 * would be weak, or cost its checker as much as its owner likes: with a long exponent every check costs as much as a
 * signature, and with the exponent 1 anybody signs.
 */
function isSoundKey(key: CoseKey): boolean {
  const [first, second, third] = [label.curveOrModulus, label.xOrExponent, label.y].map((each) => key.get(each));
  switch (key.get(label.alg)) {
    case -7:
      return key.get(label.kind) === kind.pairs && first === curve.p256 && isOf(second, 32) && isOf(third, 32);
    case -8:
      return key.get(label.kind) === kind.octets && first === curve.ed25519 && isOf(second, 32);
    case -257:
      return key.get(label.kind) === kind.rsa && isModulus(first) && isExponent(second);
    default:
      return false;
  }
}

/**
 * Whether a new key comes without a statement of its maker: none is asked for, so browsers send none but the key's own
 * signature. What they leave out, certificates and their chains, is read for no stranger.
 */
function hasNoMaker(attestation: Attestation): boolean {
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

function isOf(value: unknown, length: number): boolean {
  return value instanceof Uint8Array && value.length === length;
}

function isModulus(value: unknown): boolean {
  return value instanceof Uint8Array && value.length >= modulus.least && value.length <= modulus.most && (value[0] ?? 0) >= 128;
}

function isExponent(value: unknown): boolean {
  return value instanceof Uint8Array && Buffer.from(value).toString('hex') === exponent;
}

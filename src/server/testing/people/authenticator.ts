import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { PasskeyAssertion, PasskeyRegistration } from '#contract/sign-in/passkeys/passkeys.words.ts';
import { testRpId } from '#server/testing/server/test-app.ts';

/** Deviations of a ceremony from a right one. */
export interface Oddity {
  readonly origin?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  readonly rpId?: string;
  /** UP 0x01, UV 0x04, BE 0x08, BS 0x10. */
  readonly flags?: number;
  readonly counter?: number;
  readonly userHandle?: string;
  /** Signs with this key and not with its own. */
  readonly key?: KeyObject;
  readonly format?: string;
  readonly statement?: readonly Uint8Array[];
  /** A statement about what was signed, instead of `statement`. */
  readonly attest?: (signed: Uint8Array, signByKey: (data: Uint8Array) => Uint8Array) => readonly Uint8Array[];
  readonly id?: string;
}

/** A passkey in software: real CBOR, COSE and signatures. */
export interface Authenticator {
  /** As the browser names it. */
  readonly id: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** Makes the key for these options, or for other ones again. */
  register(options: CreationOptions, oddity?: Oddity): PasskeyRegistration;
  /** Answers these options. The counter counts, unless it stays at zero. */
  assert(options: { readonly challenge: string }, oddity?: Oddity): PasskeyAssertion;
}

interface CreationOptions {
  readonly challenge: string;
  readonly user: { readonly id: string };
}

export interface AuthenticatorOptions {
  readonly origin?: string;
  readonly rpId?: string;
  /** Synced between devices: BE and BS. */
  readonly synced?: boolean;
  /** A counter that grows; without one it is always zero. */
  readonly counts?: boolean;
  readonly aaguid?: string;
  readonly transports?: readonly string[];
  readonly algorithm?: keyof typeof algorithms;
  /** Key that it registers, while it signs with its own. */
  readonly publicKey?: KeyObject;
}

/** The three that the product asks for (COSE −7, −8, −257). */
const algorithms = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
} as const;

const flag = { up: 1, uv: 4, be: 8, bs: 16, at: 64 } as const;

/** A new authenticator with one key. */
export function newAuthenticator({
  origin = `https://${testRpId}`,
  rpId = testRpId,
  synced = true,
  counts = false,
  aaguid = '00000000-0000-0000-0000-000000000000',
  transports = ['internal'],
  algorithm = 'ES256',
  publicKey: shown,
}: AuthenticatorOptions = {}): Authenticator {
  const { publicKey: own, privateKey } = algorithms[algorithm]();
  const publicKey = shown ?? own;
  const credentialId = randomBytes(24);
  const id = credentialId.toString('base64url');
  const usual = flag.up | flag.uv | (synced ? flag.be | flag.bs : 0);
  let handle = '';
  let counter = 0;

  const signByKey = (data: Uint8Array, key = privateKey) => sign(algorithm === 'EdDSA' ? null : 'sha256', data, key);

  const clientData = (type: string, challenge: string, oddity: Oddity) => clientDataOf({ origin, type, challenge, oddity });

  const head = (oddity: Oddity, flags: number): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(oddity.counter ?? counter);
    return Buffer.concat([sha256(Buffer.from(oddity.rpId ?? rpId)), Buffer.from([flags]), count]);
  };

  return {
    id,
    publicKey: coseOf(publicKey).toString('base64url'),

    register({ challenge, user }, oddity = {}) {
      handle = user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const model = Buffer.from(aaguid.replaceAll('-', ''), 'hex');
      const data = Buffer.concat([head(oddity, (oddity.flags ?? usual) | flag.at), model, length, credentialId, coseOf(publicKey)]);
      const said = clientData('webauthn.create', challenge, oddity);
      const attestation = attestationOf(data, { said, oddity, signByKey });
      return {
        id: oddity.id ?? id,
        rawId: oddity.id ?? id,
        type: 'public-key',
        response: {
          clientDataJSON: said.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports,
        },
        clientExtensionResults: {},
        authenticatorAttachment: 'platform',
      };
    },

    assert({ challenge }, oddity = {}) {
      if (counts) counter += 1;
      const said = clientData('webauthn.get', challenge, oddity);
      const data = head(oddity, oddity.flags ?? usual);
      const signature = signByKey(Buffer.concat([data, sha256(said)]), oddity.key);
      return {
        id: oddity.id ?? id,
        rawId: oddity.id ?? id,
        type: 'public-key',
        response: {
          clientDataJSON: said.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: oddity.userHandle ?? (handle === '' ? randomBytes(32).toString('base64url') : handle),
        },
        clientExtensionResults: {},
        authenticatorAttachment: 'platform',
      };
    },
  };
}

interface Said {
  readonly origin: string;
  readonly type: string;
  readonly challenge: string;
  readonly oddity: Oddity;
}

function clientDataOf({ origin, type, challenge, oddity }: Said): Buffer {
  const said = {
    type: oddity.type ?? type,
    challenge: oddity.challenge ?? challenge,
    origin: oddity.origin ?? origin,
    crossOrigin: oddity.crossOrigin ?? false,
    ...(oddity.topOrigin === undefined ? {} : { topOrigin: oddity.topOrigin }),
  };
  return Buffer.from(JSON.stringify(said));
}

interface Attested {
  readonly said: Uint8Array;
  readonly oddity: Oddity;
  readonly signByKey: (data: Uint8Array) => Uint8Array;
}

function attestationOf(
  data: Uint8Array,
  { said, oddity: { format = 'none', statement: given = [], attest }, signByKey }: Attested,
): Buffer {
  const statement = attest?.(Buffer.concat([data, sha256(said)]), signByKey) ?? given;
  const entries = [text('fmt'), text(format), text('attStmt'), Buffer.from([0xa0 + statement.length]), ...statement];
  return Buffer.concat([Buffer.from([0xa3]), ...entries, text('authData'), bytes(data)]);
}

/** A CBOR text of less than 24 bytes. */
export function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

/** A CBOR byte string of less than 64 KiB. */
export function bytes(value: Uint8Array): Buffer {
  const { length } = value;
  const head = length < 24 ? [0x40 + length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), value]);
}

/** COSE's numbers of curves. */
const curves: Readonly<Record<string, number>> = { 'P-256': 1, 'P-384': 2, 'P-521': 3 };

/** {1: 2, 3: -7, -1: curve, -2: x, -3: y}, {1: 1, 3: -8, -1: 6, -2: x} or {1: 3, 3: -257, -1: n, -2: e} */
function coseOf(key: KeyObject): Buffer {
  const { kty, crv = '', x = '', y = '', n = '', e = '' } = key.export({ format: 'jwk' });
  const part = (label: number, value: string) => Buffer.concat([Buffer.from([label]), bytes(Buffer.from(value, 'base64url'))]);
  if (kty === 'OKP') return Buffer.concat([Buffer.from('a4010103272006', 'hex'), part(0x21, x)]);
  if (kty === 'EC')
    return Buffer.concat([Buffer.from('a50102032620', 'hex'), Buffer.from([curves[crv] ?? 0]), part(0x21, x), part(0x22, y)]);
  return Buffer.concat([Buffer.from('a4010303390100', 'hex'), part(0x20, n), part(0x21, e)]);
}

function sha256(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}

import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { bytes, text, type Oddity } from './authenticator.ts';

/** A certificate of a maker of authenticators as WebAuthn wants it (§8.2.1), by nobody: its own key has signed it. */
function attestationCertificate({ publicKey, privateKey }: { readonly publicKey: KeyObject; readonly privateKey: KeyObject }): Buffer {
  const name = der(
    0x30,
    ...(
      [
        [6, 'US'],
        [10, 'Maker'],
        [11, 'Authenticator Attestation'],
        [3, 'Maker'],
      ] as const
    ).map(([kind, value]) => der(0x31, der(0x30, der(0x06, Buffer.from([0x55, 4, kind])), der(0x13, Buffer.from(value))))),
  );
  const ecdsa = der(0x30, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const validity = der(0x30, ...['200101000000Z', '491231000000Z'].map((at) => der(0x17, Buffer.from(at))));
  const noAuthority = der(0xa3, der(0x30, der(0x30, der(0x06, Buffer.from('551d13', 'hex')), der(0x04, der(0x30)))));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const toSign = der(0x30, version, der(0x02, Buffer.from([1])), ecdsa, name, validity, name, key, noAuthority);
  return der(0x30, toSign, ecdsa, der(0x03, Buffer.from([0]), sign('sha256', toSign, privateKey)));
}

/** A `packed` statement with such a certificate: {alg: -7, sig, x5c: [certificate]}. */
export function certifiedStatement(): NonNullable<Oddity['attest']> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return (signed) => [
    Buffer.concat([text('alg'), Buffer.from([0x26])]),
    Buffer.concat([text('sig'), bytes(sign('sha256', signed, pair.privateKey))]),
    Buffer.concat([text('x5c'), Buffer.from([0x81]), bytes(attestationCertificate(pair))]),
  ];
}

/** A `packed` statement by the new key itself: {alg, sig}. */
export function ownStatement(algorithm: keyof typeof numbers): NonNullable<Oddity['attest']> {
  return (signed, signByKey) => [
    Buffer.concat([text('alg'), Buffer.from(numbers[algorithm], 'hex')]),
    Buffer.concat([text('sig'), bytes(signByKey(signed))]),
  ];
}

/** −7, −8 and −257 in CBOR. */
const numbers = { ES256: '26', EdDSA: '27', RS256: '390100' } as const;

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(parts);
  const length = value.length < 128 ? [value.length] : [0x82, value.length >> 8, value.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), value]);
}

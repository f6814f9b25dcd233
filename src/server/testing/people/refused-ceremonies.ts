import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { PasskeyAssertion } from '#contract/sign-in/passkeys/passkeys.words.ts';
import type { Oddity } from './authenticator.ts';

/** The same answer with something else in its place. */
export function altered(credential: PasskeyAssertion, response: Partial<PasskeyAssertion['response']>): PasskeyAssertion {
  return { ...credential, response: { ...credential.response, ...response } };
}

/** A base64url value with one bit changed in its middle. */
export function flipped(value: string): string {
  const data = Buffer.from(value, 'base64url');
  const at = Math.floor(data.length / 2);
  data[at] = (data[at] ?? 0) ^ 1;
  return data.toString('base64url');
}

/** Statements of an authenticator or a browser that make a sign-in by passkey refused. */
export const oddAssertions: readonly (readonly [string, Oddity])[] = [
  ['from another origin', { origin: 'https://evil.example' }],
  ['from a host below', { origin: 'https://login.id.example.com' }],
  ['from another port', { origin: 'https://id.example.com:8443' }],
  ['over http', { origin: 'http://id.example.com' }],
  ['in a frame of another site', { crossOrigin: true }],
  ['below a page of another site', { topOrigin: 'https://evil.example' }],
  ['for another site', { rpId: 'evil.example' }],
  ['with a registration in its place', { type: 'webauthn.create' }],
  ['without verification of the person', { flags: 0x19 }],
  ['without the person', { flags: 0x1c }],
  ['as backed up but not eligible', { flags: 0x15 }],
  ['with the handle of another account', { userHandle: randomBytes(32).toString('base64url') }],
  ['without a handle', { userHandle: '' }],
  ['with an unknown credential', { id: randomBytes(24).toString('base64url') }],
  ['signed by another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ['with an empty challenge', { challenge: '' }],
  ['with a made-up challenge', { challenge: randomBytes(54).toString('base64url') }],
];

/** A change of a right answer, on its way. */
export type Change = (own: PasskeyAssertion) => unknown;

/** The part of which one bit is changed. */
export const changedAssertions: readonly (readonly [string, Change])[] = [
  ['client data', (own) => altered(own, { clientDataJSON: flipped(own.response.clientDataJSON) })],
  ['authenticator data', (own) => altered(own, { authenticatorData: flipped(own.response.authenticatorData) })],
  ['signature', (own) => altered(own, { signature: flipped(own.response.signature) })],
  ['handle', (own) => altered(own, { userHandle: flipped(own.response.userHandle ?? '') })],
  ['id', (own) => ({ ...own, id: flipped(own.id), rawId: flipped(own.id) })],
];

/** Bodies that are sent instead of an answer. */
export const malformedAssertions: readonly (readonly [string, Change])[] = [
  ['an id and another raw id', (own) => ({ ...own, rawId: flipped(own.id) })],
  ['another type', (own) => ({ ...own, type: 'password' })],
  ['no client data', (own) => altered(own, { clientDataJSON: '' })],
  ['client data that is no JSON', (own) => altered(own, { clientDataJSON: Buffer.from('{').toString('base64url') })],
  ['client data that is null', (own) => altered(own, { clientDataJSON: Buffer.from('null').toString('base64url') })],
  ['short authenticator data', (own) => altered(own, { authenticatorData: 'AAAA' })],
  ['a signature that is no DER', (own) => altered(own, { signature: 'AAAA' })],
  ['a prototype', (own) => ({ ...own, ['__proto__']: { isAdmin: true }, constructor: { prototype: {} } })],
  ['more properties', (own) => ({ ...own, more: 1 })],
  ['nothing', () => null],
  ['a text', () => 'credential'],
];

const cbor = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');
/** `fmt: "none", attStmt: {}`, and the name of the third part. */
const noStatement = '63666d74646e6f6e656761747453746d74a0';
const authData = '686175746844617461';

/** Attestation objects that are no CBOR of a new key. */
export const malformedAttestations: readonly (readonly [string, string])[] = [
  ['that is empty CBOR', Buffer.from([0xa0]).toString('base64url')],
  ['that nests six thousand times', Buffer.alloc(6000, 0x81).toString('base64url')],
  ['that promises more than it has', Buffer.from('bb7fffffffffffffff', 'hex').toString('base64url')],
  ['that is too long', 'A'.repeat(8193)],
  ['that is no base64url', '{}'],
  ['that is a text', cbor('6161')],
  ['without data of the authenticator', cbor(`a2${noStatement}`)],
  ['whose data of the authenticator are a text', cbor(`a3${noStatement}${authData}6161`)],
  ['whose data of the authenticator are empty', cbor(`a3${noStatement}${authData}40`)],
  ['whose data of the authenticator are a byte short', cbor(`a3${noStatement}${authData}5824${'00'.repeat(36)}`)],
  ['whose data of the authenticator have a byte left', cbor(`a3${noStatement}${authData}5826${'00'.repeat(32)}0500000000ff`)],
  ['of an unknown format', cbor(`a363666d7461786761747453746d74a0${authData}5825${'00'.repeat(32)}0500000000`)],
];

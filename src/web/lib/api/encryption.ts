import { subtleCrypto } from '#web/lib/browser/browser.ts';

/** The server's public key, from `GET /key` (contract 2). */
export interface PublicKey {
  readonly key: string;
  readonly client_id: string;
  readonly label: string;
}

/** The scope of a ciphertext: one field, together with one csrf token. */
export interface Purpose {
  readonly field: string;
  readonly token: string;
}

/** Bytes that OAEP with SHA-256 adds to a text. */
const overhead = 66;

/**
 * base64(RSA-OAEP-SHA-256(utf8(text))) under the label `<label of the key>:<field>:<token>`; undefined for a text that
 * is too long for the key, and in a browser without cryptography.
 */
export async function encryptText(text: string, publicKey: PublicKey, { field, token }: Purpose): Promise<string | undefined> {
  const subtle = subtleCrypto();
  if (subtle === undefined) return undefined;
  const spki = Uint8Array.from(atob(publicKey.key), (character) => character.charCodeAt(0));
  const key = await subtle.importKey('spki', spki, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt']);
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > modulusBytes(key) - overhead) return undefined;
  const label = new TextEncoder().encode(`${publicKey.label}:${field}:${token}`);
  const cipher = await subtle.encrypt({ name: 'RSA-OAEP', label }, key, bytes);
  return btoa(String.fromCharCode(...new Uint8Array(cipher)));
}

function modulusBytes({ algorithm }: CryptoKey): number {
  return 'modulusLength' in algorithm && typeof algorithm.modulusLength === 'number' ? algorithm.modulusLength / 8 : 0;
}

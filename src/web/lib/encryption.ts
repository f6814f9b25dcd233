/** The server's public key, as `GET /key` gives it (contract 2). */
export interface PublicKey {
  readonly key: string;
  readonly client_id: string;
}

/** base64(RSA-OAEP-SHA-256(utf8(text))). Needs a secure context: https, or localhost. */
export async function encryptText(text: string, publicKey: PublicKey): Promise<string> {
  const spki = Uint8Array.from(atob(publicKey.key), (character) => character.charCodeAt(0));
  const key = await crypto.subtle.importKey('spki', spki, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt']);
  const cipher = await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(cipher)));
}

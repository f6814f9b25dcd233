import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Keys for every purpose, all derived from the one secret of the configuration. A purpose is a constant name in the code. */
export interface Keyring {
  /** 256 bits of its own for each purpose. */
  key(purpose: string): Buffer;
  /** HMAC-SHA-256 over the parts, base64url. Parts cannot be shifted into each other: ('ab', 'c') differs from ('a', 'bc'). */
  mac(purpose: string, ...parts: string[]): string;
  /** Encrypts and authenticates a text, bound to its purpose. The result is base64url and differs each time. */
  seal(purpose: string, plain: string): string;
  /** @throws {Error} for what this keyring did not seal for this purpose */
  open(purpose: string, sealed: string): string;
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** First byte of a sealed text, so that another construction can follow one day. */
const sealedVersion = 1;

/** HKDF-SHA-256 for the keys, AES-256-GCM for sealing. */
export function createKeyring(secret: Uint8Array): Keyring {
  const derived = new Map<string, Buffer>();

  // The use is part of the derivation: a key handed out, a MAC and a seal never share bytes, even under one purpose.
  function derive(use: 'key' | 'mac' | 'seal', purpose: string): Buffer {
    const info = `cedar-id ${use} ${purpose}`;
    let key = derived.get(info);
    if (key === undefined) {
      key = Buffer.from(hkdfSync('sha256', secret, '', info, keyBytes));
      derived.set(info, key);
    }
    return key;
  }

  return {
    key: (purpose) => Buffer.from(derive('key', purpose)),
    mac(purpose, ...parts) {
      const hmac = createHmac('sha256', derive('mac', purpose));
      for (const part of parts) {
        hmac.update(`${Buffer.byteLength(part)}:`).update(part);
      }
      return hmac.digest('base64url');
    },
    seal(purpose, plain) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', derive('seal', purpose), nonce).setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(sealedVersion), nonce, text, cipher.getAuthTag()]).toString('base64url');
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < 1 + nonceBytes + tagBytes || bytes[0] !== sealedVersion) {
        throw new Error(`not a text sealed for ${purpose}`);
      }
      const nonce = bytes.subarray(1, 1 + nonceBytes);
      const decipher = createDecipheriv('aes-256-gcm', derive('seal', purpose), nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(-tagBytes));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(1 + nonceBytes, -tagBytes)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new Error(`not a text sealed for ${purpose}`, { cause });
      }
    },
  };
}

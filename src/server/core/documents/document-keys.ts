import { createPrivateKey, createPublicKey, generateKeyPair, hash } from 'node:crypto';
// oxlint-disable-next-line no-restricted-imports -- used in its callback form alone, which works in a thread
import { sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { Store } from '#server/core/store.ts';
import { addKey, loadKeys } from '#server/platform/crypto/keys.repository.ts';

/** A public key as the site publishes it (RFC 7517), named by its thumbprint (RFC 7638). */
export interface PublicDocumentKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly alg: 'ES256';
  readonly use: 'sig';
}

export interface DocumentSigner {
  readonly kid: string;
  /** The public key as PEM. */
  readonly pem: string;
  /** ECDSA over SHA-256, as DER: what `openssl dgst -sha256 -verify` takes. */
  sign(bytes: Uint8Array): Promise<Buffer>;
}

/**
 * The key that signs documents for people, such as the manifest of a copy of their data. It signs nothing else: tokens
 * have keys of their own. Shared by all instances.
 */
export interface DocumentKeys {
  /** Makes the first key if there is none. */
  signer(): Promise<DocumentSigner>;
  published(): Promise<readonly PublicDocumentKey[]>;
}

const purpose = 'document-signing';

export function createDocumentKeys({ db, clock, keyring }: Store): DocumentKeys {
  async function load() {
    const at = clock.now();
    const stored = await loadKeys(db, { purpose, at });
    if (stored.length > 0) return stored;
    const encoding = { publicKeyEncoding: { type: 'spki', format: 'der' }, privateKeyEncoding: { type: 'pkcs8', format: 'der' } } as const;
    const { privateKey, publicKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256', ...encoding });
    const key = {
      id: `${purpose}:1`,
      purpose,
      public_part: publicKey.toString('base64'),
      sealed_part: keyring.seal(purpose, privateKey.toString('base64')),
      created_at: at,
    };
    await addKey(db, { key, othersRetireAt: at });
    return loadKeys(db, { purpose, at });
  }

  let known: Promise<readonly PublicDocumentKey[]> | undefined;

  return {
    async signer() {
      const [row] = (await load()).toSorted((a, b) => b.created_at - a.created_at);
      if (row === undefined) throw new Error('There is no key for documents.');
      const privateKey = createPrivateKey({
        key: Buffer.from(keyring.open(purpose, row.sealed_part), 'base64'),
        format: 'der',
        type: 'pkcs8',
      });
      return {
        kid: published(row.public_part).kid,
        pem: createPublicKey(privateKey).export({ format: 'pem', type: 'spki' }),
        sign: (bytes) => promisify(sign)('sha256', bytes, privateKey),
      };
    },
    published() {
      // Strangers ask for them: read once, because keys of documents stay.
      known ??= load().then(
        (rows) => rows.map(({ public_part }) => published(public_part)),
        (error: unknown) => {
          known = undefined;
          throw error;
        },
      );
      return known;
    },
  };
}

function published(publicPart: string): PublicDocumentKey {
  const { x = '', y = '' } = createPublicKey({ key: Buffer.from(publicPart, 'base64'), format: 'der', type: 'spki' }).export({
    format: 'jwk',
  });
  const kid = hash('sha256', JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }), 'base64url');
  return { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' };
}

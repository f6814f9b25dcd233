import { createPrivateKey, createPublicKey, generateKeyPair, hash } from 'node:crypto';
// oxlint-disable-next-line no-restricted-imports -- used only in its callback form, which works in a thread
import { sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import type { Store } from '#server/core/store.ts';
import { minute } from '#server/platform/clock.ts';
import { insertKey, loadKeys, replaceSealedPart } from '#server/platform/crypto/keys.repository.ts';

/** A public key as the site publishes it (RFC 7517), named by its thumbprint (RFC 7638). */
export interface PublicDocumentKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly alg: 'ES256';
  readonly use: 'sig';
  /** A later key signs: what this one has signed stays good. */
  readonly retired?: true;
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
 * have their own keys. Shared by all instances.
 */
export interface DocumentKeys {
  /** Makes the first key if there is none. */
  signer(): Promise<DocumentSigner>;
  /** All keys there ever were, the one that signs first. Known to this instance for a minute. */
  published(): Promise<readonly PublicDocumentKey[]>;
  /** Whether the key of that name has signed these bytes; undefined for a key that is not ours. */
  verifies(kid: string, signed: { readonly bytes: Uint8Array; readonly signature: Uint8Array }): Promise<boolean | undefined>;
  /** Makes a new key. The earlier ones stay published, and their private parts are destroyed. Returns the new name. */
  rotate(): Promise<string>;
}

const purpose = 'document-signing';

/** How long an instance may not know of a new key. */
const knownMs = minute;

export function createDocumentKeys({ db, clock, keyring }: Store): DocumentKeys {
  const stored = async () => (await loadKeys(db, { purpose, at: clock.now() })).toSorted((a, b) => numberOf(b) - numberOf(a));

  async function make(number: number): Promise<void> {
    const encoding = { publicKeyEncoding: { type: 'spki', format: 'der' }, privateKeyEncoding: { type: 'pkcs8', format: 'der' } } as const;
    const { privateKey, publicKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256', ...encoding });
    const parts = { public_part: publicKey.toString('base64'), sealed_part: keyring.seal(purpose, privateKey.toString('base64')) };
    await insertKey(db, { id: `${purpose}:${number}`, purpose, ...parts, created_at: clock.now(), retires_at: null });
  }

  async function load() {
    const keys = await stored();
    if (keys.length > 0) return keys;
    await make(1);
    return stored();
  }

  let known: { readonly at: number; readonly keys: Promise<readonly PublicDocumentKey[]> } | undefined;

  async function read(): Promise<readonly PublicDocumentKey[]> {
    return (await load()).map(({ public_part }, index) => ({ ...published(public_part), ...(index > 0 && { retired: true as const }) }));
  }

  return {
    async signer() {
      const [row] = await load();
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
      // Strangers ask for them.
      const at = clock.now();
      if (known === undefined || Math.abs(at - known.at) >= knownMs) {
        const keys = read();
        known = { at, keys };
        keys.catch(() => (known = undefined));
      }
      return known.keys;
    },
    async verifies(kid, { bytes, signature }) {
      const row = (await load()).find(({ public_part }) => published(public_part).kid === kid);
      if (row === undefined) return undefined;
      const key = createPublicKey({ key: Buffer.from(row.public_part, 'base64'), format: 'der', type: 'spki' });
      return promisify(verify)('sha256', bytes, key, signature);
    },
    async rotate() {
      const [newest] = await load();
      const next = newest === undefined ? 1 : numberOf(newest) + 1;
      await make(next);
      const [signing, ...earlier] = await stored();
      for (const { id } of earlier) await replaceSealedPart(db, id, keyring.seal(purpose, ''));
      known = undefined;
      return published(signing?.public_part ?? '').kid;
    },
  };
}

/** Keys are numbered: the last one signs. */
function numberOf({ id }: { readonly id: string }): number {
  return Number(id.slice(purpose.length + 1));
}

function published(publicPart: string): PublicDocumentKey {
  const { x = '', y = '' } = createPublicKey({ key: Buffer.from(publicPart, 'base64'), format: 'der', type: 'spki' }).export({
    format: 'jwk',
  });
  const kid = hash('sha256', JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }), 'base64url');
  return { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' };
}

import { createPrivateKey, generateKeyPair, hash } from 'node:crypto';
import { promisify } from 'node:util';
import { day, minute, type Clock } from '#server/platform/clock.ts';
import { addKey, loadKeys, type StoredKey } from '#server/platform/crypto/keys.repository.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/core/database.ts';

/** A private key as the provider takes it: a JSON Web Key (RFC 7517) with `kid`, `alg` and `use`. */
export type SigningKey = Readonly<Record<string, string>> & { readonly kid: string };

/** The keys that sign ID and logout tokens, shared by all instances through the table `keys`. */
export interface SigningKeys {
  /** All published keys, the signing key first. Creates the first key if there is none. */
  current(): Promise<readonly SigningKey[]>;
  /**
   * Creates a new key. It is published at once and signs after `announceMs`, when every client has had time to fetch
   * it. The old key stays published for 30 more days, for ID tokens that come back as `id_token_hint`.
   */
  rotate(): Promise<{ readonly kid: string }>;
}

const purpose = 'openid-signing';
const announceMs = 15 * minute;
const publishedMs = 30 * day;

export function createSigningKeys({
  db,
  keyring,
  clock,
}: {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly clock: Clock;
}): SigningKeys {
  const load = () => loadKeys(db, { purpose, at: clock.now() });

  async function add(turn: number): Promise<{ readonly kid: string }> {
    // RS256 is the algorithm that every client must know (OpenID Connect Core 15.1).
    const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    });
    const at = clock.now();
    const publicPart = publicKey.toString('base64');
    const key = {
      id: `${purpose}:${turn}`,
      purpose,
      public_part: publicPart,
      sealed_part: keyring.seal(purpose, privateKey.toString('base64')),
      created_at: at,
    };
    await addKey(db, { key, othersRetireAt: at + announceMs + publishedMs });
    return { kid: kidOf(publicPart) };
  }

  return {
    async current() {
      let stored = await load();
      if (stored.length === 0) {
        await add(1);
        stored = await load();
      }
      const newestFirst = stored.toSorted((a, b) => turnOf(b) - turnOf(a));
      const signing = newestFirst.find(({ created_at }) => created_at + announceMs <= clock.now()) ?? newestFirst.at(-1);
      return newestFirst.toSorted((a, b) => Number(b === signing) - Number(a === signing)).map((row) => jwkOf(row, keyring));
    },
    async rotate() {
      const stored = await load();
      return add(Math.max(0, ...stored.map(turnOf)) + 1);
    },
  };
}

function turnOf({ id }: StoredKey): number {
  return Number(id.slice(purpose.length + 1));
}

function kidOf(publicPart: string): string {
  return hash('sha256', publicPart, 'base64url').slice(0, 16);
}

function jwkOf(row: StoredKey, keyring: Keyring): SigningKey {
  const key = createPrivateKey({ key: Buffer.from(keyring.open(purpose, row.sealed_part), 'base64'), format: 'der', type: 'pkcs8' });
  const { kty = 'RSA', n = '', e = '', d = '', p = '', q = '', dp = '', dq = '', qi = '' } = key.export({ format: 'jwk' });
  return { kid: kidOf(row.public_part), alg: 'RS256', use: 'sig', kty, n, e, d, p, q, dp, dq, qi };
}

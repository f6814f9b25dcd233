import { createPrivateKey, generateKeyPair, hash } from 'node:crypto';
import { promisify } from 'node:util';
import { day, minute, type Clock } from '#server/platform/clock.ts';
import { addKey, loadKeys, type StoredKey } from '#server/platform/crypto/keys.repository.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { Db } from '#server/core/database/db.ts';

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

/** The algorithms, each with its own keys: the one that every app must know, and that of the FAPI profile. */
const purposes = { RS256: 'openid-signing', ES256: 'openid-signing-es256' } as const;
type Algorithm = keyof typeof purposes;

const announceMs = 15 * minute;
const publishedMs = 30 * day;

interface SigningKeyDeps {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly clock: Clock;
}

export function createSigningKeys(deps: SigningKeyDeps): SigningKeys {
  const ofEach = [keysOf('RS256', deps), keysOf('ES256', deps)] as const;
  return {
    async current() {
      const all: SigningKey[] = [];
      for (const keys of ofEach) all.push(...(await keys.current()));
      return all;
    },
    async rotate() {
      const made = [];
      for (const keys of ofEach) made.push((await keys.rotate()).kid);
      return { kid: made.join(' and ') };
    },
  };
}

/** The keys of one algorithm, the signing one first. */
function keysOf(algorithm: Algorithm, { db, keyring, clock }: SigningKeyDeps): SigningKeys {
  const purpose = purposes[algorithm];
  const load = () => loadKeys(db, { purpose, at: clock.now() });

  async function add(turn: number): Promise<{ readonly kid: string }> {
    const { privateKey, publicKey } = await newPair(algorithm);
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
      return newestFirst.toSorted((a, b) => Number(b === signing) - Number(a === signing)).map((row) => jwkOf(row, algorithm, keyring));
    },
    async rotate() {
      const stored = await load();
      return add(Math.max(0, ...stored.map(turnOf)) + 1);
    },
  };
}

function newPair(algorithm: Algorithm): Promise<{ readonly publicKey: Buffer; readonly privateKey: Buffer }> {
  const encoding = { publicKeyEncoding: { type: 'spki', format: 'der' }, privateKeyEncoding: { type: 'pkcs8', format: 'der' } } as const;
  const generate = promisify(generateKeyPair);
  if (algorithm === 'ES256') return generate('ec', { namedCurve: 'P-256', ...encoding });
  // RS256 is the algorithm that every client must know (OpenID Connect Core 15.1).
  return generate('rsa', { modulusLength: 2048, ...encoding });
}

function turnOf({ id }: StoredKey): number {
  return Number(id.slice(id.lastIndexOf(':') + 1));
}

function kidOf(publicPart: string): string {
  return hash('sha256', publicPart, 'base64url').slice(0, 16);
}

function jwkOf(row: StoredKey, alg: Algorithm, keyring: Keyring): SigningKey {
  const der = Buffer.from(keyring.open(purposes[alg], row.sealed_part), 'base64');
  const parts = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
  const texts = Object.entries(parts).filter((part): part is [string, string] => typeof part[1] === 'string');
  return { ...Object.fromEntries(texts), kid: kidOf(row.public_part), alg, use: 'sig' };
}

import { createHash, createPrivateKey, generateKeyPair, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { type Clock, day, minute } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Keyring } from './keyring.ts';
import { addKey, loadKeys, type StoredKey } from './keys.repository.ts';

/** RSA keys for encrypted fields (contract 2, ADR 40), shared by all instances through the table `keys`. */
export interface FieldKeys {
  /** The key in the answer of `GET /key`. */
  current(): FieldKey;
  /** The key with this name, unless it has retired. */
  find(clientId: string): FieldKey | undefined;
  /** Loads keys made by other instances, and drops retired ones. */
  refresh(): Promise<void>;
  /** Like `refresh`, and makes the next key when the newest is a day old. */
  keep(): Promise<void>;
  /**
   * Makes a new key. It becomes current after two minutes, when every instance knows it; the old one is valid for 24
   * hours from then.
   */
  rotate(): Promise<void>;
}

export interface FieldKey {
  readonly clientId: string;
  /** Base64 of an SPKI DER public key. */
  readonly publicKey: string;
  /** The start of the label of every ciphertext. It changes with the key, so that ciphertexts expire with it. */
  readonly label: string;
  /** The number of bytes of a ciphertext. */
  readonly blockBytes: number;
  /**
   * The bytes in one block of RSA-OAEP with SHA-256 under this label, or undefined. One private operation outside the
   * event loop, for any block.
   */
  decrypt(block: Buffer<ArrayBuffer>, label: string): Promise<Buffer | undefined>;
}

/** Both parts in DER: SPKI and PKCS #8. */
export interface FieldKeyPair {
  readonly publicKey: Buffer;
  readonly privateKey: Buffer;
}

interface HeldKey extends FieldKey {
  /** Position in the order of keys: the next key gets the next turn. */
  readonly turn: number;
  readonly createdAt: number;
  readonly retiresAt: number | null;
}

const purpose = 'field-encryption';
/** Size of new keys; earlier ones had 3072 bits and serve until they retire. */
const modulusBits = 2048;
const announceMs = 2 * minute;
/** The age at which the newest key is replaced, and the remaining validity of the previous one. */
const lifeMs = day;

/**
 * Loads the keys, and makes the first one if there is none.
 * @throws {Error} when the stored keys were sealed with another secret
 */
export async function openFieldKeys({
  db,
  keyring,
  clock,
  generate = generateFieldKeyPair,
}: {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly generate?: () => Promise<FieldKeyPair>;
}): Promise<FieldKeys> {
  let keys = new Map<string, HeldKey>();

  async function load(): Promise<void> {
    const stored = await loadKeys(db, { purpose, at: clock.now() });
    const loaded = stored.map((row): HeldKey => {
      const known = keys.get(clientIdOf(row.public_part));
      return known === undefined ? heldKey(row, keyring) : { ...known, retiresAt: row.retires_at };
    });
    keys = new Map(loaded.map((key) => [key.clientId, key]));
  }

  async function add(turn: number): Promise<void> {
    const { publicKey, privateKey } = await generate();
    const at = clock.now();
    const key = {
      id: `${purpose}:${turn}`,
      purpose,
      public_part: publicKey.toString('base64'),
      sealed_part: keyring.seal(purpose, privateKey.toString('base64')),
      created_at: at,
    };
    await addKey(db, { key, othersRetireAt: at + announceMs + lifeMs });
    await load();
  }

  function newestFirst(): readonly [HeldKey, ...HeldKey[]] {
    const [newest, ...older] = [...keys.values()].toSorted((a, b) => b.turn - a.turn);
    if (newest === undefined) throw new Error('there is no key for field encryption');
    return [newest, ...older];
  }

  await load();
  if (keys.size === 0) await add(1);

  return {
    refresh: load,
    current() {
      const all = newestFirst();
      return all.find(({ createdAt }) => createdAt + announceMs <= clock.now()) ?? all.at(-1) ?? all[0];
    },
    find(clientId) {
      const key = keys.get(clientId);
      return key !== undefined && (key.retiresAt ?? Infinity) > clock.now() ? key : undefined;
    },
    async keep() {
      await load();
      const [newest] = newestFirst();
      // If several instances get here at once, the first wins: a turn has one key.
      if (newest.createdAt + lifeMs <= clock.now()) await add(newest.turn + 1);
    },
    async rotate() {
      await load();
      await add(newestFirst()[0].turn + 1);
    },
  };
}

/** A new pair: one or two tenths of a second of work outside the event loop. */
export async function generateFieldKeyPair(): Promise<FieldKeyPair> {
  return await promisify(generateKeyPair)('rsa', {
    modulusLength: modulusBits,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
}

/** A key's name is its fingerprint: it never means another key, not even after a restore. */
function clientIdOf(publicKey: string): string {
  return createHash('sha256').update(publicKey).digest('base64url').slice(0, 16);
}

function heldKey(row: StoredKey, keyring: Keyring): HeldKey {
  const privateKey = createPrivateKey({ key: openPrivatePart(row.sealed_part, keyring), format: 'der', type: 'pkcs8' });
  const modulus = Buffer.from(privateKey.export({ format: 'jwk' }).n ?? '', 'base64url');
  const cryptoKey = privateKey.toCryptoKey({ name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['decrypt']);
  const clientId = clientIdOf(row.public_part);
  return {
    clientId,
    publicKey: row.public_part,
    label: `field-1.${clientId}`,
    blockBytes: modulus.length,
    turn: Number(row.id.slice(purpose.length + 1)),
    createdAt: row.created_at,
    retiresAt: row.retires_at,
    async decrypt(block, label) {
      // RSA rejects a number not smaller than the modulus without work: a smaller one makes the cost equal.
      const isPossible = block.compare(modulus) < 0;
      const plain = await decryptOaep(cryptoKey, { block: isPossible ? block : Buffer.concat([Buffer.of(0), block.subarray(1)]), label });
      return isPossible ? plain : undefined;
    },
  };
}

function openPrivatePart(sealed: string, keyring: Keyring): Buffer {
  try {
    return Buffer.from(keyring.open(purpose, sealed), 'base64');
  } catch (cause) {
    throw new Error('the keys in the database were sealed with another secret key than the configured one', { cause });
  }
}

/** In a thread of libuv's pool. */
async function decryptOaep(
  key: webcrypto.CryptoKey,
  { block, label }: { readonly block: Buffer<ArrayBuffer>; readonly label: string },
): Promise<Buffer | undefined> {
  try {
    return Buffer.from(await webcrypto.subtle.decrypt({ name: 'RSA-OAEP', label: Buffer.from(label) }, key, block));
  } catch {
    return undefined;
  }
}

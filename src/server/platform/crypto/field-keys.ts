import { constants, createHash, createPrivateKey, generateKeyPair, type KeyObject, privateDecrypt, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { type Clock, day, minute } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Keyring } from './keyring.ts';
import { addKey, loadKeys, type StoredKey } from './keys.repository.ts';

/** The RSA keys that browsers encrypt fields with (contract 2), shared by all instances through the table `keys`. */
export interface FieldKeys {
  /** What `GET /key` answers: `key` is base64 of an SPKI DER public key, `client_id` names it. */
  current(): { readonly key: string; readonly client_id: string };
  /**
   * The plain text of base64(RSA-OAEP-SHA-256(utf8)), or undefined: one answer after the same time, whether the key is unknown or
   * retired, or the text is no base64, has the wrong length, was encrypted otherwise or is not UTF-8.
   */
  decrypt(clientId: string, base64: string): string | undefined;
  /**
   * Makes a new key. It becomes the current one after two minutes, when every instance has heard of it; the old one is valid for
   * 24 hours from then.
   */
  rotate(): Promise<void>;
  close(): void;
}

/** Both parts DER: SPKI and PKCS #8. */
export interface FieldKeyPair {
  readonly publicKey: Buffer;
  readonly privateKey: Buffer;
}

interface FieldKey {
  readonly clientId: string;
  readonly publicKey: string;
  readonly privateKey: KeyObject;
  readonly modulus: Buffer;
  /** Place in the order of keys: the next one is made for the next turn. */
  readonly turn: number;
  readonly createdAt: number;
  readonly retiresAt: number | null;
}

const purpose = 'field-encryption';
const modulusBits = 3072;
const ciphertextBytes = modulusBits / 8;
const ciphertextChars = (ciphertextBytes / 3) * 4;
const refreshMs = minute;
const announceMs = 2 * refreshMs;

/**
 * Loads the keys, and makes the first one when there is none, which takes a second.
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
  let keys = new Map<string, FieldKey>();

  async function load(): Promise<void> {
    const stored = await loadKeys(db, { purpose, at: clock.now() });
    const loaded = stored.map((row): FieldKey => {
      const known = keys.get(clientIdOf(row.public_part));
      return known === undefined ? fieldKey(row, keyring) : { ...known, retiresAt: row.retires_at };
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
    await addKey(db, { key, othersRetireAt: at + announceMs + day });
    await load();
  }

  await load();
  if (keys.size === 0) {
    await add(1);
  }
  // A refresh that fails is made up for by the next: a key is announced long before it is used.
  const refresh = setInterval(() => void load().catch(() => undefined), refreshMs).unref();

  function currentKey(): FieldKey {
    const newestFirst = [...keys.values()].toSorted((a, b) => b.turn - a.turn);
    const key = newestFirst.find(({ createdAt }) => createdAt + announceMs <= clock.now()) ?? newestFirst.at(-1);
    if (key === undefined) {
      throw new Error('there is no key for field encryption');
    }
    return key;
  }

  return {
    current() {
      const { publicKey, clientId } = currentKey();
      return { key: publicKey, client_id: clientId };
    },
    decrypt(clientId, base64) {
      const named = keys.get(clientId);
      const key = named !== undefined && (named.retiresAt ?? Infinity) > clock.now() ? named : undefined;
      const bytes = Buffer.from(base64.slice(0, ciphertextChars), 'base64');
      // All but the decryption itself costs nothing, so every call does exactly one, of something that RSA can decrypt.
      const actual = key ?? currentKey();
      const possible = bytes.length === ciphertextBytes && bytes.toString('base64') === base64 && bytes.compare(actual.modulus) < 0;
      const plain = decryptOaep(actual.privateKey, possible ? bytes : decoy(actual.modulus));
      return key !== undefined && possible ? plain : undefined;
    },
    async rotate() {
      await load();
      await add(Math.max(...[...keys.values()].map(({ turn }) => turn)) + 1);
    },
    close() {
      clearInterval(refresh);
    },
  };
}

/** A new pair of 3072 bits: a second of work outside the event loop. */
export async function generateFieldKeyPair(): Promise<FieldKeyPair> {
  return await promisify(generateKeyPair)('rsa', {
    modulusLength: modulusBits,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
}

/** A key is named by its own fingerprint: a name never means another key, not even after a restore. */
function clientIdOf(publicKey: string): string {
  return createHash('sha256').update(publicKey).digest('base64url').slice(0, 16);
}

function fieldKey(row: StoredKey, keyring: Keyring): FieldKey {
  const privateKey = createPrivateKey({ key: openPrivatePart(row.sealed_part, keyring), format: 'der', type: 'pkcs8' });
  return {
    clientId: clientIdOf(row.public_part),
    publicKey: row.public_part,
    privateKey,
    modulus: Buffer.from(privateKey.export({ format: 'jwk' }).n ?? '', 'base64url'),
    turn: Number(row.id.slice(purpose.length + 1)),
    createdAt: row.created_at,
    retiresAt: row.retires_at,
  };
}

function openPrivatePart(sealed: string, keyring: Keyring): Buffer {
  try {
    return Buffer.from(keyring.open(purpose, sealed), 'base64');
  } catch (cause) {
    throw new Error('the keys in the database were sealed with another secret key than the configured one', { cause });
  }
}

function decryptOaep(privateKey: KeyObject, ciphertext: Buffer): string | undefined {
  try {
    const bytes = privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, ciphertext);
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Random bytes below the modulus. */
function decoy(modulus: Buffer): Buffer {
  const bytes = randomBytes(modulus.length);
  bytes[0] = 0;
  return bytes;
}

import type { Generation, Keyring } from './keyring.ts';

/** An opened password hash from the database. */
export interface StoredHash {
  /** The PHC string of the password, or of its HMAC with a pepper. */
  readonly phc: string;
  readonly pepperId: string | undefined;
}

type Sealing = Pick<Keyring, 'namesKeys' | 'seal'>;

const idLength = 8;
const pepperedForm = /^([\w-]{8})(\$.*)$/s;
const sealedForm = /^([\w-]+)(?:\.([\w-]{8}))?$/;

/** The name of a root key's pepper. */
export function pepperIdOf(generation: Pick<Generation, 'mac'>): string {
  return generation.mac('password-pepper-id').slice(0, idLength);
}

/**
 * `<pepper>$argon2id$…` until the database has had a second root key. After that the hash is sealed, so that a rotation
 * needs no passwords: `<sealed>`, and `<sealed>.<pepper>` for one that was peppered before.
 */
export function storedHash(keyring: Sealing, { phc, pepperId }: StoredHash): string {
  if (!keyring.namesKeys && pepperId !== undefined) return pepperId + phc;
  return keyring.seal('password-hash', phc) + (pepperId === undefined ? '' : `.${pepperId}`);
}

/** Undefined for a text that is no hash, or was sealed with a key that is not configured. */
export function readStoredHash(keyring: Pick<Keyring, 'open'>, stored: string): StoredHash | undefined {
  const [, pepper, peppered] = pepperedForm.exec(stored) ?? [];
  if (peppered !== undefined) return { phc: peppered, pepperId: pepper };
  const [, sealed, pepperId] = sealedForm.exec(stored) ?? [];
  try {
    return sealed === undefined ? undefined : { phc: keyring.open('password-hash', sealed), pepperId };
  } catch {
    return undefined;
  }
}

/** The same hash, sealed with the current root key. @throws {Error} if our keys do not open it */
export function resealedHash(keyring: Sealing & Pick<Keyring, 'open'>, stored: string): string {
  const read = readStoredHash(keyring, stored);
  if (read === undefined) throw new Error('not a password hash of our keys');
  return storedHash(keyring, read);
}

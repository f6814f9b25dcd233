import { hash, randomBytes, randomInt } from 'node:crypto';

/** A new id: 128 random bits, 22 characters of base64url. Its order reveals nothing. No dash begins it, as an option of a command. */
export function newId(): string {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? newId() : id;
}

/** A new secret: 256 random bits, 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A new state for an authorization elsewhere: 256 random bits, 64 letters and digits, accepted by every platform. */
export function newState(): string {
  return randomBytes(32).toString('hex');
}

/** A number for a new account: 12 digits, the first not 0. It may be taken already; the database decides. */
export function newAccountNumber(): string {
  return String(randomInt(100_000_000_000, 1_000_000_000_000));
}

/** SHA-256 of a text, base64url: the stored form of secrets with full entropy. */
export function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}

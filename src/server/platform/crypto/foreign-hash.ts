import { createHash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';

/**
 * A password hash from another system. Salts and hashes are base64; `bcrypt` is the modular crypt format (`$2a$`,
 * `$2b$`, `$2y$`). In `sha256` the salt is before or after the password.
 */
export type ForeignHash =
  | { readonly scheme: 'bcrypt'; readonly hash: string }
  | {
      readonly scheme: 'pbkdf2';
      readonly digest: 'sha1' | 'sha256' | 'sha512';
      readonly iterations: number;
      readonly salt: string;
      readonly hash: string;
    }
  | {
      readonly scheme: 'scrypt';
      readonly cost: number;
      readonly blockSize: number;
      readonly parallelism: number;
      readonly salt: string;
      readonly hash: string;
    }
  | { readonly scheme: 'sha256'; readonly saltPlace: 'before' | 'after'; readonly salt: string; readonly hash: string };

const places: readonly unknown[] = ['before', 'after'];

/**
 * The maximum work for one verification: 0.6 s on a slow core, measured, so that a refused password takes no longer than
 * what hides it (0.8 s). A round of PBKDF2 is 1.2 µs with SHA-512 and 0.5 µs with the others, for each block of the hash.
 */
const most = { bcryptCost: 13, pbkdf2Ms: 600, scryptWork: 2 ** 20, scryptBytes: 256 * 1024 * 1024, parallelism: 16 } as const;
const roundUs = { sha1: 0.5, sha256: 0.5, sha512: 1.2 } as const;
const blockBytes = { sha1: 20, sha256: 32, sha512: 64 } as const;

/** Bytes of a password that bcrypt reads: a longer one would be accepted with another end. */
const bcryptBytes = 72;

const derivePbkdf2 = promisify(pbkdf2);
const deriveScrypt = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);

/** The hash that a parsed JSON value describes, or undefined if it is invalid or too costly to check. */
export function readForeignHash(value: unknown): ForeignHash | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { scheme, hash, salt = '', digest, iterations, cost, blockSize, parallelism, saltPlace }: Record<string, unknown> = { ...value };
  if (typeof hash !== 'string' || typeof salt !== 'string') return undefined;
  if (scheme === 'bcrypt') {
    const [, rounds] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash) ?? [];
    return rounds !== undefined && isWithin(Number(rounds), 4, most.bcryptCost) ? { scheme, hash } : undefined;
  }
  if (!isBase64(salt) || !isBase64(hash) || Buffer.from(hash, 'base64').length < 16) return undefined;
  if (scheme === 'pbkdf2' && isDigest(digest) && isWithin(iterations, 1, Infinity)) {
    const blocks = Math.ceil(Buffer.from(hash, 'base64').length / blockBytes[digest]);
    const isQuick = (blocks * iterations * roundUs[digest]) / 1000 <= most.pbkdf2Ms;
    return isQuick ? { scheme, digest, iterations, salt, hash } : undefined;
  }
  if (scheme === 'sha256' && places.includes(saltPlace) && Buffer.from(hash, 'base64').length === 32) {
    return { scheme, saltPlace: saltPlace as 'before', salt, hash };
  }
  if (scheme === 'scrypt' && isWithin(cost, 2, 2 ** 20) && isWithin(blockSize, 1, 32) && isWithin(parallelism, 1, most.parallelism)) {
    const isPowerOfTwo = Number.isInteger(Math.log2(cost));
    const isQuick = cost * blockSize * parallelism <= most.scryptWork && 128 * cost * blockSize <= most.scryptBytes;
    return isPowerOfTwo && isQuick ? { scheme, cost, blockSize, parallelism, salt, hash } : undefined;
  }
  return undefined;
}

/** Whether the password matches this hash. Off the main thread, compared in constant time. */
export async function verifyForeignHash(stored: ForeignHash, password: string): Promise<boolean> {
  if (stored.scheme === 'bcrypt') return (await verifyBcrypt(password, stored.hash)) && Buffer.byteLength(password) <= bcryptBytes;
  const expected = Buffer.from(stored.hash, 'base64');
  const derived = await derive(stored, { password, length: expected.length });
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}

async function derive(
  stored: Exclude<ForeignHash, { scheme: 'bcrypt' }>,
  { password, length }: { readonly password: string; readonly length: number },
): Promise<Buffer> {
  const salt = Buffer.from(stored.salt, 'base64');
  switch (stored.scheme) {
    case 'pbkdf2':
      return derivePbkdf2(password, salt, stored.iterations, length, stored.digest);
    case 'scrypt': {
      const { cost: N, blockSize: r, parallelism: p } = stored;
      return deriveScrypt(password, salt, length, { N, r, p, maxmem: 2 * most.scryptBytes });
    }
    case 'sha256': {
      const parts = [salt, Buffer.from(password)];
      return createHash('sha256')
        .update(Buffer.concat(stored.saltPlace === 'before' ? parts : parts.toReversed()))
        .digest();
    }
  }
}

function isDigest(value: unknown): value is keyof typeof roundUs {
  return typeof value === 'string' && Object.hasOwn(roundUs, value);
}

function isWithin(value: unknown, least: number, greatest: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= greatest;
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

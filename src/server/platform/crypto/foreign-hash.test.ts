import { hash as hashBcrypt } from '@node-rs/bcrypt';
import { describe, expect, it } from 'vitest';
import { readForeignHash, verifyForeignHash } from './foreign-hash.ts';

const hex = (text: string) => Buffer.from(text, 'hex').toString('base64');
const ascii = (text: string) => Buffer.from(text).toString('base64');

/** Published vectors: crypt_blowfish, RFC 6070, RFC 7914 section 12; SHA-256 by `printf saltpassword | sha256sum`. */
const vectors = [
  ['bcrypt 2a', 'U*U', { scheme: 'bcrypt', hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' }],
  ['bcrypt 2b', 'U*U', { scheme: 'bcrypt', hash: '$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' }],
  ['bcrypt 2y', 'U*U', { scheme: 'bcrypt', hash: '$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' }],
  [
    'PBKDF2 with SHA-1',
    'password',
    {
      scheme: 'pbkdf2',
      digest: 'sha1',
      iterations: 4096,
      salt: ascii('salt'),
      hash: hex('4b007901b765489abead49d926f721d065a429c1'),
    },
  ],
  [
    'PBKDF2 with SHA-256',
    'passwd',
    {
      scheme: 'pbkdf2',
      digest: 'sha256',
      iterations: 1,
      salt: ascii('salt'),
      hash: hex('55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc'),
    },
  ],
  [
    'scrypt',
    'pleaseletmein',
    {
      scheme: 'scrypt',
      cost: 16_384,
      blockSize: 8,
      parallelism: 1,
      salt: ascii('SodiumChloride'),
      hash: hex(
        '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
      ),
    },
  ],
  [
    'SHA-256, salt before',
    'password',
    {
      scheme: 'sha256',
      saltPlace: 'before',
      salt: ascii('salt'),
      hash: hex('13601bda4ea78e55a07b98866d2be6be0744e3866f13c00c811cab608a28f322'),
    },
  ],
  [
    'SHA-256, salt after',
    'password',
    {
      scheme: 'sha256',
      saltPlace: 'after',
      salt: ascii('salt'),
      hash: hex('7a37b85c8918eac19a9089c0fa5a2ab4dce3f90528dcdeec108b23ddf3607b99'),
    },
  ],
] as const;

describe('a foreign hash', () => {
  it.each(vectors)('of %s matches only its password', async (_name, password, described) => {
    const stored = readForeignHash(described);
    if (!stored) throw new Error('the vector is no hash');
    expect(await verifyForeignHash(stored, password)).toBe(true);
    expect(await verifyForeignHash(stored, `${password}x`)).toBe(false);
    expect(await verifyForeignHash(stored, '')).toBe(false);
  });

  it('of bcrypt is right for no more than it has read', async () => {
    const long = 'x'.repeat(72);
    const stored = { scheme: 'bcrypt', hash: await hashBcrypt(long, 4) } as const;
    expect(await verifyForeignHash(stored, long)).toBe(true);
    expect(await verifyForeignHash(stored, `${long}y`)).toBe(false);
  });

  it('may have the rounds that frameworks use today', () => {
    const usual = { scheme: 'pbkdf2', digest: 'sha256', iterations: 1_000_000, salt: '', hash: 'A'.repeat(43) + '=' };
    expect(readForeignHash(usual)).toBeDefined();
    expect(readForeignHash({ ...usual, digest: 'sha512', iterations: 210_000 })).toBeDefined();
  });

  it.each([
    ['nothing', null],
    ['a text', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
    ['another scheme', { scheme: 'md5', salt: '', hash: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' }],
    ['bcrypt without end', { scheme: 'bcrypt', hash: '$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' }],
    ['the bcrypt of a bug', { scheme: 'bcrypt', hash: '$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' }],
    ['bcrypt of a second and more', { scheme: 'bcrypt', hash: '$2b$14$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' }],
    ['rounds of a second and more', { ...vectors[4][2], digest: 'sha512', iterations: 600_000 }],
    ['many blocks of fewer rounds', { ...vectors[4][2], digest: 'sha1', iterations: 400_000, hash: 'A'.repeat(108) }],
    ['scrypt of a second and more', { ...vectors[5][2], cost: 2 ** 17, blockSize: 8, parallelism: 4 }],
    ['scrypt without end', { ...vectors[5][2], cost: 2 ** 20, blockSize: 32 }],
    ['scrypt of no power of two', { ...vectors[5][2], cost: 16_383 }],
    ['a hash that is none', { ...vectors[6][2], hash: 'not base64!' }],
    ['a hash that anybody hits', { ...vectors[4][2], hash: '' }],
  ])('is none for %s', (_name, described) => {
    expect(readForeignHash(described)).toBeUndefined();
  });
});

import { createRequire } from 'node:module';
import { dictionary } from '@zxcvbn-ts/language-common';
import { listedPrefix, prefixBytes } from '#server/core/sign-in/password/password-list.ts';

const require = createRequire(import.meta.url);

/** A shorter entry says nothing about a password of eight characters. */
const shortestEntry = 4;

/** The file of common passwords, from the lists of both packages: sorted prefixes. */
export function commonPasswordsFile(): Buffer {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package has no types: a record of word lists
  const { passwords } = require('zxcvbn/lib/frequency_lists.js') as { readonly passwords: readonly string[] };
  const entries = [...passwords, ...dictionary['passwords-common']].map((entry) => entry.toLowerCase());
  const prefixes = new Set(entries.filter((entry) => entry.length >= shortestEntry).map(listedPrefix));
  const file = Buffer.alloc(prefixes.size * prefixBytes);
  for (const [index, prefix] of [...prefixes].toSorted((a, b) => a - b).entries())
    file.writeUIntBE(prefix, index * prefixBytes, prefixBytes);
  return file;
}

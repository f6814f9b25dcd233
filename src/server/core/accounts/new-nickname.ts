import { randomInt } from 'node:crypto';
import type { Identifier } from './identifier.ts';

/** No letters or digits that are easily taken for others. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
const length = 10;

/** A nickname for an account that has not chosen one. Random: it tells nothing about the phone, the email or the ID. */
export function newNickname(): Identifier {
  const random = Array.from({ length }, () => signs[randomInt(signs.length)]).join('');
  const value = `id_${random}`;
  return { kind: 'nickname', value, shown: value };
}

import { randomInt } from 'node:crypto';
import type { Identifier } from './identifier.ts';

/** Without letters and digits that look alike. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
const length = 10;

/** Nickname for an account without a chosen one. Random: it reveals nothing about the phone, the email or the ID. */
export function newNickname(): Identifier {
  const random = Array.from({ length }, () => signs[randomInt(signs.length)]).join('');
  const value = `id_${random}`;
  return { kind: 'nickname', value, shown: value };
}

import { randomInt } from 'node:crypto';
import { madeUpNickname } from '#contract/account/profile/made-up-nickname.ts';
import type { Identifier } from './identifier.ts';

/** Nickname for an account without a chosen one. Random: it reveals nothing about the phone, the email or the ID. */
export function newNickname(): Identifier<'nickname'> {
  const { prefix, signs, length } = madeUpNickname;
  const random = Array.from({ length }, () => signs[randomInt(signs.length)]).join('');
  const value = `${prefix}${random}`;
  return { kind: 'nickname', value, shown: value };
}

/** The nickname of an account whose person has not chosen one: the prefix and random signs that do not look alike. */
export const madeUpNickname = { prefix: 'id_', signs: 'abcdefghjkmnpqrstuvwxyz23456789', length: 10 } as const;

/** Whether nobody chose this nickname, so that nobody wants to be called by it. */
export function isMadeUpNickname(nickname: string): boolean {
  const { prefix, signs, length } = madeUpNickname;
  const random = nickname.slice(prefix.length);
  return nickname.startsWith(prefix) && random.length === length && Array.from(random).every((sign) => signs.includes(sign));
}

import { timingSafeEqual } from 'node:crypto';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { newId, sha256 } from '#server/platform/ids.ts';

const purpose = 'csrf';

/**
 * A CSRF token `<random>.<HMAC(random, binding)>`. The binding is the hash of the session cookie, or of the visitor
 * cookie without a session: a stolen token or a planted cookie pair does not fit.
 */
export function newCsrfToken(keyring: Keyring, binding: string): string {
  const random = newId();
  return `${random}.${keyring.mac(purpose, random, binding)}`;
}

/** Whether a token was made for this binding. Constant time. */
export function isCsrfToken(keyring: Keyring, token: string, binding: string): boolean {
  const dot = token.indexOf('.');
  if (dot < 1 || token.length > 200) return false;
  const given = Buffer.from(token.slice(dot + 1));
  return keyring.macs(purpose, token.slice(0, dot), binding).some((mac) => {
    const expected = Buffer.from(mac);
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

/** The binding of a signed-in browser's tokens. */
export function sessionBinding(token: string): string {
  return `session:${sha256(token)}`;
}

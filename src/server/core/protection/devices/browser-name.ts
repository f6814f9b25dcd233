import type { Keyring } from '#server/platform/crypto/keyring.ts';

/** Characters of a keyed hash. */
const nameLength = 22;

/** A name for a session in the list of devices, which is useless for any other purpose. */
export function browserName(keyring: Pick<Keyring, 'mac'>, sessionId: string): string {
  return keyring.mac('device-browser', sessionId).slice(0, nameLength);
}

/** The current name and the names that a recent list may have used. */
export function browserNames(keyring: Pick<Keyring, 'macs'>, sessionId: string): readonly string[] {
  return keyring.macs('device-browser', sessionId).map((mac) => mac.slice(0, nameLength));
}

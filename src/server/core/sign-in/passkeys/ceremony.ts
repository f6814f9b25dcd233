import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { PasskeyPurpose } from '#contract/sign-in/passkeys/passkeys.words.ts';
import { limits } from '#contract/limits.ts';
import type { Visit } from '#server/core/sign-in/sessions/visit.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';

/** Purpose of one use of a passkey. A challenge that was made for another ceremony is worthless. */
export interface Ceremony {
  readonly purpose: PasskeyPurpose;
  /** The browser that began it. */
  readonly holder: `visitor:${string}`;
  /** Undefined where the passkey says whose it is. */
  readonly accountId?: string;
  /** Further bindings: a ticket, or an action with its target. */
  readonly about?: readonly string[];
}

/** A step of this browser after the one that gave the ticket, or beside the link of a notice. */
export function ticketCeremony(
  { visitor }: Pick<Visit, 'visitor'>,
  {
    purpose,
    accountId,
    ticket,
  }: { readonly purpose: 'second' | 'recover' | 'notice'; readonly accountId: string; readonly ticket: string },
): Ceremony {
  return { purpose, holder: `visitor:${visitor}`, accountId, about: [ticket] };
}

/** A freeze by this browser: the passkey says whose account it is. */
export function freezeCeremony({ visitor }: Pick<Visit, 'visitor'>): Ceremony {
  return { purpose: 'freeze', holder: `visitor:${visitor}` };
}

const nonceBytes = 16;
const timeBytes = 6;
const macBytes = 32;

/**
 * A challenge contains its own end and purpose, so beginning a ceremony leaves no row behind: a nonce,
 * the end of its life, and a MAC over both and the ceremony. Base64url.
 */
export function makeChallenge(
  keyring: Keyring,
  ceremony: Ceremony,
  at: number,
): { readonly challenge: string; readonly expiresAt: number } {
  const expiresAt = at + limits.passkeyCeremonyMs;
  const head = Buffer.alloc(nonceBytes + timeBytes);
  randomBytes(nonceBytes).copy(head);
  head.writeUIntBE(expiresAt, nonceBytes, timeBytes);
  const mac = Buffer.from(keyring.mac('passkey-challenge', ...partsOf(head, ceremony)), 'base64url');
  return { challenge: Buffer.concat([head, mac]).toString('base64url'), expiresAt };
}

/** The end of the life of a challenge that was made for this ceremony; undefined for any other, and after its life. */
export function readChallenge(
  keyring: Keyring,
  challenge: string,
  { ceremony, at }: { ceremony: Ceremony; at: number },
): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  // Another spelling of the same bytes would be spent apart.
  if (bytes.length !== nonceBytes + timeBytes + macBytes || bytes.toString('base64url') !== challenge) return undefined;
  const head = bytes.subarray(0, nonceBytes + timeBytes);
  const expiresAt = head.readUIntBE(nonceBytes, timeBytes);
  if (at >= expiresAt || expiresAt > at + limits.passkeyCeremonyMs) return undefined;
  const given = bytes.subarray(nonceBytes + timeBytes);
  const macs = keyring.macs('passkey-challenge', ...partsOf(head, ceremony)).map((mac) => Buffer.from(mac, 'base64url'));
  return macs.some((mac) => timingSafeEqual(mac, given)) ? expiresAt : undefined;
}

function partsOf(head: Buffer, { purpose, holder, accountId = '', about = [] }: Ceremony): string[] {
  return [head.toString('base64url'), purpose, holder, accountId, ...about];
}

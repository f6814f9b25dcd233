import { randomBytes, timingSafeEqual } from 'node:crypto';
import { qrLimits, type QrPurpose, qrPurposes } from '#contract/sign-in/qr/qr.words.ts';
import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { second } from '#server/platform/clock.ts';

/** A genuine code. Times are milliseconds since the epoch. */
export interface QrCode {
  readonly purpose: QrPurpose;
  readonly madeAt: number;
  /** A phone opens it before. */
  readonly openUntil: number;
}

const timeBytes = 4;
const nonceBytes = 16;
const macBytes = 11;
const headBytes = timeBytes + nonceBytes + 1;

/** Clocks of instances differ by less. */
const skewMs = 5 * second;

/**
 * A code contains its own time and purpose, so showing one leaves no row behind: the second, a nonce, the
 * purpose, and the first 88 bits of a MAC over them. 43 characters of base64url, so that it stays small as a picture.
 */
export function makeQrCode(keyring: Keyring, purpose: QrPurpose, at: number): { readonly code: string; readonly openUntil: number } {
  const head = Buffer.alloc(headBytes);
  const seconds = Math.floor(at / second);
  head.writeUInt32BE(seconds, 0);
  randomBytes(nonceBytes).copy(head, timeBytes);
  head.writeUInt8(qrPurposes.indexOf(purpose), timeBytes + nonceBytes);
  const mac = Buffer.from(keyring.mac('qr-code', 'code', head.toString('base64url')), 'base64url').subarray(0, macBytes);
  return { code: Buffer.concat([head, mac]).toString('base64url'), openUntil: seconds * second + qrLimits.lifeMs };
}

/** Undefined for a code that this installation has not made. */
export function readQrCode(keyring: Keyring, code: string, at: number): QrCode | undefined {
  const bytes = Buffer.from(code, 'base64url');
  // Another spelling of the same bytes would be another code.
  if (bytes.length !== headBytes + macBytes || bytes.toString('base64url') !== code) return undefined;
  const head = bytes.subarray(0, headBytes);
  const given = bytes.subarray(headBytes);
  const macs = keyring.macs('qr-code', 'code', head.toString('base64url'));
  const isOurs = macs.some((mac) => timingSafeEqual(Buffer.from(mac, 'base64url').subarray(0, macBytes), given));
  const purpose = qrPurposes[head.readUInt8(timeBytes + nonceBytes)];
  const madeAt = head.readUInt32BE(0) * second;
  if (!isOurs || purpose === undefined || madeAt > at + skewMs) return undefined;
  return { purpose, madeAt, openUntil: madeAt + qrLimits.lifeMs };
}

/** Proves that a call comes from the browser that was given the code. */
export function secretOf(keyring: Keyring, code: string, visitor: string): string {
  return keyring.mac('qr-code', 'page', code, visitor);
}

export function isSecretOf(keyring: Keyring, { code, secret, visitor }: Readonly<Record<'code' | 'secret' | 'visitor', string>>): boolean {
  const given = Buffer.from(secret);
  return keyring.macs('qr-code', 'page', code, visitor).some((mac) => {
    const own = Buffer.from(mac);
    return own.length === given.length && timingSafeEqual(own, given);
  });
}

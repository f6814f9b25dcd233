import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { WallClock } from '#server/platform/clock.ts';

/** RFC 6238 with SHA-1, six digits and 30 seconds: what every authenticator app understands. */
const stepMs = 30_000;
const digits = 6;
const secretBytes = 20;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The time step of a moment, in milliseconds. */
export function totpStep(at: number): number {
  return Math.floor(at / stepMs);
}

/** The code of a time step. @param length number of digits, as the test vectors have eight */
export function totpCode(secret: Uint8Array, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** length).padStart(length, '0');
}

/** The latest step around a moment with this code, one of drift either way; undefined for a wrong code. */
export function stepOfCode(secret: Uint8Array, code: string, clock: WallClock): number | undefined {
  const given = Buffer.from(code);
  const at = clock.wall();
  // All three, so that the time shows nothing.
  const right = [1, 0, -1].map((drift) => totpStep(at) + drift).filter((step) => step >= 0 && isEqual(given, totpCode(secret, step)));
  return right[0];
}

export function newTotpSecret(): Uint8Array {
  return randomBytes(secretBytes);
}

/** RFC 4648 without padding, as authenticator apps take it. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31] ?? '';
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + (alphabet[(value << (5 - bits)) & 31] ?? '');
}

/** Content of the QR code for an authenticator app. */
export function otpauthUri({ brand, name, secret }: { readonly brand: string; readonly name: string; readonly secret: string }): string {
  const label = `${encodeURIComponent(brand)}:${encodeURIComponent(name)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(brand)}&algorithm=SHA1&digits=${digits}&period=${stepMs / 1000}`;
}

function isEqual(given: Buffer, code: string): boolean {
  const expected = Buffer.from(code);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

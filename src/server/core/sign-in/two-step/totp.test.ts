import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base32, otpauthUri, stepOfCode, totpCode, totpStep } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

/** RFC 6238, appendix B: the vectors of SHA-1, which is what we use. */
const vectors = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;

describe('codes of an authenticator app', () => {
  it.each(vectors)('at second %i are those of RFC 6238', (seconds, code) => {
    expect(totpCode(secret, totpStep(seconds * 1000), 8)).toBe(code);
  });

  it('are right for one step either way, and name their step', () => {
    const at = 1_234_567_890_000;
    const wall = { wall: () => at };
    const step = totpStep(at);
    const stepOf = (drift: number) => stepOfCode(secret, totpCode(secret, step + drift), wall);
    expect([-2, -1, 0, 1, 2].map(stepOf)).toEqual([undefined, step - 1, step, step + 1, undefined]);
    expect(stepOfCode(secret, '', wall)).toBeUndefined();
    expect(stepOfCode(secret, '1'.repeat(4096), wall)).toBeUndefined();
  });
});

describe('base32', () => {
  // RFC 4648, section 10, without the padding.
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of "%s" is "%s"', (plain, text) => {
    expect(base32(Buffer.from(plain))).toBe(text);
  });

  it('of 160 bits has 32 letters without a rest', () => {
    fc.assert(fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => /^[A-Z2-7]{32}$/.test(base32(bytes))));
  });
});

it('a QR code names the product and the account, whatever stands in them', () => {
  const uri = new URL(otpauthUri({ brand: 'Cedar & ID', name: 'li***@example.com', secret: 'MZXW6YTBOI' }));
  expect(decodeURIComponent(uri.pathname)).toBe('/Cedar & ID:li***@example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'MZXW6YTBOI',
    issuer: 'Cedar & ID',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

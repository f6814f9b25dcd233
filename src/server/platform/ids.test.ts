import { describe, expect, it } from 'vitest';
import { newAccountNumber, newId, newToken, sha256 } from './ids.ts';

describe('ids', () => {
  it('carry 128 bits, tokens 256, in base64url', () => {
    expect(newId()).toMatch(/^[\w-]{22}$/);
    expect(newToken()).toMatch(/^[\w-]{43}$/);
    expect(new Set(Array.from({ length: 1000 }, newId)).size).toBe(1000);
  });

  it('of accounts are 12 digits without a leading zero', () => {
    for (let i = 0; i < 1000; i++) {
      expect(newAccountNumber()).toMatch(/^[1-9]\d{11}$/);
    }
  });

  it('are stored as their SHA-256', () => {
    expect(sha256('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  });
});

import { describe, expect, it } from 'vitest';
import { newAccountNumber, newId, newToken, sha256 } from './ids.ts';

describe('ids', () => {
  it('carry 128 bits, tokens 256, in base64url', () => {
    expect(newId()).toMatch(/^[\w-]{22}$/);
    expect(newToken()).toMatch(/^[\w-]{43}$/);
    expect(new Set(Array.from({ length: 1000 }, newId)).size).toBe(1000);
  });

  it('reveal neither time nor order: every character of the alphabet occurs in every position', () => {
    for (const make of [newId, newToken]) {
      const made = Array.from({ length: 2000 }, make);
      // The last character of 128 or 256 bits holds four of them, or fewer.
      for (let place = 0; place < make().length - 1; place += 1) {
        expect(new Set(made.map((id) => id[place])).size, `place ${place}`).toBe(make === newId && place === 0 ? 63 : 64);
      }
      expect(made.toSorted()).not.toEqual(made);
    }
  });

  it('never look like the option of a command', () => {
    expect(Array.from({ length: 2000 }, newId).filter((id) => id.startsWith('-'))).toEqual([]);
  });

  it('of accounts have 12 digits without a leading zero', () => {
    for (let i = 0; i < 1000; i++) {
      expect(newAccountNumber()).toMatch(/^[1-9]\d{11}$/);
    }
  });

  it('are stored as SHA-256', () => {
    expect(sha256('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  });
});

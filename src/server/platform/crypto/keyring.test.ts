import { describe, expect, it } from 'vitest';
import { createKeyring } from './keyring.ts';

const secret = Buffer.alloc(32, 7);
const keyring = createKeyring(secret);

describe('a keyring', () => {
  it('derives the same keys from the same secret, and others from another', () => {
    expect(createKeyring(secret).key('a')).toEqual(keyring.key('a'));
    expect(keyring.key('a')).toHaveLength(32);
    expect(keyring.key('b')).not.toEqual(keyring.key('a'));
    expect(createKeyring(Buffer.alloc(32, 8)).key('a')).not.toEqual(keyring.key('a'));
  });

  it('keeps its keys when a caller changes a copy', () => {
    keyring.key('c').fill(0);
    expect(keyring.key('c')).toEqual(createKeyring(secret).key('c'));
  });

  it('tells parts of a MAC apart by where they end', () => {
    expect(keyring.mac('p', 'ab', 'c')).toBe(keyring.mac('p', 'ab', 'c'));
    const macs = [
      keyring.mac('p', 'ab', 'c'),
      keyring.mac('p', 'a', 'bc'),
      keyring.mac('p', 'abc'),
      keyring.mac('p', 'ab', 'c', ''),
      keyring.mac('q', 'ab', 'c'),
    ];
    expect(new Set(macs).size).toBe(macs.length);
    expect(macs[0]).toMatch(/^[\w-]{43}$/);
  });

  it('opens what it has sealed, for the same purpose only', () => {
    const sealed = keyring.seal('outbox', '验证码 123456');
    expect(keyring.open('outbox', sealed)).toBe('验证码 123456');
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(keyring.seal('outbox', '验证码 123456')).not.toBe(sealed);
    expect(() => keyring.open('keys', sealed)).toThrow('not a text sealed for keys');
    expect(() => createKeyring(Buffer.alloc(32, 8)).open('outbox', sealed)).toThrow('not a text sealed for outbox');
  });

  it('opens nothing that has been changed in a single bit', () => {
    const sealed = Buffer.from(keyring.seal('outbox', 'code'), 'base64url');
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(i) ^ 1, i);
      expect(() => keyring.open('outbox', changed.toString('base64url'))).toThrow('not a text sealed');
    }
    expect(() => keyring.open('outbox', '')).toThrow('not a text sealed');
    expect(() => keyring.open('outbox', sealed.subarray(0, -1).toString('base64url'))).toThrow('not a text sealed');
  });
});

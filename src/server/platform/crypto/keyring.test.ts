import { describe, expect, it } from 'vitest';
import { createKeyring, nameOfKey } from './keyring.ts';
import { inheritedPurposes } from './purposes.ts';

const secret = Buffer.alloc(32, 7);
const next = Buffer.alloc(32, 8);
const keyring = createKeyring(secret);

describe('a keyring', () => {
  it('derives the same keys from the same secret, and others from another', () => {
    expect(createKeyring(secret).key('dpop-nonce')).toEqual(keyring.key('dpop-nonce'));
    expect(keyring.key('dpop-nonce')).toHaveLength(32);
    expect(keyring.key('captcha-challenge')).not.toEqual(keyring.key('dpop-nonce'));
    expect(createKeyring(next).key('dpop-nonce')).not.toEqual(keyring.key('dpop-nonce'));
  });

  it('keeps its keys when a caller changes a copy', () => {
    keyring.key('captcha-solution').fill(0);
    expect(keyring.key('captcha-solution')).toEqual(createKeyring(secret).key('captcha-solution'));
  });

  it('separates the parts of a MAC by their boundaries', () => {
    expect(keyring.mac('code', 'ab', 'c')).toBe(keyring.mac('code', 'ab', 'c'));
    const macs = [
      keyring.mac('code', 'ab', 'c'),
      keyring.mac('code', 'a', 'bc'),
      keyring.mac('code', 'abc'),
      keyring.mac('code', 'ab', 'c', ''),
      keyring.mac('csrf', 'ab', 'c'),
    ];
    expect(new Set(macs).size).toBe(macs.length);
    expect(macs[0]).toMatch(/^[\w-]{43}$/);
  });

  it('opens its own sealed texts, only for the same purpose', () => {
    const sealed = keyring.seal('outbox', '验证码 123456');
    expect(keyring.open('outbox', sealed)).toBe('验证码 123456');
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(keyring.seal('outbox', '验证码 123456')).not.toBe(sealed);
    expect(() => keyring.open('link', sealed)).toThrow('not a text sealed for link');
    expect(() => createKeyring(next).open('outbox', sealed)).toThrow(`sealed with the key ${keyring.name}, which is not configured`);
  });

  it('opens nothing after a change of a single bit', () => {
    const refusal = /not a text sealed for outbox|which is not configured/;
    for (const sealing of [keyring, createKeyring(secret, { accepted: [next] })]) {
      const sealed = Buffer.from(sealing.seal('outbox', 'code'), 'base64url');
      for (let i = 0; i < sealed.length; i++) {
        const changed = Buffer.from(sealed);
        changed.writeUInt8(changed.readUInt8(i) ^ 1, i);
        expect(() => sealing.open('outbox', changed.toString('base64url'))).toThrow(refusal);
      }
      for (const length of [0, 1, 6, 18, sealed.length - 1]) {
        expect(() => sealing.open('outbox', sealed.subarray(0, length).toString('base64url'))).toThrow(refusal);
      }
    }
  });
});

describe('a keyring of several root keys', () => {
  const rotated = createKeyring(next, { accepted: [secret] });

  it('creates and seals with the current one, and names it', () => {
    expect(rotated.mac('code', '1')).toBe(createKeyring(next).mac('code', '1'));
    expect(rotated.key('captcha-challenge')).toEqual(createKeyring(next).key('captcha-challenge'));
    const sealed = rotated.seal('outbox', 'code');
    expect(sealed.slice(0, 8)).toBe(nameOfKey(next));
    expect(createKeyring(next).open('outbox', sealed)).toBe('code');
    expect(() => keyring.open('outbox', sealed)).toThrow(`sealed with the key ${nameOfKey(next)}, which is not configured`);
  });

  it('opens texts sealed with the others', () => {
    const sealed = keyring.seal('outbox', 'code');
    expect(rotated.open('outbox', sealed)).toBe('code');
    expect(() => rotated.open('link', sealed)).toThrow('not a text sealed for link');
  });

  it('opens no text with an exchanged name', () => {
    const sealed = Buffer.from(rotated.seal('outbox', 'code'), 'base64url');
    Buffer.from(nameOfKey(secret), 'base64url').copy(sealed);
    expect(() => rotated.open('outbox', sealed.toString('base64url'))).toThrow('not a text sealed for outbox');
  });

  it('knows the MACs of all, its own first, and counts by one common to all instances with the same keys', () => {
    const [first, second] = [createKeyring(next).mac('code', '1'), keyring.mac('code', '1')];
    expect(rotated.macs('code', '1')).toEqual([first, second]);
    const before = createKeyring(secret, { accepted: [next] });
    expect(before.macs('code', '1')).toEqual([second, first]);
    expect(before.steadyMac('code', '1')).toBe(rotated.steadyMac('code', '1'));
    expect(keyring.steadyMac('code', '1')).toBe(second);
  });

  it('accepts its current one among the others', () => {
    const both = createKeyring(next, { accepted: [secret, next] });
    expect(both.macs('code', '1')).toEqual(rotated.macs('code', '1'));
  });

  it('verifies with inherited keys of a removed root key, and creates nothing with them', () => {
    const inherited = rotated.bequestOf(keyring.name).map((bequest) => ({ ...bequest, from: keyring.name, lastSeal: 12 }));
    expect(inherited.map(({ purpose }) => purpose)).toEqual(inheritedPurposes);
    const heir = createKeyring(next, { inherited });
    expect(heir.macs('resting-name', 'a')).toEqual([heir.mac('resting-name', 'a'), keyring.mac('resting-name', 'a')]);
    expect(heir.generationsOf('audit seal')[1]).toMatchObject({ name: keyring.name, lastSeal: 12 });
    expect(heir.macs('code', '1')).toEqual([heir.mac('code', '1')]);
    expect(() => heir.open('outbox', keyring.seal('outbox', 'code'))).toThrow('not configured');
    expect(() => heir.bequestOf(keyring.name)).toThrow('not configured');
    // While the root key itself is configured, nothing is inherited.
    expect(createKeyring(next, { accepted: [secret], inherited }).generationsOf('audit seal')).toHaveLength(2);
  });
});

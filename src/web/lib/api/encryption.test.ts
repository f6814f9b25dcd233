import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encryptText } from './encryption.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = { key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'), client_id: 'k1', label: 'l1' };
const purpose = { field: 'password', token: 'a.b' };

function open(cipher: string | undefined, label: string): string {
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256', oaepLabel: Buffer.from(label) };
  return privateDecrypt({ key: privateKey, ...padding }, Buffer.from(cipher ?? '', 'base64')).toString();
}

describe('an encrypted text', () => {
  it('is decrypted with the private key and the label of contract section 2, and differs each time', async () => {
    const [first, second] = await Promise.all([encryptText('密码 Passw0rd', key, purpose), encryptText('密码 Passw0rd', key, purpose)]);
    expect(open(first, 'l1:password:a.b')).toBe('密码 Passw0rd');
    expect(open(second, 'l1:password:a.b')).toBe('密码 Passw0rd');
    expect(first).not.toBe(second);
  });

  it.each(['l1:password:a.c', 'l1:code:a.b', 'l2:password:a.b', ''])('is not decrypted with the label %o', async (label) => {
    const cipher = await encryptText('secret', key, purpose);
    expect(() => open(cipher, label)).toThrow('oaep decoding error');
  });

  it('is at most as long as its key allows, in bytes', async () => {
    expect(open(await encryptText('x'.repeat(190), key, purpose), 'l1:password:a.b')).toBe('x'.repeat(190));
    expect(await encryptText('x'.repeat(191), key, purpose)).toBeUndefined();
    expect(await encryptText('密'.repeat(64), key, purpose)).toBeUndefined();
  });
});

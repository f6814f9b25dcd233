import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { expect, it } from 'vitest';
import { encryptText } from './encryption.ts';

it('encrypts so that the private key of contract section 2 reads it, differently each time', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
  const key = { key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'), client_id: 'k1' };
  const [first, second] = await Promise.all([encryptText('密码 Passw0rd', key), encryptText('密码 Passw0rd', key)]);
  const open = (cipher: string): string =>
    privateDecrypt(
      { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(cipher, 'base64'),
    ).toString();
  expect(open(first)).toBe('密码 Passw0rd');
  expect(open(second)).toBe('密码 Passw0rd');
  expect(first).not.toBe(second);
});

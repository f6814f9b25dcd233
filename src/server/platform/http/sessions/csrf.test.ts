// @one-database
import { expect, test } from 'vitest';
import { createKeyring } from '#server/platform/crypto/keyring.ts';
import { isCsrfToken, newCsrfToken } from './csrf.ts';

const keyring = createKeyring(Buffer.from('0123456789abcdef0123456789abcdef'));

test('accepts a token for its own session or visitor', () => {
  expect(isCsrfToken(keyring, newCsrfToken(keyring, 'session:a'), 'session:a')).toBe(true);
});

test('refuses a token of another session, visitor or server, and every altered one', () => {
  const token = newCsrfToken(keyring, 'session:a');
  expect(isCsrfToken(keyring, token, 'session:b')).toBe(false);
  expect(isCsrfToken(keyring, token, 'visitor:a')).toBe(false);
  expect(isCsrfToken(createKeyring(Buffer.from('another secret of thirty-two byt')), token, 'session:a')).toBe(false);
  const [random = '', mac = ''] = token.split('.');
  for (const forged of [
    '',
    '.',
    random,
    `${random}.`,
    `.${mac}`,
    `x${random}.${mac}`,
    `${random}.${mac}x`,
    `${random}.${mac.slice(1)}`,
    'x'.repeat(500),
  ]) {
    expect(isCsrfToken(keyring, forged, 'session:a'), forged).toBe(false);
  }
});

test('makes a new token each time', () => {
  expect(newCsrfToken(keyring, 'session:a')).not.toBe(newCsrfToken(keyring, 'session:a'));
});

/**
 * One secret in the Secret Service (freedesktop.org), over the session bus. It crosses the bus encrypted
 * (`dh-ietf1024-sha256-aes128-cbc-pkcs7`), because every program of the session can listen: there is no fallback to
 * `plain`.
 */
import { createCipheriv, createDecipheriv, createDiffieHellman, hkdfSync, randomBytes } from 'node:crypto';
import { Message, Variant, type MessageBus } from '@particle/dbus-next';
import type { AnyValue } from './any-value.ts';

const name = 'org.freedesktop.secrets';
const root = '/org/freedesktop/secrets';
const service = 'org.freedesktop.Secret.Service';
export const algorithm = 'dh-ietf1024-sha256-aes128-cbc-pkcs7';

/** The group of the algorithm (RFC 2409 section 6.2). */
const prime = Buffer.from(
  'FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD' +
    'EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED' +
    'EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE65381FFFFFFFFFFFFFFFF',
  'hex',
);

/** One side of the agreement on a key of 16 bytes. */
export function newAgreement(): { readonly publicKey: Buffer; readonly keyWith: (other: Buffer) => Buffer } {
  const side = createDiffieHellman(prime, 2);
  const publicKey = side.generateKeys();
  return {
    publicKey,
    keyWith(other) {
      const shared = side.computeSecret(other);
      const padded = Buffer.concat([Buffer.alloc(prime.length - shared.length), shared]);
      return Buffer.from(hkdfSync('sha256', padded, Buffer.alloc(0), Buffer.alloc(0), 16));
    },
  };
}

export function seal(key: Buffer, text: string): readonly [iv: Buffer, sealed: Buffer] {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-128-cbc', key, iv);
  return [iv, Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])];
}

export function unseal(key: Buffer, iv: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-128-cbc', key, iv);
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
}

/** Where the service keeps its secret. */
export interface SecretStore {
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
  remove(): Promise<void>;
}

const attributes = { 'xdg:schema': 'org.cedarid.Account1' };

/**
 * Opens the store.
 * @throws where the Secret Service is missing or cannot be unlocked without a question
 */
export async function openSecretService(bus: MessageBus): Promise<SecretStore> {
  const call = async (path: string, iface: string, member: string, signature: string, body: readonly unknown[]): Promise<AnyValue[]> => {
    const message = new Message({ destination: name, path, interface: iface, member, signature, body: [...body] });
    return (await bus.call(message))?.body ?? [];
  };
  const own = newAgreement();
  const opened = await call(root, service, 'OpenSession', 'sv', [algorithm, new Variant('ay', own.publicKey)]);
  const [output, session] = opened;
  const key = own.keyWith(Buffer.from(output.value));
  const [collection] = await call(root, service, 'ReadAlias', 's', ['default']);
  const [unlocked, prompt] = await call(root, service, 'Unlock', 'ao', [[collection]]);
  if (prompt !== '/' && unlocked.length === 0) throw new Error('The keyring is locked.');

  async function find(): Promise<readonly string[]> {
    const [items] = await call(root, service, 'SearchItems', 'a{ss}', [attributes]);
    return items;
  }

  return {
    async read() {
      const [item] = await find();
      if (item === undefined) return undefined;
      const [secrets] = await call(root, service, 'GetSecrets', 'aoo', [[item], session]);
      const [, iv, sealed] = secrets[item];
      return unseal(key, Buffer.from(iv), Buffer.from(sealed));
    },
    async write(text) {
      const [iv, sealed] = seal(key, text);
      const properties = {
        'org.freedesktop.Secret.Item.Label': new Variant('s', 'org.cedarid.Account1'),
        'org.freedesktop.Secret.Item.Attributes': new Variant('a{ss}', attributes),
      };
      const secret = [session, iv, sealed, 'text/plain'];
      await call(collection, 'org.freedesktop.Secret.Collection', 'CreateItem', 'a{sv}(oayays)b', [properties, secret, true]);
    },
    async remove() {
      for (const item of await find()) await call(item, 'org.freedesktop.Secret.Item', 'Delete', '', []);
    },
  };
}

import { requiredCrypto } from '#web/lib/browser/browser.ts';

const database = 'desk';
const store = 'keys';

/** The key of this browser. Its private part cannot leave it: a copied cookie is nothing without it. */
export interface DeskKey {
  readonly privateKey: CryptoKey;
  /** The public part, as JSON Web Key. */
  readonly jwk: JsonWebKey;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(database, 1);
    asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore(store));
    asked.addEventListener('success', () => resolve(asked.result));
    asked.addEventListener('error', () => reject(asked.error ?? new Error('no database')));
  });
}

async function ask<T>(mode: IDBTransactionMode, what: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const db = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const asked = what(db.transaction(store, mode).objectStore(store));
      asked.addEventListener('success', () => resolve(asked.result));
      asked.addEventListener('error', () => reject(asked.error ?? new Error('no answer')));
    });
  } finally {
    db.close();
  }
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** Makes a new key, which replaces the one before. */
export async function makeKey(): Promise<DeskKey> {
  const { privateKey, publicKey } = await requiredCrypto().generateKey(algorithm, false, ['sign']);
  const { kty, crv, x, y } = await requiredCrypto().exportKey('jwk', publicKey);
  const key: DeskKey = { privateKey, jwk: { kty, crv, x, y } as JsonWebKey };
  await ask('readwrite', (keys) => keys.put(key, 'own'));
  return key;
}

/** The key that was made here; undefined after the browser has cleared its data. */
export async function readKey(): Promise<DeskKey | undefined> {
  return ask('readonly', (keys) => keys.get('own') as IDBRequest<DeskKey | undefined>);
}

/** The key of this browser, which is made if there is none. */
export async function ownKey(): Promise<DeskKey> {
  return (await readKey()) ?? makeKey();
}

export async function dropKey(): Promise<void> {
  await ask('readwrite', (keys) => keys.delete('own'));
}

/** Signs a request, in the form of RFC 9449 section 4.2. `at` is the time of the server, in milliseconds. */
export async function proofOf(
  { privateKey, jwk }: DeskKey,
  { method, url, at }: { readonly method: string; readonly url: string; readonly at: number },
): Promise<string> {
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk };
  const jti = encode(crypto.getRandomValues(new Uint8Array(16)));
  const payload = { htm: method, htu: url, iat: Math.floor(at / 1000), jti };
  const signed = [header, payload].map((part) => encode(new TextEncoder().encode(JSON.stringify(part)))).join('.');
  const bytes = await requiredCrypto().sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, new TextEncoder().encode(signed));
  return `${signed}.${encode(new Uint8Array(bytes))}`;
}

/** base64url. */
function encode(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { inheritedPurposes, purposes, type InheritedPurpose, type KeyPurpose, type MacPurpose, type SealPurpose } from './purposes.ts';

/**
 * Keys for every purpose, all derived from a root key. The current root key creates and seals. Other root keys are
 * accepted: their MACs and sealed texts stay valid (ADR 45).
 */
export interface Keyring {
  /** The name of the current root key, which is the prefix of its sealed texts. */
  readonly name: string;
  /** A separate key of 256 bits for each purpose. */
  key(purpose: KeyPurpose): Buffer;
  /** HMAC-SHA-256 over the parts, base64url. Part boundaries count: ('ab', 'c') differs from ('a', 'bc'). */
  mac(purpose: MacPurpose, ...parts: string[]): string;
  /** The present and former results of `mac` for these parts, the current one first: for look-ups and comparisons. */
  macs(purpose: MacPurpose, ...parts: string[]): readonly [string, ...string[]];
  /** One of `macs`, equal on all instances with the same root keys, whichever is current: for counters and locks. */
  steadyMac(purpose: MacPurpose, ...parts: string[]): string;
  /** Encrypts and authenticates a text, bound to its purpose. The result is base64url and differs each time. */
  seal(purpose: SealPurpose, plain: string): string;
  /** @throws {Error} unless a root key of this keyring has sealed it for this purpose */
  open(purpose: SealPurpose, sealed: string): string;
  /**
   * The keys that serve a purpose, the current one first: those of accepted root keys, and those inherited from earlier
   * ones.
   */
  generationsOf(purpose: MacPurpose | KeyPurpose): readonly Generation[];
  /** Whether a root key of this name is configured, as the current one or an accepted one. */
  has(name: string): boolean;
  /**
   * The keys that outlive a root key: those of all inherited purposes.
   * @throws {Error} if the root key is not configured
   */
  bequestOf(name: string): readonly Bequest[];
}

/** A key of one purpose. */
export interface Bequest {
  readonly purpose: InheritedPurpose;
  readonly key: Uint8Array;
}

/** The keys of one root key. */
export interface Generation {
  readonly name: string;
  /**
   * For an inherited key: the last seal of the audit trail made before its root key ended, or covering entries made
   * before.
   */
  readonly lastSeal: number | undefined;
  key(purpose: KeyPurpose): Buffer;
  mac(purpose: MacPurpose, ...parts: string[]): string;
}

/** A key of one purpose that has outlived its root key. */
export interface InheritedKey extends Bequest {
  /** The name of the root key. */
  readonly from: string;
  readonly lastSeal: number;
}

export interface KeyringOptions {
  /** Root keys beside the current one, which may be among them. */
  readonly accepted?: readonly Uint8Array[];
  readonly inherited?: readonly InheritedKey[];
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** The form of a sealed text is its first byte; five bytes name its root key: together they are eight characters. */
const form = 1;
const nameBytes = 5;
const headerBytes = 1 + nameBytes;
/** The number of characters of a sealed text that name its key. */
export const nameLength = 8;

/** HKDF-SHA-256 for the keys, AES-256-GCM for sealing. */
export function createKeyring(secret: Uint8Array, { accepted = [], inherited = [] }: KeyringOptions = {}): Keyring {
  const current = createRoot(secret);
  const others = accepted.map(createRoot).filter(({ name }) => name !== current.name);
  const roots = new Map([current, ...others].map((root) => [root.name, root]));
  const heirs = heirsOf(inherited.filter(({ from }) => !roots.has(from)));

  function generationsOf(purpose: MacPurpose | KeyPurpose): readonly Generation[] {
    return [...roots.values(), ...heirs.filter((heir) => heir.serves.has(purpose))];
  }

  function macs(purpose: MacPurpose, ...parts: string[]): readonly [string, ...string[]] {
    const earlier = generationsOf(purpose).slice(1);
    return [current.mac(purpose, ...parts), ...earlier.map((generation) => generation.mac(purpose, ...parts))];
  }

  return {
    name: current.name,
    key: (purpose) => current.key(purpose),
    mac: (purpose, ...parts) => current.mac(purpose, ...parts),
    macs,
    steadyMac: (purpose, ...parts) => macs(purpose, ...parts).toSorted()[0] ?? '',
    generationsOf,
    seal: (purpose, plain) => current.seal(purpose, plain),
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes[0] !== form) throw new Error(`not a text sealed for ${purpose}`);
      const name = bytes.subarray(0, headerBytes).toString('base64url');
      const root = roots.get(name);
      if (root === undefined) throw new Error(`a text for ${purpose} was sealed with the key ${name}, which is not configured`);
      return root.open(purpose, bytes);
    },
    has: (name) => roots.has(name),
    bequestOf(name) {
      const root = roots.get(name);
      if (root === undefined) throw new Error(`the key ${name} is not configured`);
      return inheritedPurposes.map((purpose) => ({ purpose, key: root.derived(purposes[purpose].use, purpose) }));
    },
  };
}

/** The name of a root key. It reveals nothing of the key. */
export function nameOfKey(secret: Uint8Array): string {
  const name = Buffer.from(hkdfSync('sha256', secret, '', 'cedar-id name', nameBytes));
  return Buffer.concat([Buffer.of(form), name]).toString('base64url');
}

interface Root extends Generation {
  seal(purpose: SealPurpose, plain: string): string;
  open(purpose: SealPurpose, bytes: Buffer): string;
  derived(use: 'key' | 'mac', purpose: string): Buffer;
}

function createRoot(secret: Uint8Array): Root {
  const derived = new Map<string, Buffer>();
  const name = nameOfKey(secret);

  // The use is part of the derivation: an exported key, a MAC and a seal never share bytes, even under one purpose.
  function derive(use: 'key' | 'mac' | 'seal', purpose: string): Buffer {
    const info = `cedar-id ${use} ${purpose}`;
    let key = derived.get(info);
    if (key === undefined) {
      key = Buffer.from(hkdfSync('sha256', secret, '', info, keyBytes));
      derived.set(info, key);
    }
    return key;
  }

  return {
    name,
    lastSeal: undefined,
    derived: (use, purpose) => Buffer.from(derive(use, purpose)),
    key: (purpose) => Buffer.from(derive('key', purpose)),
    mac: (purpose, ...parts) => macOver(derive('mac', purpose), parts),
    seal(purpose, plain) {
      const header = Buffer.from(name, 'base64url');
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', derive('seal', purpose), nonce).setAAD(associated(purpose, header));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([header, nonce, text, cipher.getAuthTag()]).toString('base64url');
    },
    open(purpose, bytes) {
      if (bytes.length < headerBytes + nonceBytes + tagBytes) throw new Error(`not a text sealed for ${purpose}`);
      const text = headerBytes + nonceBytes;
      const decipher = createDecipheriv('aes-256-gcm', derive('seal', purpose), bytes.subarray(headerBytes, text), {
        authTagLength: tagBytes,
      })
        .setAAD(associated(purpose, bytes.subarray(0, headerBytes)))
        .setAuthTag(bytes.subarray(-tagBytes));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(text, -tagBytes)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new Error(`not a text sealed for ${purpose}`, { cause });
      }
    },
  };
}

/** The authenticated data besides the text: its purpose and the named key. */
function associated(purpose: string, header: Buffer): Buffer {
  return Buffer.concat([header, Buffer.from(purpose)]);
}

function macOver(key: Buffer, parts: readonly string[]): string {
  const hmac = createHmac('sha256', key);
  for (const part of parts) {
    hmac.update(`${Buffer.byteLength(part)}:`).update(part);
  }
  return hmac.digest('base64url');
}

/** Removed root keys, with the remaining keys of each. */
function heirsOf(inherited: readonly InheritedKey[]): readonly (Generation & { readonly serves: ReadonlySet<string> })[] {
  return [...Map.groupBy(inherited, ({ from }) => from)].map(([name, own]) => {
    const keys = new Map<string, Buffer>(own.map(({ purpose, key }) => [purpose, Buffer.from(key)]));
    function keyOf(purpose: string): Buffer {
      const key = keys.get(purpose);
      if (key === undefined) throw new Error(`nothing for ${purpose} is left of the key ${name}`);
      return key;
    }
    return {
      name,
      lastSeal: own[0]?.lastSeal,
      serves: new Set(keys.keys()),
      key: (purpose) => Buffer.from(keyOf(purpose)),
      mac: (purpose, ...parts) => macOver(keyOf(purpose), parts),
    };
  });
}

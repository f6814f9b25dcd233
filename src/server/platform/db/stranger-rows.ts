import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { networksOf } from '#server/platform/http/client-ip.ts';

/**
 * How many rows of one kind people may leave standing who are not signed in. Rows stand until they are removed, used or
 * not.
 */
export interface StrangerBudget {
  /** A letter of its own, behind f: kinds are counted apart. */
  readonly mark: string;
  readonly table: string;
  /** Of one IPv4 address, and of one IPv6 /64. Larger networks have their share of it more (`networksOf`). */
  readonly ipv4: number;
  readonly ipv6: number;
  readonly site: number;
  /** What becomes of one too many: it takes the place of the oldest, or is refused. */
  readonly beyond: 'oldestGoes' | 'refused';
}

/** A network that a row counts for. */
export interface CountedNetwork {
  /** What the sources of all its rows begin with. */
  readonly prefix: string;
  readonly most: number;
}

/**
 * Where a row comes from, as its column says: the networks of an address as keyed hashes, the widest first, so that a
 * network is a prefix.
 */
export interface StrangerSource {
  readonly text: string;
  /** The smallest first, whose prefix is all of it. */
  readonly networks: readonly CountedNetwork[];
}

/** Characters of a network's hash: 48 bits tell networks apart, and nobody finds two that are alike without the key. */
const hashLength = 12;

/** Characters of a source that name its widest network. */
export const widestLength = 1 + hashLength;

/** Behind every text that begins with a prefix of a source, which ends with a mark or hexadecimal digits. */
export function endOf(prefix: string): string {
  return `${prefix}~`;
}

export function strangerSource(keyring: Keyring, budget: StrangerBudget, address: string): StrangerSource {
  const networks = networksOf(address);
  const least = address.includes(':') ? budget.ipv6 : budget.ipv4;
  const hashes = networks.map(({ name }) => hashOf(keyring, name)).toReversed();
  const prefixOf = (index: number): string => budget.mark + hashes.slice(0, hashes.length - index).join('');
  return {
    text: prefixOf(0),
    networks: networks.map(({ share }, index) => ({ prefix: prefixOf(index), most: least * share })),
  };
}

function hashOf(keyring: Keyring, network: string): string {
  return Buffer.from(keyring.steadyMac('stranger-network', network), 'base64url').toString('hex').slice(0, hashLength);
}

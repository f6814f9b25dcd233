import type { Keyring } from '#server/platform/crypto/keyring.ts';
import { networksOf } from '#server/platform/http/requests/client-ip.ts';

/** How many rows of one kind visitors without a session may leave. Rows count until they are removed, used or not. */
export interface StrangerBudget {
  /** A unique letter above f, so that kinds are counted separately. */
  readonly mark: string;
  readonly table: string;
  /** Per IPv4 address and per IPv6 /64. Larger networks get their larger share (`networksOf`). */
  readonly ipv4: number;
  readonly ipv6: number;
  readonly site: number;
  /** Effect beyond the limit: the oldest row is replaced, or the new one is refused. */
  readonly beyond: 'oldestGoes' | 'refused';
}

/** A network that a row counts for. */
export interface CountedNetwork {
  /** The common prefix of the sources of its rows. */
  readonly prefix: string;
  readonly most: number;
}

/**
 * The origin of a row, as stored in its column: keyed hashes of the networks of a client IP, the widest first, so that
 * a network is a prefix.
 */
export interface StrangerSource {
  readonly text: string;
  /** The smallest first; its prefix is the whole source. */
  readonly networks: readonly CountedNetwork[];
}

/** Characters of a network's hash: 48 bits distinguish networks, and collisions cannot be found without the key. */
const hashLength = 12;

/** Characters of a source that name its widest network. */
export const widestLength = 1 + hashLength;

/** Sorts after every text that starts with a prefix of a source, which ends with a mark or hexadecimal digits. */
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

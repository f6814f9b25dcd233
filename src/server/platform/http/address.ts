import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * The canonical text of a source address: IPv4 dotted (also for IPv4 mapped into IPv6), IPv6 as the URL standard writes it.
 * Undefined for anything that is no address.
 */
export function canonicalAddress(text: string): string | undefined {
  if (isIPv4(text)) return text;
  const bare = text.includes('%') ? text.slice(0, text.indexOf('%')) : text;
  if (!isIPv6(bare)) return undefined;
  const compressed = new URL(`http://[${bare}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(compressed);
  if (mapped === null) return compressed;
  const high = Number.parseInt(mapped[1] ?? '0', 16);
  const low = Number.parseInt(mapped[2] ?? '0', 16);
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** A network that an address belongs to. */
export interface Network {
  /** The address itself, or the network as CIDR. */
  readonly name: string;
  /** How many times the limit of one address it has. */
  readonly share: number;
}

/** By address family: the prefixes that limits are counted for, smallest network first, and their shares. */
const countedPrefixes = {
  ipv4: [
    { bits: 32, share: 1 },
    { bits: 24, share: 8 },
  ],
  ipv6: [
    { bits: 64, share: 1 },
    { bits: 56, share: 2 },
    { bits: 48, share: 4 },
  ],
} as const;

/**
 * The networks that every limit counts an address in, smallest first: of IPv4 the address and its /24, of IPv6 the /64, /56 and /48. A
 * customer has a whole /64 at least, often a /56 or /48; carriers and offices put many people behind one IPv4 address.
 */
export function networksOf(canonical: string): readonly Network[] {
  const bytes = bytesOf(canonical);
  const prefixes = bytes.length === 4 ? countedPrefixes.ipv4 : countedPrefixes.ipv6;
  return prefixes.map(({ bits, share }) => ({ name: bits === 32 ? canonical : prefixOf(bytes, bits), share }));
}

/** The smallest of `networksOf`: the network of one customer, where two addresses in it count as the same source. */
export function networkOf(canonical: string): string {
  const bytes = bytesOf(canonical);
  return bytes.length === 4 ? canonical : prefixOf(bytes, 64);
}

function bytesOf(canonical: string): readonly number[] {
  if (!canonical.includes(':')) return canonical.split('.').map(Number);
  const [head = '', tail] = canonical.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  return groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
}

function prefixOf(bytes: readonly number[], bits: number): string {
  const kept = bytes.map((byte, index) => (index < bits / 8 ? byte : 0));
  if (bytes.length === 4) return `${kept.join('.')}/${bits}`;
  const groups = Array.from({ length: Math.ceil(bits / 16) }, (_, index) => (kept[index * 2] ?? 0) * 256 + (kept[index * 2 + 1] ?? 0));
  return `${groups.map((group) => group.toString(16)).join(':')}::/${bits}`;
}

/** Whether an address is one of the proxies that the operator trusts (addresses and CIDRs, already checked). */
export function trustedProxies(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

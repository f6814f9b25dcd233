import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * The canonical text of a source address: IPv4 dotted (also for IPv4 mapped into IPv6), IPv6 as the URL standard writes it.
 * Undefined for anything that is no address.
 */
export function canonicalIp(text: string): string | undefined {
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

/** How many times the limit of one address the networks have that limits are counted for, by address family and prefix. */
const shares = {
  ipv4: { address: 1, 24: 8 },
  ipv6: { 64: 1, 56: 2, 48: 4 },
} as const;

/**
 * The networks that every limit counts an address in, smallest first: of IPv4 the address and its /24, of IPv6 the /64, /56 and /48. A
 * customer has a whole /64 at least, often a /56 or /48; carriers and offices put many people behind one IPv4 address.
 */
export function networksOf(canonical: string): readonly Network[] {
  // Of every call: no more is read of the text than it takes.
  if (!canonical.includes(':')) {
    return [
      { name: canonical, share: shares.ipv4.address },
      { name: `${canonical.slice(0, canonical.lastIndexOf('.'))}.0/24`, share: shares.ipv4[24] },
    ];
  }
  const [first, second, third, fourth] = firstGroups(canonical);
  const site = `${first}:${second}:${third}`;
  return [
    { name: `${site}:${fourth}::/64`, share: shares.ipv6[64] },
    { name: `${site}:${(Number.parseInt(fourth, 16) & 0xff00).toString(16)}::/56`, share: shares.ipv6[56] },
    { name: `${site}::/48`, share: shares.ipv6[48] },
  ];
}

/**
 * The smallest of `networksOf`: the network of one customer. For the question whether two addresses are the same customer's, and for
 * masks; limits count all of them (`networkTakes`).
 */
export function networkOf(canonical: string): string {
  return canonical.includes(':') ? `${firstGroups(canonical).join(':')}::/64` : canonical;
}

/** The first 64 bits of an IPv6 address, as it is written. */
function firstGroups(canonical: string): readonly [string, string, string, string] {
  const gap = canonical.indexOf('::');
  const left = (gap < 0 ? canonical : canonical.slice(0, gap)).split(':').filter((group) => group !== '');
  const right = gap < 0 ? [] : canonical.slice(gap + 2).split(':');
  const missing = right[0] === '' ? 8 - left.length : 8 - left.length - right.length;
  const groups = left.length >= 4 ? left : [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  const [first = '0', second = '0', third = '0', fourth = '0'] = groups;
  return [first, second, third, fourth];
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

import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * The canonical text of an IP: IPv4 dotted (also for IPv4 mapped into IPv6), IPv6 as the URL standard writes it.
 * Undefined for any other text.
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

/**
 * The IP in an entry of X-Forwarded-For, which some proxies write with a port, brackets or quotes. Undefined for any other
 * text.
 */
export function forwardedIp(entry: string): string | undefined {
  const bare = /^"?(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?"?$/.exec(entry.trim());
  return canonicalIp(bare?.[1] ?? bare?.[2] ?? entry.trim());
}

/** Characters of a Forwarded header that are read, from its end; a chain of ten proxies writes fewer. */
const mostForwarded = 1024;

/**
 * A Forwarded header (RFC 7239) as X-Forwarded-For spells it. An element without an address stays one, so that nobody's place in
 * the order changes. It is read from its end, where our proxies add: a quotation mark that a visitor left open before takes
 * nothing from them.
 */
export function forwardedFor(header: string): string {
  const read = header.slice(-mostForwarded);
  const elements: string[] = [];
  let end = read.length;
  let isQuoted = false;
  for (let at = end - 1; at >= 0; at -= 1) {
    if (read[at] === '"' && read[at - 1] !== '\\') isQuoted = !isQuoted;
    if (read[at] !== ',' || isQuoted) continue;
    elements.unshift(read.slice(at + 1, end));
    end = at;
  }
  return [read.slice(0, end), ...elements].map((element) => addressIn(element) ?? 'unknown').join(', ');
}

/** A quoted value is one token: a `for` inside of it is a text of the visitor. */
function addressIn(element: string): string | undefined {
  for (const [, name, value] of element.matchAll(/([\w-]+)=("(?:[^"\\]|\\.)*"|[^\s;"]+)/g)) if (name?.toLowerCase() === 'for') return value;
  return undefined;
}

/** A network that contains a client IP. */
export interface Network {
  /** The IP itself, or the network as CIDR. */
  readonly name: string;
  /** Its limit as a multiple of the limit of one IP. */
  readonly share: number;
}

/** Multiples of the limit of one IP for its networks, by address family and prefix. */
const shares = {
  ipv4: { address: 1, 24: 8 },
  ipv6: { 64: 1, 56: 2, 48: 4 },
} as const;

/**
 * The networks in which every limit counts a client IP, smallest first: of IPv4 the address and its /24, of IPv6 the
 * /64, /56 and /48. A customer has at least a whole /64, often a /56 or /48; carriers and offices put many people
 * behind one IPv4 address.
 */
export function networksOf(canonical: string): readonly Network[] {
  // Runs for every call: reads only the necessary part of the text.
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
 * The smallest of `networksOf`: the network of one customer. For comparing the customers of two client IPs; limits count
 * all of them (`networkTakes`).
 */
export function networkOf(canonical: string): string {
  return canonical.includes(':') ? `${firstGroups(canonical).join(':')}::/64` : canonical;
}

/**
 * A client IP as messages, pages and the desk show it: the half that identifies a network but no household, `203.0.*.*`
 * or `2001:db8:*`.
 */
export function maskIp(canonical: string): string {
  if (!canonical.includes(':')) return canonical.replace(/\.\d+\.\d+$/, '.*.*');
  const [first, second] = firstGroups(canonical);
  return `${first}:${second}:*`;
}

/** The first 64 bits of an IPv6 address, as written. */
function firstGroups(canonical: string): readonly [string, string, string, string] {
  const gap = canonical.indexOf('::');
  const left = (gap < 0 ? canonical : canonical.slice(0, gap)).split(':').filter((group) => group !== '');
  const right = gap < 0 ? [] : canonical.slice(gap + 2).split(':');
  const missing = right[0] === '' ? 8 - left.length : 8 - left.length - right.length;
  const groups = left.length >= 4 ? left : [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  const [first = '0', second = '0', third = '0', fourth = '0'] = groups;
  return [first, second, third, fourth];
}

/** Whether an IP is a proxy that the operator trusts (checked addresses and CIDRs). */
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

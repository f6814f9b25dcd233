import type { AppKind } from '#contract/apps/developer/developer.words.ts';
import { limits } from '#contract/limits.ts';

/** Purposes of an address of an app: `page` is a home page or a policy, `notify` an address that our server calls. */
export type AddressUse = 'redirect' | 'logout' | 'page' | 'notify';

/** Purpose of an address, and its place. */
export interface AddressContext {
  readonly use: AddressUse;
  readonly kind: AppKind;
  /** Origins of this site: addresses there are never an app's. */
  readonly own: readonly string[];
}

interface AddressRule {
  readonly name: string;
  readonly fails: (address: string, context: AddressContext) => boolean;
}

const isLoopbackHost = (host: string): boolean => host === '127.0.0.1' || host === '[::1]' || host === 'localhost';

/** Scheme of an address in lower case, with its colon; '' without one. */
function schemeOf(address: string): string {
  return /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(address)?.[0].toLowerCase() ?? '';
}

/** RFC 8252 section 7.1: reverse domain notation, so that an app cannot claim a scheme of others by accident. */
const ownScheme = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/;

/** `URL.parse`, which is newer than the oldest supported browsers; null for text that is no address. */
export function readUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** The hosts that stand behind redirect addresses. A private scheme has none, and a loopback address is anybody's. */
export function hostsOf(addresses: readonly string[]): ReadonlySet<string> {
  const urls = addresses.flatMap((address) => readUrl(address) ?? []);
  return new Set(urls.filter(({ host, hostname }) => host !== '' && !isLoopbackHost(hostname)).map(({ host }) => host));
}

/** Letters of a host, before the parser changes them. */
function rawHost(address: string): string {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/.exec(address)?.[1] ?? '';
}

/**
 * Rules of the addresses of an app, in the order of their checks. `addressComplete` also refuses all spellings that a
 * browser would change, such as upper-case hosts or a default port: requests are compared byte for byte.
 */
export const addressRules = [
  { name: 'addressSpace', fails: (address) => address.trim() !== address },
  { name: 'addressMax', fails: (address) => address.length > limits.addressMax },
  { name: 'addressFragment', fails: (address) => address.includes('#') },
  { name: 'addressWildcard', fails: (address) => address.includes('*') },
  { name: 'addressUser', fails: (address) => /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?]*@/.test(address) },
  { name: 'addressDots', fails: (address) => /(?:^|[/\\])(?:\.|%2e){1,2}(?=[/\\?]|$)/i.test(address.replace(/\?.*$/s, '')) },
  {
    name: 'addressScheme',
    fails(address, { use, kind }) {
      const scheme = schemeOf(address);
      if (use !== 'redirect' && use !== 'logout') return false;
      return kind === 'native' && scheme !== '' && scheme !== 'https:' && scheme !== 'http:' && !ownScheme.test(scheme);
    },
  },
  {
    name: 'addressHttps',
    fails(address, { use, kind }) {
      const scheme = schemeOf(address);
      if (scheme === '' || scheme === 'https:') return false;
      if (scheme === 'http:') return use === 'notify' || !isLoopbackHost(rawHost(address).replace(/:\d*$/, '').toLowerCase());
      return !(kind === 'native' && (use === 'redirect' || use === 'logout'));
    },
  },
  {
    name: 'addressComplete',
    fails(address) {
      const url = readUrl(address);
      if (url === null || !/^[\u0021-\u007e]+$/.test(address) || /[\\<>"`{}|^]/.test(address)) return true;
      if (ownScheme.test(url.protocol)) return url.href !== address || address === url.protocol;
      return url.hostname === '' || url.hostname.endsWith('.') || (url.href !== address && url.href !== `${address}/`);
    },
  },
  {
    name: 'addressOwn',
    fails(address, { own }) {
      const url = readUrl(address);
      return url !== null && own.includes(url.origin);
    },
  },
] as const satisfies readonly AddressRule[];

export type AddressRuleName = (typeof addressRules)[number]['name'] | 'addressTwice' | 'required';

/** The first rule that an address breaks; undefined for a good one. */
export function addressFault(address: string, context: AddressContext): AddressRuleName | undefined {
  if (address === '') return 'required';
  return addressRules.find((rule) => rule.fails(address, context))?.name;
}

/** The fault of each address of a list, by its place. A second equal address is `addressTwice`. */
export function addressFaults(addresses: readonly string[], context: AddressContext): readonly (AddressRuleName | undefined)[] {
  return addresses.map((address, place) => (addresses.indexOf(address) < place ? 'addressTwice' : addressFault(address, context)));
}

/** Whether an address works only on the person's own computer, with any port. */
export function isLoopbackAddress(address: string): boolean {
  const url = readUrl(address);
  return url !== null && url.protocol === 'http:' && isLoopbackHost(url.hostname);
}

import { hash } from 'node:crypto';

export type YidunDigest = 'MD5' | 'SHA1' | 'SHA256' | 'SM3';

/**
 * The signature of NetEase Yidun: names in ASCII order, each followed by its value, then the key; hex in lower case.
 */
export function signYidun(parameters: Readonly<Record<string, string>>, secretKey: string, digest: YidunDigest): string {
  const names = Object.keys(parameters).toSorted((a, b) => (a < b ? -1 : 1));
  const text = names.map((name) => `${name}${parameters[name] ?? ''}`).join('');
  return hash(digest.toLowerCase(), text + secretKey, 'hex');
}

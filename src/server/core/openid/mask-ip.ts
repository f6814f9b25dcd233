import { networkOf } from '#server/platform/http/client-ip.ts';

/** A source address as its owner sees it: enough to recognise, not enough to find anybody. */
export function maskIp(address: string): string {
  if (address.includes(':')) return networkOf(address);
  const [a = '0', b = '0'] = address.split('.');
  return `${a}.${b}.*.*`;
}

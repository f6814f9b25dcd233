import { networkOf } from '#server/platform/http/client-ip.ts';

/** A masked client IP for its owner: recognizable, but not enough to locate anybody. */
export function maskIp(address: string): string {
  if (address.includes(':')) return networkOf(address);
  const [a = '0', b = '0'] = address.split('.');
  return `${a}.${b}.*.*`;
}

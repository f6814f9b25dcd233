// @one-database
import { expect, test } from 'vitest';
import { canonicalIp, forwardedFor, forwardedIp, maskIp, networkOf, networksOf, trustedProxies } from './client-ip.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['0:0:0:0:0:FFFF:CB00:7107', '203.0.113.7'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['2001:0db8::0001', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
])('writes %s as %s', (text, canonical) => {
  expect(canonicalIp(text)).toBe(canonical);
  expect(canonicalIp(canonical)).toBe(canonical);
});

test.each(['', 'unknown', '203.0.113.7:443', '203.0.113', '0xcb007107', '[::1]', 'localhost', '203.0.113.7, 10.0.0.1'])(
  'accepts %o as no IP',
  (text) => {
    expect(canonicalIp(text)).toBeUndefined();
  },
);

test.each([
  ['203.0.113.7:54321', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['"[2001:db8::1]:4711"', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['203.0.113.7:54321:1', undefined],
])('reads an entry of a proxy, %s, as %s', (entry, ip) => {
  expect(forwardedIp(entry)).toBe(ip);
});

test.each([
  ['for=192.0.2.60;proto=http;by=203.0.113.43', '192.0.2.60'],
  ['For="[2001:db8:cafe::17]:4711"', '"[2001:db8:cafe::17]:4711"'],
  ['for=192.0.2.43, for=198.51.100.17;by=x', '192.0.2.43, 198.51.100.17'],
  ['for=unknown, proto=https,for=_hidden', 'unknown, unknown, _hidden'],
  ['host="a;for=6.6.6.6, for=6.6.6.6";for=192.0.2.60', '192.0.2.60'],
  ['host="a\\";for=6.6.6.6";for=192.0.2.60', '192.0.2.60'],
  ['xfor=6.6.6.6', 'unknown'],
  // Quotation marks that a visitor leaves open take nothing from what a proxy adds.
  ['x=", for="[2001:db8::9]:5123"', 'unknown, "[2001:db8::9]:5123"'],
  ['for="6.6.6.6, for=192.0.2.60', 'unknown, 192.0.2.60'],
  ['x="\\", for="192.0.2.60:80";by="[2001:db8::1]"', 'unknown, "192.0.2.60:80"'],
  [`for=6.6.6.6, ${'x'.repeat(2000)}, for=192.0.2.60`, 'unknown, 192.0.2.60'],
])('reads the Forwarded header %s as %s', (header, entries) => {
  expect(forwardedFor(header)).toBe(entries);
});

test('counts an IPv4 address alone and an IPv6 address with its whole /64', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0::/64');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
});

test.each([
  ['203.0.113.7', { '203.0.113.7': 1, '203.0.113.0/24': 8 }],
  ['2001:db8:a:b1c2:3:4:5:6', { '2001:db8:a:b1c2::/64': 1, '2001:db8:a:b100::/56': 2, '2001:db8:a::/48': 4 }],
  ['::1', { '0:0:0:0::/64': 1, '0:0:0:0::/56': 2, '0:0:0::/48': 4 }],
])('counts %s in its networks, the smallest first, with their shares', (address, shares) => {
  expect(networksOf(address).map(({ name, share }) => [name, share])).toEqual(Object.entries(shares));
  expect(networksOf(address)[0]?.name).toBe(networkOf(address));
});

test.each([
  ['203.0.113.7', '203.0.*.*'],
  ['2001:db8:1:2::3', '2001:db8:*'],
  ['2001:db8::9', '2001:db8:*'],
  ['::1', '0:0:*'],
])('shows half of the network of %s', (address, mask) => {
  expect(maskIp(address)).toBe(mask);
});

test('trusts only the listed addresses and ranges', () => {
  const trusts = trustedProxies(['127.0.0.1', '10.1.0.0/16', '2001:db8::/32']);
  expect(['127.0.0.1', '10.1.2.3', '2001:db8:5::1'].map(trusts)).toEqual([true, true, true]);
  expect(['127.0.0.2', '10.2.0.1', '2001:db9::1'].map(trusts)).toEqual([false, false, false]);
});

import { BlockList, isIP } from 'node:net';

/** IPv4 addresses that no stranger may make us connect to (IANA special-purpose registry, multicast, reserved). */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Parts of the global unicast range that lead elsewhere: Teredo and other protocols, documentation, 6to4, AS112. */
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

/** All global unicast addresses. Mapped, translated, local and multicast ones are outside of it. */
const globalIpv6 = '2000::/3';

const special = new BlockList();
for (const net of specialIpv4) addNet(special, net, 'ipv4');
for (const net of specialIpv6) addNet(special, net, 'ipv6');
const global = new BlockList();
addNet(global, globalIpv6, 'ipv6');

function addNet(list: BlockList, net: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', bits = ''] = net.split('/');
  list.addSubnet(address, Number(bits), family);
}

/** Whether an IP address, as a resolver writes it, belongs to the public internet. False for anything else. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  return version === 6 && !address.includes('%') && global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

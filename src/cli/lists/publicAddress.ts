import { BlockList, isIP } from 'node:net';

/** Special-purpose addresses (IANA registries; RFC 6890), which never belong to a host on the internet. */
const subnets = [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'] as const),
  ...(['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24'] as const),
  ...(['192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'] as const),
  ...(['224.0.0.0/4', '240.0.0.0/4', '::/128', '::1/128', '64:ff9b:1::/48', '100::/64'] as const),
  ...(['2001::/23', '2001:db8::/32', '2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10'] as const),
  ...(['ff00::/8', '64:ff9b::/96'] as const),
];

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isPublicAddress(mapped);
  // Other spellings of mapped addresses.
  if (/^::ffff:|^0*:0*:0*:0*:0*:ffff:/i.test(address)) return false;
  return !blocked().check(address, version === 4 ? 'ipv4' : 'ipv6');
}

function blocked(): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', bits = '0'] = subnet.split('/');
    list.addSubnet(network, Number(bits), isIP(network) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

export interface Address {
  address: string;
  family: number;
}

/** IPv4 networks that no vendor's server is in: private ones, the own machine, documentation, multicast. */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Of IPv6 only this network is given to servers; mapped, translated and local addresses are outside it. */
const globalIpv6 = '2000::/3';
/** Within it: protocol assignments and Teredo, documentation, 6to4. Teredo and 6to4 carry an IPv4 address. */
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const listOf = (networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};
const closedIpv4 = listOf(specialIpv4, 'ipv4');
const openIpv6 = listOf([globalIpv6], 'ipv6');
const closedIpv6 = listOf(specialIpv6, 'ipv6');

/** Whether an address is one of the public internet. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 4) return !closedIpv4.check(address, 'ipv4');
  // A zone (fe80::1%eth0) names an interface of this machine.
  if (family !== 6 || address.includes('%')) return false;
  return openIpv6.check(address, 'ipv6') && !closedIpv6.check(address, 'ipv6');
};

/**
 * The addresses of a host, or undefined when one of them is not public: a name that answers with a public and a private
 * address would get its way at the second try.
 */
export const publicAddressesOf = async (hostname: string): Promise<Address[] | undefined> => {
  // The host of a URL has one spelling: 0x7f.1 and 2130706433 have become 127.0.0.1 before they get here.
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  const found = isIP(bare) === 0 ? await lookup(bare, { all: true }) : [{ address: bare, family: isIP(bare) }];
  return found.every(({ address }) => isPublicAddress(address)) ? found : undefined;
};

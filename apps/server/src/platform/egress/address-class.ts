import { BlockList, isIPv4, isIPv6 } from 'node:net';

type Range = readonly [address: string, prefix: number];

const listOf = (ranges: readonly Range[]): BlockList => {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, isIPv4(address) ? 'ipv4' : 'ipv6');
  return list;
};

/** Networks of an organisation or of this machine: an operator may have an identity provider there. */
const inner = listOf([
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
]);

/** Answers with secrets of a virtual machine, in networks that are otherwise inner or public. */
const metadata = listOf([
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
]);

/** The rest of the registries of special addresses: none of them is a server on the internet. */
const special = listOf([
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Carry an IPv4 address inside: Teredo and 6to4. The others of this kind lie outside of 2000::/3.
  ['2001::', 23],
  ['2002::', 16],
  ['2001:db8::', 32],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]);

/** The only part of IPv6 that is assigned to servers on the internet. */
const globalUnicast = listOf([['2000::', 3]]);

/**
 * Where an address leads: to the internet, to an inner network, or nowhere that a server of somebody else can be. Node
 * compares an IPv4-mapped address as the IPv4 address inside it, and such a one is never public.
 */
export const addressClass = (address: string): 'public' | 'inner' | 'refused' => {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  // A zone names a network card of this machine.
  if (family === 'ipv6' && (!isIPv6(address) || address.includes('%'))) return 'refused';
  if (metadata.check(address, family)) return 'refused';
  if (inner.check(address, family)) return 'inner';
  if (special.check(address, family)) return 'refused';
  return family === 'ipv4' || globalUnicast.check(address, family) ? 'public' : 'refused';
};

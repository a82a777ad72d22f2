import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** Says whether the one who sent what stands at this place, counted from our side, may tell who sent it to him. */
export type IsTrustedProxy = (address: string, hop: number) => boolean;

const mostHops = 10;

/** An address in one spelling: without a port, brackets or zone, and IPv4 as IPv4. Undefined when it is none. */
const plainAddress = (text: string): string | undefined => {
  const [bare = ''] = text
    .trim()
    .replace(/^\[(.+)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .split('%', 1);
  if (isIP(bare) === 0) return undefined;
  const lower = bare.toLowerCase();
  const inside = lower.replace(/^::ffff:/, '');
  return isIPv4(inside) ? inside : lower;
};

const addRange = (list: BlockList, text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (rest.length > 0 || isIP(address) === 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return false;
  const most = family === 'ipv4' ? 32 : 128;
  const length = prefix === undefined ? most : Number(prefix);
  if (length > most) return false;
  list.addSubnet(address, length, family);
  return true;
};

/** Says whether an address lies in one of these networks; undefined when one of them is none. */
export const networksOf = (ranges: readonly string[]): ((address: string) => boolean) | undefined => {
  const list = new BlockList();
  if (!ranges.every((range) => addRange(list, range))) return undefined;
  return (given) => {
    const address = plainAddress(given);
    return address !== undefined && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
};

/**
 * Reads the setting: `false`, how many proxies stand in front, or their addresses and networks. Undefined when it is
 * none of these; `true` is none, because a proxy that is not named could be anybody.
 */
export const readTrustedProxies = (setting: string): IsTrustedProxy | undefined => {
  const text = setting.trim();
  if (text === 'false') return () => false;
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops >= 1 && hops <= mostHops ? (_address, hop) => hop < hops : undefined;
  }
  return networksOf(text.split(/[\s,]+/));
};

/**
 * Who sent a request: the first address from the right that is no trusted proxy. Whatever stands further left was
 * written by that sender and is not read. An entry that is no address ends the walk at the proxy that wrote it.
 */
export const clientAddress =
  (isTrusted: IsTrustedProxy) =>
  ({
    socket,
    headers,
  }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }): string => {
    let address = plainAddress(socket.remoteAddress ?? '') ?? '';
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    for (let hop = 0; isTrusted(address, hop); hop++) {
      const next = plainAddress(forwarded.pop() ?? '');
      if (next === undefined) break;
      address = next;
    }
    return address;
  };

/** The groups of an IPv6 address, with those that `::` stands for. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const left = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: Math.max(0, left) }, () => '0'), ...after];
};

/** The neighbours of an address: what one subscriber usually has, 256 addresses of IPv4 or a /64 of IPv6. */
export const networkOf = (address: string): string =>
  isIPv6(address)
    ? groupsOf(address)
        .slice(0, 4)
        .map((group) => group.replace(/^0+(?=.)/, ''))
        .join(':')
    : address.split('.').slice(0, 3).join('.');

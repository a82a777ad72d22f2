import { describe, expect, it } from 'vitest';
import { openLog } from '../log/log.ts';
import { clientAddress, networkOf, readTrustedProxies } from './client-address.ts';
import { openHttp } from './server.ts';

const addressBy = (setting: string, remoteAddress: string, forwarded?: string): string => {
  const isTrusted = readTrustedProxies(setting);
  if (!isTrusted) throw new Error(`${setting} is refused`);
  return clientAddress(isTrusted)({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });
};

describe('the address of a caller', () => {
  it.each([
    ['nobody is trusted', 'false', '192.0.2.9', '203.0.113.1', '192.0.2.9'],
    ['the caller is no proxy', '10.0.0.0/8', '192.0.2.9', '203.0.113.1', '192.0.2.9'],
    ['the proxy says who', '10.0.0.0/8', '10.1.1.1', '203.0.113.1', '203.0.113.1'],
    ['what the caller claims stands left', '10.0.0.0/8', '10.1.1.1', '198.51.100.7, 203.0.113.1', '203.0.113.1'],
    ['two proxies in a row', '10.0.0.0/8', '10.1.1.1', '198.51.100.7, 203.0.113.1, 10.2.2.2', '203.0.113.1'],
    ['the caller claims to be a proxy', '10.0.0.0/8', '10.1.1.1', '10.9.9.9, 203.0.113.1', '203.0.113.1'],
    ['all are proxies', '10.0.0.0/8', '10.1.1.1', '10.9.9.9', '10.9.9.9'],
    ['no header', '10.0.0.0/8', '10.1.1.1', undefined, '10.1.1.1'],
    ['a count of one', '1', '10.1.1.1', '198.51.100.7, 203.0.113.1', '203.0.113.1'],
    ['a count of two', '2', '10.1.1.1', '198.51.100.7, 203.0.113.1, 10.2.2.2', '203.0.113.1'],
    ['rubbish from the proxy', '1', '10.1.1.1', '203.0.113.1, <script>', '10.1.1.1'],
    ['a port and brackets', '1', '::1', '[2001:DB8::7]:443', '2001:db8::7'],
    ['IPv4 inside IPv6', '10.0.0.5', '::ffff:10.0.0.5', '203.0.113.1:5000', '203.0.113.1'],
    ['an IPv6 network', '2001:db8::/32, 10.0.0.5', '2001:db8:7::1', '203.0.113.1', '203.0.113.1'],
  ])('%s', (_, setting, remote, forwarded, expected) => {
    expect(addressBy(setting, remote, forwarded)).toBe(expected);
  });

  it.each(['true', '', '0', '11', '-1', '10.0.0.0/33', '10.0.0', 'proxy.example', '10.0.0.1/8/8', '2001:db8::/129'])(
    'takes no setting like "%s"',
    (setting) => expect(readTrustedProxies(setting)).toBeUndefined(),
  );

  it('is the same by both doors', async () => {
    const { app, fastPath } = openHttp({
      log: openLog('silent'),
      version: '1',
      trustProxy: '127.0.0.1 10.0.0.0/8',
      isAccessLogged: false,
      drain: { idleMs: 0, mostMs: 1_000 },
      observe: () => undefined,
    });
    app.post('/api/address', (request, reply) => {
      request.isAuthorised = true;
      void reply.send({ address: request.callerAddress });
    });
    fastPath.open('/api/fast', 1_000, async (call) => ({
      status: 200,
      body: JSON.stringify({ address: call.callerAddress }),
    }));
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const ask = async (path: string, forwarded: string) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded };
      const answer = await fetch(origin + path, { method: 'POST', headers, body: '{}' });
      return ((await answer.json()) as { address: string }).address;
    };
    try {
      for (const [forwarded, expected] of [
        ['198.51.100.7', '198.51.100.7'],
        ['198.51.100.7, 203.0.113.1', '203.0.113.1'],
        ['198.51.100.7, 203.0.113.1, 10.1.1.1', '203.0.113.1'],
        ['nonsense', '127.0.0.1'],
      ] as const)
        for (const path of ['/api/address', '/api/fast']) expect(await ask(path, forwarded)).toBe(expected);
    } finally {
      await app.close();
    }
  });
});

describe('a network', () => {
  it.each([
    ['203.0.113.77', '203.0.113'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['2001:0db8:0000:0000:1::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('of %s is %s', (address, expected) => expect(networkOf(address)).toBe(expected));
});

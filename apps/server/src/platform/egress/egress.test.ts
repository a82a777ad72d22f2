import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DnsServer, dnsServer } from '../../testkit/sso/dns-server.ts';
import { addressClass } from './address-class.ts';
import { EgressFailure, openEgress } from './egress.ts';

/** Each form of an address that is not of a server on the internet, as it can stand in the host of a URL. */
const forms: Record<string, readonly string[]> = {
  'loopback in all spellings of IPv4': [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '0177.1',
    '127.0.0.1.',
    '127.0x0.0.1',
    '0x7F.0x0.0x0.0x1',
    '127.000.000.001',
    '①②⑦.⓪.⓪.①',
    '１２７.0.0.1',
    '127。0。0。1',
    '%31%32%37.0.0.1',
  ],
  'this network': ['0.0.0.0', '0', '0x0', '0.1.2.3', '00.0.0.0', '0.255.255.255'],
  'private networks': [
    '10.0.0.1',
    '10.255.255.255',
    '10.1',
    '167772161',
    '0xa000001',
    '012.0.0.1',
    '172.16.0.1',
    '172.31.255.254',
    '0xac.0x10.0.1',
    '192.168.0.1',
    '192.168.255.255',
    '192.168.1',
    '3232235521',
    '0300.0250.0.1',
    '100.64.0.1',
    '100.127.255.254',
  ],
  'link-local and metadata of clouds': [
    '169.254.169.254',
    '169.254.0.1',
    '169.254.255.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.16689662',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    '[fe80::a9fe:a9fe]',
  ],
  'ranges for documents, tests and protocols': [
    '192.0.0.1',
    '192.0.0.170',
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
    '198.18.0.1',
    '198.19.255.254',
    '192.88.99.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.175.48.1',
  ],
  'multicast, reserved and broadcast': [
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '254.1.2.3',
    '4294967295',
    '0xffffffff',
  ],
  'IPv6 loopback and unspecified': ['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[0:0::0]', '[::0.0.0.1]'],
  'IPv4 inside IPv6': [
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:a00:1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[::ffff:192.168.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '[0000:0000:0000:0000:0000:FFFF:127.0.0.1]',
    '[::ffff:8.8.8.8]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::169.254.169.254]',
  ],
  NAT64: [
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b:1::1]',
    '[64:ff9b:1:fffe::10.0.0.1]',
  ],
  '6to4 and Teredo': [
    '[2002:7f00:1::]',
    '[2002:7f00:1::1]',
    '[2002:a9fe:a9fe::]',
    '[2002:c0a8:1::1]',
    '[2002:a00:1::]',
    '[2001::1]',
    '[2001:0:7f00:1::]',
    '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
    '[2001:0:0:0:0:0:80ff:fffe]',
  ],
  'IPv6 of sites, links, groups and documents': [
    '[fc00::1]',
    '[fd00::1]',
    '[fd12:3456:789a::1]',
    '[fdff:ffff::1]',
    '[fe80::1]',
    '[febf::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[ff05::2]',
    '[ff0e::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[2001:2::1]',
    '[2001:10::1]',
    '[2001:20::1]',
    '[100::1]',
    '[5f00::1]',
    '[2620:4f:8000::1]',
    '[4000::1]',
    '[8000::1]',
  ],
};
const all = Object.values(forms).flat();

let server: Server;
let port: number;
let dns: DnsServer;
/** Runs what a test calls. Other sockets of this process, such as those of tests before this one, do not count. */
const calling = new AsyncLocalStorage<true>();
/** Sockets that calls open over TCP, wherever they lead. */
let connections = 0;
const count = () => {
  if (calling.getStore()) connections += 1;
};
beforeAll(async () => {
  server = createServer((request, answer) => {
    if (request.url === '/moved') answer.writeHead(302, { location: '/' }).end();
    else if (request.url === '/large') answer.end('x'.repeat(2_000));
    else if (request.url === '/silent') answer.writeHead(200).write('{');
    else answer.end(`{"host":"${request.headers.host}"}`);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  ({ port } = server.address() as AddressInfo);
  dns = await dnsServer();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await dns.close();
});
beforeEach(() => {
  connections = 0;
  subscribe('net.client.socket', count);
});
afterEach(() => void unsubscribe('net.client.socket', count));

const counted = (settings: Parameters<typeof openEgress>[0]) => {
  const egress = openEgress(settings);
  return (call: Parameters<typeof egress>[0]) => calling.run(true, () => egress(call));
};
const strict = () => counted({ isInnerAllowed: false, dnsServers: [dns.address] });
const lenient = (more = {}) => counted({ isInnerAllowed: true, dnsServers: [dns.address], ...more });
const refusalOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof EgressFailure ? error.message : String(error)),
  );

describe('calls to addresses that a customer writes down', () => {
  it(`opens no connection to ${all.length} forms of special addresses`, async () => {
    expect(all.length).toBeGreaterThanOrEqual(120);
    for (const form of all) {
      const refusal = await refusalOf(strict()({ address: `https://${form}:${port}/` }));
      expect([form, refusal]).toEqual([form, expect.stringMatching(/inner network|not an address/)]);
    }
    expect(connections).toBe(0);
  });

  it('opens none where a name has such an address, alone or beside a public one', async () => {
    const named = all.flatMap((form) => {
      const url = `https://${form}/`;
      return URL.canParse(url) ? [new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')] : [];
    });
    expect(named.length).toBeGreaterThanOrEqual(120);
    for (const [i, address] of named.entries()) {
      dns.answer(`alone${i}.example`, address);
      dns.answer(`beside${i}.example`, '93.184.215.14', address);
      for (const name of ['alone', 'beside'])
        expect([address, await refusalOf(strict()({ address: `https://${name}${i}.example:${port}/` }))]).toEqual([
          address,
          expect.stringMatching(/inner network/),
        ]);
    }
    expect(connections).toBe(0);
  });

  it('connects to the address that was judged, whatever the name answers a moment later', async () => {
    dns.answer('idp.example', '127.0.0.1');
    dns.answerNext('idp.example', '10.255.255.1');
    const answer = await lenient()({ address: `http://idp.example:${port}/` });
    expect(answer).toMatchObject({ status: 200, text: `{"host":"idp.example:${port}"}` });
    expect([connections, dns.asked('idp.example', 'A')]).toEqual([1, 1]);
  });

  it('takes no http, no password in the address and no other scheme', async () => {
    for (const address of [
      'http://8.8.8.8/',
      'ftp://8.8.8.8/',
      'https://user:word@8.8.8.8/',
      'file:///etc/passwd',
      'x',
    ])
      expect(await refusalOf(strict()({ address }))).toMatch(/must|not an address/);
    expect(connections).toBe(0);
  });

  it('reaches inner networks where the operator allows it, but no link-local or metadata address', async () => {
    const address = `http://127.0.0.1:${port}/`;
    expect((await lenient()({ address })).status).toBe(200);
    expect(connections).toBe(1);
    for (const form of [...(forms['link-local and metadata of clouds'] ?? []), '[::ffff:169.254.169.254]', '0.0.0.0'])
      expect([form, await refusalOf(lenient()({ address: `http://${form}:${port}/` }))]).toEqual([
        form,
        expect.stringMatching(/inner network/),
      ]);
    expect(connections).toBe(1);
  });

  it('follows no redirect, reads no more than it may and waits no longer than it may', async () => {
    const at = (path: string) => ({ address: `http://127.0.0.1:${port}${path}` });
    expect((await lenient()(at('/moved'))).status).toBe(302);
    expect(await refusalOf(lenient({ maxBytes: 1_000 })(at('/large')))).toBe('The answer is larger than 1000 bytes');
    expect(await refusalOf(lenient({ timeoutMs: 200 })(at('/silent')))).toBe('127.0.0.1 did not answer in time');
    expect(connections).toBe(3);
  });

  it('knows public addresses as such', () => {
    const known = [
      '8.8.8.8',
      '93.184.215.14',
      '1.1.1.1',
      '172.15.0.1',
      '172.32.0.1',
      '2606:4700::1111',
      '2a00:1450::1',
    ];
    expect(known.map(addressClass)).toEqual(known.map(() => 'public'));
    expect(['', 'x', '1.2.3', 'fe80::1%eth0', '2606:4700::1111%eth0'].map(addressClass)).toEqual(
      Array.from({ length: 5 }, () => 'refused'),
    );
  });
});

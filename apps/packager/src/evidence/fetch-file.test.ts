import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasTools } from '../testkit/tools.ts';
import { createWorld } from '../testkit/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-fetch-'));
const content = Buffer.from('0123456789'.repeat(20_000));
const sha256 = createHash('sha256').update(content).digest('hex');
writeFileSync(join(folder, 'file'), content);

/** Hosts that a URL can name and that are no vendor's: spellings too, which a URL brings into one form. */
const ipv4 = [
  '0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 127.0.0.1 127.1 127.255.255.254 169.254.169.254',
  '169.254.0.1 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170 192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255',
  '198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255',
  '2130706433 017700000001 0x7f000001 0x7f.1 0177.0.0.1 127.0.1 0xa.0.0.1 10.1 167772161 3232235777 0xc0a80001 0',
  '2852039166 0251.0376.0251.0376 ①②⑦.⓪.⓪.① 127。0。0。1 192.168.1 172.16.257 localhost inner.test both.test',
].flatMap((line) => line.split(' '));
const ipv6 = [
  ':: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::ffff:93.184.216.34 ::127.0.0.1 64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1 64:ff9b:1::1 100::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1 2001::1 2001:db8::1 2002:7f00:1::1',
  '2002:a00:1::1 3fff::1 4000::1 5f00::1 2001:10::1 2001:20::1 0:0:0:0:0:ffff:7f00:1',
].flatMap((line) => line.split(' ').map((address) => `[${address}]`));
const closed = [...ipv4, ...ipv6];

describe.skipIf(!hasTools())('fetching a file of a vendor', () => {
  let world: Awaited<ReturnType<typeof createWorld>>;
  beforeAll(async () => {
    world = await createWorld(folder, {
      'inner.test': '10.0.0.5',
      // Public, but the certificate of the server is another's.
      'stranger.test': '93.184.216.36',
      // A name with two addresses.
      'both.test': '93.184.216.35 both.test\n10.0.0.6',
    });
  });
  afterAll(() => {
    world.stop();
    rmSync(folder, { recursive: true });
  });

  const trial = fileURLToPath(new URL('../testkit/fetch-trial.ts', import.meta.url));
  const fetchAll = (...wanted: { address: string; sha256?: string; limits?: object }[]): string[] => {
    const list = join(folder, 'wanted.json');
    writeFileSync(list, JSON.stringify(wanted.map((one) => ({ sha256, ...one }))));
    const target = mkdtempSync(join(folder, 'target-'));
    const { stdout, stderr } = world.run(trial, target, list);
    if (stdout === '') throw new Error(stderr);
    const results = JSON.parse(stdout) as string[];
    for (const [index, result] of results.entries())
      if (result.startsWith('fetched')) expect(readFileSync(join(target, `fetched-${index}`))).toEqual(content);
    return results;
  };
  const at = (path: string) => ({ address: `https://vendor.test/${path}` });

  it('brings the right file, also over redirects and when the connection is cut again and again', () => {
    const redirect = (to: string) => at(`to/${encodeURIComponent(to)}`);
    expect(fetchAll(at('file/file'), redirect('/file/file'), at('cut/file'), at('flip/file'))).toEqual(
      Array(4).fill('fetched 200000'),
    );
  });

  it('makes no connection to 120 addresses that are not public, directly or by a redirect', () => {
    const direct = closed.map((host) => ({ address: `https://${host}/file/file` }));
    // A header holds no other letters.
    const spelled = closed.filter((host) => /^[!-~]+$/.test(host));
    const sent = spelled.map((host) => at(`to/${encodeURIComponent(`https://${host}/file/file`)}`));
    expect(direct.length + sent.length).toBeGreaterThanOrEqual(120);
    const before = world.connections().length;
    expect(new Set(fetchAll(...direct))).toEqual(new Set(['privateAddress']));
    expect(world.connections().length).toBe(before);
    expect(new Set(fetchAll(...sent))).toEqual(new Set(['privateAddress']));
    expect(world.connections().slice(before)).toEqual(Array(sent.length).fill('::ffff:93.184.216.34'));
  });

  it('names what went wrong', () => {
    const other = { ...at('file/file'), sha256: 'f'.repeat(64) };
    const endless = { ...at('endless'), limits: { bytes: 1_000_000, totalMs: 60_000 } };
    const redirectToHttp = at(`to/${encodeURIComponent('http://vendor.test/file/file')}`);
    const silent = { address: 'https://other.vendor.test/file/file' };
    const stranger = { address: 'https://stranger.test/file/file' };
    expect(
      fetchAll(
        { address: 'http://vendor.test/file/file' },
        redirectToHttp,
        { address: 'file:///etc/passwd' },
        at('huge'),
        endless,
        at('loop/x'),
        at('status/404'),
        at('status/503'),
        at('nothing'),
        other,
        silent,
        stranger,
      ),
    ).toEqual([
      'notHttps',
      'notHttps',
      'notHttps',
      'tooLarge',
      'tooLarge',
      'vendorDown',
      'vendorDown',
      'vendorDown',
      'vendorDown',
      'movedOn',
      'vendorDown',
      'vendorDown',
    ]);
  });
});

import { sha256Of } from '../manifest.ts';
import type { Bench, Hostile } from './bench.ts';

const sentTo = (address: string): string => `https://vendor.test/to/${encodeURIComponent(address)}`;

/** The file is the good one, or would be; the way to it is not. */
export const badWays = ({ at }: Bench): Hostile[] => {
  const make = (): string => 'tool.msi';
  const way = (hold: Hostile['hold'], name: string, url: string): Hostile => ({ name, hold, make, told: { url } });
  return [
    way('notHttps', 'an address without encryption', 'http://vendor.test/file/tool.msi'),
    way('notHttps', 'a redirect to an address without encryption', sentTo('http://vendor.test/file/tool.msi')),
    way('notHttps', 'a redirect to a file of this machine', sentTo('file:///etc/passwd')),
    way('notHttps', 'a redirect to another protocol', sentTo('ftp://vendor.test/file/tool.msi')),
    way('privateAddress', 'a name with a private address', 'https://inner.vendor.test/file/tool.msi'),
    way('privateAddress', 'a redirect to this machine', sentTo('https://127.0.0.1/file/tool.msi')),
    way('privateAddress', 'a redirect to the secrets of a cloud', sentTo('https://169.254.169.254/file/tool.msi')),
    way('privateAddress', 'a redirect to this machine in IPv6', sentTo('https://[::ffff:127.0.0.1]/file/tool.msi')),
    way('privateAddress', 'a private address behind the name of a person', sentTo('https://vendor.test@10.0.0.1/x')),
    way('vendorDown', 'a redirect that never ends', 'https://vendor.test/loop/x'),
    way('vendorDown', 'no file', 'https://vendor.test/status/404'),
    way('vendorDown', 'a page for people who have paid', 'https://vendor.test/status/403'),
    way('tooLarge', 'a file that says it has five gigabytes', 'https://vendor.test/huge/x'),
    way('movedOn', 'a file that says it is shorter than it is', 'https://vendor.test/short/tool.msi'),
    way('movedOn', 'a file that comes packed', 'https://vendor.test/packed/tool.msi'),
    way('movedOn', 'a file of which the second half is of another', 'https://vendor.test/mixed/setup.exe'),
    { name: 'a hash of no file', hold: 'movedOn', make, told: { sha256: 'a'.repeat(64) } },
    { name: 'the hash of another file', hold: 'movedOn', make, told: { sha256: sha256Of(at('setup.exe')) } },
    // Asked for again and again, with pauses: these take half a minute.
    way('vendorDown', 'a file that says it is longer than it is', 'https://vendor.test/long/tool.msi'),
    way('vendorDown', 'the certificate of another host', 'https://stranger.test/file/tool.msi'),
  ];
};

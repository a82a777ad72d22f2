import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseDpkgStatus } from './dpkg.ts';
import { linuxOs } from './linux-os.ts';
import { parseOsRelease } from './os-release.ts';
import { parseRpmList } from './rpm.ts';
import { parsePasswd, parseUtmp } from './users.ts';

const status = `Package: openssl
Status: install ok installed
Priority: optional
Section: utils
Maintainer: Debian OpenSSL Team <pkg-openssl-devel@alioth-lists.debian.net>
Architecture: amd64
Multi-Arch: foreign
Version: 3.0.15-1~deb12u1
Depends: libc6 (>= 2.34)
Conffiles:
 /etc/ssl/openssl.cnf 3ba7d4b4c1d4d7c3c5d0a6e8d1ab3a52
Description: Secure Sockets Layer toolkit
 Package: not a field, a line of the description
 .
 Version: 0.0

Package: removed-but-kept
Status: deinstall ok config-files
Architecture: amd64
Version: 1.0

Package: half
Status: install ok half-configured
Architecture: all
Version: 2:4.5-6
`;

describe('dpkg', () => {
  it('lists what is on the disk, with its version, and nothing of removed packages', () => {
    expect(parseDpkgStatus(status)).toEqual([
      {
        name: 'openssl',
        publisher: 'Debian OpenSSL Team',
        version: '3.0.15-1~deb12u1',
        scope: 'machine',
        productCode: 'openssl',
        source: 'dpkg',
        architecture: 'amd64',
      },
      expect.objectContaining({ name: 'half', version: '2:4.5-6', publisher: '', architecture: 'all' }),
    ]);
  });
});

describe('rpm', () => {
  it('reads our query format; signing keys are no software', () => {
    const text =
      'bash\t5.2.26-3.fc40\tx86_64\tFedora Project\ngpg-pubkey\ta15b79cc-63d04c2c\t\t\nshadow-utils\t2:4.15.1-3\tx86_64\t\n';
    expect(parseRpmList(text)).toEqual([
      expect.objectContaining({ name: 'bash', version: '5.2.26-3.fc40', publisher: 'Fedora Project', source: 'rpm' }),
      expect.objectContaining({ name: 'shadow-utils', version: '2:4.15.1-3', publisher: '' }),
    ]);
  });
});

describe('facts', () => {
  it.each([
    [
      'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\n',
      { name: 'Debian GNU/Linux 12 (bookworm)', version: '12' },
    ],
    ["NAME='Arch Linux'\nBUILD_ID=rolling\n", { name: 'Arch Linux', version: 'rolling' }],
    ['PRETTY_NAME="A \\"quoted\\" name"\n', { name: 'A "quoted" name', version: '' }],
    ['', { name: 'Linux', version: '' }],
  ])('os-release %#', (text, expected) => expect(parseOsRelease(text)).toEqual(expected));

  it('users are the people who may log in', () => {
    const passwd = [
      'root:x:0:0:root:/root:/bin/bash',
      'www-data:x:33:33::/var/www:/usr/sbin/nologin',
      'ana:x:1000:1000:Ana,,,:/srv/ana:/bin/bash',
      'locked:x:1001:1001::/srv/locked:/usr/sbin/nologin',
      'nobody:x:65534:65534:nobody:/nonexistent:/bin/sh',
    ].join('\n');
    expect(parsePasswd(passwd)).toEqual(['ana']);
  });

  it('and those who are logged in', () => {
    const login = Buffer.alloc(384);
    login.writeInt16LE(7);
    login.write('jonas', 44);
    const boot = Buffer.alloc(384);
    boot.writeInt16LE(2);
    boot.write('reboot', 44);
    expect(parseUtmp(Buffer.concat([boot, login, login.subarray(0, 100)]))).toEqual(['jonas']);
  });
});

describe('a Linux below another root', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'patchkeep-root-'));
    for (const folder of ['etc', 'var/lib/dpkg', 'run/systemd/users'])
      mkdirSync(join(root, folder), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('tells its own facts and software', async () => {
    writeFileSync(join(root, 'var/lib/dpkg/status'), status);
    writeFileSync(join(root, 'etc/os-release'), 'PRETTY_NAME="Test 1"\nVERSION_ID=1\n');
    writeFileSync(join(root, 'etc/machine-id'), `${'ab'.repeat(16)}\n`);
    writeFileSync(join(root, 'run/systemd/users/1000'), 'NAME=ana\nSTATE=active\n');
    const os = linuxOs({ root });
    expect((await os.listSoftware()).map(({ name }) => name)).toEqual(['openssl', 'half']);
    const facts = await os.readFacts();
    expect(facts).toMatchObject({ os: { family: 'linux', name: 'Test 1', version: '1' }, users: ['ana'] });
    expect(facts.freeDiskBytes).toBeGreaterThan(0);
    const hardware = await os.readHardwareId();
    expect(hardware).toMatch(/^[0-9a-f]{64}$/);
    expect(hardware).not.toContain('abab');
  });

  it('has no id of its own where the system keeps none', async () => {
    writeFileSync(join(root, 'etc/machine-id'), 'uninitialized\n');
    expect(await linuxOs({ root }).readHardwareId()).toBeUndefined();
  });

  it('is an error, not an empty system, when its list cannot be read', async () => {
    mkdirSync(join(root, 'var/lib/dpkg/status'));
    await expect(linuxOs({ root }).listSoftware()).rejects.toThrow(/EISDIR/);
  });

  const hasRpm = (() => {
    try {
      execFileSync('rpm', ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();
  it.skipIf(!hasRpm)('asks rpm where rpm keeps the list', async () => {
    const spec = join(root, 'probe.spec');
    const about =
      'Name: probe\nEpoch: 2\nVersion: 1.5\nRelease: 3\nSummary: x\nLicense: x\nVendor: Probe Makers\nBuildArch: noarch';
    writeFileSync(spec, `${about}\n%description\nx\n%files\n`);
    execFileSync('rpmbuild', ['-bb', '--define', `_topdir ${root}/build`, spec], { stdio: 'ignore' });
    const built = join(root, 'build/RPMS/noarch/probe-1.5-3.noarch.rpm');
    const rpm = (...args: string[]) =>
      execFileSync('rpm', ['--root', root, '--dbpath', '/var/lib/rpm', ...args], { stdio: 'ignore' });
    rpm('--initdb');
    expect(await linuxOs({ root }).listSoftware()).toEqual([]);
    rpm('--nodeps', '--ignoreos', '--force-debian', '-i', built);
    expect(await linuxOs({ root }).listSoftware()).toEqual([
      {
        name: 'probe',
        publisher: 'Probe Makers',
        version: '2:1.5-3',
        scope: 'machine',
        productCode: 'probe',
        source: 'rpm',
        architecture: 'noarch',
      },
    ]);
  });
});

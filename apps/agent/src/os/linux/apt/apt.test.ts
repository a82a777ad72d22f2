import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseDpkgStatus } from '../dpkg.ts';
import { linuxOs } from '../linux-os.ts';
import {
  buildPackage,
  makeSigningKey,
  type Published,
  publishRepository,
  type SigningKey,
} from './repository.factory.ts';

/*
 * The apt, dpkg and gpgv of this machine, on a system of their own below another root, with repositories on the disk.
 */
const programs = ['/usr/bin/apt-get', '/usr/bin/dpkg', '/usr/bin/gpg', '/usr/bin/gpgconf', '/usr/bin/dpkg-deb'];
const isPossible = process.getuid?.() === 0 && programs.every((program) => existsSync(program));
if (!isPossible && process.env['CI']) throw new Error(`The tests of apt need root and ${programs.join(', ')}`);

const signal = AbortSignal.timeout(600_000);
let key: SigningKey;
let stranger: SigningKey;
beforeAll(() => {
  if (!isPossible) return;
  key = makeSigningKey();
  stranger = makeSigningKey();
});
afterAll(() => {
  key?.[Symbol.dispose]();
  stranger?.[Symbol.dispose]();
});

let home: string;
let root: string;
const at = (...names: string[]): string => join(root, ...names);
const repository = (name = 'signed'): string => join(home, name);
const sources = (name: string, text: string): void => writeFileSync(at('etc/apt/sources.list.d', name), text);
/** The lists are made anew with the next question. */
const ageLists = (): void => utimesSync(at('var/lib/apt/lists/partial'), 0, 0);
const dpkg = (...given: string[]): void => void execFileSync('dpkg', [`--root=${root}`, ...given], { stdio: 'ignore' });
const install = (...packages: Published[]): void => {
  for (const each of packages) dpkg('--install', join(home, buildPackage(home, each)));
};
const publish = (...packages: Published[]): void => publishRepository(repository(), packages, key);
const alpha = (version: string, more: Partial<Published> = {}): Published => ({ name: 'alpha', version, ...more });
const beta = (version: string, more: Partial<Published> = {}): Published => ({ name: 'beta', version, ...more });
const os = () => linuxOs({ root });
const system = () => {
  const { systemPackages } = os();
  if (!systemPackages) throw new Error('A Linux has packages');
  return systemPackages;
};
const installed = (): Record<string, string> =>
  Object.fromEntries(
    parseDpkgStatus(readFileSync(at('var/lib/dpkg/status'), 'utf8')).map(({ name, version }) => [name, version]),
  );
const offers = async (): Promise<Record<string, string>> => {
  ageLists();
  const copies = await system().withOffers(await os().listSoftware(), signal);
  return Object.fromEntries(copies.flatMap(({ name, offered }) => (offered === undefined ? [] : [[name, offered]])));
};
/** As after an inspection, whose lists are those an order was planned by. */
const upgrade = async (name: string, version: string) => {
  await offers();
  return system().upgrade({ name, version }, signal);
};

beforeEach(() => {
  if (!isPossible) return;
  home = mkdtempSync(join(tmpdir(), 'patchkeep-apt-'));
  // Apt reads repositories as a user without rights.
  execFileSync('chmod', ['755', home]);
  root = join(home, 'root');
  for (const folder of ['etc/apt/sources.list.d', 'etc/apt/preferences.d', 'var/lib/apt/lists/partial', 'run'])
    mkdirSync(at(folder), { recursive: true });
  for (const folder of ['var/cache/apt/archives/partial', 'var/lib/dpkg/info', 'var/lib/dpkg/updates', 'var/log/apt'])
    mkdirSync(at(folder), { recursive: true });
  writeFileSync(at('var/lib/dpkg/status'), '');
  writeFileSync(at('etc/apt/probe.gpg'), key.publicKey);
  sources('probe.list', `deb [signed-by=${at('etc/apt/probe.gpg')}] file:${repository()} ./\n`);
  install(alpha('1.0-1'), beta('1.0-1'));
});
afterEach(() => {
  if (isPossible) rmSync(home, { recursive: true });
});

describe.skipIf(!isPossible)('what the repositories of a host offer', () => {
  it('is told for each copy that is older, and for no other', async () => {
    publish(alpha('1.1-1'), beta('0.9-1'), { name: 'gamma', version: '5' });
    expect(await offers()).toEqual({ alpha: '1.1-1' });
  });

  it('is read from lists that are younger than six hours, and from new ones otherwise', async () => {
    publish(alpha('1.1-1'));
    expect(await offers()).toEqual({ alpha: '1.1-1' });
    publish(alpha('1.2-1'));
    const read = async () =>
      (await system().withOffers(await os().listSoftware(), signal)).flatMap(({ offered }) => offered ?? []);
    expect(await read()).toEqual(['1.1-1']);
    const past = Date.now() / 1_000 - 6 * 3_600 - 60;
    utimesSync(at('var/lib/apt/lists/partial'), past, past);
    expect(await read()).toEqual(['1.2-1']);
  });

  it('counts for nothing where apt was told to believe a repository that it did not check', async () => {
    publish(beta('1.1-1'));
    publishRepository(repository('loose'), [alpha('2.0-1')]);
    for (const [file, text] of [
      ['loose.list', `deb [trusted=yes] file:${repository('loose')} ./\n`],
      ['loose.sources', `Types: deb\nURIs: file:${repository('loose')}\nSuites: ./\nTrusted: yes\n`],
    ] as const) {
      sources(file, text);
      expect([file, await offers()]).toEqual([file, { beta: '1.1-1' }]);
      expect(await system().upgrade({ name: 'alpha', version: '2.0-1' }, signal)).toEqual({
        kind: 'refused',
        cause: 'alpha 2.0-1 comes from a repository whose signature apt did not check',
      });
      rmSync(at('etc/apt/sources.list.d', file));
    }
    expect(installed()).toEqual({ alpha: '1.0-1', beta: '1.0-1' });
  });

  it('counts for nothing where the repository is not signed, or by a stranger', async () => {
    publish(beta('1.1-1'));
    sources('loose.list', `deb [allow-insecure=yes] file:${repository('loose')} ./\n`);
    publishRepository(repository('loose'), [alpha('2.0-1')]);
    expect(await offers()).toEqual({ beta: '1.1-1' });
    sources('loose.list', `deb [signed-by=${at('etc/apt/probe.gpg')}] file:${repository('loose')} ./\n`);
    publishRepository(repository('loose'), [alpha('2.0-1')], stranger);
    expect(await offers()).toEqual({ beta: '1.1-1' });
    expect(await system().upgrade({ name: 'alpha', version: '2.0-1' }, signal)).not.toEqual({ kind: 'upgraded' });
    expect(installed()['alpha']).toBe('1.0-1');
  });

  it('counts for nothing where an unchecked repository has the same version as a signed one', async () => {
    publish(alpha('1.1-1'));
    publishRepository(repository('loose'), [alpha('1.1-1')]);
    sources('loose.list', `deb [trusted=yes] file:${repository('loose')} ./\n`);
    expect(await offers()).toEqual({});
  });

  it('leaves out what the administrator of the host holds', async () => {
    publish(alpha('1.1-1'), beta('1.1-1'));
    execFileSync('dpkg', [`--root=${root}`, '--set-selections'], { input: 'alpha hold\n' });
    expect(await offers()).toEqual({ beta: '1.1-1' });
  });

  it('is nothing on a system without apt', async () => {
    rmSync(at('etc/apt'), { recursive: true });
    const copies = await system().withOffers(await os().listSoftware(), signal);
    expect(copies.filter(({ offered }) => offered !== undefined)).toEqual([]);
    expect(await system().upgrade({ name: 'alpha', version: '1.1-1' }, signal)).toBeUndefined();
  });
});

describe.skipIf(!isPossible)('an upgrade by the apt of the host', () => {
  it('brings the package to the version that was named, with what it needs', async () => {
    publish(alpha('1.1-1', { fields: { Depends: 'beta (>= 1.1)' } }), beta('1.1-1'));
    expect(await upgrade('alpha', '1.1-1')).toEqual({ kind: 'upgraded' });
    expect(installed()).toEqual({ alpha: '1.1-1', beta: '1.1-1' });
    expect(await system().upgrade({ name: 'alpha', version: '1.1-1' }, signal)).toEqual({ kind: 'thereAlready' });
  });

  it('first finishes what an interrupted installation left', async () => {
    publish(alpha('1.1-1'), { name: 'late', version: '1' });
    dpkg('--unpack', join(home, buildPackage(home, { name: 'late', version: '1' })));
    expect(await upgrade('alpha', '1.1-1')).toEqual({ kind: 'upgraded' });
    expect(readFileSync(at('var/lib/dpkg/status'), 'utf8')).toMatch(/Package: late\nStatus: install ok installed/);
  });

  it('removes nothing', async () => {
    publish(alpha('1.1-1', { fields: { Conflicts: 'beta' } }));
    const end = await upgrade('alpha', '1.1-1');
    expect(end).toMatchObject({ kind: 'failed', exitCode: 100, cause: expect.stringContaining('remove') });
    expect(installed()).toEqual({ alpha: '1.0-1', beta: '1.0-1' });
  });

  it('installs nothing that is not there', async () => {
    publish(alpha('1.1-1', { fields: { Depends: 'gamma' } }), { name: 'gamma', version: '1' });
    expect(await upgrade('alpha', '1.1-1')).toEqual({
      kind: 'refused',
      cause: 'apt would also install gamma, which is not there',
    });
    expect(await system().upgrade({ name: 'gamma', version: '1' }, signal)).toEqual({
      kind: 'refused',
      cause: 'gamma is not installed, and an upgrade installs nothing new',
    });
    expect(installed()).toEqual({ alpha: '1.0-1', beta: '1.0-1' });
  });

  it('takes nothing back to an older version', async () => {
    publish(alpha('0.9-1'), beta('0.9-1'), alpha('1.1-1', { fields: { Depends: 'beta (<< 1.0)' } }));
    expect(await upgrade('alpha', '0.9-1')).toEqual({ kind: 'refused', cause: 'alpha 1.0-1 is newer than 0.9-1' });
    expect(await system().upgrade({ name: 'alpha', version: '1.1-1' }, signal)).not.toEqual({ kind: 'upgraded' });
    expect(installed()).toEqual({ alpha: '1.0-1', beta: '1.0-1' });
  });

  it('of a version that is not there does nothing', async () => {
    publish(alpha('1.1-1'));
    expect(await upgrade('alpha', '1.2-1')).toEqual({ kind: 'notOffered' });
    expect(installed()['alpha']).toBe('1.0-1');
  });

  it('believes no dependency from a repository that apt did not check', async () => {
    publish(alpha('1.1-1', { fields: { Depends: 'beta (>= 1.1)' } }));
    publishRepository(repository('loose'), [beta('1.1-1')]);
    sources('loose.list', `deb [trusted=yes] file:${repository('loose')} ./\n`);
    expect(await upgrade('alpha', '1.1-1')).toEqual({
      kind: 'refused',
      cause: 'beta 1.1-1 comes from a repository whose signature apt did not check',
    });
    expect(installed()).toEqual({ alpha: '1.0-1', beta: '1.0-1' });
  });

  it('whose package fails says so, and nothing else is upgraded until it is mended', async () => {
    publish(alpha('1.1-1', { postinst: '#!/bin/sh\nexit 7\n' }), beta('1.1-1'));
    expect(await upgrade('alpha', '1.1-1')).toMatchObject({ kind: 'failed', pkgResult: 'Error', exitCode: 100 });
    expect(await system().upgrade({ name: 'beta', version: '1.1-1' }, signal)).toMatchObject({
      kind: 'failed',
      cause: expect.stringContaining('dpkg'),
    });
    expect(installed()['beta']).toBe('1.0-1');
  });

  it('whose file is gone from the repository is tried again later', async () => {
    publish(alpha('1.1-1'));
    await offers();
    rmSync(join(repository(), 'alpha_1.1-1_all.deb'));
    expect(await system().upgrade({ name: 'alpha', version: '1.1-1' }, signal)).toMatchObject({
      kind: 'failed',
      pkgResult: 'Source',
    });
  });
});

describe('a note that a restart is needed', () => {
  it.skipIf(!isPossible)('is told with the packages that want it', async () => {
    expect(await os().readPendingRestart?.()).toEqual([]);
    writeFileSync(at('run/reboot-required'), '*** System restart required ***\n');
    expect(await os().readPendingRestart?.()).toEqual(['an update of the system']);
    writeFileSync(at('run/reboot-required.pkgs'), 'libc6\nlibc6\nlinux-base\n');
    expect(await os().readPendingRestart?.()).toEqual(['libc6', 'linux-base']);
  });
});

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { starterChannels } from '@patchkeep/starter/channels';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readNewestManifests } from '../manifests/newest-manifests.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, '../main.ts');
const sha = 'ab'.repeat(32);
let folder: string;

const manifest = (id: string, version: string, kind = 'nullsoft'): string => `
PackageIdentifier: ${id}
PackageVersion: ${version}
InstallerType: ${kind}
Scope: machine
Installers:
- Architecture: x64
  InstallerUrl: https://vendor.example/${version}
  InstallerSha256: ${sha}
`;
const put = (path: string, text: string): void => {
  mkdirSync(join(folder, 'tree', path, '..'), { recursive: true });
  writeFileSync(join(folder, 'tree', path), text);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packager-'));
  const zip = 'manifests/7/7zip/7zip';
  for (const version of ['9.20', '24.08', '24.9'])
    put(`${zip}/${version}/7zip.7zip.installer.yaml`, manifest('7zip.7zip', version));
  put(`${zip}/9.20/7zip.7zip.locale.en-US.yaml`, 'ManifestType: defaultLocale');
  put(`${zip}/99.0/7zip.7zip.installer.yaml`, 'Installers: [');
  put(`${zip}/98.0/7zip.7zip.installer.yaml`, manifest('Evil.7zip', '98.0'));
  put(`${zip}/97.0/7zip.7zip.installer.yaml`, manifest('7zip.7zip', '1.0'));
  put(`${zip}/96.0/7zip.7zip.installer.yaml`, manifest('7zip.7zip', '96.0').replace(sha, 'none'));
  put(`${zip}/nightly/7zip.7zip.installer.yaml`, manifest('7zip.7zip', 'nightly'));
  put('manifests/d/Discord/Discord/1/Discord.Discord.yaml', manifest('discord.discord', '1', 'msix'));
  put('manifests/s/Some/Other/1/Some.Other.installer.yaml', 'not ours: [');
  await run('tar', ['-czf', join(folder, 'tree.tar.gz'), '-C', join(folder, 'tree'), 'manifests']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rejected = [
  { manifest: 'manifests/7/7zip/7zip/96.0', reason: 'an installer without a SHA-256' },
  { manifest: 'manifests/7/7zip/7zip/97.0', reason: 'it says that it is version 1.0' },
  { manifest: 'manifests/7/7zip/7zip/98.0', reason: 'it says that it is Evil.7zip' },
  { manifest: 'manifests/7/7zip/7zip/99.0', reason: 'no installers' },
];
const byName = (a: { manifest: string }, b: { manifest: string }): number => (a.manifest < b.manifest ? -1 : 1);

describe('the newest manifests', () => {
  it.for(['tree', 'tree.tar.gz'])('of %s: bad ones are named, and the version before them counts', async (name) => {
    const found = await readNewestManifests([join(folder, name)], starterChannels);
    expect([...found.newest].map(([id, { version }]) => `${id} ${version}`).toSorted()).toEqual([
      '7zip.7zip 24.9',
      'Discord.Discord 1',
    ]);
    expect(found.rejected.toSorted(byName)).toEqual(rejected);
    expect({ ...found, newest: 0, rejected: 0 }).toEqual({ newest: 0, rejected: 0, versions: 9, installers: 5 });
  });

  it('is never one that says that it is another package or version than its folder', async () => {
    const { newest } = await readNewestManifests([join(folder, 'tree')], starterChannels);
    expect(newest.get('7zip.7zip')).toMatchObject({ packageId: '7zip.7zip', version: '24.9' });
  });
});

describe('packager applications', () => {
  const packager = (...given: string[]) => run(process.execPath, [program, 'applications', ...given]);

  it('prints the table, and as JSON', async () => {
    const { stdout } = await packager('--manifests', join(folder, 'tree.tar.gz'));
    expect(stdout).toMatch(/^7-zip +ready from the manifest +1\/1 +7zip\.7zip 24\.9$/m);
    expect(stdout).toMatch(/^discord +not offered +0\/0 +msix/m);
    expect(stdout).toMatch(/^ +267 known applications; 0 of the ready ones only for users$/m);
    expect(stdout).toContain('rejected manifests/7/7zip/7zip/99.0: no installers');
    const json = await packager('--json', '--manifests', join(folder, 'tree'));
    const { applications, ...read } = JSON.parse(json.stdout) as { applications: object[] };
    expect(read).toMatchObject({ versions: 9, installers: 5 });
    expect(applications).toContainEqual({
      channel: '7-zip',
      name: '7-Zip',
      manifests: { '7zip.7zip': '24.9' },
      outcome: 'manifest',
      reason: null,
      reasons: [],
      ready: [{ architecture: 'x64', scope: 'machine', family: 'exe', listedAs: 'exe', locale: null, edition: null }],
      variants: 1,
    });
  });

  it('says what is wrong with how it was called', async () => {
    await expect(packager()).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--manifests is missing.'),
    });
    const nowhere = packager('--manifests', join(folder, 'nowhere'));
    await expect(nowhere).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('no such file') });
  });
});

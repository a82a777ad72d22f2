import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentsOf } from './documents.ts';
import { readInstallers } from './installers.ts';

const sha = 'ab'.repeat(32);
const read = (...texts: string[]) =>
  readInstallers(documentsOf(texts.map((text, at) => ({ path: `1.0/a.${at}.yaml`, content: Buffer.from(text) }))));
const source = `InstallerUrl: https://vendor.example/a\n  InstallerSha256: ${sha.toUpperCase()}`;

describe('a manifest', () => {
  it('in several files: the one with installers counts, and what its root says holds for all of them', () => {
    const version = 'PackageIdentifier: A.B\nPackageVersion: 22.10\nManifestType: version';
    const installer = `
PackageIdentifier: A.B
PackageVersion: 22.10
InstallerType: Nullsoft
Scope: machine
UpgradeBehavior: uninstallPrevious
RequireExplicitUpgrade: true
InstallModes: [interactive, silent]
InstallerSwitches: { Silent: /S, Custom: /root }
InstallerSuccessCodes: [3010, -1978335226, x]
ExpectedReturnCodes:
- InstallerReturnCode: 1641
  ReturnResponse: rebootInitiated
Dependencies: { PackageDependencies: [{ PackageIdentifier: C.D }] }
UnsupportedArguments: [log]
AppsAndFeaturesEntries:
- ProductCode: '{aa}'
  UpgradeCode: '{bb}'
  DisplayName: A B
  DisplayVersion: 22.10.0
  Publisher: A
  InstallerType: Wix
InstallationMetadata: { DefaultInstallLocation: '%ProgramFiles%\\A' }
Installers:
- Architecture: X64
  InstallerSwitches: { Custom: /own }
  ${source}
- Architecture: x86
  InstallerType: zip
  NestedInstallerType: wix
  NestedInstallerFiles: [{ RelativeFilePath: a.msi }]
  Scope: user
  InstallerLocale: de-DE
  ${source}
`;
    const found = read(version, installer);
    expect(found).toMatchObject({ rejected: [], manifest: { packageId: 'A.B', version: '22.10' } });
    expect('manifest' in found && found.manifest.installers).toEqual([
      {
        architecture: 'x64',
        scope: 'machine',
        kind: 'nullsoft',
        nestedKind: null,
        nestedFiles: [],
        locale: null,
        url: 'https://vendor.example/a',
        sha256: sha,
        switches: { Silent: '/S', Custom: '/own' },
        installModes: ['interactive', 'silent'],
        upgradeBehavior: 'uninstallprevious',
        isExplicitOnly: true,
        needsFolder: false,
        elevation: null,
        successCodes: [3010, -1978335226],
        returnCodes: [{ code: 1641, response: 'rebootInitiated' }],
        dependencies: ['C.D'],
        unsupportedArguments: ['log'],
        productCodes: ['{AA}'],
        upgradeCodes: ['{BB}'],
        entryKinds: ['wix'],
        displayNames: ['A B'],
        displayVersions: ['22.10.0'],
        publishers: ['A'],
        defaultFolder: '%ProgramFiles%\\A',
        minimumOs: null,
        unsupportedArchitectures: [],
      },
      expect.objectContaining({
        kind: 'zip',
        nestedKind: 'wix',
        nestedFiles: ['a.msi'],
        scope: 'user',
        locale: 'de-DE',
      }),
    ]);
  });

  it('in one file is read alike', () => {
    const single = `PackageIdentifier: A.B\nPackageVersion: 1\nManifestType: singleton\nInstallers:\n- Architecture: x64\n  ${source}`;
    expect(read(single)).toMatchObject({ manifest: { packageId: 'A.B', installers: [{ kind: 'exe', scope: null }] } });
  });

  it.for([
    ['no YAML', 'a: [', 'no installers'],
    ['two documents', `a: 1\n---\nb: 2`, 'no installers'],
    ['many aliases', `a: &a [x]\nb: &b [${'*a,'.repeat(40)}]\nc: [${'*b,'.repeat(40)}]`, 'no installers'],
    ['no name', `Installers:\n- Architecture: x64\n  ${source}`, 'no identifier or no version'],
    ['an empty list', 'PackageIdentifier: A.B\nPackageVersion: 1\nInstallers: []', 'no installers'],
  ] as const)('that is bad is rejected: %s', ([, text, reason]) => {
    expect(read(text)).toEqual({ rejected: reason });
  });

  it.for([
    ['ftp://vendor.example/a', sha, 'an installer without an address'],
    ['https://vendor.example/a', 'abc', 'an installer without a SHA-256'],
  ] as const)('leaves out an installer at %s with hash %s', ([url, hash, reason]) => {
    const text = `PackageIdentifier: A.B\nPackageVersion: 1\nInstallers:\n- InstallerUrl: ${url}\n  InstallerSha256: ${hash}`;
    expect(read(text)).toEqual({ manifest: { packageId: 'A.B', version: '1', installers: [] }, rejected: [reason] });
  });

  it('never throws, whatever stands under the keys it knows', () => {
    const keys = ['Scope', 'InstallerType', 'InstallerSwitches', 'Dependencies', 'ExpectedReturnCodes', 'InstallModes'];
    const anything = fc.dictionary(fc.constantFrom(...keys, 'AppsAndFeaturesEntries', 'PackageVersion'), fc.anything());
    fc.assert(
      fc.property(anything, fc.array(anything), (root, installers) => {
        const given = { PackageIdentifier: 'A.B', ...root, Installers: installers };
        const found = readInstallers([given]);
        expect('manifest' in found || found.rejected.length > 0).toBe(true);
      }),
    );
  });
});

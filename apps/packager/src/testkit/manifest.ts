import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productCode } from './installers.ts';

export const sha256Of = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

export interface ManifestTold {
  url: string;
  sha256: string;
  version?: string | undefined;
  kind?: 'wix' | 'nullsoft' | undefined;
  /** Further lines of the installer. */
  more?: string | undefined;
}

/** Says in a folder of manifests what a version of 7-Zip is. */
export const writeManifest = (
  manifests: string,
  { url, sha256, version = '2.5.1', kind = 'wix', more = '' }: ManifestTold,
): string => {
  const place = join(manifests, 'manifests/7/7zip/7zip', version);
  mkdirSync(place, { recursive: true });
  const text = `PackageIdentifier: 7zip.7zip
PackageVersion: ${version}
InstallerType: ${kind}
Scope: machine
Installers:
- Architecture: ${kind === 'wix' ? 'x64' : 'x86'}
  InstallerUrl: ${url}
  InstallerSha256: ${sha256.toUpperCase()}
${kind === 'wix' ? `  ProductCode: '${productCode}'\n` : ''}${more}ManifestType: installer
ManifestVersion: 1.6.0
`;
  writeFileSync(join(place, '7zip.7zip.installer.yaml'), text);
  // The folder that was named is what a packager that serves looks at.
  utimesSync(manifests, new Date(), new Date());
  return manifests;
};

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAuthority } from './authority.ts';
import { startClamd } from './clamd.ts';
import { startDatedClamd } from './dated-clamd.ts';
import { sign } from './installers.ts';
import { runTool } from './tools.ts';
import { createWorld } from './world.ts';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));

/** A file of the archive of manifests: its path and its text. */
export type ManifestFile = readonly [path: string, text: string];

export interface Release {
  packageId: string;
  version: string;
  kind: 'wix' | 'nullsoft';
  /** The installer as its makers built it, not signed yet. */
  file: string;
  /** The organisation that signs it. */
  publisher: string;
  productCode?: string;
}

/** What the manifest says of the installer of a release. */
const manifestOf = ({ packageId, version, kind, productCode }: Release, name: string, sha256: string): ManifestFile => {
  const [maker = '', product = ''] = packageId.split('.');
  const code = productCode === undefined ? '' : `\n  ProductCode: '${productCode}'`;
  const text = `PackageIdentifier: ${packageId}
PackageVersion: ${version}
InstallerType: ${kind}
Scope: machine
Installers:
- Architecture: x64
  InstallerUrl: https://vendor.test/file/${name}
  InstallerSha256: ${sha256.toUpperCase()}${code}
ManifestType: installer
ManifestVersion: 1.6.0
`;
  const folder = `winget-pkgs/manifests/${maker.charAt(0).toLowerCase()}/${maker}/${product}/${version}`;
  return [`${folder}/${packageId}.installer.yaml`, text];
};

/**
 * What a packager needs around it, in a network of its own: vendors that serve signed installers over HTTPS, the public
 * archive of manifests, and a scanner. Its folder holds the installers and everything else.
 */
export const packagerWorld = async ({ isScannerDated = false } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-vendor-'));
  const at = (name: string): string => join(folder, name);
  const world = await createWorld(folder, {});
  const scanner = await (isScannerDated ? startDatedClamd(folder) : startClamd(folder));
  const authority = createAuthority(folder, 'Code');
  const archive = at('manifests.tar.gz');
  return {
    at,
    authority,
    roots: authority.root,
    clamd: scanner.socket,
    archiveUrl: `https://vendor.test/file/${basename(archive)}`,
    startWith: world.startWith,
    /** A vendor signs an installer and serves it. The manifest is what the public would write about it. */
    release(given: Release) {
      const name = `${given.packageId}-${given.version}-${basename(given.file)}`.replaceAll(' ', '-');
      sign(given.file, at(name), authority.publisher(given.publisher));
      const installer = readFileSync(at(name));
      const sha256 = createHash('sha256').update(installer).digest('hex');
      return { installer, sha256, manifest: manifestOf(given, name, sha256) };
    },
    /** From now on the archive holds these manifests. */
    publish(manifests: readonly ManifestFile[]) {
      const tree = mkdtempSync(at('tree-'));
      for (const [path, text] of manifests) {
        mkdirSync(dirname(join(tree, path)), { recursive: true });
        writeFileSync(join(tree, path), text);
      }
      runTool(folder, 'tar', '--format=ustar', '-czf', `${archive}.coming`, '-C', tree, '.');
      renameSync(`${archive}.coming`, archive);
      rmSync(tree, { recursive: true });
    },
    /** Starts the packager as it is run, on a folder that a ceremony has put a key into. */
    serve(home: string, socket: string) {
      const given = ['--home', home, '--socket', socket, '--manifests', archive];
      return world.start(program, 'serve', ...given, '--roots', authority.root, '--clamd', scanner.socket);
    },
    async stop() {
      await scanner.stop();
      world.stop();
      rmSync(folder, { recursive: true });
    },
  };
};

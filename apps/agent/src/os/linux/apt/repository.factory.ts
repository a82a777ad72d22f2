import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A package in a repository: fields of its control file beyond the usual ones, and what it does while it is installed. */
export interface Published {
  name: string;
  version: string;
  fields?: Record<string, string>;
  postinst?: string;
}

const controlOf = ({ name, version, fields = {} }: Published): string =>
  Object.entries({
    Package: name,
    Version: version,
    Architecture: 'all',
    Maintainer: 'Probe Makers <a@b.example>',
    Description: 'a probe',
    ...fields,
  })
    .map(([field, value]) => `${field}: ${value}\n`)
    .join('');

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Builds a package file in a folder, and gives its name there. */
export const buildPackage = (folder: string, published: Published): string => {
  const name = `${published.name}_${published.version.replaceAll(':', '%3a')}_all.deb`;
  const tree = mkdtempSync(join(tmpdir(), 'patchkeep-deb-'));
  try {
    mkdirSync(join(tree, 'DEBIAN'));
    writeFileSync(join(tree, 'DEBIAN/control'), controlOf(published));
    if (published.postinst !== undefined)
      writeFileSync(join(tree, 'DEBIAN/postinst'), published.postinst, { mode: 0o755 });
    execFileSync('chmod', ['755', tree]);
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', tree, join(folder, name)], {
      stdio: 'ignore',
    });
  } finally {
    rmSync(tree, { recursive: true });
  }
  return name;
};

/** A key that signs repositories, on the disk until it is thrown away. */
export const makeSigningKey = () => {
  const home = mkdtempSync(join(tmpdir(), 'patchkeep-gpg-'));
  const gpg = (...given: string[]): Buffer =>
    execFileSync('gpg', ['--homedir', home, '--batch', '--quiet', '--yes', ...given], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  gpg('--passphrase', '', '--quick-generate-key', 'Probe Makers <a@b.example>', 'ed25519', 'sign', 'never');
  return {
    publicKey: gpg('--export'),
    sign: (file: string, output: string): void => void gpg('--clearsign', '--output', output, file),
    [Symbol.dispose]() {
      // Gpg leaves a process of its own behind.
      execFileSync('gpgconf', ['--homedir', home, '--kill', 'all'], { stdio: 'ignore' });
      rmSync(home, { recursive: true, force: true });
    },
  };
};
export type SigningKey = ReturnType<typeof makeSigningKey>;

/** Makes a folder a repository of these packages, as apt reads one; without a key it is an unsigned one. */
export const publishRepository = (folder: string, packages: readonly Published[], key?: SigningKey): void => {
  mkdirSync(folder, { recursive: true });
  const stanzas = packages.map((each) => {
    const file = buildPackage(folder, each);
    const path = join(folder, file);
    return `${controlOf(each)}Filename: ./${file}\nSize: ${statSync(path).size}\nSHA256: ${sha256(path)}\n`;
  });
  const list = join(folder, 'Packages');
  writeFileSync(list, stanzas.join('\n'));
  const release = join(folder, 'Release');
  writeFileSync(
    release,
    `Origin: Probe\nSuite: probe\nCodename: probe\nDate: ${new Date().toUTCString()}\nSHA256:\n ${sha256(list)} ${statSync(list).size} Packages\n`,
  );
  rmSync(join(folder, 'InRelease'), { force: true });
  key?.sign(release, join(folder, 'InRelease'));
};

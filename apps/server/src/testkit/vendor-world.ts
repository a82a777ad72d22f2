import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAuthority } from '../../../packager/src/testkit/authority.ts';
import { startClamd } from '../../../packager/src/testkit/clamd.ts';
import { makeMsi, productCode, sign } from '../../../packager/src/testkit/installers.ts';
import { createWorld } from '../../../packager/src/testkit/world.ts';
import { holdCeremony } from '../../../signer/src/keys.ts';
import { serveFolder } from '../../../signer/src/serve.ts';

export { hasTools } from '../../../packager/src/testkit/tools.ts';

const packagerProgram = fileURLToPath(new URL('../../../packager/src/main.ts', import.meta.url));

/**
 * A vendor of 7-Zip that serves one signed version over HTTPS, its manifest, a scanner, a signer and a packager that
 * vouches alone: the real programs, in a network of their own.
 */
export const vendorWorld = async (version: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-vendor-'));
  const at = (name: string): string => join(folder, name);
  const world = await createWorld(folder, {});
  const clamd = await startClamd(folder);
  const authority = createAuthority(folder, 'Code');
  sign(makeMsi(folder, 'plain.msi', version), at('tool.msi'), authority.publisher('Igor Pavlov'));
  const installer = readFileSync(at('tool.msi'));
  const sha256 = createHash('sha256').update(installer).digest('hex');
  const place = at(`manifests/manifests/7/7zip/7zip/${version}`);
  mkdirSync(place, { recursive: true });
  const text = `PackageIdentifier: 7zip.7zip
PackageVersion: ${version}
InstallerType: wix
Scope: machine
Installers:
- Architecture: x64
  InstallerUrl: https://vendor.test/file/tool.msi
  InstallerSha256: ${sha256.toUpperCase()}
  ProductCode: '${productCode}'
ManifestType: installer
ManifestVersion: 1.6.0
`;
  writeFileSync(join(place, '7zip.7zip.installer.yaml'), text);
  holdCeremony({ offline: at('offline'), signer: at('signer'), packager: at('packager'), now: new Date() });
  const signer = await serveFolder(at('signer'), {}, at('signer.sock'));
  const given = ['--home', at('packager'), '--socket', at('packager.sock'), '--manifests', at('manifests')];
  const checks = ['--roots', authority.root, '--clamd', clamd.socket];
  const packager = await world.start(packagerProgram, 'serve', ...given, ...checks);
  return {
    installer,
    sha256,
    signerSocket: at('signer.sock'),
    packagerSocket: at('packager.sock'),
    files: at('files'),
    /** As a power cut would. */
    killPackager: () => packager.kill(),
    async stop() {
      await packager.kill();
      await signer.close();
      await clamd.stop();
      world.stop();
      rmSync(folder, { recursive: true });
    },
  };
};

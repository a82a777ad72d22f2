import { makeMsi, productCode } from '../../../packager/src/testkit/installers.ts';
import { packagerWorld } from '../../../packager/src/testkit/packager-world.ts';
import { holdCeremony } from '../../../signer/src/keys.ts';
import { serveFolder } from '../../../signer/src/serve.ts';

export { hasTools } from '../../../packager/src/testkit/tools.ts';

/** A vendor of 7-Zip with one signed version and its manifest. */
export const vendorOf = async (version: string, scanner = { isScannerDated: false }) => {
  const world = await packagerWorld(scanner);
  const { at } = world;
  const file = makeMsi(at('.'), 'plain.msi', version);
  const { manifest, installer, sha256 } = world.release({
    packageId: '7zip.7zip',
    version,
    kind: 'wix',
    file,
    publisher: 'Igor Pavlov',
    productCode,
  });
  world.publish([manifest]);
  return { world, installer, sha256 };
};

/** Such a vendor, a signer, and a packager that vouches alone. */
export const vendorWorld = async (version: string) => {
  const { world, installer, sha256 } = await vendorOf(version);
  const { at } = world;
  holdCeremony({ offline: at('offline'), signer: at('signer'), packager: at('packager'), now: new Date() });
  const signer = await serveFolder(at('signer'), {}, at('signer.sock'));
  const packager = await world.serve(at('packager'), at('packager.sock'));
  return {
    installer,
    sha256,
    signerSocket: at('signer.sock'),
    packagerSocket: at('packager.sock'),
    packagerHome: at('packager'),
    files: at('files'),
    /** As a power cut would. */
    killPackager: () => packager.kill(),
    async stop() {
      await packager.kill();
      await signer.close();
      await world.stop();
    },
  };
};

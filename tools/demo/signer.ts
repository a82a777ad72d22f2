import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPackage } from '../../apps/server/src/modules/catalog/public.ts';
import { openFileStore } from '../../apps/server/src/platform/files/file-store.ts';
import { holdCeremony, readKey } from '../../apps/signer/src/keys.ts';
import { serveFolder } from '../../apps/signer/src/serve.ts';
import { type PackageStatement, signStatement } from '../../packages/orders/src/statements.ts';
import type { Released } from './news.ts';

type Database = Parameters<typeof importPackage>[0]['db'];
const yearMs = 365 * 86_400_000;

/** The signer of the demo: keys from a real ceremony, kept with its data, on whatever clock it is given. */
export const startSigner = async (kept: string, clock: () => Date) => {
  const at = (name: string): string => join(kept, name);
  if (!existsSync(at('signer'))) holdCeremony({ offline: at('offline'), signer: at('signer'), now: clock() });
  const catalogueKeys = readdirSync(at('offline'))
    .filter((name) => name.startsWith('catalogue'))
    .map((name) => readKey(join(at('offline'), name)));
  // A socket's path must be short, and that of a checkout may not be.
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-demo-'));
  const socket = join(folder, 'signer');
  // A month of decisions is carried out in a moment of the demo's: the limits of a real signer would be in the way.
  const most = 1_000_000;
  const limits = { ordersPerMinute: most, totalPerMinute: most, perMinuteOfKind: {}, newSitesPerDay: most };
  const serving = await serveFolder(at('signer'), limits, socket, clock);
  const files = openFileStore(at('files'));
  return {
    root: serving.root,
    settings: { PATCHKEEP_SIGNER_SOCKET: socket, PATCHKEEP_FILES_DIR: at('files') },
    /** Vouches for the installer of a release, and takes it into the catalogue. */
    async publish(db: Database, { of, release }: Released): Promise<void> {
      const installer = Buffer.from(`Not really an installer of ${of.name} ${of.version(release)}: this is a demo.\n`);
      const statement: PackageStatement = {
        channelTag: of.tag,
        version: of.version(release),
        release: release + 1,
        expires: clock().getTime() + 2 * yearMs,
        sha256: createHash('sha256').update(installer).digest('hex'),
        bytes: installer.length,
        kind: 'msi',
        scope: 'machine',
        installArguments: [],
        removeArguments: [],
        options: {},
      };
      const content = (async function* () {
        yield installer;
      })();
      await importPackage(
        { db, files, root: serving.root },
        signStatement('package', statement, catalogueKeys),
        content,
      );
    },
    async stop(): Promise<void> {
      await serving.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
export type DemoSigner = Awaited<ReturnType<typeof startSigner>>;

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRoot } from '@patchkeep/orders/root';
import { readStatement, signersOf } from '@patchkeep/orders/statements';
import { importPackage } from '../../apps/server/src/modules/catalog/public.ts';
import { globalQueries } from '../../apps/server/src/platform/db/global.ts';
import { openPool } from '../../apps/server/src/platform/db/pool.ts';
import { openFileStore } from '../../apps/server/src/platform/files/file-store.ts';
import { signerClient } from '../../apps/server/src/platform/signer-client.ts';
import { holdCeremony } from '../../apps/signer/src/keys.ts';
import { vouchFor } from '../../apps/signer/src/vouch.ts';
import { startSignerProcess } from '../../tools/services/signer.ts';
import { withoutLimits } from '../support/signer.ts';

/** A package of a channel: what it is known by, and what an agent finds in its folder. */
export interface Vouched {
  channelTag: string;
  statementHash: Buffer;
  sha256: string;
}

/** The real signer as a process, with keys from a ceremony of its own. */
export const startChaosSigner = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-chaos-keys-'));
  const at = (name: string): string => join(folder, name);
  holdCeremony({ offline: at('offline'), signer: at('signer'), now: new Date() });
  const child = await startSignerProcess(at('signer'), at('socket'), withoutLimits);
  return {
    env: { PATCHKEEP_SIGNER_SOCKET: at('socket'), PATCHKEEP_FILES_DIR: at('files') },
    /** Vouches for version 2.0 of each channel and takes the files into the catalogue. */
    async publish(databaseUrl: string, channelTags: readonly string[]): Promise<Vouched[]> {
      const pool = openPool({ url: databaseUrl, size: 1, name: 'packages', onError: () => undefined });
      const root = await signerClient(at('socket')).root();
      const parts = { db: globalQueries(pool), files: openFileStore(at('files')), root };
      const vouched: Vouched[] = [];
      for (const channelTag of channelTags) {
        const file = Buffer.from(`the installer of ${channelTag} 2.0`);
        const about = {
          channelTag,
          version: '2.0',
          release: 1,
          expires: Date.now() + 86_400_000,
          kind: 'msi',
          scope: 'machine',
          installArguments: [],
          removeArguments: [],
          options: {},
          installedAs: { names: [channelTag], publishers: ['Chaos'], scheme: 'windows' },
          // The orders of the storm install: an update would not run twice anyway, where its version is there already.
          isInstallable: true,
        };
        const envelope = vouchFor({
          offline: at('offline'),
          keys: ['catalogue-1.pem', 'catalogue-2.pem'],
          about: JSON.stringify(about),
          file,
        });
        await importPackage(
          parts,
          envelope,
          (async function* () {
            yield file;
          })(),
        );
        const { hash } = readStatement('package', envelope, signersOf(readRoot(root).catalogue));
        const sha256 = createHash('sha256').update(file).digest('hex');
        vouched.push({ channelTag, statementHash: Buffer.from(hash, 'hex'), sha256 });
      }
      await pool.end();
      return vouched;
    },
    async stop(): Promise<void> {
      await child.stop();
      rmSync(folder, { recursive: true });
    },
  };
};

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdCeremony } from '../../apps/signer/src/keys.ts';
import { startSignerProcess } from '../../tools/services/signer.ts';

/** Out of the way of what is measured. */
export const withoutLimits = [
  'orders-per-minute',
  'total-per-minute',
  'restarts-per-minute',
  'removals-per-minute',
  'new-sites-per-day',
].flatMap((name) => [`--${name}`, '100000000']);

/** The signer as it is run, in a process of its own with keys of its own; its limits are out of the way. */
export const startSigner = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-signer-'));
  const [offline, signer, socket] = ['offline', 'signer', 'socket'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  holdCeremony({ offline, signer, now: new Date() });
  const child = await startSignerProcess(signer, socket, withoutLimits);
  return {
    socket,
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true });
    },
  };
};

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PackageStatement } from '@patchkeep/orders/statements';
import { starterChannels } from '@patchkeep/starter/channels';
import { signerProgram as program, startSignerProcess } from '../../tools/services/signer.ts';
import type { Stack } from './stack.ts';

const run = (...args: string[]): void => void execFileSync(process.execPath, [program, ...args], { stdio: 'inherit' });

type About = Pick<PackageStatement, 'channelTag' | 'version' | 'kind'> & Partial<PackageStatement>;

/** How hosts list its copies: as the starter knows them, and a package for Debian by its own name. */
const installedAs = (channelTag: string): PackageStatement['installedAs'] => {
  const channel = starterChannels.find(({ tag }) => tag === channelTag);
  if (!channel) return { names: [channelTag], publishers: [], scheme: 'dpkg' };
  const { installedAs: names, publishers, scheme, line } = channel;
  return { names, publishers, scheme, ...(line !== undefined && { line }) };
};

export interface SignerProcess {
  /** What a server needs to know of it. */
  env: { PATCHKEEP_SIGNER_SOCKET: string; PATCHKEEP_FILES_DIR: string };
  /** The public key of the checkpoints. */
  checkpointKey: string;
  /** Gives the signer new keys, as after a theft. */
  rotate(): Promise<void>;
  /** Somebody runs the signer on the keys of before. */
  goBack(): Promise<void>;
  /** Starts the signer anew so that its orders count for so many seconds; without a number as long as they usually do. */
  limitOrders(seconds?: number): Promise<void>;
  /** Signs with the root keys who shall vouch for custom software, as the console gave it out. Gives the signed file. */
  nameApprovers(statement: string): string;
  /** Vouches for an installer with the offline keys, and takes it into the catalogue of a server. */
  publish(stack: Stack, installer: string, about: About): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The real signer in a process of its own, with keys from a real ceremony. With the folder of a packager that one vouches
 * alone; what a journey publishes by hand is signed by a copy of its key.
 */
export const startSigner = async (packager?: string): Promise<SignerProcess> => {
  const folder = mkdtempSync(join(tmpdir(), 'patchkeep-keys-'));
  const at = (name: string): string => join(folder, name);
  const alone = packager === undefined ? [] : ['--packager', packager];
  run('ceremony', '--offline', at('offline'), '--signer', at('signer'), ...alone);
  if (packager !== undefined) copyFileSync(join(packager, 'catalogue.pem'), join(at('offline'), 'catalogue-1.pem'));
  const catalogueKeys = packager === undefined ? ['catalogue-1.pem', 'catalogue-2.pem'] : ['catalogue-1.pem'];
  const env = { PATCHKEEP_SIGNER_SOCKET: at('socket'), PATCHKEEP_FILES_DIR: at('files') };
  let serving = await startSignerProcess(at('signer'), at('socket'));
  const goOnWith = async (keys: string, ...limits: string[]): Promise<void> => {
    await serving.stop();
    serving = await startSignerProcess(at(keys), at('socket'), limits);
  };
  let release = 0;
  const printed = execFileSync(process.execPath, [program, 'checkpoint-key', '--signer', at('signer')], {
    encoding: 'utf8',
  });
  return {
    env,
    checkpointKey: printed.trim(),
    nameApprovers(statement) {
      writeFileSync(at('approvers.json'), statement);
      const files = ['--statement', at('approvers.json'), '--out', at('approvers.signed')];
      run('name-approvers', '--offline', at('offline'), ...files);
      return at('approvers.signed');
    },
    async publish(stack, installer, about) {
      release += 1;
      const statement = {
        release,
        expires: Date.now() + 30 * 86_400_000,
        scope: 'machine',
        installArguments: [],
        removeArguments: [],
        options: {},
        installedAs: installedAs(about.channelTag),
        ...about,
      };
      writeFileSync(at('about.json'), JSON.stringify(statement));
      const files = ['--about', at('about.json'), '--file', installer, '--out', at('statement')];
      run('vouch', '--offline', at('offline'), ...catalogueKeys.flatMap((key) => ['--key', key]), ...files);
      await stack.command('packages.ts', ['import', at('statement'), installer]);
    },
    async rotate() {
      run('rotate', '--offline', at('offline'), '--signer', at('signer'), '--out', at('signer-2'));
      await goOnWith('signer-2');
    },
    goBack: () => goOnWith('signer'),
    limitOrders: (seconds) =>
      goOnWith('signer', ...(seconds === undefined ? [] : ['--order-seconds', String(seconds)])),
    async stop() {
      await serving.stop();
      rmSync(folder, { recursive: true });
    },
  };
};

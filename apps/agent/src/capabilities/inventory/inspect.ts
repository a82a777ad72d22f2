import { createHash } from 'node:crypto';
import { inventoryHash } from '@patchkeep/agent-client/inventory-hash';
import type { HostFacts, SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import { readBootTime } from '../../os/boot-time.ts';
import type { Os } from '../../os/os.ts';
import { agentVersion } from '../../version.ts';
import { fitFacts, fitSoftware } from './fit.ts';

/** What one look at the host found. */
export interface Inspection {
  at: Date;
  hash: string;
  facts: HostFacts;
  software: SoftwareCopy[];
}

export const readFacts = async (os: Os, knownBoot: string | undefined): Promise<HostFacts> =>
  fitFacts({ ...(await os.readFacts()), bootTime: readBootTime(knownBoot), agentVersion });

export const inspect = async (os: Os, knownBoot: string | undefined): Promise<Inspection> => {
  const at = new Date();
  const software = fitSoftware(await os.listSoftware());
  return { at, hash: inventoryHash(software), facts: await readFacts(os, knownBoot), software };
};

const gigabyte = 1_073_741_824;

/** Changes when the server should hear of the facts again; a few megabytes of disk are no news. */
export const factsDigest = ({ freeDiskBytes, users, ...facts }: HostFacts): string =>
  createHash('sha256')
    .update(JSON.stringify([facts, users.toSorted(), Math.round(freeDiskBytes / gigabyte)]))
    .digest('hex')
    .slice(0, 16);

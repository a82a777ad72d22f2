import { createHash } from 'node:crypto';
import { inventoryHash } from '@patchkeep/agent-client/inventory-hash';
import type { HostFacts, SoftwareCopy, WindowsUpdateReport } from '@patchkeep/contract/agent/protocol';
import { readBootTime } from '../../os/boot-time.ts';
import type { Os } from '../../os/os.ts';
import { agentVersion } from '../../version.ts';
import { fitFacts, fitSoftware } from './fit.ts';
import { reportUpdates } from './found-updates.ts';

/** What one look at the host found. */
export interface Inspection {
  at: Date;
  hash: string;
  facts: HostFacts;
  software: SoftwareCopy[];
  /** Absent where there is no Windows Update, or where it could not be asked: the server then keeps what it knows. */
  windowsUpdates?: WindowsUpdateReport;
  updateProblem?: string;
  /** Why it could not be told what the system's own repositories offer. */
  offerProblem?: string;
}

/** Windows Update and apt ask servers of their own, which may take minutes; longer than this they are stuck. */
const longestSearchMs = 10 * 60_000;

export const readFacts = async (os: Os, knownBoot: string | undefined): Promise<HostFacts> =>
  fitFacts({ ...(await os.readFacts()), bootTime: readBootTime(knownBoot), agentVersion });

/** Software is still worth telling when Windows Update is broken, as it may be for months. */
const findUpdates = async (
  { windowsUpdates }: Os,
  agentUuid: string,
): Promise<Pick<Inspection, 'windowsUpdates' | 'updateProblem'>> => {
  try {
    const found = await windowsUpdates?.search(AbortSignal.timeout(longestSearchMs));
    return found ? { windowsUpdates: reportUpdates(found, agentUuid) } : {};
  } catch (error) {
    return { updateProblem: (error as Error).message };
  }
};

/** What is installed is still worth telling when the package system cannot say what it offers. */
const listWithOffers = async (os: Os): Promise<Pick<Inspection, 'software' | 'offerProblem'>> => {
  const software = await os.listSoftware();
  try {
    const offered = await os.systemPackages?.withOffers(software, AbortSignal.timeout(longestSearchMs));
    return { software: fitSoftware(offered ?? software) };
  } catch (error) {
    return { software: fitSoftware(software), offerProblem: (error as Error).message };
  }
};

interface Known {
  bootTime?: string | undefined;
  agentUuid?: string | undefined;
}

export const inspect = async (os: Os, { bootTime, agentUuid = '' }: Known): Promise<Inspection> => {
  const at = new Date();
  const { software, offerProblem } = await listWithOffers(os);
  const updates = await findUpdates(os, agentUuid);
  const hash = inventoryHash(software, updates.windowsUpdates);
  return {
    at,
    hash,
    facts: await readFacts(os, bootTime),
    software,
    ...updates,
    ...(offerProblem !== undefined && { offerProblem }),
  };
};

const gigabyte = 1_073_741_824;

/** Changes when the server should hear of the facts again; a few megabytes of disk are no news. */
export const factsDigest = ({ freeDiskBytes, users, ...facts }: HostFacts): string =>
  createHash('sha256')
    .update(JSON.stringify([facts, users.toSorted(), Math.round(freeDiskBytes / gigabyte)]))
    .digest('hex')
    .slice(0, 16);

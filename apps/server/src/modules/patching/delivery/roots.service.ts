import { agentLimits } from '@patchkeep/contract/agent/protocol';
import { readRoot } from '@patchkeep/orders/root';
import type { SignerClient } from '../../../platform/signer-client.ts';

/** The next roots for a host that believes an older one. It checks them itself; a server can invent none. */
export const rootsAfter = async (
  signer: Pick<SignerClient, 'roots'> | undefined,
  version: number | undefined,
): Promise<string[]> => {
  if (!signer || version === undefined) return [];
  const { steps } = await signer.roots();
  return steps.filter((text) => readRoot(text).version > version).slice(0, agentLimits.roots);
};

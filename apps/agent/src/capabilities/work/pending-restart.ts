import type { Os } from '../../os/os.ts';

/** What cannot be told holds nothing up: most packages do not mind, and those that do say so by their exit code. */
export const pendingRestart = async (os: Os): Promise<string[]> =>
  (await os.readPendingRestart?.().catch(() => [])) ?? [];

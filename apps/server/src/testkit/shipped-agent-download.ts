import type { Identity } from '@patchkeep/agent-client/identity';
import { download } from '../../../agent/src/capabilities/work/download.ts';
import { caller } from '../../../agent/src/checkin/caller.ts';
import { CallRefused } from '../../../agent/src/checkin/refusal.ts';
import { transport } from '../../../agent/src/checkin/transport.ts';

type PackageFile = Parameters<typeof download>[2];

/**
 * The download of the agent as it is shipped, tried again for as long as the connection breaks, as the next order of a
 * task does. Whatever else goes wrong is thrown.
 */
export const downloadAtLast = async (
  { identity, keyId }: { identity: Identity; keyId: string },
  server: URL,
  { folder, file }: { folder: string; file: PackageFile },
): Promise<{ path: string; tries: number }> => {
  let offset = 0;
  const clock = { offsetMs: () => offset, correct: (to: number) => void (offset = to) };
  const calls = caller({ identity, keyId, send: transport(server), clock });
  for (let tries = 1; ; tries++)
    try {
      return { path: await download(calls, folder, file, new AbortController().signal), tries };
    } catch (error) {
      if (!(error instanceof CallRefused && error.reason.kind === 'failed')) throw error;
    }
};

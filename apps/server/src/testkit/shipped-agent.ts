import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enrol } from '../../../agent/src/enrol.ts';
import { readState } from '../../../agent/src/journal/journal.ts';
import { nobodyThere } from '../../../agent/src/os/nobody-there.factory.ts';
import type { Os } from '../../../agent/src/os/os.ts';
import { replay } from '../../../agent/src/os/windows/update/replay.ts';
import { windowsUpdates } from '../../../agent/src/os/windows/update/windows-update.ts';
import { run } from '../../../agent/src/run.ts';
import { copy, facts } from './agent.ts';
import type { TestApp } from './app.ts';

/** How the agent holds a connection: resolves when the server ends it, fails when it is cut. */
export { holdOpen } from '../../../agent/src/checkin/transport.ts';

/**
 * The agent as it is shipped, with its journal on disk, speaking HTTP with the server. Only its system is not there:
 * Windows Update answers as in a recorded conversation, and whatever else would touch a machine fails.
 */
export const shippedAgent = async (app: TestApp, token: string, conversation: string) => {
  const directory = mkdtempSync(join(tmpdir(), 'patchkeep-agent-'));
  const server = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const recorded = replay(conversation);
  const { agentVersion: _version, bootTime: _boot, ...known } = facts();
  const refuse = () => Promise.reject(new Error('Not a part of this test'));
  const os: Os = {
    readFacts: async () => known,
    listSoftware: async () => [copy('Anything', '1')],
    readHardwareId: async () => undefined,
    readInstallation: async () => undefined,
    runInstaller: refuse,
    restart: refuse,
    desktop: nobodyThere,
    claimDirectory: async () => undefined,
    windowsUpdates: windowsUpdates(directory, recorded.run),
  };
  await enrol({ directory, configuration: { server }, token, os });
  const { signal } = new AbortController();
  return {
    agentUuid: readState(directory).agentUuid ?? '',
    /** One contact with the server, and what it leads to. */
    exchange: () => run({ directory, os, signal, isOnce: true, say: () => undefined }),
    /** Turns of the conversation that are still to come. */
    turnsLeft: recorded.rest,
    remove: () => rmSync(directory, { recursive: true }),
  };
};

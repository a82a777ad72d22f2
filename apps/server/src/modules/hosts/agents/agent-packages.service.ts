import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AgentSystem, agentSystems } from '@patchkeep/contract/configuration';
import { agentPackageName } from '@patchkeep/rules/agent-package';
import { release } from '../../../platform/version.ts';

/** Where `npm run build:agent` writes them. */
const builtBeside = fileURLToPath(new URL('../../../../../agent/dist/', import.meta.url));

/** The packages of the agent in a folder: those of this release, by the names that the build gives them. */
export const agentPackages = (dir: string = builtBeside) => {
  const find = (system: AgentSystem) => {
    const filename = agentPackageName(system, release);
    return { filename, path: join(dir, filename) };
  };
  return {
    find,
    /** Looked up at each call: whoever puts a package there need not restart the server. */
    list: () =>
      agentSystems.flatMap((system) => {
        const { filename, path } = find(system);
        const found = statSync(path, { throwIfNoEntry: false });
        return found?.isFile() ? [{ system, filename, size: found.size }] : [];
      }),
  };
};
export type AgentPackages = ReturnType<typeof agentPackages>;

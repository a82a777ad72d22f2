import { packageBuilds, type PackageBuilds, type WantedPackages } from '@patchkeep/contract/packager';
import { askSocket, readText } from '@patchkeep/socket/ask';

const mostBytes = 64 * 1_048_576;

/** The process that fetches and checks packages, asked over its socket. It is told names, and nothing else. */
export const packagerClient = (socketPath: string) => {
  const ask = (method: string, path: string, body?: string) =>
    askSocket({ socketPath, who: 'The packager', timeoutMs: 30_000 }, method, path, body);
  const askText = async (method: string, path: string, body?: string): Promise<string> =>
    readText(await ask(method, path, body), mostBytes);
  return {
    want: async (wanted: WantedPackages): Promise<void> => {
      await askText('PUT', '/wanted', JSON.stringify(wanted));
    },
    builds: async (): Promise<PackageBuilds> => packageBuilds.parse(JSON.parse(await askText('GET', '/builds'))),
    statement: (build: string): Promise<string> => askText('GET', `/builds/${build}/statement`),
    file: (build: string): Promise<AsyncIterable<Uint8Array>> => ask('GET', `/builds/${build}/file`),
    /** The file is here now: the packager need not keep it. */
    forgetFile: async (build: string): Promise<void> => {
      await askText('DELETE', `/builds/${build}/file`);
    },
  };
};
export type PackagerClient = ReturnType<typeof packagerClient>;

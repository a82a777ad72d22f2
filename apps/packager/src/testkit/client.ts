import { packageBuilds, type WantedPackages } from '@patchkeep/contract/packager';
import { askSocket, readText } from '@patchkeep/socket/ask';

/** Asks a packager as the server does. */
export const clientOf = (socketPath: string) => {
  const ask = (method: string, path: string, body?: unknown) =>
    askSocket(
      { socketPath, who: 'The packager', timeoutMs: 30_000 },
      method,
      path,
      body === undefined ? '' : JSON.stringify(body),
    );
  const text = async (method: string, path: string, body?: unknown): Promise<string> =>
    readText(await ask(method, path, body), 10_000_000);
  return {
    text,
    file: (build: string) => ask('GET', `/builds/${build}/file`),
    want: (wanted: WantedPackages) => text('PUT', '/wanted', wanted),
    told: async () => packageBuilds.parse(JSON.parse(await text('GET', '/builds'))),
    builds: async () => packageBuilds.parse(JSON.parse(await text('GET', '/builds'))).builds,
  };
};

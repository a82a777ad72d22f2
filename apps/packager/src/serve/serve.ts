import { createReadStream, readdirSync, readFileSync, rmSync } from 'node:fs';
import type http from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type PackageBuilds, packageBuilds, wantedPackages } from '@patchkeep/contract/packager';
import { answerJson, listenOnSocket, readJson } from '@patchkeep/socket/serve';
import type { BuildStore, KeptBuild } from './build-store.ts';
import type { Builder } from './builder.ts';
import { statementFile } from './vouch.ts';

const mostBytes = 4 * 1_048_576;
/** Manifests may have been replaced meanwhile, and a vendor may answer again. */
const lookEveryMs = 60_000;
const leastPauseMs = 500;

/** The installer in the folder of a proposal; undefined once the server has taken it. */
const findInstaller = (proposal: string): string | undefined => {
  const name = readdirSync(proposal).find((each) => each.startsWith('installer.'));
  return name === undefined ? undefined : join(proposal, name);
};

/** What providers and the operator say besides the builds. */
export type SharedState = () => Omit<PackageBuilds, 'builds'>;

interface Served {
  store: BuildStore;
  builder: Builder;
  shared: SharedState;
  onWanted: () => void;
}

const sendFile = async (
  { store }: Served,
  { build, what }: { build: KeptBuild; what: 'statement' | 'file' },
  response: http.ServerResponse,
): Promise<void> => {
  if (what === 'statement') {
    response
      .writeHead(200, { 'content-type': 'text/plain' })
      .end(readFileSync(statementFile(store.proposalOf(build.build))));
    return;
  }
  const path = findInstaller(store.proposalOf(build.build));
  if (path === undefined) {
    // The server took it before and asks again: it has lost it. It is fetched anew.
    store.put({ ...build, state: 'waiting', statementHash: null, expires: null });
    answerJson(response, 404, { message: 'The file is fetched anew' });
    return;
  }
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  await pipeline(createReadStream(path), response);
};

const answer = async (served: Served, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
  const { store, builder, onWanted } = served;
  const { method, url = '' } = request;
  if (method === 'PUT' && url === '/wanted') {
    const read = wantedPackages.safeParse(await readJson(request, mostBytes).catch(() => undefined));
    if (!read.success) return answerJson(response, 400, { message: 'Not a list of wanted packages' });
    await builder.want(read.data);
    onWanted();
    return answerJson(response, 200, {});
  }
  if (method === 'GET' && url === '/builds')
    return answerJson(response, 200, packageBuilds.parse({ builds: store.all(), ...served.shared() }));
  const [, id = '', what] = /^\/builds\/([0-9a-f]{32})\/(statement|file)$/.exec(url) ?? [];
  const build = store.get(id);
  if (build?.state !== 'ready') return answerJson(response, 404, { message: 'Not found' });
  if (method === 'GET' && (what === 'statement' || what === 'file')) return sendFile(served, { build, what }, response);
  if (method === 'DELETE' && what === 'file') {
    // The server has it: statements are signed anew without it.
    const path = findInstaller(store.proposalOf(id));
    if (path !== undefined) rmSync(path);
    return answerJson(response, 200, {});
  }
  answerJson(response, 404, { message: 'Not found' });
};

/** Makes what is wanted, one after the other, and answers on its socket meanwhile. */
export const servePackager = async (
  { store, builder, shared, log }: Omit<Served, 'onWanted'> & { log: (about: object, says: string) => void },
  socket: string,
): Promise<{ close(): Promise<void> }> => {
  let wake = (): void => undefined;
  const stopping = new AbortController();
  const served = { store, builder, shared, onWanted: () => wake() };
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const didWork = await builder.makeNext().catch((error: unknown) => {
        log({ err: error }, 'the manifests could not be read');
        return false;
      });
      if (didWork || stopping.signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const untilDue = Math.max(leastPauseMs, builder.nextDue() - Date.now());
        const timer = setTimeout(resolve, Math.min(lookEveryMs, untilDue));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const listening = await listenOnSocket(socket, (request, response) => {
    answer(served, request, response).catch((error: unknown) => {
      log({ err: error }, 'a request failed');
      if (response.headersSent) response.destroy();
      else answerJson(response, 500, { message: 'The packager failed' });
    });
  });
  const working = work();
  return {
    async close() {
      stopping.abort();
      wake();
      await listening.close();
      await working;
    },
  };
};

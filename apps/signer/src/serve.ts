import type http from 'node:http';
import { answerJson, listenOnSocket, readJson } from '@patchkeep/socket/serve';
import { type Checkpointer, checkpointRequest, openCheckpointer } from './checkpoints.ts';
import { UnknownSite } from './known-sites.ts';
import { type Limits, openSigner, type Signer, signingRequest, TooMany } from './signer.ts';

const mostBytes = 1_048_576;

interface Served {
  signer: Signer;
  checkpointer: Checkpointer;
}

const answer = async ({ signer, checkpointer }: Served, request: http.IncomingMessage): Promise<[number, unknown]> => {
  if (request.method === 'GET' && request.url === '/root') return [200, { root: signer.root, steps: signer.steps }];
  if (request.method !== 'POST' || (request.url !== '/sign' && request.url !== '/checkpoints'))
    return [404, { message: 'Not found' }];
  if (request.url === '/checkpoints') {
    const seen = checkpointRequest.safeParse(await readJson(request, mostBytes).catch(() => undefined));
    return seen.success ? [200, checkpointer.seal(seen.data)] : [400, { message: 'Not a request for checkpoints' }];
  }
  const parsed = signingRequest.safeParse(await readJson(request, mostBytes).catch(() => undefined));
  if (!parsed.success) return [400, { message: 'Not a request to sign' }];
  try {
    return [200, signer.sign(parsed.data)];
  } catch (error) {
    if (error instanceof TooMany) return [429, { message: error.message }];
    if (error instanceof UnknownSite) return [403, { message: error.message }];
    throw error;
  }
};

export const serveSigner = (served: Served, socket: string): Promise<{ close(): Promise<void> }> =>
  listenOnSocket(socket, (request, response) => {
    answer(served, request)
      .catch((): [number, unknown] => [500, { message: 'The signer failed' }])
      .then(([status, body]) => answerJson(response, status, body))
      .catch(() => response.destroy());
  });

/** Signs with the keys of a folder, and vouches for the logs with them. */
export const serveFolder = async (
  home: string,
  limits: Partial<Limits>,
  socket: string,
  clock?: () => Date,
  tell?: (line: string) => void,
) => {
  const signer = openSigner(home, limits, clock, tell);
  const serving = await serveSigner({ signer, checkpointer: openCheckpointer(home, clock) }, socket);
  return { root: signer.root, close: () => serving.close() };
};

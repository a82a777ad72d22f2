import type http from 'node:http';
import { answerJson, listenOnSocket, readJson } from '@patchkeep/socket/serve';
import { type Checkpointer, checkpointRequest, openCheckpointer } from './checkpoints.ts';
import { firstApproversRequest, NamedAlready, NoApprovers, TooManyNamed } from './first-approvers.ts';
import { UnknownSite } from './known-sites.ts';
import { type Limits, openSigner, type Signer, signingRequest, TooMany } from './signer.ts';

const mostBytes = 1_048_576;

interface Served {
  signer: Signer;
  checkpointer: Checkpointer;
}

/** What is refused, with the status that says why; undefined for what is a mistake of ours. */
const refusalOf = (error: unknown): [number, unknown] | undefined => {
  const statuses: readonly [kind: new (message: string) => Error, status: number][] = [
    [TooMany, 429],
    [TooManyNamed, 429],
    [UnknownSite, 403],
    [NamedAlready, 409],
    [NoApprovers, 400],
  ];
  const status = statuses.find(([kind]) => error instanceof kind)?.[1];
  return status === undefined ? undefined : [status, { message: (error as Error).message }];
};

const posts: ReadonlySet<string | undefined> = new Set(['/sign', '/checkpoints', '/first-approvers']);

const answer = async ({ signer, checkpointer }: Served, request: http.IncomingMessage): Promise<[number, unknown]> => {
  if (request.method === 'GET' && request.url === '/root') return [200, { root: signer.root, steps: signer.steps }];
  if (request.method === 'GET' && request.url === '/first-approvers') return [200, { all: signer.firstApprovers() }];
  if (request.method !== 'POST' || !posts.has(request.url)) return [404, { message: 'Not found' }];
  if (request.url === '/checkpoints') {
    const seen = checkpointRequest.safeParse(await readJson(request, mostBytes).catch(() => undefined));
    return seen.success ? [200, checkpointer.seal(seen.data)] : [400, { message: 'Not a request for checkpoints' }];
  }
  const body = await readJson(request, mostBytes).catch(() => undefined);
  try {
    if (request.url === '/first-approvers') {
      const wish = firstApproversRequest.safeParse(body);
      return wish.success ? [200, signer.nameFirstApprovers(wish.data)] : [400, { message: 'Not a request to name' }];
    }
    const parsed = signingRequest.safeParse(body);
    return parsed.success ? [200, signer.sign(parsed.data)] : [400, { message: 'Not a request to sign' }];
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) return refusal;
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

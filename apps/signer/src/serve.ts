import { chmodSync, rmSync } from 'node:fs';
import http from 'node:http';
import { type Checkpointer, checkpointRequest, openCheckpointer } from './checkpoints.ts';
import { UnknownSite } from './known-sites.ts';
import { type Limits, openSigner, type Signer, signingRequest, TooMany } from './signer.ts';

const mostBytes = 1_048_576;

const read = async (request: http.IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > mostBytes) throw new Error('Too large');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString());
};

interface Served {
  signer: Signer;
  checkpointer: Checkpointer;
}

const answer = async ({ signer, checkpointer }: Served, request: http.IncomingMessage): Promise<[number, unknown]> => {
  if (request.method === 'GET' && request.url === '/root') return [200, { root: signer.root, steps: signer.steps }];
  if (request.method !== 'POST' || (request.url !== '/sign' && request.url !== '/checkpoints'))
    return [404, { message: 'Not found' }];
  if (request.url === '/checkpoints') {
    const seen = checkpointRequest.safeParse(await read(request).catch(() => undefined));
    return seen.success ? [200, checkpointer.seal(seen.data)] : [400, { message: 'Not a request for checkpoints' }];
  }
  const parsed = signingRequest.safeParse(await read(request).catch(() => undefined));
  if (!parsed.success) return [400, { message: 'Not a request to sign' }];
  try {
    return [200, signer.sign(parsed.data)];
  } catch (error) {
    if (error instanceof TooMany) return [429, { message: error.message }];
    if (error instanceof UnknownSite) return [403, { message: error.message }];
    throw error;
  }
};

/** Listens on a socket in the file system: who may open it may ask, and nobody on the network can. */
export const serveSigner = async (served: Served, socket: string): Promise<{ close(): Promise<void> }> => {
  rmSync(socket, { force: true });
  const server = http.createServer((request, response) => {
    answer(served, request)
      .catch((): [number, unknown] => [500, { message: 'The signer failed' }])
      .then(([status, body]) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      )
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  chmodSync(socket, 0o660);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** Signs with the keys of a folder, and vouches for the logs with them. */
export const serveFolder = async (home: string, limits: Partial<Limits>, socket: string, clock?: () => Date) => {
  const signer = openSigner(home, limits, clock);
  const serving = await serveSigner({ signer, checkpointer: openCheckpointer(home, clock) }, socket);
  return { root: signer.root, close: () => serving.close() };
};

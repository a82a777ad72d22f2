import { chmodSync, rmSync } from 'node:fs';
import http from 'node:http';

/** The body of a request as JSON. Throws when it is longer than the limit, or no JSON. */
export const readJson = async (request: http.IncomingMessage, mostBytes: number): Promise<unknown> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > mostBytes) throw new Error('Too large');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString());
};

export const answerJson = (response: http.ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Listens on a socket in the file system: who may open it may ask, and nobody on the network can. */
export const listenOnSocket = async (
  socket: string,
  answer: http.RequestListener,
): Promise<{ close(): Promise<void> }> => {
  rmSync(socket, { force: true });
  const server = http.createServer(answer);
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

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../readiness.ts';

type Read = () => Promise<Readiness>;
const codeOf = ({ status }: Readiness): number => (status === 'not ready' ? 503 : 200);

/** `healthz`: the process runs. `readyz`: what it can do. Neither says anything a stranger could use. */
export const healthRoutes = (app: FastifyInstance, read: Read, version: string): void => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/version', async () => ({ version }));
  app.get('/readyz', async (_request, reply) => {
    const readiness = await read();
    return reply.code(codeOf(readiness)).send(readiness);
  });
};

/** The same two answers from a process that serves nothing else: a worker. */
export const openHealthPort = async (
  { host, port }: { host: string; port: number },
  read: Read,
): Promise<{ close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    const answer = (code: number, body: object): void => {
      response.writeHead(code, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
      response.end(JSON.stringify(body));
    };
    if (request.url === '/healthz') answer(200, { status: 'ok' });
    else if (request.url === '/readyz') void read().then((readiness) => answer(codeOf(readiness), readiness));
    else answer(404, { message: 'The requested data does not exist.' });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

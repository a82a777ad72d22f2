import type { FastifyInstance } from 'fastify';

/** `healthz`: the process runs. `readyz`: it can do its work. Neither says anything a stranger could use. */
export const healthRoutes = (app: FastifyInstance, isReady: () => Promise<boolean>, version: string): void => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/version', async () => ({ version }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady().catch(() => false);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
  });
};

import { randomBytes } from 'node:crypto';
import type { ErrorBody } from '@patchkeep/contract/errors';
import { wire } from '@patchkeep/contract/constants';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import { type Log, loggableUrl } from '../log/log.ts';

export interface HttpOptions {
  log: Log;
  version: string;
  trustProxy: boolean;
  isAccessLogged: boolean;
  observe: (route: string, status: number, ms: number) => void;
}

const slowMs = 1_000;
/** PostgreSQL gave up (timeout, shutdown, too many connections) or cannot be reached: worth another try later. */
const isPassing = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (/timeout exceeded when trying to connect|Connection terminated/i.test(error.message)) return true;
  const code = 'code' in error ? String(error.code) : '';
  return /^(57|53|08|40)|^55P03$|^ECONN/.test(code);
};

const bodyOf = ({ code, message, info }: Refusal): ErrorBody => ({
  ...(code !== undefined && { code }),
  message,
  ...(info && { info }),
});

const fail = (log: Log) => (error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
  if (error instanceof Refusal) {
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
    return reply.code(error.status).send(bodyOf(error));
  }
  // Fastify's own refusals: too large, not JSON, malformed.
  const status = error.statusCode;
  if (status !== undefined && status >= 400 && status < 500)
    return reply.code(status).send({ message: 'The request does not fit' });
  log.error({ err: error, requestId: request.id, url: loggableUrl(request.url) }, 'request failed');
  return isPassing(error)
    ? reply.code(503).header('retry-after', 3).send({ message: 'Busy' })
    : reply.code(500).send({ message: 'Unexpected error' });
};

/** The bare HTTP server: limits, headers, error answers, logs and measurements. Routes come from the modules. */
export const openHttp = ({ log, version, trustProxy, isAccessLogged, observe }: HttpOptions): FastifyInstance => {
  const boot = randomBytes(4).toString('hex');
  let requests = 0;
  const app = fastify({
    logger: false,
    trustProxy,
    bodyLimit: 65_536,
    genReqId: () => `${boot}-${(requests += 1)}`,
    requestTimeout: 30_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
  });
  // JSON only: a form or text/plain post from a foreign page is refused before anything reads it.
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('isAuthorised', false);
  app.setErrorHandler(fail(log));
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ code: 404, message: 'The requested data does not exist.' }),
  );

  // Both hooks call back instead of returning promises: they run for every request, and promises cost more than they do.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.url.startsWith('/api/')) return done(null, payload);
    reply
      .header('cache-control', 'no-store')
      .header(wire.versionHeader, version)
      .header('x-content-type-options', 'nosniff');
    if (reply.statusCode < 400 && !request.isAuthorised)
      return done(new Error(`No authorisation was decided for ${request.method} ${request.url}`));
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const ms = reply.elapsedTime;
    observe(request.routeOptions.url ?? 'unknown', reply.statusCode, ms);
    const isWorthALine = isAccessLogged || reply.statusCode >= 500 || ms >= slowMs;
    if (isWorthALine && request.url !== '/healthz' && request.url !== '/readyz')
      log.info(
        {
          requestId: request.id,
          method: request.method,
          url: loggableUrl(request.url),
          status: reply.statusCode,
          ms: Math.round(ms),
        },
        'request',
      );
    done();
  });
  return app;
};

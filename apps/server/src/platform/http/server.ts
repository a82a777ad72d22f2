import { randomBytes } from 'node:crypto';
import { wire } from '@patchkeep/contract/constants';
import type { ErrorBody } from '@patchkeep/contract/errors';
import { scimMedia } from '@patchkeep/contract/scim';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import { type Log, loggableUrl } from '../log/log.ts';
import { clientAddress, readTrustedProxies } from './client-address.ts';
import { drainConnections, type DrainLimits } from './drain.ts';
import { type FastPath, type FastPathAnswer, openFastPath } from './fast-path.ts';
import { isPublicAddress, problemMedia, problemOf } from './public-api/problem.ts';
import { isScimAddress, readScimBodies, scimErrorOf, unrouted } from './scim/scim-answer.ts';

export interface HttpOptions {
  log: Log;
  version: string;
  /** As in the setting PATCHKEEP_TRUST_PROXY. */
  trustProxy: string;
  isAccessLogged: boolean;
  drain: DrainLimits;
  observe: (route: string, status: number, ms: number) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent the request, as far as trusted proxies can tell. `request.ip` is not used. */
    readonly callerAddress: string;
  }
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

/** What a failed call is answered with; what nobody foresaw is logged and says nothing of itself. */
const failure = (log: Log, error: Error & { statusCode?: number }, requestId: string, url: string): FastPathAnswer => {
  const answer = (status: number, body: ErrorBody, headers?: Record<string, number>): FastPathAnswer => ({
    status,
    body: JSON.stringify(body),
    ...(headers && { headers }),
  });
  if (error instanceof Refusal) {
    const { status, retryAfterSeconds: seconds } = error;
    return answer(status, bodyOf(error), seconds === undefined ? undefined : { 'retry-after': seconds });
  }
  // Fastify's own refusals: too large, not JSON, malformed.
  const status = error.statusCode;
  if (status !== undefined && status >= 400 && status < 500)
    return answer(status, { message: 'The request does not fit' });
  log.error({ err: error, requestId, url: loggableUrl(url) }, 'request failed');
  return isPassing(error)
    ? answer(503, { message: 'Busy' }, { 'retry-after': 3 })
    : answer(500, { message: 'Unexpected error' });
};

/** Sends what a failed call is answered with, in the form of the API that was called. */
const refuse = (request: FastifyRequest, reply: FastifyReply, status: number, body: string): FastifyReply => {
  const given = () => JSON.parse(body) as ErrorBody;
  if (isPublicAddress(request.url))
    return reply
      .code(status)
      .type(problemMedia)
      .send(problemOf(status, given(), request.id));
  if (isScimAddress(request.url))
    return reply.code(status).type(`${scimMedia}; charset=utf-8`).send(scimErrorOf(status, given()));
  return reply.code(status).type('application/json; charset=utf-8').send(body);
};

export interface Http {
  app: FastifyInstance;
  /** Ends what is held open, then waits for the requests under way; call it when every other `preClose` is known. */
  drainOnClose(): void;
  fastPath: Pick<FastPath, 'open'>;
  failure: (error: Error, requestId: string, url: string) => FastPathAnswer;
}

/** The bare HTTP server: limits, headers, error answers, logs and measurements. Routes come from the modules. */
export const openHttp = ({ log, version, trustProxy, isAccessLogged, drain, observe }: HttpOptions): Http => {
  const boot = randomBytes(4).toString('hex');
  let requests = 0;
  let isClosing = false;
  const nextId = (): string => `${boot}-${(requests += 1)}`;
  const standing = { 'cache-control': 'no-store', [wire.versionHeader]: version, 'x-content-type-options': 'nosniff' };
  /** Measures an answer, and logs it when that is asked for or something was wrong or slow. */
  const answered: Parameters<typeof openFastPath>[0]['answered'] = ({ id, method, url }, route, status, ms) => {
    observe(route, status, ms);
    const isWorthALine = isAccessLogged || status >= 500 || ms >= slowMs;
    if (isWorthALine && url !== '/healthz' && url !== '/readyz')
      log.info({ requestId: id, method, url: loggableUrl(url), status, ms: Math.round(ms) }, 'request');
  };
  const isTrusted = readTrustedProxies(trustProxy) ?? (() => false);
  const addressOf = clientAddress(isTrusted);
  const fastPath = openFastPath({
    nextId,
    addressOf,
    standing: Object.entries(standing).flat(),
    answered,
    isClosing: () => isClosing,
  });
  const app = fastify({
    logger: false,
    serverFactory: (handler) => {
      const server = fastPath.serverFactory(handler);
      server.requestTimeout = 30_000;
      server.keepAliveTimeout = 72_000;
      return server;
    },
    // For the scheme only; who called is `callerAddress`, which the fast path computes with the same function.
    trustProxy: isTrusted,
    bodyLimit: 65_536,
    genReqId: nextId,
    // What still comes on an open connection while we stop is answered, and the connection ends with the answer.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
  });
  // JSON only: a form or text/plain post from a foreign page is refused before anything reads it.
  app.removeContentTypeParser('text/plain');
  readScimBodies(app);
  app.decorateRequest('isAuthorised', false);
  app.decorateRequest('callerAddress', {
    getter(this: FastifyRequest) {
      return addressOf(this.raw);
    },
  });
  app.setErrorHandler((error: Error, request, reply) => {
    const { status, body, headers = {} } = failure(log, error, request.id, request.url);
    return refuse(request, reply.headers(headers), status, body);
  });
  const notRouted = {
    404: { code: 404, message: 'The requested data does not exist.' },
    405: { message: 'This address takes other methods' },
    501: { message: 'Ask with GET: searching by a body is not supported' },
  };
  app.setNotFoundHandler((request, reply) => {
    const status = unrouted(app, request.url);
    return refuse(request, reply, status, JSON.stringify(notRouted[status]));
  });

  // Both hooks call back instead of returning promises: they run for every request, and promises cost more than they do.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    if (!request.url.startsWith('/api/') && !isScimAddress(request.url)) return done(null, payload);
    reply.headers(standing);
    if (reply.statusCode < 400 && !request.isAuthorised)
      return done(new Error(`No authorisation was decided for ${request.method} ${request.url}`));
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    answered(request, request.routeOptions.url ?? 'unknown', reply.statusCode, reply.elapsedTime);
    done();
  });
  // Hooks of `preClose` run in the order in which they were added: from the first of them on, answers end connections.
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const drainOnClose = (): void => {
    app.addHook('preClose', async () => {
      const cut = await drainConnections(app.server, drain);
      if (cut > 0) log.warn({ connections: cut }, 'connections were cut: they did not end in time');
    });
  };
  return { app, fastPath, drainOnClose, failure: (error, requestId, url) => failure(log, error, requestId, url) };
};

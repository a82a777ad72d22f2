import type { AnyEndpoint } from '@patchkeep/contract/endpoint';
import { scimBase } from '@patchkeep/contract/endpoint';
import type { ErrorBody } from '@patchkeep/contract/errors';
import { scimMedia, scimMessages } from '@patchkeep/contract/scim';
import type { FastifyInstance, FastifyReply } from 'fastify';

export const isScimAddress = (url: string): boolean => url.startsWith(`${scimBase}/`);

/** Bodies of SCIM are JSON by another name; a browser sends that name only where the server was asked first. */
export const readScimBodies = (app: FastifyInstance): void => {
  app.addContentTypeParser(scimMedia, { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
};

/**
 * What a call is answered with that no route takes, where SCIM tells more apart than that nothing is there: an address
 * for other methods, and the search by a body, which this service does not do.
 */
export const unrouted = (app: FastifyInstance, url: string): 404 | 405 | 501 => {
  const [path = ''] = url.split('?');
  if (!isScimAddress(path)) return 404;
  if (path.endsWith('/.search')) return 501;
  return app.hasRoute({ method: 'GET', url: path }) ? 405 : 404;
};

/** An error as RFC 7644, section 3.12, describes one, from the same refusals as everywhere. */
export const scimErrorOf = (status: number, { message, info }: ErrorBody): string => {
  const scimType = info?.['scimType'];
  return JSON.stringify({
    schemas: [scimMessages.error],
    status: String(status),
    ...(typeof scimType === 'string' && { scimType }),
    ...(message !== undefined && { detail: message }),
  });
};

const locationOf = (body: unknown): string | undefined => {
  const { meta } = body as { meta?: { location?: unknown } };
  return typeof meta?.location === 'string' ? meta.location : undefined;
};

/** 201 with the address for what was made, 204 for what is gone. */
export const sendScim = (endpoint: AnyEndpoint, reply: FastifyReply, body: unknown): FastifyReply => {
  if (endpoint.method === 'DELETE') return reply.status(204).send();
  const location = locationOf(body);
  const isMade = endpoint.method === 'POST' && location !== undefined;
  if (location !== undefined) reply.header(isMade ? 'location' : 'content-location', location);
  return reply
    .status(isMade ? 201 : 200)
    .type(`${scimMedia}; charset=utf-8`)
    .send(JSON.stringify(body));
};

import type { FastifyRequest } from 'fastify';
import { forbidden } from '../errors.ts';

/** The origin a same-origin call must name: the configured one, else the host the browser itself asked for. */
const expectedOrigin = (request: FastifyRequest, configured: string | undefined): string =>
  configured ?? `${request.protocol}://${request.headers.host}`;

/**
 * A write must come from our own pages. Browsers send Origin with every non-GET; a caller that sends neither Origin
 * nor Sec-Fetch-Site is no browser and holds no ambient cookie, and still needs the CSRF value.
 */
export const assertOwnOrigin = (request: FastifyRequest, configured: string | undefined): void => {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== expectedOrigin(request, configured))
    throw forbidden('Called from another origin');
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw forbidden('Called from another site');
};

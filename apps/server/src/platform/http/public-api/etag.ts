import { hash } from 'node:crypto';
import type { AnyEndpoint } from '@patchkeep/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalid, Refusal } from '../../errors.ts';

/** Names a state of what was read: its serial number where it has one, which a write can then ask for; else its content. */
export const etagOf = (body: unknown, text: string): string => {
  const { serialNumber } = (body ?? {}) as { serialNumber?: unknown };
  return typeof serialNumber === 'number' ? `"${serialNumber}"` : `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;
};

/** Tells the state of what was read. True when the caller has it already, so that nothing but 304 need be sent. */
export const isKnownState = (request: FastifyRequest, reply: FastifyReply, etag: string): boolean => {
  reply.header('etag', etag);
  const known = request.headers['if-none-match'];
  if (known === undefined) return false;
  return known === '*' || known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
};

/** Does the body of this call say which state it was made for? */
export const takesSerialNumber = (body: z.ZodType | undefined): boolean =>
  body instanceof z.ZodObject && 'serialNumber' in body.shape;

/**
 * A write that names the state it was made for by `If-Match` gets it as the serial number of its body. A call that
 * could not keep the promise is refused instead of ignoring it.
 */
export const takeIfMatch = (endpoint: AnyEndpoint, request: FastifyRequest): boolean => {
  const wanted = request.headers['if-match'];
  if (wanted === undefined || endpoint.method === 'GET') return false;
  const serial = /^"(\d{1,15})"$/.exec(wanted)?.[1];
  if (!takesSerialNumber(endpoint.body as z.ZodType | undefined) || serial === undefined)
    throw invalid('If-Match takes the ETag of one thing with a serial number, and only where the body has one');
  const body = request.body as Record<string, unknown> | null | undefined;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid('The body does not fit');
  if (body['serialNumber'] !== undefined && body['serialNumber'] !== Number(serial))
    throw invalid('If-Match and the serial number of the body name two states');
  body['serialNumber'] = Number(serial);
  return true;
};

/** What the console calls a save conflict is a failed precondition for whoever sent one. */
export const asFailedPrecondition = (error: unknown): never => {
  if (error instanceof Refusal && error.status === 409 && error.code === undefined)
    throw new Refusal(412, 'It has changed since it was read', error.info ? { info: error.info } : {});
  throw error;
};

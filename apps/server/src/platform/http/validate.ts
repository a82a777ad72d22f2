import { wire } from '@patchkeep/contract/constants';
import type { AnyEndpoint, Received } from '@patchkeep/contract/endpoint';
import { isId } from '@patchkeep/rules/ids';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { invalid, notFound } from '../errors.ts';

/** PostgreSQL keeps no text with a zero character in it, and no JSON with half of a surrogate pair. */
const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, field]) => isStorable(key) && isStorable(field));
};

const parse = (schema: z.ZodType | undefined, value: unknown, part: string): unknown => {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  // What the schema let through is as deep as the schema is.
  if (result.success && !isStorable(result.data)) throw invalid(`The ${part} holds a character that cannot be stored`);
  if (result.success) return result.data;
  // Where it does not fit, never what was sent: the value may be a secret.
  const [issue] = result.error.issues;
  throw invalid(`The ${part} does not fit`, { at: issue?.path.join('.') ?? '', problem: issue?.message ?? '' });
};

/** The request as the contract describes it. */
export const received = <E extends AnyEndpoint>(endpoint: E, request: FastifyRequest): Received<E> => {
  if (endpoint.params && !endpoint.params.safeParse(request.params).success) throw notFound();
  return {
    params: parse(endpoint.params, request.params, 'path'),
    query: parse(endpoint.query, request.query, 'query'),
    body: parse(endpoint.body, request.body, 'body'),
  } as Received<E>;
};

/** The site that the caller names; a word that is no id names none. */
export const namedSiteOf = (request: FastifyRequest): string | undefined => {
  const value = request.headers[wire.siteHeader];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !isId(value)) throw notFound();
  return value.toLowerCase();
};

/** The tab's own id, when it sent a proper one. */
export const instanceOf = (request: FastifyRequest): string | null => {
  const value = (request.query as Record<string, unknown>)[wire.instanceParam];
  return typeof value === 'string' && isId(value) ? value.toLowerCase() : null;
};

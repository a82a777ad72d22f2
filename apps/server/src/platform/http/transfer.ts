import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { AnyEndpoint } from '@patchkeep/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { written } from './answers/written.ts';

/** A call whose body is a file or a part of one; it is read while it comes, outside of any transaction. */
export interface Transfer {
  method: string;
  headers: IncomingHttpHeaders;
  /** Ends with a refusal as soon as more came than may. */
  body: AsyncIterable<Uint8Array>;
  /** One transaction of the caller; as many as it takes. */
  inTenant<T>(work: (context: Context) => Promise<T>): Promise<T>;
}

/** What is answered: fields of HTTP, and the body that the contract names. */
export interface TransferAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

const defaultCap = 65_536;

/** A length that was promised is not believed. */
const capped = async function* (content: unknown, cap: number): AsyncGenerator<Uint8Array> {
  if (!(content instanceof Readable)) return;
  let size = 0;
  for await (const part of content as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > cap) throw new Refusal(413, 'The file is too large');
    yield part;
  }
};

export const bodyOf = (request: FastifyRequest, endpoint: AnyEndpoint): AsyncIterable<Uint8Array> =>
  capped(request.body, endpoint.bodyLimit ?? defaultCap);

/** A context of its own, in which a body is a file and nothing else; no other route takes one. */
export const takingFiles = (app: FastifyInstance, routes: (own: FastifyInstance) => void): void => {
  void app.register(async (own) => {
    own.removeAllContentTypeParsers();
    // Whatever it says it is, it is not read before the caller is known.
    own.addContentTypeParser('*', (_request, content, done) => done(null, content));
    routes(own);
  });
};

export const sendTransfer = (
  reply: FastifyReply,
  endpoint: AnyEndpoint,
  { status, headers = {}, body }: TransferAnswer,
): FastifyReply => {
  reply.status(status).headers(headers);
  if (body === undefined) return reply.send();
  return reply.type('application/json; charset=utf-8').send(written(endpoint.response, body).text);
};

import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { ChangeKindName } from './gates.ts';
import type { Right } from './rights.ts';

type Schema = z.ZodType;

/** Every console call lives below this path. */
export const uiBase = '/api/corporate/ui';
/** Calls of detached dashboards, which know no session. */
export const detachedBase = '/api/dashboard/ui';
/** Calls of programs: the same endpoints, as far as they are public, with API tokens only. */
export const publicBase = '/api/v1';
/** Calls of identity providers, which say by SCIM who there is; each with the token of its connection. */
export const scimBase = '/scim/v2';

/**
 * Whether a write moves the numbers that are counted per customer: which hosts there are, where they belong, what is
 * ignored, what software is. The server asks for a new count in the transaction of such a write.
 */
export type Moves = 'counts' | 'nothing';

/** One HTTP endpoint, declared once: the server mounts it, the console calls it, OpenAPI is derived from it. */
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  summary: string;
  right: Right;
  params?: Params;
  query?: Query;
  body?: Body;
  response: Response;
  /** What a write moves; every write says it, and a GET moves nothing. */
  moves?: Moves;
  /** Codes of the catalogue this endpoint may answer with, besides the general ones. */
  errors?: readonly ErrorCode[];
  /**
   * `events` answers with a server-sent event stream instead of one JSON body, `download` with a file; the body of
   * `upload` is a file as it is.
   */
  kind?: 'json' | 'events' | 'upload' | 'download';
  /** Housekeeping of the tab itself (handshake, logout, choosing a site): allowed from a tab bound to a stale site. */
  anySite?: boolean;
  /**
   * It can touch many hosts, and passes the gate as a change of this kind: a wide one answers 428 without the token of
   * its preview, and 202 with the change set where it awaits a second person.
   */
  gate?: ChangeKindName;
  /** Why an endpoint that could touch many hosts passes no gate. */
  ungated?: string;
  /**
   * A stolen session or an open console must not be enough for it. `recent`: the caller has proved who they are within
   * the last minutes, else it answers 403 with code 2101. `each`: the call itself, or the one it follows, carries a
   * proof. API tokens are not asked.
   */
  stepUp?: 'recent' | 'each';
  /** Largest request body in bytes; the platform's default is 64 KiB. */
  bodyLimit?: number;
}

/** A write that does not say what it moves does not compile. */
type Said = { method: 'GET' } | { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; moves: Moves };

export const endpoint = <
  R extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  definition: Endpoint<P, Q, B, R> & Said,
): Endpoint<P, Q, B, R> => definition;

// `any` on purpose: a list of endpoints must take every combination of schemas, and each call narrows its own.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyEndpoint = Endpoint<any, any, any, any>;

type In<S> = S extends Schema ? z.input<S> : undefined;
type Out<S> = S extends Schema ? z.output<S> : undefined;
/* Not distributed: a body that is one of several shapes stays one body. */
type Given<K extends string, V> = [V] extends [undefined] ? { [key in K]?: undefined } : { [key in K]: V };

/** What a caller sends. */
export type Call<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? Given<'params', In<P>> & Given<'query', In<Q>> & Given<'body', In<B>>
    : never;
/** What a handler receives, after validation and defaults. */
export type Received<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R> ? { params: Out<P>; query: Out<Q>; body: Out<B> } : never;
/** What a handler returns. */
export type Returned<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.input<R> : never;
/** What a caller gets back. */
export type Answer<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;

import { open as openFile } from 'node:fs/promises';
import { awaitingAnswer } from '@patchkeep/contract/change-sets';
import { wire } from '@patchkeep/contract/constants';
import type { AnyEndpoint, Received, Returned } from '@patchkeep/contract/endpoint';
import { detachedBase, publicBase, scimBase, uiBase } from '@patchkeep/contract/endpoint';
import { dashboardMayCall, provisioningMayCall, tokenMayCall } from '@patchkeep/rules/api-token';
import { mayCall } from '@patchkeep/rules/permissions';
import { minuteMs } from '@patchkeep/rules/time-units';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Bus, Hint } from '../bus/bus.ts';
import type { Context, OpenContext, Principal } from '../context.ts';
import { type Tx, withTenantRetrying } from '../db/tenant.ts';
import { forbidden, invalid, notFound, Refusal, saveConflict, stepUpNeeded, unauthenticated } from '../errors.ts';
import { Awaiting } from '../gate.ts';
import { written } from './answers/written.ts';
import { assertOwnOrigin } from './origin.ts';
import { asFailedPrecondition, etagOf, isKnownState, takeIfMatch } from './public-api/etag.ts';
import { callKeyOf, once, Replayed } from './public-api/idempotency.ts';
import { sendScim } from './scim/scim-answer.ts';
import { isCsrfOf } from './secret.ts';
import { cookiesOf } from './session-cookie.ts';
import { bodyOf, sendTransfer, takingFiles, type Transfer, type TransferAnswer } from './transfer.ts';
import { instanceOf, namedSiteOf, received } from './validate.ts';

type Handler<E> = (context: Context, received: Received<E>) => Promise<Returned<E>>;
type OpenHandler<E> = (context: OpenContext, received: Received<E>) => Promise<Returned<E>>;
type TransferHandler<E> = (transfer: Transfer, received: Received<E>) => Promise<TransferAnswer>;
/** `lookAgain` goes through the same guards once more: undefined when the caller would be refused by now. */
type StreamHandler = (
  principal: Principal,
  reply: FastifyReply,
  lookAgain: () => Promise<Principal | undefined>,
) => Promise<void>;

/** A file of this server; undefined when it is not there. */
type DownloadHandler<E> = (received: Received<E>) => { path: string; filename: string } | undefined;

/** Binds contract endpoints to handlers. Every route of the console API is made by one of these five. */
export interface Mount {
  <E extends AnyEndpoint>(endpoint: E, handle: Handler<E>): void;
  /** For endpoints anyone may call: no caller, no tenant. */
  open<E extends AnyEndpoint>(endpoint: E, handle: OpenHandler<E>): void;
  /**
   * For endpoints whose body is a file or a part of one: the same guards, then the handler reads it while it comes. Of
   * an endpoint that is read with GET, this is its HEAD.
   */
  transfer<E extends AnyEndpoint>(endpoint: E, handle: TransferHandler<E>): void;
  /** For endpoints that answer with a file which belongs to no customer: the same guards, then the file part by part. */
  download<E extends AnyEndpoint>(endpoint: E, find: DownloadHandler<E>): void;
  /** For the event stream: the same guards, then the connection is the handler's. */
  stream(endpoint: AnyEndpoint, handle: StreamHandler): void;
}

export interface Credentials {
  cookie: string | undefined;
  /** What came as `Authorization: Bearer`; never together with a cookie. */
  bearer: string | undefined;
  instanceId: string | null;
  /** The site that the call says it is about. */
  namedSiteId: string | undefined;
  /** The user touched the console since the last call; polling alone must not keep a session alive. */
  isActive: boolean;
  /** Where the call comes from. */
  ip: string;
  now: Date;
}

/**
 * Who may come in by which door. The console's takes sessions and API tokens; the one of detached dashboards takes
 * nothing but their own tokens, the public one nothing but API tokens, the one of identity providers nothing but the
 * tokens of connections, and a cookie that the browser sends along says nothing there.
 */
export type Realm = 'console' | 'dashboard' | 'public' | 'scim';
const bases: Record<Realm, string> = {
  console: uiBase,
  dashboard: detachedBase,
  public: publicBase,
  scim: scimBase,
};

export interface MountDependencies {
  pool: pg.Pool;
  bus: Bus;
  clock: () => Date;
  publicOrigin: string | undefined;
  /** Asks for a new count, in the transaction of a write that moves what is counted. */
  requestRecountAndPlan: (tx: Tx, customerId: string, now: Date) => Promise<void>;
  /** The server has a signer. */
  isSigning: boolean;
  /** For how long a proof of who one is counts for dangerous acts. */
  stepUpMinutes: number;
  /** Resolves a session or a token; undefined when there is none. The module that owns them provides it. */
  authenticate: (credentials: Credentials) => Promise<Principal | undefined>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guards; an answer that leaves without it is stopped. */
    isAuthorised: boolean;
  }
}

const isWrite = (endpoint: AnyEndpoint): boolean => endpoint.method !== 'GET';

/** A proxy in front may use other schemes for itself; only Bearer is ours. */
const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];

const callerOf = (request: FastifyRequest): Pick<OpenContext, 'requestId' | 'ip' | 'userAgent'> => ({
  requestId: request.id,
  ip: request.callerAddress,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
});

/** What a browser or program sends along with the change it looked at before. */
const previewTokenOf = (request: FastifyRequest): string | undefined => {
  const token = request.headers[wire.previewHeader];
  return typeof token === 'string' && token.length <= 500 ? token : undefined;
};

/** A token in an address ends up in logs and histories, so it opens nothing. */
const refuseTokenInQuery = ({ query }: FastifyRequest): void => {
  const names = Object.keys(query ?? {}).map((name) => name.toLowerCase());
  if (names.some((name) => /^access-?token$/.test(name)))
    throw new Refusal(401, 'Send the token as Authorization: Bearer, never in the address');
};

/** Part by part: a file may be larger than what a server can hold for each of those who fetch it. */
const sendFile = async (
  reply: FastifyReply,
  found: ReturnType<DownloadHandler<AnyEndpoint>>,
): Promise<FastifyReply> => {
  const file = found && (await openFile(found.path).catch(() => undefined));
  if (!file) throw notFound();
  const { size } = await file.stat();
  return reply
    .type('application/octet-stream')
    .header('content-length', size)
    .header('content-disposition', `attachment; filename="${found.filename}"`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(file.createReadStream());
};

const answerOf = (endpoint: AnyEndpoint, value: unknown) => {
  const isAwaiting = value instanceof Awaiting;
  return { status: isAwaiting ? 202 : 200, ...written(isAwaiting ? awaitingAnswer : endpoint.response, value) };
};

const answering =
  (realm: Realm) =>
  (endpoint: AnyEndpoint, request: FastifyRequest, reply: FastifyReply, value: unknown): FastifyReply => {
    if (realm === 'scim') return sendScim(endpoint, reply, endpoint.response.parse(value));
    reply.type('application/json; charset=utf-8');
    if (value instanceof Replayed)
      return reply.header('idempotency-replayed', 'true').status(value.status).send(value.text);
    const { status, text, body } = answerOf(endpoint, value);
    const isRead = realm === 'public' && endpoint.method === 'GET';
    if (isRead && isKnownState(request, reply, etagOf(body, text))) return reply.status(304).send();
    return reply.status(status).send(text);
  };

/** Tokens have bounds of their own, and nobody to ask. */
const isProved = ({ kind, provedAt }: Principal, now: Date, stepUpMinutes: number): boolean =>
  kind !== 'session' || (provedAt !== undefined && now.getTime() - provedAt.getTime() < stepUpMinutes * minuteMs);

/** A token for all sites acts in the one that its call names. */
const namesNoSite = ({ kind, siteId }: Principal): boolean => kind === 'token' && siteId === null;
const nameASite = `This API token is for all sites. Name one in the header ${wire.siteHeader}.`;

/** What each kind of caller may call. */
const mayCallAs = {
  session: mayCall,
  token: tokenMayCall,
  dashboard: dashboardMayCall,
  provisioning: provisioningMayCall,
};

export const mounter = (app: FastifyInstance, deps: MountDependencies, realm: Realm = 'console'): Mount => {
  const openContext = (request: FastifyRequest, reply: FastifyReply): OpenContext => ({
    ...callerOf(request),
    instanceId: instanceOf(request),
    now: deps.clock(),
    previewToken: previewTokenOf(request),
    ...cookiesOf(request, reply, realm === 'console'),
  });

  const authorise = async (endpoint: AnyEndpoint, request: FastifyRequest, open: OpenContext): Promise<Principal> => {
    const { cookie, instanceId, ip, now } = open;
    if (realm !== 'console') refuseTokenInQuery(request);
    const isActive = request.headers[wire.activeHeader] === '1';
    const bearer = bearerOf(request);
    if (bearer !== undefined && cookie !== undefined) throw new Refusal(401, 'Send a session or a token, not both');
    const namedSiteId = namedSiteOf(request);
    const principal = await deps.authenticate({ cookie, bearer, instanceId, namedSiteId, isActive, ip, now });
    if (!principal) throw unauthenticated();
    const isPerson = principal.kind === 'session';
    // A screen and most tokens have one site each, whatever site they name; the others those their owner may enter.
    if (!isPerson && namedSiteId !== undefined && namedSiteId !== principal.siteId) throw notFound();
    // A browser never adds a token by itself, so nobody can make it send one.
    if (isWrite(endpoint) && isPerson) {
      if (principal.isFormerCookie) throw unauthenticated();
      const sent = request.headers[wire.csrfHeader];
      if (typeof sent !== 'string' || !isCsrfOf(principal, sent)) throw forbidden('The CSRF value is missing or wrong');
    }
    if (!mayCallAs[principal.kind](endpoint.right, principal.subject))
      throw namesNoSite(principal) ? invalid(nameASite) : forbidden(`Needs ${endpoint.right}`);
    if (endpoint.stepUp === 'recent' && !isProved(principal, now, deps.stepUpMinutes)) throw stepUpNeeded();
    if (isWrite(endpoint) && principal.isStaleSite && !endpoint.anySite)
      throw saveConflict('This tab shows another site than the session is on');
    request.isAuthorised = true;
    return principal;
  };

  const answer = answering(realm);

  const route = (
    endpoint: AnyEndpoint,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    on: FastifyInstance = app,
  ) =>
    on.route({
      method: endpoint.method,
      url: `${bases[realm]}${endpoint.path}`,
      ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
      handler,
    });

  /** The handler's work in its tenant, and what the endpoint says it moves; what was to be done on commit comes after. */
  const inTenant = async <T>(
    { moves }: Pick<AnyEndpoint, 'moves'>,
    open: OpenContext,
    principal: Principal,
    handle: (context: Context) => Promise<T>,
  ) => {
    const { customerId, siteId, userId } = principal;
    const tenant = { customerId, siteIds: siteId === null ? [] : [siteId], actorId: userId };
    let committed: (() => void)[] = [];
    const value = await withTenantRetrying(deps.pool, tenant, async (tx) => {
      const hints: Hint[] = [];
      // A hint that is lost costs a refetch: nobody waits for it, nobody fails by it.
      committed = [() => void (hints.length > 0 && deps.bus.publish(hints).catch(() => undefined))];
      const onCommit = (work: () => void) => void committed.push(work);
      const emit: Context['emit'] = (hint) => void hints.push({ ...hint, customerId });
      const facts = { isSigning: deps.isSigning, isProved: isProved(principal, open.now, deps.stepUpMinutes) };
      const answered = await handle({ ...open, ...facts, tx, principal, onCommit, emit });
      // What awaits a second person has moved nothing yet.
      if (answered instanceof Awaiting || answered instanceof Replayed) return answered;
      if (moves === 'counts') await deps.requestRecountAndPlan(tx, customerId, open.now);
      return answered;
    });
    for (const work of committed) work();
    return value;
  };

  const mount: Mount = (endpoint, handle) => {
    if (endpoint.right === 'anyone') throw new Error(`${endpoint.path} is open: mount it with mount.open`);
    route(endpoint, async (request, reply) => {
      if (isWrite(endpoint)) assertOwnOrigin(request, deps.publicOrigin);
      const open = openContext(request, reply);
      const principal = await authorise(endpoint, request, open);
      const isConditional = realm === 'public' && takeIfMatch(endpoint, request);
      const key = realm === 'public' ? callKeyOf(endpoint, request, principal) : undefined;
      const given = received(endpoint, request);
      const work = (context: Context) => {
        const act = () => handle(context, given);
        return key ? once(context, key, act, (value) => answerOf(endpoint, value)) : act();
      };
      const done = inTenant<unknown>(endpoint, open, principal, work);
      return answer(endpoint, request, reply, await (isConditional ? done.catch(asFailedPrecondition) : done));
    });
  };

  mount.transfer = (endpoint, handle) => {
    const method = endpoint.method === 'GET' ? 'HEAD' : endpoint.method;
    const serve = async (request: FastifyRequest, reply: FastifyReply) => {
      if (isWrite(endpoint)) assertOwnOrigin(request, deps.publicOrigin);
      const open = openContext(request, reply);
      const principal = await authorise(endpoint, request, open);
      const { headers } = request;
      const transfer: Transfer = {
        method,
        headers,
        body: bodyOf(request, endpoint),
        inTenant: (work) => inTenant(endpoint, open, principal, work),
      };
      return sendTransfer(reply, endpoint, await handle(transfer, received(endpoint, request)));
    };
    const url = `${bases[realm]}${endpoint.path}`;
    if (method === 'HEAD') app.route({ method, url, handler: serve });
    else takingFiles(app, (own) => route(endpoint, serve, own));
  };

  mount.download = (endpoint, find) => {
    route(endpoint, async (request, reply) => {
      await authorise(endpoint, request, openContext(request, reply));
      return sendFile(reply, find(received(endpoint, request)));
    });
  };

  mount.open = (endpoint, handle) => {
    if (endpoint.right !== 'anyone')
      throw new Error(`${endpoint.path} asks for ${endpoint.right}: mount it with mount`);
    route(endpoint, async (request, reply) => {
      if (isWrite(endpoint)) assertOwnOrigin(request, deps.publicOrigin);
      request.isAuthorised = true;
      const value = await handle(openContext(request, reply), received(endpoint, request));
      return answer(endpoint, request, reply, value);
    });
  };

  mount.stream = (endpoint, handle) => {
    route(endpoint, async (request, reply) => {
      const look = () => authorise(endpoint, request, openContext(request, reply));
      const lookAgain = () =>
        look().catch((error: unknown) => {
          if (error instanceof Refusal) return undefined;
          throw error;
        });
      await handle(await look(), reply, lookAgain);
      return reply;
    });
  };

  return mount;
};

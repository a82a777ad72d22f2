import { hash, type KeyObject, verify } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { agentBase, type AgentEndpoint, agentLimits } from '@patchkeep/contract/agent/protocol';
import {
  contentDigestHeader,
  readSignature,
  signatureBase,
  type SignatureParameters,
} from '@patchkeep/rules/message-signature';
import { sessionHeader } from '@patchkeep/rules/session-key';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { busy, invalid, Refusal } from '../errors.ts';
import { type AgentSessions, type AgentSession, isMacOf } from './agent-session.ts';
import type { FastPathCall } from './fast-path.ts';
import { replayGuard } from './replay-guard.ts';
import type { Http } from './server.ts';

/** What a signed call says about itself, once its signature is found good. */
export interface AgentCall<B> {
  body: B;
  parameters: SignatureParameters;
  requestId: string;
  ip: string;
  now: Date;
}

/** An agent the server knows: its key, and the session it last called with, remembered for its next call. */
export interface Signer {
  key: KeyObject;
  session?: AgentSession | undefined;
}

/** Who knows the agents and their keys. */
export interface Signers<Owner extends Signer> {
  /** Looks an agent up by its key's id. Nothing may be remembered here: whoever calls has proved nothing yet. */
  findSigner(keyId: string, now: Date): Owner | undefined | Promise<Owner | undefined>;
  /** The signature held: from now on the agent may be remembered. Returns the one that is. */
  remember(keyId: string, owner: Owner, now: Date): Owner;
}

export interface AgentMount {
  /** For agents the server knows: looked up by the key's id, before a byte of the body is parsed. */
  known<B extends z.ZodType, R extends z.ZodType, Owner extends Signer>(
    endpoint: AgentEndpoint<B, R>,
    signers: Signers<Owner>,
    handle: (call: AgentCall<z.output<B>>, owner: Owner) => Promise<z.input<R>>,
    admission: Admission,
  ): void;
  /** The same, for a connection that stays open: `open` writes to it until one of the two ends it. */
  streaming<B extends z.ZodType, Owner extends Signer>(
    endpoint: AgentEndpoint<B>,
    signers: Signers<Owner>,
    open: (call: AgentCall<z.output<B>>, owner: Owner, connection: () => ServerResponse) => void,
  ): void;
  /** For a newcomer, who presents the key that signed the call in the call itself. */
  newcomer<B extends z.ZodType, R extends z.ZodType>(
    endpoint: AgentEndpoint<B, R>,
    keyOf: (body: z.output<B>) => { name: string; key: KeyObject },
    handle: (call: AgentCall<z.output<B>>) => Promise<z.input<R>>,
    admission: Admission,
  ): void;
}

/** How many calls of one kind may run at once. */
interface Admission {
  atOnce: number;
}

/** A refusal an agent can act on: it always learns the server's time, to set its clock by. */
const unsigned = (why: string, now: Date) => new Refusal(401, why, { info: { serverTime: now.toISOString() } });

const splitUrl = (url: string): { path: string; query: string } => {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: '?' } : { path: url.slice(0, at), query: url.slice(at) };
};

const decode = ({ headers }: FastPathCall, raw: Buffer, limit: number): unknown => {
  try {
    const isZipped = headers['content-encoding'] === 'gzip';
    return JSON.parse((isZipped ? gunzipSync(raw, { maxOutputLength: limit }) : raw).toString());
  } catch {
    throw invalid('The body does not fit');
  }
};

/** Lets so many calls of a kind run at once; the rest are told to come back, so that one kind never starves another. */
const admit = (atOnce: number) => {
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) throw busy(30);
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
};

interface Signed {
  parameters: SignatureParameters;
  base: string;
  signatureBase64: string;
}

/** Shape, age and digest of a signed call; whose key it is comes after. */
const readSigned = ({ headers, url }: FastPathCall, raw: Buffer, now: Date): Signed => {
  const read = readSignature(String(headers['signature-input']), String(headers['signature']));
  if (!read) throw unsigned('Not signed', now);
  const { parameters, signatureBase64 } = read;
  if (Math.abs(parameters.created * 1_000 - now.getTime()) > agentLimits.clockSkewMs)
    throw unsigned('Signed at another time', now);
  const contentDigest = contentDigestHeader(hash('sha256', raw, 'base64'));
  if (headers['content-digest'] !== contentDigest) throw unsigned('The digest does not fit the body', now);
  const base = signatureBase({ method: 'POST', ...splitUrl(url), contentDigest }, parameters);
  return { parameters, base, signatureBase64 };
};

const isSignedBy = ({ base, signatureBase64 }: Signed, key: KeyObject): boolean =>
  verify(null, Buffer.from(base), key, Buffer.from(signatureBase64, 'base64'));

const parseBody = <B extends z.ZodType>({ body }: { body: B }, decoded: unknown): z.output<B> => {
  const parsed = body.safeParse(decoded);
  if (parsed.success) return parsed.data;
  throw invalid('The body does not fit', { at: parsed.error.issues[0]?.path.join('.') ?? '' });
};

const unzippedFactor = 8;
const defaultLimit = 16_384;

/** Binds the agent's endpoints, in a scope of their own where bodies stay bytes until their signature holds. */
export const agentMounter = (
  { app, fastPath, failure }: Http,
  clock: () => Date,
  sessions: AgentSessions,
): { mount: AgentMount; register(): void } => {
  const routes: ((scope: FastifyInstance) => void)[] = [];
  const post = (
    endpoint: AgentEndpoint,
    { atOnce }: Admission,
    work: (call: FastPathCall, raw: Buffer, now: Date) => Promise<unknown>,
  ): void => {
    const path = agentBase + endpoint.path;
    const bodyLimit = endpoint.bodyLimit ?? defaultLimit;
    const admitted = admit(atOnce);
    const answer = (call: FastPathCall, raw: Buffer): Promise<unknown> => admitted(() => work(call, raw, clock()));
    routes.push((scope) =>
      scope.post(path, { bodyLimit }, async (request, reply) => {
        const body = JSON.stringify(endpoint.response.parse(await answer(request, request.body as Buffer)));
        // Whoever is not signed was refused above.
        request.isAuthorised = true;
        return reply.type('application/json; charset=utf-8').send(body);
      }),
    );
    if (endpoint.isOpenToSessions)
      fastPath.open(path, bodyLimit, async (call, raw) => {
        try {
          // Not validated again: tests send the same answers through the framework, which validates them.
          return { status: 200, body: JSON.stringify(await answer(call, raw)) };
        } catch (error) {
          return failure(error as Error, call.id, call.url);
        }
      });
  };
  const limitOf = ({ bodyLimit = defaultLimit }: AgentEndpoint): number => bodyLimit * unzippedFactor;
  const callOf = <B>(call: FastPathCall, now: Date, body: B, parameters: SignatureParameters): AgentCall<B> => ({
    body,
    parameters,
    requestId: call.id,
    get ip() {
      return call.callerAddress;
    },
    now,
  });

  /** By a MAC of the session the agent last called with, or of one it now vouches for. */
  const isSignedInSession = (
    { parameters, base, signatureBase64 }: Signed,
    signer: Signer,
    header: unknown,
    now: Date,
  ): boolean | Promise<boolean> => {
    if (typeof header !== 'string') return false;
    const isSignedIn = (session: AgentSession | undefined): boolean => {
      if (!session || !isMacOf(session.secret, base, signatureBase64)) return false;
      signer.session = session;
      return true;
    };
    const isHeld = signer.session?.header === header && signer.session.expires * 1_000 > now.getTime();
    if (isHeld) return isSignedIn(signer.session);
    return sessions.open(header, parameters.keyId, signer.key, now).then(isSignedIn);
  };

  const isSignedByAgent = (
    { isOpenToSessions }: AgentEndpoint,
    signed: Signed,
    signer: Signer,
    offer: unknown,
    now: Date,
  ): boolean | Promise<boolean> =>
    signed.parameters.algorithm === 'ed25519'
      ? isSignedBy(signed, signer.key)
      : isOpenToSessions === true && isSignedInSession(signed, signer, offer, now);

  /** Verifies the signature of a call before anything else is read from it, and refuses replays. */
  const reader = <B extends z.ZodType, Owner extends Signer>(endpoint: AgentEndpoint<B>, signers: Signers<Owner>) => {
    const refuseReplay = replayGuard();
    return async (request: FastPathCall, raw: Buffer, now: Date) => {
      const signed = readSigned(request, raw, now);
      const { keyId } = signed.parameters;
      const signer = await signers.findSigner(keyId, now);
      const isGood =
        signer !== undefined && (await isSignedByAgent(endpoint, signed, signer, request.headers[sessionHeader], now));
      if (!isGood) throw unsigned('Not signed by a known key', now);
      const body = parseBody(endpoint, decode(request, raw, limitOf(endpoint)));
      refuseReplay(keyId, signed.parameters, now);
      return { call: callOf(request, now, body, signed.parameters), signer: signers.remember(keyId, signer, now) };
    };
  };

  const mount: AgentMount = {
    known: (endpoint, signers, handle, admission) => {
      const read = reader(endpoint, signers);
      post(endpoint, admission, async (request, raw, now) => {
        const { call, signer } = await read(request, raw, now);
        return handle(call, signer);
      });
    },
    streaming: (endpoint, signers, open) => {
      const read = reader(endpoint, signers);
      routes.push((scope) =>
        scope.post(agentBase + endpoint.path, { bodyLimit: defaultLimit }, async (request, reply) => {
          const { call, signer } = await read(request, request.body as Buffer, clock());
          request.isAuthorised = true;
          open(call, signer, () => reply.hijack().raw);
          return reply;
        }),
      );
    },
    newcomer: (endpoint, keyOf, handle, admission) => {
      const refuseReplay = replayGuard();
      post(endpoint, admission, async (request, raw, now) => {
        const signed = readSigned(request, raw, now);
        const { parameters } = signed;
        const body = parseBody(endpoint, decode(request, raw, limitOf(endpoint)));
        const { name, key } = keyOf(body);
        if (parameters.algorithm !== 'ed25519' || !isSignedBy(signed, key))
          throw unsigned('Not signed by the key it presents', now);
        refuseReplay(name, parameters, now);
        return handle(callOf(request, now, body, parameters));
      });
    },
  };
  return {
    mount,
    register: () =>
      void app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
          done(null, body),
        );
        for (const route of routes) route(scope);
      }),
  };
};

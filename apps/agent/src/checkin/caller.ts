import type { Identity } from '@patchkeep/agent-client/identity';
import { sessionKeeper } from '@patchkeep/agent-client/session-key';
import { type SignedCall, signedCall } from '@patchkeep/agent-client/signed-call';
import type { AgentEndpoint } from '@patchkeep/contract/agent/protocol';
import type { z } from 'zod';
import { CallRefused, clockError, refusalOf } from './refusal.ts';
import type { Send } from './transport.ts';

interface Clock {
  /** The server's clock minus ours, as far as we know it. */
  offsetMs(): number;
  correct(offsetMs: number): void;
}

interface CallerOptions {
  identity: Identity;
  keyId: string;
  send: Send;
  clock: Clock;
}

/** A hotel's login page answers 200 too. */
const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Makes signed calls on the server's clock: one that is refused for its time sets the clock and is made again, once.
 * That clock dates calls and nothing else: the server's word for it is unsigned, so no order is judged by it.
 */
export const caller = ({ identity, keyId, send, clock }: CallerOptions) => {
  const serverNow = (): Date => new Date(Date.now() + clock.offsetMs());
  const sessions = sessionKeeper(identity, keyId);

  const once = async <B extends z.ZodType, R extends z.ZodType>(
    endpoint: AgentEndpoint<B, R>,
    body: z.input<B>,
    signal?: AbortSignal,
  ): Promise<z.output<R>> => {
    const session = sessions.current(endpoint.isOpenToSessions, serverNow());
    const signed = signedCall(identity, keyId, endpoint, body, serverNow(), session);
    const answer = await send(signed, signal).catch((error: Error) => {
      throw new CallRefused(error.message, { kind: 'failed' });
    });
    if (session && answer.status === 401) {
      // The server has another key now, or other ideas about sessions: our own key always speaks for us.
      sessions.drop();
      return once(endpoint, body, signal);
    }
    if (answer.status !== 200) throw refusalOf(answer, serverNow());
    const parsed = endpoint.response.safeParse(readJson(answer.body));
    if (!parsed.success) throw new CallRefused('The answer does not fit', { kind: 'failed' });
    const { serverTime, serverKey } = parsed.data as { serverTime?: string; serverKey?: string };
    sessions.learn(serverKey);
    const drift = clockError(serverTime, serverNow());
    if (drift !== 0) clock.correct(clock.offsetMs() + drift);
    return parsed.data;
  };

  return {
    /** A call for a connection that stays open: signed as any other, sent by whoever holds it. */
    sign<B extends z.ZodType>(endpoint: AgentEndpoint<B>, body: z.input<B>): SignedCall {
      const session = sessions.current(endpoint.isOpenToSessions, serverNow());
      return signedCall(identity, keyId, endpoint, body, serverNow(), session);
    },
    async call<B extends z.ZodType, R extends z.ZodType>(
      endpoint: AgentEndpoint<B, R>,
      body: z.input<B>,
      signal?: AbortSignal,
    ): Promise<z.output<R>> {
      try {
        return await once(endpoint, body, signal);
      } catch (error) {
        if (!(error instanceof CallRefused) || error.reason.kind !== 'clock') throw error;
        clock.correct(clock.offsetMs() + error.reason.offsetMs);
        return once(endpoint, body, signal);
      }
    },
  };
};
export type Caller = ReturnType<typeof caller>;

import { isConsoleHint } from '@patchkeep/contract/hints';
import type { FastifyReply } from 'fastify';
import type { Bus, Hint } from '../bus/bus.ts';
import type { Principal } from '../context.ts';
import { tooMany } from '../errors.ts';

const usualHeartbeatMs = 25_000;
const perSession = 6;
/** A reader this far behind is cut off; it reconnects and refetches. */
const maxBufferedBytes = 262_144;

interface Listener {
  principal: Principal;
  /** Every site the user may switch to: a hint about another one would already tell too much. */
  siteIds: ReadonlySet<string>;
  look: Look;
  reply: FastifyReply;
}

/** Looks again at a listener: the sites it may hear of now, or undefined when its session or its right is gone. */
type Look = () => Promise<ReadonlySet<string> | undefined>;

const concerns = (hint: Hint, { principal: { customerId }, siteIds }: Listener): boolean =>
  hint.customerId === customerId && (hint.siteAccountUuid === undefined || siteIds.has(hint.siteAccountUuid));

/** A guest's session ends with the one at home, so it hears of both users. */
const isOf = ({ userId, home }: Principal, id: string | undefined): boolean => userId === id || home?.userId === id;

/** Server-sent events: hands the bus's hints to the consoles they concern. */
export const eventHub = (bus: Bus, heartbeatMs = usualHeartbeatMs) => {
  const listeners = new Set<Listener>();
  let isClosed = false;
  const write = (listener: Listener, text: string): void => {
    const { raw } = listener.reply;
    if (raw.writableLength > maxBufferedBytes) raw.destroy();
    else raw.write(text);
  };
  /** A database that does not answer now ends nobody's stream: without it there is nothing to tell either. */
  const lookAgain = async (listener: Listener): Promise<void> => {
    const siteIds = await listener.look().catch(() => listener.siteIds);
    if (siteIds) listener.siteIds = siteIds;
    else listener.reply.raw.end();
  };
  let isLooking = false;
  /** One after the other: many consoles must not take all connections to the database at once. */
  const lookAtAll = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    for (const listener of listeners) await lookAgain(listener);
    isLooking = false;
  };
  const stop = bus.subscribe((hint) => {
    // After the others have heard of it: one of them forgets what it believed about the session.
    if (hint.thing === 'session')
      for (const listener of listeners)
        if (isOf(listener.principal, hint.id)) setImmediate(() => void lookAgain(listener));
    if (!isConsoleHint(hint.thing)) return;
    const { siteAccountUuid, thing, id } = hint;
    const text = `data: ${JSON.stringify({ siteAccountUuid, thing, id })}\n\n`;
    for (const listener of listeners) if (concerns(hint, listener)) write(listener, text);
  });
  const heartbeat = setInterval(() => {
    for (const listener of listeners) write(listener, ': still here\n\n');
    void lookAtAll();
  }, heartbeatMs);
  heartbeat.unref();

  return {
    /** Tells the console what concerns it, for as long as looking again finds it entitled. */
    async open(principal: Principal, look: Look, reply: FastifyReply): Promise<void> {
      const siteIds = (await look()) ?? new Set<string>();
      const openStreams = [...listeners].filter((each) => each.principal.sessionId === principal.sessionId).length;
      if (openStreams >= perSession) throw tooMany(30);
      reply.hijack();
      const listener: Listener = { principal, siteIds, look, reply };
      listeners.add(listener);
      reply.raw.on('close', () => listeners.delete(listener));
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      reply.raw.write('retry: 3000\n\n');
      // A console that comes while the server stops gets an end, not an error: only then does it try again by itself.
      if (isClosed) reply.raw.end();
    },
    /** Ends the streams of a session that ended. */
    end(sessionId: string): void {
      for (const { principal, reply } of listeners) if (principal.sessionId === sessionId) reply.raw.end();
    },
    close(): void {
      isClosed = true;
      stop();
      clearInterval(heartbeat);
      for (const { reply } of listeners) reply.raw.end();
    },
  };
};
export type EventHub = ReturnType<typeof eventHub>;

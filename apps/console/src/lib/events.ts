import { session as endpoints } from '@patchkeep/contract/session';
import type { z } from 'zod';

export type Hint = z.output<typeof endpoints.events.response>;

interface Source {
  addEventListener(type: string, listener: (event: MessageEvent) => void): void;
  readyState: number;
  close(): void;
}

export interface EventEnvironment {
  /** Runs `lead` while this tab holds the lock; every other tab of the browser waits for its turn. */
  whileLeading(lead: () => Promise<void>, signal: AbortSignal): Promise<void>;
  connect(): Source;
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Applies a hint here and passes it on to the other tabs. */
  onHint(hint: Hint): void;
  /** The stream stands, for the first time or again: hints may be lost, everything shown may be old. */
  onGap(): void;
}

const closed = 2;
const reconnectMs = 30_000;

const parse = (data: string): Hint | undefined => {
  try {
    return endpoints.events.response.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
};

/** One stream: resolves when it is closed for good, by us or by an answer that is no stream. */
const follow = (environment: EventEnvironment, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const source = environment.connect();
    const end = () => {
      source.close();
      resolve();
    };
    // The first time as well: what was fetched before the stream stood had no hints, nor had the tabs whose leader left.
    source.addEventListener('open', () => environment.onGap());
    source.addEventListener('message', ({ data }) => {
      const hint = parse(String(data));
      if (hint) environment.onHint(hint);
    });
    source.addEventListener('error', () => {
      // The browser reconnects by itself unless the answer was final, such as a 401.
      if (source.readyState === closed) end();
    });
    signal.addEventListener('abort', end, { once: true });
  });

/** Follows the server's hints, with one connection per browser however many tabs are open. */
export const followEvents = (environment: EventEnvironment): (() => void) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const lead = async () => {
    while (!signal.aborted) {
      await follow(environment, signal);
      if (!signal.aborted) await environment.wait(reconnectMs, signal);
    }
  };
  environment.whileLeading(lead, signal).catch(() => {
    // Waiting for the lock was aborted: the tab is done with events.
  });
  return () => stopping.abort();
};

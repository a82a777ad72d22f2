import { constants } from '@patchkeep/contract/constants';
import { versionMismatchType } from '@patchkeep/contract/errors';
import { session as endpoints } from '@patchkeep/contract/session';
import type { Caller } from './call.ts';
import { asFailure, CallFailure } from './failure.ts';
import type { SessionStore } from './session-store.ts';

export interface HandshakeEnvironment {
  call: Caller;
  session: SessionStore;
  now(): Date;
  wait(ms: number): Promise<void>;
  /** Runs something every so often until the returned function is called. */
  every(ms: number, run: () => void): () => void;
  /** The handshake of a detached dashboard instead of the console's; such a tab never moves to the login page. */
  greetDetached?: (() => Promise<void>) | undefined;
  show(failure: CallFailure): void;
}

export interface Handshaker {
  /** The first handshake, with its retries; afterwards the session refreshes itself. */
  start(): Promise<void>;
  /** One handshake now, about the site that the tab shows or is about to show; rejects when it fails. */
  refresh(siteId?: string): Promise<void>;
  stop(): void;
}

const pad = (value: number, length = 2) => String(Math.abs(value)).padStart(length, '0');

/** The wall clock where the user sits, with its offset: 2026-11-15T03:05:00+01:00. */
export const localTime = (date: Date, offsetMinutes = -date.getTimezoneOffset()): string => {
  const shifted = new Date(date.getTime() + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const sign = offsetMinutes < 0 ? '-' : '+';
  return `${shifted}${sign}${pad(Math.trunc(offsetMinutes / 60))}:${pad(offsetMinutes % 60)}`;
};

export const createHandshaker = (environment: HandshakeEnvironment): Handshaker => {
  const { call, session, greetDetached } = environment;
  const isRedirectSuppressed = greetDetached !== undefined;
  let failures = 0;
  let stopTimer: (() => void) | undefined;
  let isStopped = false;

  const greet = async (siteId?: string) => {
    if (greetDetached) return greetDetached();
    const now = environment.now();
    const handshake = await call(
      endpoints.ehlo,
      {
        query: {
          ts: now.getTime(),
          localTime: localTime(now),
          utcTime: now.toISOString(),
        },
      },
      { operation: { verb: 'refresh', thing: 'session' }, siteId },
    );
    if (!isStopped) session.enter(handshake);
    return undefined;
  };

  const stop = () => {
    isStopped = true;
    stopTimer?.();
    stopTimer = undefined;
  };

  /** Forgets the handshake and leaves for the login page; a detached tab says that it may not. */
  const giveUp = (failure: CallFailure) => {
    stop();
    if (!isRedirectSuppressed) return session.jumpToLogin();
    session.forget();
    environment.show(new CallFailure({ type: 403, message: failure.message, instanceId: failure.instanceId }, failure));
  };

  /** A 401 ends the session and a newer server is told; whatever failed, the caller hears of it. */
  const refresh = async (siteId?: string) => {
    try {
      await greet(siteId);
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (!isStopped && failure.type === 401) giveUp(failure);
      if (!isStopped && failure.type === versionMismatchType) environment.show(failure);
      throw failure;
    }
  };

  /** The refresh nobody asked for: its failures stay silent until there are too many in a row. */
  const refreshQuietly = async () => {
    try {
      await refresh();
      failures = 0;
    } catch (thrown) {
      failures += 1;
      if (!isStopped && failures > constants.handshakeFailuresTolerated) giveUp(asFailure(thrown));
    }
  };

  const start = async () => {
    isStopped = false;
    for (let attempt = 0; ; attempt++) {
      try {
        await greet();
        break;
      } catch (thrown) {
        const failure = asFailure(thrown);
        if (isStopped) return;
        // The call has waited out a busy server already: that is the general failure, the login page would be as busy.
        if (failure.type === 503) return environment.show(failure);
        if (failure.type === 401 || attempt === constants.preLoginRetry.times) return giveUp(failure);
        await environment.wait(constants.preLoginRetry.waitMs);
        if (isStopped) return;
      }
    }
    if (isStopped) return;
    stopTimer?.();
    stopTimer = environment.every(constants.sessionRefreshMs, () => void refreshQuietly());
  };

  return { start, refresh, stop };
};

import type pg from 'pg';

/**
 * A transaction that only read need not be committed at once: its COMMIT can be sent together with the connection's
 * next statement, which saves one write and one wake-up of the backend per request. The next user of the connection
 * sends the deferred commit first, without knowing; if there is none in this turn of the event loop, it is sent alone.
 */
const deferred = new WeakSet<pg.PoolClient>();
const senders = new WeakMap<pg.PoolClient, () => void>();

type Query = (...args: unknown[]) => unknown;

/** Makes every connection of a pool send its deferred commit before its next statement. */
export const sendDeferredCommitsFirst = (pool: pg.Pool): void => {
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as Query;
    const sendCommit = (): void => {
      if (!deferred.delete(client)) return;
      // A connection that cannot commit is broken; the next statement on it fails too.
      (send('commit') as Promise<unknown>).catch(() => undefined);
    };
    senders.set(client, sendCommit);
    const commitThenSend: Query = (...args) => {
      sendCommit();
      return send(...args);
    };
    client.query = commitThenSend as typeof client.query;
  });
};

/** Defers the commit. Returns false for a connection of another pool, which must be committed now. */
export const deferCommit = (client: pg.PoolClient): boolean => {
  const sendCommit = senders.get(client);
  if (!sendCommit) return false;
  deferred.add(client);
  setImmediate(sendCommit);
  return true;
};

/** True if a commit was deferred: the caller must now send it in front of its own statement. */
export const takeDeferredCommit = (client: pg.PoolClient): boolean => deferred.delete(client);

import type pg from 'pg';

/**
 * A transaction that only read need not be ended at once: its COMMIT can travel with whatever the connection sends
 * next, one write and one wake-up of the backend less per request. The connection then "owes" a commit. Whoever uses
 * it next pays first, without knowing; if nobody does within this turn of the event loop, it is sent alone.
 */
const owing = new WeakSet<pg.PoolClient>();
const payers = new WeakMap<pg.PoolClient, () => void>();

type Query = (...args: unknown[]) => unknown;

/** Teaches every connection of a pool to pay before anything else. */
export const payDebtsFirst = (pool: pg.Pool): void => {
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as Query;
    const pay = (): void => {
      if (!owing.delete(client)) return;
      // A connection that cannot commit is broken, and its next user will be told so by its own statement.
      (send('commit') as Promise<unknown>).catch(() => undefined);
    };
    payers.set(client, pay);
    const payThenSend: Query = (...args) => {
      pay();
      return send(...args);
    };
    client.query = payThenSend as typeof client.query;
  });
};

/** Lets the commit wait. False for a connection that was not taught to pay: commit it now. */
export const oweCommit = (client: pg.PoolClient): boolean => {
  const pay = payers.get(client);
  if (!pay) return false;
  owing.add(client);
  setImmediate(pay);
  return true;
};

/** Takes the debt over: true when the caller must put the commit in front of its own message. */
export const takeOwedCommit = (client: pg.PoolClient): boolean => owing.delete(client);

import type { Server } from 'node:http';
import net from 'node:net';

export interface DrainLimits {
  /** For how long an idle connection is left open: its client may be sending a request just now. */
  idleMs: number;
  /** After this time whatever is left is cut. */
  mostMs: number;
}

const closeIdleEveryMs = 100;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Lets go of all connections without cutting a request. New connections are refused at once. A connection in use ends
 * after its answer, which carries `Connection: close`. An idle one is closed after a moment: closed at once it could
 * cut a request that is on its way. Resolves with the number of connections that had to be cut.
 */
export const drainConnections = async (server: Server, { idleMs, mostMs }: DrainLimits): Promise<number> => {
  if (!server.listening) return 0;
  // Connections that the system has made on our behalf are accepted before the port is closed: after two turns of the
  // event loop all have been that were made before the signal. Later ones are refused or reset; no server can help it.
  await turn();
  await turn();
  // Not the method of the HTTP server, which closes idle connections at once.
  const drained = new Promise<void>((resolve) => net.Server.prototype.close.call(server, () => resolve()));
  let closing: NodeJS.Timeout | undefined;
  // A process that was held up runs its timers before it reads what came meanwhile. Only after a turn of the event loop
  // does a connection with a request no longer count as idle.
  const closeIdle = () => setImmediate(() => server.closeIdleConnections());
  const idle = setTimeout(() => {
    closeIdle();
    closing = setInterval(closeIdle, closeIdleEveryMs);
  }, idleMs);
  let cut = 0;
  const most = setTimeout(() => {
    server.getConnections((_error, left) => {
      cut = left;
      server.closeAllConnections();
    });
  }, mostMs);
  await drained;
  clearTimeout(idle);
  clearTimeout(most);
  clearInterval(closing);
  return cut;
};

import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** Hands every connection on: a socket in the file system leads into another network namespace, where a port does not. */
export const relay = async (from: { path: string } | { port: number; host: string }, to: NetConnectOpts) => {
  const open = new Set<Socket>();
  const server = createServer((one) => {
    const other = connect(to);
    for (const [here, there] of [
      [one, other],
      [other, one],
    ] as const) {
      open.add(here);
      here
        .on('error', () => there.destroy())
        .on('close', () => {
          open.delete(here);
          there.destroy();
        });
      here.pipe(there);
    }
  }).listen(from);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

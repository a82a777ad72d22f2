import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Hands connections on to a server and breaks every n-th on average, after some bytes of the answer: within its head, in
 * the middle or short of its end.
 */
export const startCuttingProxy = async (target: URL, { every, longest }: { every: number; longest: number }) => {
  let cuts = 0;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let left = Math.random() * every < 1 ? Math.ceil(Math.random() * longest) : Infinity;
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    near.pipe(far);
    far.on('data', (chunk: Buffer) => {
      if (chunk.length < left) {
        left -= chunk.length;
        if (!near.write(chunk)) {
          far.pause();
          near.once('drain', () => far.resume());
        }
        return;
      }
      cuts++;
      far.removeAllListeners('data').destroy();
      near.write(chunk.subarray(0, left - 1), () => near.resetAndDestroy());
    });
    far.on('end', () => near.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    cuts: () => cuts,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

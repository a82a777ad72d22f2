import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Multiples of it, without their whole part, lie evenly between 0 and 1. */
const goldenRatio = (1 + Math.sqrt(5)) / 2;

/**
 * Hands connections on to a server and breaks one whenever it has handed on some bytes of answers, on average half of
 * `mostBytes`: within a head, in the middle of an answer or short of its end. Nothing of it is left to chance, and it
 * does not matter how many requests share a connection: a run with too few cuts would show nothing.
 */
export const startCuttingProxy = async (target: URL, mostBytes: number) => {
  let cuts = 0;
  const nextCut = (): number => Math.ceil((((cuts + 1) * goldenRatio) % 1) * mostBytes);
  let left = nextCut();
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
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
      const last = chunk.subarray(0, left - 1);
      cuts++;
      left = nextCut();
      far.removeAllListeners('data').destroy();
      near.write(last, () => near.resetAndDestroy());
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

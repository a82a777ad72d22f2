import { createHash } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { exportIdentity, type Identity } from '@patchkeep/agent-client/identity';

/** From the private key, so that no other user of the machine can take the name first. */
const nameOf = (identity: Identity): string => {
  const secret = createHash('sha256')
    .update(`only|${exportIdentity(identity)}`)
    .digest('hex')
    .slice(0, 32);
  const name = `patchkeep-agent-${secret}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`;
};

/** Asked first, because Wine lets two processes listen at one pipe. */
const isHeld = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asking = connect(name, () => resolve(true));
    asking.once('error', () => resolve(false)).once('connect', () => asking.destroy());
  });

const taken = () => new Error('The agent is already running on this state');

/**
 * Holds the name of this identity until the process ends, however it ends; throws when another process holds it.
 * Two agents on one identity would look like a stolen key to the server. The kernel frees the name, unlike a lock
 * file, even after kill -9.
 */
export const beTheOnlyOne = async (identity: Identity): Promise<() => void> => {
  const name = nameOf(identity);
  if (await isHeld(name)) throw taken();
  const server = createServer((connection) => connection.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' ? taken() : error));
    server.listen(name, () => {
      server.unref();
      resolve(() => server.close());
    });
  });
};

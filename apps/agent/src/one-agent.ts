import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { exportIdentity, type Identity } from '@patchkeep/agent-client/identity';

/**
 * Holds the name of this identity until the process ends, however it ends; throws when another process holds it.
 * Two agents on one identity would look like a stolen key to the server. The name comes from the private key, so
 * that no other user of the machine can take it first; the kernel frees it, unlike a file, even after kill -9.
 */
export const beTheOnlyOne = (identity: Identity): Promise<() => void> => {
  const name = `patchkeep-agent-${createHash('sha256')
    .update(`only|${exportIdentity(identity)}`)
    .digest('hex')
    .slice(0, 32)}`;
  const server = createServer((connection) => connection.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error('The agent is already running on this state') : error),
    );
    server.listen(process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`, () => {
      server.unref();
      resolve(() => server.close());
    });
  });
};

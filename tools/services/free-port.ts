import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port nobody listens on now. Another process may take it before you do, so callers retry on a failed bind. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('the system gave no port number');
  return address.port;
}

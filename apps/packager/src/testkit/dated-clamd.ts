import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { startClamd } from './clamd.ts';

const versionCommand = 'zVERSION\0';

/** As clamd writes it, for example `Tue Nov 17 08:00:00 2026`. */
const clamdDate = (date: Date): string => {
  const [weekday = '', month = '', day = '', year = '', time = ''] = date.toString().split(' ');
  return `${weekday} ${month} ${day} ${time} ${year}`;
};

/** What a client says first: up to the zero that ends a command, and what has come after it. */
const firstCommand = async (client: Socket): Promise<Buffer> => {
  let said = Buffer.alloc(0);
  while (!said.includes(0)) {
    const [chunk] = (await once(client, 'data')) as [Buffer];
    said = Buffer.concat([said, chunk]);
  }
  client.pause();
  return said;
};

const relay = async (client: Socket, path: string): Promise<void> => {
  const said = await firstCommand(client);
  const clamd = connect(path);
  for (const [one, other] of [
    [client, clamd],
    [clamd, client],
  ] as const)
    one.on('error', () => other.destroy()).on('close', () => other.end());
  clamd.write(said);
  if (said.toString('latin1') !== versionCommand) {
    client.pipe(clamd);
    clamd.pipe(client);
    return;
  }
  const [answer] = (await once(clamd, 'data')) as [Buffer];
  const [scanner = ''] = answer.toString('latin1').replace('\0', '').split('/');
  client.end(`${scanner.trim()}/27500/${clamdDate(new Date())}\0`);
};

/**
 * A real clamd behind a socket that says the signatures are of today. Files pass unchanged, and so does what clamd says of
 * them. The date is the one thing that is made up: it comes from freshclam, which needs the network, and without it a
 * person would have to lift `scannerStale` for each package.
 */
export const startDatedClamd = async (folder: string, settings = '') => {
  const clamd = await startClamd(folder, settings);
  const socket = join(folder, 'dated-clamd.sock');
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client.on('close', () => clients.delete(client)));
    // A client that hangs up before it has said anything, as one that only looks whether somebody listens.
    relay(client, clamd.socket).catch(() => client.destroy());
  }).listen(socket);
  await once(server, 'listening');
  return {
    socket,
    async stop() {
      for (const client of clients) client.destroy();
      server.close();
      await once(server, 'close');
      rmSync(socket, { force: true });
      await clamd.stop();
    },
  };
};

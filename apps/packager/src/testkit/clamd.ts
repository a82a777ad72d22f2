import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { searchPath } from './tools.ts';

/** The file that every scanner takes for a virus; in two parts, so that this one is not taken for it. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
export const evilMark = 'the mark of a bad installer';

const hex = (text: string): string => Buffer.from(text).toString('hex');

/** The socket is a file before clamd listens to it, so only a connection shows that clamd is there. */
const isListening = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(socket, () => {
      connection.destroy();
      resolve(true);
    });
    connection.on('error', () => resolve(false));
  });

/** A clamd with two signatures of our own instead of Debian's hundreds of megabytes. */
export const startClamd = async (folder: string, settings = '') => {
  const database = join(folder, 'signatures');
  const socket = join(folder, 'clamd.sock');
  mkdirSync(database);
  writeFileSync(join(database, 'own.ndb'), `Own.Evil:0:*:${hex(evilMark)}\nOwn.Eicar:0:*:${hex(eicar)}\n`);
  const lines = [
    `LocalSocket ${socket}`,
    `DatabaseDirectory ${database}`,
    'Foreground yes',
    `User ${userInfo().username}`,
  ];
  writeFileSync(join(folder, 'clamd.conf'), [...lines, 'StreamMaxLength 2000M', settings, ''].join('\n'));
  const daemon = spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], {
    env: { ...process.env, PATH: searchPath },
    stdio: 'ignore',
  });
  const ended = once(daemon, 'close');
  while (daemon.exitCode === null && !(await isListening(socket))) await pause(20);
  if (daemon.exitCode !== null) throw new Error(`clamd ended with ${daemon.exitCode}`);
  return {
    socket,
    stop: async () => {
      daemon.kill();
      await ended;
    },
  };
};

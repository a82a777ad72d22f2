import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { eventually } from './agent-parts.ts';
import type { Debian } from './debian.ts';

const person = { name: 'ana', uid: 1_000 };

/** Somebody at a Debian, and stand-ins for what its desktop would bring along. */
export interface Desk {
  /** What the dialog's button says when it is pressed: 0 the first, 1 the other. */
  answer(button: 0 | 1): void;
  /** What was asked, as it was told to zenity. */
  questions(): string;
  /** How the system was told to restart. */
  restarted(): string;
  /** Opens a program by this name; gives how to close it. */
  open(name: string): Promise<() => Promise<void>>;
}

export const sitDown = ({ root }: Debian): Desk => {
  const at = (path: string): string => join(root, path);
  const read = (path: string): string => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : '');
  const script = (path: string, text: string): void => writeFileSync(at(path), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  // Made for root alone; others live here too.
  chmodSync(root, 0o755);
  appendFileSync(at('etc/passwd'), `${person.name}:x:${person.uid}:${person.uid}::/tmp:/bin/sh\n`);
  mkdirSync(at('run/systemd/sessions'), { recursive: true });
  const session = { UID: person.uid, USER: person.name, ACTIVE: 1, TYPE: 'x11', CLASS: 'user' };
  const lines = Object.entries(session).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(at('run/systemd/sessions/1'), lines.join(''));
  script('usr/bin/zenity', 'printf "%s\\n" "$@" > /tmp/asked; read code < /tmp/answer; exit "$code"');
  script('usr/sbin/shutdown', 'printf "%s\\n" "$*" > /tmp/restarted');
  return {
    answer(button) {
      rmSync(at('tmp/asked'), { force: true });
      writeFileSync(at('tmp/answer'), `${button}\n`);
    },
    questions: () => read('tmp/asked'),
    restarted: () => read('tmp/restarted'),
    async open(name) {
      const program = `/usr/local/bin/${name}`;
      copyFileSync(at('bin/sleep'), at(program));
      const child: ChildProcess = spawn(
        '/usr/sbin/chroot',
        [`--userspec=${person.uid}:${person.uid}`, root, program, '600'],
        {
          stdio: 'ignore',
        },
      );
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      const nameOf = async (): Promise<string> => readFileSync(`/proc/${child.pid}/comm`, 'utf8').trim();
      await eventually(nameOf, (comm) => name.startsWith(comm), `${name} to be open`);
      return async () => {
        child.kill('SIGKILL');
        await ended;
      };
    },
  };
};

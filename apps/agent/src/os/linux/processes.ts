import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isPerson } from './users.ts';

export interface Process {
  pid: number;
  uid: number;
  /** The file name of its program, as long as it is there to be read. */
  name: string;
}

const programOf = async (proc: string, pid: string): Promise<string> => {
  const path = await readlink(join(proc, pid, 'exe')).catch(() => '');
  // A program that was replaced while it runs is marked so, and is the one that matters.
  return basename(path.replace(/ \(deleted\)$/, ''));
};

/** What people run, and not the system. */
export const listProcesses = async (root: string): Promise<Process[]> => {
  const proc = join(root, 'proc');
  const pids = (await readdir(proc).catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const owner = await stat(join(proc, pid)).catch(() => undefined);
      if (!owner || !isPerson(owner.uid)) return undefined;
      return { pid: Number(pid), uid: owner.uid, name: await programOf(proc, pid) };
    }),
  );
  return found.filter((each) => each !== undefined);
};

/** The environment a process was started with. */
export const readEnvironment = async (root: string, pid: number): Promise<Map<string, string>> => {
  const text = await readFile(join(root, 'proc', String(pid), 'environ'), 'utf8').catch(() => '');
  return new Map(
    text.split('\0').flatMap((line): [string, string][] => {
      const at = line.indexOf('=');
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1)]] : [];
    }),
  );
};

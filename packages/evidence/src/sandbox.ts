import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { visible } from './visible-text.ts';

const memoryBytes = 1024 ** 3;
const patienceMs = 60_000;
const mostOutput = 4 * 1024 ** 2;
const scratchBytes = 64 * 1024 ** 2;

export interface Job {
  tool: string;
  args: readonly string[];
  /** Files that the tool may read: where it finds each, and where it lies. Nothing else of ours is there. */
  files: Readonly<Record<string, string>>;
  /** Where its output goes instead of into memory: an open file, which does not grow beyond so many bytes. */
  into?: { file: number; mostBytes: number };
}

export interface Outcome {
  /** Null when the tool was ended: out of time, memory or output. */
  code: number | null;
  output: Buffer;
}

/** The system's programs and libraries; on Debian the other folders are links into /usr. */
const system = ['/lib', '/lib64', '/bin', '/sbin'].flatMap((folder) =>
  existsSync(folder) ? ['--symlink', `usr${folder}`, folder] : [],
);

/**
 * A root of its own that cannot be written to, no network, no rights, an empty environment. The folders of keys and the
 * ledger are not hidden in it: they were never put there.
 */
const walls = ({ files }: Job): string[] =>
  [
    ['--unshare-all', '--unshare-user', '--uid', '65534', '--gid', '65534', '--cap-drop', 'ALL'],
    ['--new-session', '--die-with-parent', '--clearenv'],
    ['--setenv', 'PATH', '/usr/bin', '--setenv', 'LANG', 'C.UTF-8', '--setenv', 'HOME', '/tmp'],
    ['--ro-bind', '/usr', '/usr', ...system, '--dev', '/dev'],
    // Sources run as TypeScript, which Node refuses below node_modules; a link leads out of it, as it does outside.
    ...['pe', 'records'].map((name) => [
      '--symlink',
      `../../packages/${name}`,
      `/patchkeep/node_modules/@patchkeep/${name}`,
    ]),
    Object.entries(files).flatMap(([inside, outside]) => ['--ro-bind', outside, inside]),
    ['--size', String(scratchBytes), '--tmpfs', '/tmp', '--chdir', '/tmp', '--remount-ro', '/'],
  ].flat();

const start = (job: Job): Promise<Outcome & { complaints: string }> =>
  new Promise((resolve, reject) => {
    const { into } = job;
    // A file of gigabytes takes minutes to write.
    const timeout = into ? patienceMs * 10 : patienceMs;
    const fileBytes = into?.mostBytes ?? scratchBytes;
    const limits = [`--data=${memoryBytes}`, '--core=0', `--fsize=${fileBytes}`, `--cpu=${timeout / 1000}`];
    const child = spawn('prlimit', [...limits, 'bwrap', ...walls(job), '--', job.tool, ...job.args], {
      stdio: ['ignore', into?.file ?? 'pipe', 'pipe'],
      timeout,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let complaints = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostOutput) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      if (complaints.length < 2_000) complaints += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks), complaints }));
  });

/** Refuses to go on where files cannot be locked in: nothing is ever opened without. */
export const checkSandbox = async (): Promise<void> => {
  const tried = await start({ tool: '/usr/bin/true', args: [], files: {} }).catch((error: unknown) => ({
    code: null,
    complaints: (error as Error).message,
  }));
  if (tried.code !== 0)
    throw new Error(
      `bubblewrap does not work on this machine, and no file of a vendor is opened without it. ` +
        `Install the package bubblewrap and permit user namespaces. ${tried.complaints.trim()}`,
    );
};

/** Runs a tool on a vendor's file, apart from everything else. */
export const runInSandbox = async (job: Job): Promise<Outcome> => {
  const { code, output } = await start(job);
  return { code, output };
};

const repository = fileURLToPath(new URL('../../../', import.meta.url));
/** What programs of ours need in there besides their own folder. */
const libraries = ['asn1js', '@peculiar/utils', 'yauzl', 'pend'];
const ownSources = Object.fromEntries([
  ['/node', process.execPath],
  ...['packages/evidence', 'packages/pe', 'packages/records'].map((path) => [
    `/patchkeep/${path}`,
    `${repository}${path}`,
  ]),
  ...libraries.map((name) => [`/patchkeep/node_modules/${name}`, realpathSync(`${repository}node_modules/${name}`)]),
]) as Record<string, string>;

/** A program of ours on a vendor's file, in the same way. */
const ownJob = (program: URL, args: readonly string[], files: Job['files']): Job => ({
  tool: '/node',
  args: ['--max-old-space-size=512', `/patchkeep/${fileURLToPath(program).slice(repository.length)}`, ...args],
  files: { ...ownSources, ...files },
});

/** Runs a program of ours on a vendor's file, and gives what it printed as JSON. */
export const runOwnInSandbox = async (program: URL, files: Job['files']): Promise<unknown> => {
  const { code, output } = await runInSandbox(ownJob(program, [], files));
  if (code !== 0) return undefined;
  try {
    return JSON.parse(output.toString());
  } catch {
    return undefined;
  }
};

/** Runs a program of ours on a vendor's file that writes another file. Gives what it complained of, else undefined. */
export const writeOwnInSandbox = async (
  program: URL,
  args: readonly string[],
  files: Job['files'],
  into: Required<Job>['into'],
): Promise<string | undefined> => {
  const { code, complaints } = await start({ ...ownJob(program, args, files), into });
  if (code === 0) return undefined;
  return visible(complaints.trim() || 'it takes too long, or too much room').slice(0, 300);
};

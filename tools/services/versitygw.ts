import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bucketSettings } from './bucket.ts';
import { freePort } from './free-port.ts';
import { startGuarded } from './guarded-process.ts';

const version = 'v1.8.0';
const cache = fileURLToPath(new URL(`../../node_modules/.cache/versitygw-${version}`, import.meta.url));
const startWithinMs = 20_000;

const has = (program: string): boolean => {
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** The program: named, built before, or built now, which needs Go and minutes. Undefined where there is no Go. */
export const findVersitygw = (mayBuild: boolean): string | undefined => {
  const named = process.env['PATCHKEEP_VERSITYGW'];
  if (named !== undefined && named !== '') return named;
  const built = join(cache, 'versitygw');
  if (existsSync(built)) return built;
  if (!mayBuild || !has('go')) return undefined;
  const env = { ...process.env, GOBIN: cache, CGO_ENABLED: '0' };
  execFileSync('go', ['install', `github.com/versity/versitygw/cmd/versitygw@${version}`], { env, stdio: 'inherit' });
  return built;
};

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const answer = (yes: boolean) => {
      socket.destroy();
      resolve(yes);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });

/** A maintained server of S3 over a folder of its own, with an empty bucket `files`. */
export const startVersitygw = async (
  command: string,
): Promise<{ settings: Record<string, string>; stop: () => Promise<void> }> => {
  const port = await freePort();
  const scratch = mkdtempSync(join(tmpdir(), 'patchkeep-versitygw-'));
  const folder = join(scratch, 'buckets');
  mkdirSync(join(folder, 'files'), { recursive: true });
  const settings = bucketSettings(`http://127.0.0.1:${port}`);
  const keys = [
    '--access',
    settings['PATCHKEEP_S3_ACCESS_KEY'] ?? '',
    '--secret',
    settings['PATCHKEEP_S3_SECRET_KEY'] ?? '',
  ];
  // Without attributes of files, which not every temporary folder has, it keeps them beside.
  const where = ['posix', '--sidecar', join(scratch, 'beside'), folder];
  mkdirSync(join(scratch, 'beside'));
  const args = ['--port', `127.0.0.1:${port}`, ...keys, '--quiet', ...where];
  const server = startGuarded({ command, args, stopSignal: 'TERM', scratch, runAs: undefined });
  const deadline = Date.now() + startWithinMs;
  while (!(await listens(port))) {
    if (server.exitCode() !== undefined || Date.now() > deadline) {
      const log = server.log();
      await server.stop();
      throw new Error(`versitygw did not start:\n${log}`);
    }
    await pause(20);
  }
  return { settings, stop: server.stop };
};

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Home, makeDataKey, readHome } from './home.ts';
import type { User, Users } from './users.ts';

const program = (path: string): string => fileURLToPath(new URL(`../../../${path}/src/main.ts`, import.meta.url));

interface Service {
  name: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  user: User;
}

/** What a program needs of the environment it was started in; no setting of the server gets to the other two. */
const plainEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'LANG', 'TZ', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'NODE_USE_ENV_PROXY'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  );

/** In the order of the start: the server asks the other two, and says so when they are not there yet. */
const servicesOf = (home: Home, users: Users): Service[] => {
  const { env, signerOptions, packagerOptions } = readHome(home);
  const plain = plainEnv();
  const signer = [program('signer'), 'serve', '--signer', home.signer, '--socket', home.signerSocket];
  const packager = [program('packager'), 'serve', '--home', home.packager, '--socket', home.packagerSocket];
  return [
    { name: 'signer', args: [...signer, ...signerOptions], env: plain, user: users.signer },
    { name: 'packager', args: [...packager, ...packagerOptions], env: plain, user: users.packager },
    { name: 'server', args: [program('server')], env: { ...plain, ...env }, user: users.server },
  ];
};

const longestPauseMs = 30_000;
/** A program that ran this long has started well: the next pause is short again. */
const steadyMs = 60_000;

const log = (about: object, msg: string): void =>
  void process.stdout.write(`${JSON.stringify({ time: Date.now(), role: 'start', ...about, msg })}\n`);

/** Keeps one program running until it is told to stop. */
const keepRunning = ({ name, args, env, user }: Service) => {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  const ended = (async () => {
    let waitMs = 1_000;
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const isRoot = process.getuid?.() === 0;
      child = spawn(process.execPath, [...args], { env, stdio: ['ignore', 'inherit', 'inherit'], ...(isRoot && user) });
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
      if (stopping.signal.aborted) return;
      if (performance.now() - began > steadyMs) waitMs = 1_000;
      log({ service: name, code, signal, againInMs: waitMs }, 'ended, and is started again');
      await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      waitMs = Math.min(waitMs * 2, longestPauseMs);
    }
  })();
  return {
    stop: async (): Promise<void> => {
      stopping.abort();
      child?.kill('SIGTERM');
      await ended;
    },
  };
};

/** Runs signer, packager and server of a home until it is told to stop. The server drains before the others end. */
export const runServices = async (home: Home, users: Users): Promise<void> => {
  const told = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  if (existsSync(home.recovery))
    log({ file: home.recovery }, 'the recovery file lies on this machine: put a copy away and remove it here');
  makeDataKey(home, users);
  const running = servicesOf(home, users).map(keepRunning);
  await told;
  for (const service of running.toReversed()) await service.stop();
};

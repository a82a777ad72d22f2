import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { RunAs } from './unprivileged.ts';

export type GuardedProcess = {
  /** Undefined while it runs. */
  readonly exitCode: () => number | undefined;
  readonly log: () => string;
  readonly stop: () => Promise<void>;
};

/*
 * The server is the child of a small shell that waits for its standard input to close. Our end of that pipe closes when
 * we stop, crash or are killed with SIGKILL, so a server never outlives us, and nothing but our own child is signalled.
 * A server that does not end when asked (PostgreSQL waits a minute for a client that never said hello) is made to.
 * The shell has its own session: Ctrl+C reaches us first, and we decide the order in which things end.
 */
const guardian = `
exec 3<&0
signal=$1 scratch=$2; shift 2
"$@" 3<&- & server=$!
(
  read -r _ <&3
  kill -"$signal" $server
  tries=0
  while kill -0 $server && [ $tries -lt 150 ]; do tries=$((tries + 1)); sleep 0.1; done
  kill -KILL $server
) 2>/dev/null & watcher=$!
wait $server; code=$?
kill $watcher 2>/dev/null
rm -rf "$scratch"
exit $code
`;

export function startGuarded(given: {
  command: string;
  args: string[];
  stopSignal: 'INT' | 'QUIT' | 'TERM';
  /** A folder of ours, removed once the server has ended, however it ended. */
  scratch: string;
  runAs: RunAs | undefined;
}): GuardedProcess {
  const log = openSync(join(given.scratch, 'server.log'), 'w+');
  const child = spawn(
    '/bin/sh',
    ['-c', guardian, 'guardian', given.stopSignal, given.scratch, given.command, ...given.args],
    { ...given.runAs, cwd: given.scratch, detached: true, stdio: ['pipe', log, log] },
  );
  // Read through the descriptor: the file is gone with its folder by the time somebody asks why the server ended.
  const readLog = () => {
    const text = Buffer.alloc(fstatSync(log).size);
    readSync(log, text, 0, text.length, 0);
    return text.toString('utf8');
  };
  let stopped = false;
  let failure: Error | undefined;
  child.on('error', (error) => {
    failure = error;
  });
  child.stdin?.on('error', () => undefined);
  // Nothing here keeps a finished test run alive; the guardian ends the server when we are gone.
  child.unref();
  (child.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  const exitCode = () => (failure ? -1 : (child.exitCode ?? (child.signalCode ? -1 : undefined)));
  return {
    exitCode,
    log: () => (failure ? failure.message : readLog()),
    stop: async () => {
      if (stopped) return;
      stopped = true;
      if (exitCode() === undefined) {
        child.ref();
        const ended = once(child, 'exit');
        child.stdin?.end();
        await ended;
      }
      closeSync(log);
    },
  };
}

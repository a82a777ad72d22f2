import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { transportTo } from '../../apps/simulator/src/transport.ts';
import { Machine, type SavedMachine, statementReader } from './machine.ts';

/** Every host once in this time: often enough to be at work, seldom enough to leave the machine to who looks at it. */
const everySeconds = 1_800;
const keepEveryMs = 60_000;

export const keepFleet = (file: string, machines: readonly Machine[]): void =>
  writeFileSync(file, JSON.stringify(machines.map((machine) => machine.save())), { mode: 0o600 });

/** The fleet goes on while the demo runs: hosts check in, and do what they are told. */
export const startLiving = (file: string, serverUrl: string, root: string): (() => Promise<void>) => {
  const { send, close } = transportTo(serverUrl, 4);
  const world = { send, clock: () => new Date(), root };
  const read = statementReader(root);
  const saved = JSON.parse(readFileSync(file, 'utf8')) as SavedMachine[];
  const machines = saved.map((each) => Machine.restore(each, world, read));
  const stopping = new AbortController();
  const turns = async (): Promise<void> => {
    let kept = Date.now();
    for (let turn = 0; machines.length > 0 && !stopping.signal.aborted; turn += 1) {
      const machine = machines[turn % machines.length];
      // Whom the server turns away comes again with its next turn.
      if (machine && !machine.isSilent) await machine.visit().catch(() => undefined);
      if (Date.now() - kept > keepEveryMs) {
        keepFleet(file, machines);
        kept = Date.now();
      }
      await pause((everySeconds * 1_000) / machines.length, undefined, { signal: stopping.signal }).catch(
        () => undefined,
      );
    }
  };
  const running = turns();
  return async () => {
    stopping.abort();
    await running;
    keepFleet(file, machines);
    close();
  };
};

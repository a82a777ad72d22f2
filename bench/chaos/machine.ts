import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SoftwareCopy } from '@patchkeep/contract/agent/protocol';
import { inventory } from '../../apps/agent/src/capabilities/inventory/inventory.ts';
import { work } from '../../apps/agent/src/capabilities/work/work.ts';
import { caller } from '../../apps/agent/src/checkin/caller.ts';
import { checkIn } from '../../apps/agent/src/checkin/check-in.ts';
import type { Send } from '../../apps/agent/src/checkin/transport.ts';
import { enrol } from '../../apps/agent/src/enrol.ts';
import { journalClock } from '../../apps/agent/src/journal-clock.ts';
import { Journal, journalPath } from '../../apps/agent/src/journal/journal.ts';
import { writeLine } from '../../apps/agent/src/journal/line.ts';
import { nobodyThere } from '../../apps/agent/src/os/nobody-there.factory.ts';
import type { Os } from '../../apps/agent/src/os/os.ts';
import { ensureIdentity, readPolicy } from '../../apps/agent/src/state-directory.ts';
import type { Random } from '../../apps/simulator/src/random.ts';
import type { Effects } from './effects.ts';

/** The process is gone: thrown at a write point, and at every one after it, so that nothing of it lives on. */
class Killed extends Error {}

interface MachineParts {
  name: string;
  directory: string;
  /** The file of a package by its hash, and whose it is. */
  channels: ReadonlyMap<string, string>;
  effects: Effects;
  random: Random;
  send: Send;
  /** Write points between two deaths, on average. */
  lifetime: number;
}

type Agent = Parameters<typeof checkIn>[0];

const nobody = new AbortController().signal;

/**
 * A machine that does not exist, with the real agent on it: its journal, its judgement of orders, its calls. The agent
 * dies at random write points, also half way through a line of its journal; the machine and its disk stay.
 */
export class Machine {
  hostId = '';
  deaths = 0;
  readonly #parts: MachineParts;
  readonly #installed: Map<string, string>;
  #agent: Agent | undefined;
  #pointsLeft = 0;
  #isDead = false;

  constructor(parts: MachineParts) {
    this.#parts = parts;
    this.#installed = new Map([...parts.channels.values()].map((tag) => [tag, '1.0']));
  }

  get isUpToDate(): boolean {
    return [...this.#installed.values()].every((version) => version === '2.0');
  }

  async enrol(server: string, token: string): Promise<void> {
    const { directory } = this.#parts;
    // Newcomers are let in a few at a time; the others are told to come back.
    for (let isIn = false; !isIn;)
      isIn = await enrol({ directory, configuration: { server }, token, os: this.#os }).then(
        () => true,
        () => pause(500, false),
      );
    const journal = Journal.open(directory);
    this.hostId = journal.state.agentUuid ?? '';
    journal.close();
  }

  /** One exchange with the server. False when it failed and must be tried again later. */
  async exchange(): Promise<boolean> {
    try {
      this.#agent ??= this.#start();
      await checkIn(this.#agent, nobody);
      return true;
    } catch (error) {
      if (this.#isDead) this.#bury();
      else if (!(error instanceof Error)) throw error;
      return false;
    }
  }

  /** From now on nobody kills it. */
  calmDown(): void {
    this.#pointsLeft = Infinity;
  }

  close(): void {
    this.#agent?.journal.close();
    this.#agent = undefined;
  }

  #bury(): void {
    this.deaths += 1;
    this.close();
    this.#isDead = false;
  }

  #point(): void {
    this.#pointsLeft -= 1;
    if (this.#pointsLeft <= 0) this.#isDead = true;
    if (this.#isDead) throw new Killed();
  }

  #start(): Agent {
    const { directory, random, send, lifetime } = this.#parts;
    if (this.#pointsLeft !== Infinity) this.#pointsLeft = 1 + random.below(2 * lifetime);
    const journal = Journal.open(directory);
    const append = journal.append.bind(journal);
    journal.append = (...entries) => {
      const before = this.#isDead;
      try {
        this.#point();
      } catch (error) {
        const line = entries.map(writeLine).join('');
        if (!before) appendFileSync(journalPath(directory), line.slice(0, random.below(line.length)));
        throw error;
      }
      append(...entries);
      this.#point();
    };
    const calls = caller({
      identity: ensureIdentity(directory),
      keyId: journal.state.keyId ?? '',
      send: async (call, signal) => {
        this.#point();
        const answer = await send(call, signal);
        this.#point();
        return answer;
      },
      clock: journalClock(journal),
    });
    const parts = { os: this.#os, journal, caller: calls };
    const tasks = work({ ...parts, directory, policy: readPolicy(directory) });
    const agent = { journal, caller: calls, inventory: inventory(parts), work: tasks };
    this.#agent = agent;
    tasks.noteWhatWasCutOff();
    return agent;
  }

  readonly #os: Os = {
    readFacts: async () => ({
      hostName: this.#parts.name,
      os: { family: 'windows', name: 'Windows 11 24H2', version: '10.0.26100', architecture: 'x64' },
      freeDiskBytes: 1e12,
      users: [],
      timeZone: 'UTC',
    }),
    listSoftware: async () =>
      [...this.#installed].map(([tag, version]): SoftwareCopy => ({
        name: tag,
        publisher: 'Chaos',
        version,
        scope: 'machine',
        source: 'msi',
      })),
    readHardwareId: async () => undefined,
    readInstallation: async () => undefined,
    claimDirectory: async () => undefined,
    desktop: nobodyThere,
    restart: async () => 1,
    runInstaller: async ({ file }) => {
      const sha256 = basename(file).split('.')[0] ?? '';
      this.#point();
      this.#parts.effects.add(this.hostId, sha256);
      this.#installed.set(this.#parts.channels.get(sha256) ?? '', '2.0');
      this.#point();
      return 0;
    },
  };
}

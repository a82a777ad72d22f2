import { callWhileBusy } from '../../apps/simulator/src/busy.ts';
import { type SavedHost, type Send, SimulatedHost } from '../../apps/simulator/src/host.ts';
import { type Random, randomFrom } from '../../apps/simulator/src/random.ts';
import {
  agentApi,
  type HostFacts,
  type SoftwareCopy,
  type WorkResult,
} from '../../packages/contract/src/agent/protocol.ts';
import { readRoot } from '../../packages/orders/src/root.ts';
import { type PackageStatement, readStatement, signersOf } from '../../packages/orders/src/statements.ts';
import { copyOf, newestRelease, ownSoftware, products } from './products.ts';

const workplaces: HostFacts['os'][] = [
  { family: 'windows', name: 'Windows 11 24H2', version: '10.0.26100', architecture: 'x64' },
  { family: 'windows', name: 'Windows 11 23H2', version: '10.0.22631', architecture: 'x64' },
  { family: 'windows', name: 'Windows 10 22H2', version: '10.0.19045', architecture: 'x64' },
];
const server: HostFacts['os'] = {
  family: 'windows',
  name: 'Windows Server 2022',
  version: '10.0.20348',
  architecture: 'x64',
};

/** Where hosts live: how they speak to the server, what time it is, and by whose word they believe a package. */
export interface World {
  send: Send;
  clock: () => Date;
  /** The first root of the signer. */
  root: string;
}

/** Statements are checked as hosts check them, each of them once for all. */
export const statementReader = (root: string) => {
  const signers = signersOf(readRoot(root).catalogue);
  const known = new Map<string, PackageStatement>();
  return (envelope: string): PackageStatement => {
    const statement = known.get(envelope) ?? readStatement('package', envelope, signers).statement;
    known.set(envelope, statement);
    return statement;
  };
};

export interface SavedMachine extends Omit<SavedHost, 'software'> {
  siteId: string;
  holds: [product: number, release: number][];
  own: number[];
  silentFrom: number;
}

/** Many in a hundred thousand: installers fail, and some say they succeeded when they did not. */
const failing = 0.025;
const lying = 0.006;

/** One host of the demo: what it has, what its users do to it, and the work it is given. */
export class Machine {
  readonly host: SimulatedHost;
  readonly siteId: string;
  /** From this moment on nobody hears of it. */
  readonly silentFrom: number;
  readonly #world: World;
  readonly #random: Random;
  readonly #read: (envelope: string) => PackageStatement;
  readonly #holds: Map<number, number>;
  readonly #own: number[];

  private constructor(
    given: Pick<SavedMachine, 'siteId' | 'silentFrom' | 'holds' | 'own'> & { host: SimulatedHost; random: Random },
    world: World,
    read: (envelope: string) => PackageStatement,
  ) {
    this.host = given.host;
    this.siteId = given.siteId;
    this.silentFrom = given.silentFrom;
    this.#world = world;
    this.#random = given.random;
    this.#read = read;
    this.#holds = new Map(given.holds);
    this.#own = given.own;
    this.#list();
  }

  /** A machine as it is bought or taken over: most of it a little behind. */
  static make(
    given: { seed: number; siteId: string; city: string; number: number; isServer: boolean; silentFrom: number },
    world: World,
    read: (envelope: string) => PackageStatement,
  ): Machine {
    const random = randomFrom(given.seed);
    const host = new SimulatedHost(random, world.send, 1, world.clock);
    const prefix = given.isServer ? 'SRV' : random.pick(['LT', 'LT', 'DT']);
    host.facts = {
      ...host.facts,
      hostName: `${prefix}-${given.city}-${String(given.number).padStart(4, '0')}`,
      os: given.isServer ? server : random.pick(workplaces),
    };
    const now = world.clock();
    const holds = products.flatMap((product, place): [number, number][] => {
      if ((given.isServer && !product.isForServers) || random.next() >= product.share) return [];
      const behind = Math.floor(random.next() ** 2 * 4 * (1 - product.byItself));
      return [[place, Math.max(0, newestRelease(product, now) - behind)]];
    });
    const own = Array.from({ length: random.below(4) }, () => random.below(ownSoftware.length));
    return new Machine({ ...given, host, random, holds, own: [...new Set(own)] }, world, read);
  }

  static restore(saved: SavedMachine, world: World, read: (envelope: string) => PackageStatement): Machine {
    const random = randomFrom(saved.facts.freeDiskBytes);
    const host = SimulatedHost.restore({ ...saved, software: [] }, random, world.send, world.clock);
    return new Machine({ ...saved, host, random }, world, read);
  }

  save(): SavedMachine {
    const { software: _all, ...host } = this.host.save();
    const { siteId, silentFrom } = this;
    return { ...host, siteId, silentFrom, holds: [...this.#holds], own: this.#own };
  }

  get isSilent(): boolean {
    return this.#world.clock().getTime() >= this.silentFrom;
  }

  /** What happens to a machine by itself: some products keep up, people install something, it is started anew. */
  live(): void {
    const random = this.#random;
    const now = this.#world.clock();
    let isChanged = false;
    for (const [place, release] of this.#holds) {
      const product = products[place];
      if (!product) continue;
      const newest = newestRelease(product, now);
      if (release >= newest || random.next() >= product.byItself) continue;
      this.#holds.set(place, newest);
      isChanged = true;
    }
    if (random.next() < 0.01) {
      const place = random.below(products.length);
      const product = products[place];
      if (product && !this.#holds.has(place)) this.#holds.set(place, newestRelease(product, now));
      isChanged = true;
    }
    if (random.next() < 0.15) this.host.reboot();
    if (isChanged) this.#list();
  }

  /** One visit to the server as an agent makes it: it checks in, sends what is new, and does the work it is given. */
  async visit(): Promise<number> {
    this.#expect(await callWhileBusy(() => this.host.checkIn()));
    let done = 0;
    for (let more = this.host.isWorkWaiting ? await this.#work() : 0; more > 0; more = await this.#work()) done += more;
    return done;
  }

  async #work(): Promise<number> {
    const workAnswer = await callWhileBusy(() => this.#world.send(this.host.workCall()));
    this.#expect(workAnswer.status);
    const { deliveries } = agentApi.work.response.parse(JSON.parse(workAnswer.body));
    if (deliveries.length === 0) return 0;
    const results = deliveries.map((delivery) => this.#carryOut(delivery));
    this.#list();
    this.#expect((await callWhileBusy(() => this.#world.send(this.host.resultsCall(results)))).status);
    this.#expect(await callWhileBusy(() => this.host.upload()));
    return deliveries.length;
  }

  #carryOut(delivery: {
    task: string;
    attempt: number;
    epoch?: number | undefined;
    package: string | null;
  }): WorkResult {
    const common = {
      task: delivery.task,
      attempt: delivery.attempt,
      ...(delivery.epoch !== undefined && { epoch: delivery.epoch }),
      endedAt: this.#world.clock().toISOString(),
      cause: '',
      isDiskFull: false,
    };
    const statement = delivery.package === null ? undefined : this.#read(delivery.package);
    const place = products.findIndex(({ tag }) => tag === statement?.channelTag);
    const product = products[place];
    if (!statement || !product) return { ...common, result: 'notSupported', pkgResult: null, exitCode: null };
    const chance = this.#random.next();
    if (chance < failing)
      return {
        ...common,
        result: 'failed',
        pkgResult: 'Error',
        exitCode: 1603,
        cause: 'The installer ended with 1603.',
      };
    const newest = newestRelease(product, this.#world.clock());
    const release = Array.from({ length: newest + 1 }, (_, i) => i).find(
      (n) => product.version(n) === statement.version,
    );
    if (release !== undefined && chance > failing + lying) this.#holds.set(place, release);
    return { ...common, result: 'tentative', pkgResult: 'Success', exitCode: 0 };
  }

  #list(): void {
    const known = [...this.#holds].flatMap(([place, release]): SoftwareCopy[] => {
      const product = products[place];
      return product ? [copyOf(product, release)] : [];
    });
    this.host.software = [...known, ...this.#own.flatMap((place) => ownSoftware[place] ?? [])];
  }

  #expect(status: number): void {
    if (status !== 200) throw new Error(`The server answered ${this.host.facts.hostName} with ${status}`);
  }
}

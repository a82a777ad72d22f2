import { randomUUID } from 'node:crypto';
import { exportIdentity, type Identity, importIdentity, makeIdentity } from '@patchkeep/agent-client/identity';
import { inventoryHash } from '@patchkeep/agent-client/inventory-hash';
import { sessionKeeper } from '@patchkeep/agent-client/session-key';
import { newcomerKeyId, type SignedCall, signedCall } from '@patchkeep/agent-client/signed-call';
import {
  agentApi,
  type HostFacts,
  type SoftwareCopy,
  type WindowsUpdateReport,
  type WorkResult,
} from '@patchkeep/contract/agent/protocol';
import manifest from '../package.json' with { type: 'json' };
import type { Random } from './random.ts';
import { churn, makeSoftware } from './software.ts';

/** How calls reach the server. */
export type Send = (call: SignedCall) => Promise<{ status: number; body: string }>;

const cities = ['CPH', 'AAR', 'OSL', 'BER', 'MUC', 'STO', 'GOT', 'HAM'];
const systems: HostFacts['os'][] = [
  { family: 'windows', name: 'Windows 11 24H2', version: '10.0.26100', architecture: 'x64' },
  { family: 'windows', name: 'Windows 11 23H2', version: '10.0.22631', architecture: 'x64' },
  { family: 'windows', name: 'Windows 10 22H2', version: '10.0.19045', architecture: 'x64' },
  { family: 'windows', name: 'Windows Server 2022', version: '10.0.20348', architecture: 'x64' },
  { family: 'linux', name: 'Debian GNU/Linux 12', version: '12.11', architecture: 'x64' },
];
const people = ['ana', 'bo', 'carla', 'dmitri', 'eva', 'farid', 'grete', 'henrik'];

const makeFacts = (random: Random, now: Date): HostFacts => {
  const os = random.pick(systems);
  const prefix = os.name.includes('Server') || os.family === 'linux' ? 'SRV' : random.pick(['LT', 'LT', 'DT']);
  return {
    hostName: `${prefix}-${random.pick(cities)}-${String(random.below(10_000)).padStart(4, '0')}`,
    os,
    agentVersion: manifest.version,
    bootTime: new Date(now.getTime() - random.below(20 * 86_400) * 1_000).toISOString(),
    freeDiskBytes: 5_000_000_000 + random.below(400) * 1_000_000_000,
    users: [random.pick(people)],
    timeZone: random.pick(['Europe/Copenhagen', 'Europe/Berlin', 'Europe/Oslo']),
  };
};

export interface SavedHost {
  key: string;
  keyId: string;
  lineage: string;
  inspectedRevision: number;
  agentUuid: string;
  facts: HostFacts;
  software: SoftwareCopy[];
}

/** Many hosts may share one inventory, and hashing it is dearer than everything else about a check-in. */
const hashes = new WeakMap<readonly SoftwareCopy[], string>();
const hashOf = (software: readonly SoftwareCopy[], windowsUpdates?: WindowsUpdateReport): string => {
  if (windowsUpdates) return inventoryHash(software, windowsUpdates);
  const known = hashes.get(software) ?? inventoryHash(software);
  hashes.set(software, known);
  return known;
};

/** One host that does not exist, speaking the protocol of those that do. */
export class SimulatedHost {
  facts: HostFacts;
  software: SoftwareCopy[];
  /** What Windows Update would say; most simulated hosts have nothing to say. */
  windowsUpdates: WindowsUpdateReport | undefined;
  agentUuid = '';
  nextInSeconds = 1;
  /** Whether the server said so at the last check-in. */
  isWorkWaiting = false;
  readonly #random: Random;
  readonly #send: Send;
  /** The host's own: it may be wrong, as clocks are. */
  readonly #clock: () => Date;
  #identity: Identity = makeIdentity();
  #keyId: string = newcomerKeyId;
  #lineage = '';
  #sessions = sessionKeeper(this.#identity, this.#keyId);
  #inspectedRevision = 0;
  #scheduleRevision = 0;

  constructor(random: Random, send: Send, applications: number, clock = (): Date => new Date()) {
    this.#random = random;
    this.#send = send;
    this.#clock = clock;
    this.facts = makeFacts(random, clock());
    this.software = makeSoftware(random, applications);
  }

  async enrol(token: string): Promise<number> {
    const body = { token, publicKey: this.#identity.publicKey, hardwareId: randomUUID(), facts: this.facts };
    const { status, body: text } = await this.#send(
      signedCall(this.#identity, this.#keyId, agentApi.enrol, body, this.#clock()),
    );
    if (status !== 200) return status;
    const answer = agentApi.enrol.response.parse(JSON.parse(text));
    this.agentUuid = answer.agentUuid;
    this.#keyId = answer.keyId;
    this.#sessions = sessionKeeper(this.#identity, this.#keyId);
    this.#keep(answer);
    return status;
  }

  /** A check-in ready to be sent, signed in the session if there is one. */
  checkInCall(bootTime = this.facts.bootTime, now = this.#clock()): SignedCall & { isInSession: boolean } {
    const session = this.#sessions.current(agentApi.checkIn.isOpenToSessions, now);
    const body = {
      lineage: this.#lineage,
      inventoryHash: hashOf(this.software, this.windowsUpdates),
      inspectedRevision: this.#inspectedRevision,
      scheduleRevision: this.#scheduleRevision,
      bootTime,
    };
    const call = signedCall(this.#identity, this.#keyId, agentApi.checkIn, body, now, session);
    return { ...call, isInSession: session !== undefined };
  }

  /** One exchange: a check-in and, when the server wants it, the inventory. Answers with the worst status seen. */
  async checkIn(): Promise<number> {
    const { isInSession, ...call } = this.checkInCall();
    const { status, body: text } = await this.#send(call);
    if (status === 401 && isInSession) {
      this.#sessions.drop();
      return this.checkIn();
    }
    if (status !== 200) return status;
    const answer = agentApi.checkIn.response.parse(JSON.parse(text));
    this.#keep(answer);
    this.#scheduleRevision = answer.scheduleRevision;
    this.isWorkWaiting = answer.isWorkWaiting === true;
    const mustInspect = answer.inspectRevision > this.#inspectedRevision;
    return answer.isInventoryWanted || mustInspect
      ? this.upload(Math.max(answer.inspectRevision, this.#inspectedRevision))
      : status;
  }

  /** An inventory ready to be sent. */
  uploadCall(inspectedRevision: number): SignedCall {
    const { software, facts, windowsUpdates } = this;
    const body = {
      lineage: this.#lineage,
      hash: hashOf(software, windowsUpdates),
      takenAt: this.#clock().toISOString(),
      inspectedRevision,
      facts,
      software,
      ...(windowsUpdates && { windowsUpdates }),
    };
    return signedCall(this.#identity, this.#keyId, agentApi.inventory, body, this.#clock());
  }

  /** Asks for the host's work. */
  workCall(): SignedCall {
    const body = { lineage: this.#lineage, held: [] };
    return signedCall(this.#identity, this.#keyId, agentApi.work, body, this.#clock());
  }

  /** Tells how work ended. */
  resultsCall(results: readonly WorkResult[]): SignedCall {
    const body = { lineage: this.#lineage, results: [...results] };
    return signedCall(this.#identity, this.#keyId, agentApi.results, body, this.#clock());
  }

  /** Sends what is installed, whether or not anybody asked for it; without a number, nobody did. */
  async upload(inspectedRevision = this.#inspectedRevision): Promise<number> {
    const { status, body: text } = await this.#send(this.uploadCall(inspectedRevision));
    if (status !== 200) return status;
    this.#keep(agentApi.inventory.response.parse(JSON.parse(text)));
    this.#inspectedRevision = inspectedRevision;
    return status;
  }

  /** Something was updated on the machine, by whomever. */
  change(): void {
    this.software = churn(this.#random, this.software);
  }

  /** The machine was started anew, by its clock just now. */
  reboot(): void {
    this.facts = { ...this.facts, bootTime: this.#clock().toISOString() };
  }

  /** All of it as text, for a fleet that goes on after a restart. */
  save(): SavedHost {
    const { agentUuid, facts, software } = this;
    return {
      key: exportIdentity(this.#identity),
      keyId: this.#keyId,
      lineage: this.#lineage,
      inspectedRevision: this.#inspectedRevision,
      agentUuid,
      facts,
      software,
    };
  }

  static restore(saved: SavedHost, random: Random, send: Send, clock?: () => Date): SimulatedHost {
    const host = new SimulatedHost(random, send, 1, clock);
    host.#identity = importIdentity(saved.key);
    host.#keyId = saved.keyId;
    host.#sessions = sessionKeeper(host.#identity, host.#keyId);
    host.#lineage = saved.lineage;
    host.#inspectedRevision = saved.inspectedRevision;
    host.agentUuid = saved.agentUuid;
    host.facts = saved.facts;
    host.software = saved.software;
    return host;
  }

  #keep(answer: { lineage: string; nextInSeconds: number; serverKey?: string | undefined }): void {
    const { lineage, nextInSeconds, serverKey } = answer;
    this.#sessions.learn(serverKey);
    this.#lineage = lineage;
    this.nextInSeconds = nextInSeconds;
  }
}

import { randomUUID } from 'node:crypto';
import { type Identity, makeIdentity } from '@patchkeep/agent-client/identity';
import { inventoryHash } from '@patchkeep/agent-client/inventory-hash';
import { newcomerKeyId, type SignedCall, signedCall } from '@patchkeep/agent-client/signed-call';
import {
  agentApi,
  type AgentEndpoint,
  type HostFacts,
  type SoftwareCopy,
  type WindowsUpdateReport,
} from '@patchkeep/contract/agent/protocol';
import type { z } from 'zod';
import type { TestApp } from './app.ts';
import { foreignTokens } from './canary.ts';

export const facts = (more: Partial<HostFacts> = {}): HostFacts => ({
  hostName: `LT-${randomUUID().slice(0, 8)}`,
  os: { family: 'windows', name: 'Windows 11 24H2', version: '10.0.26100', architecture: 'x64' },
  agentVersion: '0.1.0',
  bootTime: '2026-11-14T06:00:00.000Z',
  freeDiskBytes: 120_000_000_000,
  users: ['ana'],
  timeZone: 'Europe/Copenhagen',
  ...more,
});

export const copy = (name: string, version: string, more: Partial<SoftwareCopy> = {}): SoftwareCopy => ({
  name,
  publisher: 'Example',
  version,
  scope: 'machine',
  source: 'msi',
  ...more,
});

export interface AgentAnswer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  body: any;
}

/** An agent that speaks the real protocol with real signatures, on the test's clock. */
export class TestAgent {
  readonly identity: Identity;
  agentUuid = '';
  customerUuid = '';
  keyId: string = newcomerKeyId;
  lineage = '';
  hardwareId: string = randomUUID();
  facts = facts();
  software: SoftwareCopy[] = [];
  windowsUpdates: WindowsUpdateReport | undefined;
  readonly #app: TestApp;

  constructor(app: TestApp, identity = makeIdentity()) {
    this.#app = app;
    this.identity = identity;
  }

  sign<B extends z.ZodType>(endpoint: AgentEndpoint<B>, body: z.input<B>): SignedCall {
    return signedCall(this.identity, this.keyId, endpoint, body, this.#app.clock.now);
  }

  async send({ method, path, headers, body }: SignedCall): Promise<AgentAnswer> {
    const answer = await this.#app.app.inject({ method, url: path, headers, payload: body });
    const leaked = foreignTokens(answer.body, this.customerUuid);
    if (leaked.length > 0) throw new Error(`${path} leaked ${leaked.join(', ')}`);
    const parsed = answer.body ? answer.json() : undefined;
    if (answer.statusCode === 200) this.lineage = parsed.lineage ?? this.lineage;
    return { status: answer.statusCode, body: parsed };
  }

  enrolCall(token: string): SignedCall {
    const { publicKey } = this.identity;
    return this.sign(agentApi.enrol, { token, publicKey, hardwareId: this.hardwareId, facts: this.facts });
  }

  async enrol(token: string): Promise<AgentAnswer> {
    const answer = await this.send(this.enrolCall(token));
    if (answer.status === 200) {
      this.agentUuid = answer.body.agentUuid;
      this.customerUuid = answer.body.customerUuid;
      this.keyId = answer.body.keyId;
    }
    return answer;
  }

  checkInCall(more: Partial<z.input<(typeof agentApi)['checkIn']['body']>> = {}): SignedCall {
    const inventory = this.software.length > 0 ? inventoryHash(this.software, this.windowsUpdates) : null;
    const { bootTime } = this.facts;
    return this.sign(agentApi.checkIn, {
      lineage: this.lineage,
      inventoryHash: inventory,
      inspectedRevision: 0,
      scheduleRevision: 0,
      bootTime,
      ...more,
    });
  }

  checkIn(more?: Partial<z.input<(typeof agentApi)['checkIn']['body']>>): Promise<AgentAnswer> {
    return this.send(this.checkInCall(more));
  }

  upload(more: Partial<z.input<(typeof agentApi)['inventory']['body']>> = {}): Promise<AgentAnswer> {
    const takenAt = this.#app.clock.now.toISOString();
    const { lineage, facts: current, software, windowsUpdates } = this;
    return this.send(
      this.sign(agentApi.inventory, {
        lineage,
        hash: inventoryHash(software, windowsUpdates),
        takenAt,
        inspectedRevision: 1,
        facts: current,
        software,
        ...(windowsUpdates && { windowsUpdates }),
        ...more,
      }),
    );
  }
}

import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentApi, agentLimits } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { hosts } from '@patchkeep/contract/hosts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '../../../platform/db/tenant.ts';
import { type FileStore, openFileStore } from '../../../platform/files/file-store.ts';
import { TestAgent } from '../../../testkit/agent.ts';
import { type TestApp, testApp, type TestClient } from '../../../testkit/app.ts';
import { printFigure } from '../../../testkit/print-figure.ts';
import { assignFiles, type FileOfHost, takeFilesBack } from './agent-files.repository.ts';

/** A tenth, unless `npm run proofs -- impersonation` asks for all. */
const crossFetches = process.env['FULL_SIZE'] ? 10_000 : 1_000;

interface Owner {
  agent: TestAgent;
  file: FileOfHost;
}

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-agent-files-'));
const content = randomBytes(agentLimits.filePartBytes + 12_345);
let app: TestApp;
let manager: TestClient;
let store: FileStore;
let owners: Owner[];

const once = async function* (bytes: Buffer) {
  yield bytes;
};
const inTenant = ({ customerId, siteId }: FileOfHost) => ({ customerId, siteIds: [siteId], actorId: null });
const assign = (file: FileOfHost) =>
  withTenant(app.database.pool('patchkeep_api'), inTenant(file), (tx) =>
    assignFiles(tx, file.customerId, [file], app.clock.now),
  );
const fileOf = (agent: TestAgent, sha256: string): FileOfHost => {
  const [customerId = '', siteId = '', hostId = ''] = agent.keyId.split('/');
  return { customerId, siteId, hostId, sha256 };
};
const ask = (agent: TestAgent, sha256: string, offset = 0) => agent.send(agent.sign(agentApi.file, { sha256, offset }));

beforeAll(async () => {
  app = await testApp({ env: { PATCHKEEP_FILES_DIR: folder } });
  store = openFileStore(folder);
  manager = await app.signIn('manager');
  owners = [];
  for (const client of [manager, await app.signIn('admin'), await app.signIn('stranger')]) {
    const made = await client.call(configuration.createInstallToken, { body: { name: 't', useCap: 100 } });
    for (let i = 0; i < 3; i++) {
      const agent = new TestAgent(app);
      await agent.enrol(made.body.secret);
      const file = fileOf(agent, await store.put(once(owners.length === 0 ? content : randomBytes(64))));
      await assign(file);
      owners.push({ agent, file });
    }
  }
});
afterAll(async () => {
  await app?.close();
  rmSync(folder, { recursive: true });
});
const owner = (index: number): Owner => owners[index % owners.length]!;

describe('files of a host', () => {
  it('come in parts that add up to what the hash says', async () => {
    const { agent, file } = owner(0);
    const parts: Buffer[] = [];
    let size = 1;
    for (let offset = 0; offset < size; offset += agentLimits.filePartBytes) {
      const { status, body } = await ask(agent, file.sha256, offset);
      expect(status).toBe(200);
      ({ size } = body);
      parts.push(Buffer.from(body.content, 'base64'));
    }
    expect(parts).toHaveLength(2);
    expect(createHash('sha256').update(Buffer.concat(parts)).digest('hex')).toBe(file.sha256);
    expect((await ask(agent, file.sha256, size + 1)).body).toMatchObject({ content: '', size });
  });

  it('are nobody else’s: cross fetches get nothing', async () => {
    const counts: Record<string, number> = {};
    for (let begun = 0; begun < crossFetches; begun += 50)
      await Promise.all(
        Array.from({ length: 50 }, async (_, i) => {
          const index = begun + i;
          const { agent } = owner(index);
          const { file } = owner(index + 1 + (Math.floor(index / owners.length) % (owners.length - 1)));
          const { status, body } = await ask(agent, file.sha256);
          expect(body.content).toBeUndefined();
          counts[status] = (counts[status] ?? 0) + 1;
        }),
      );
    expect(counts).toEqual({ 404: crossFetches });
    printFigure(`cross fetches of files: ${crossFetches} calls, 0 hits`);
    for (const { agent, file } of owners) expect((await ask(agent, file.sha256)).status).toBe(200);
  });

  it('end with the work they were for, and with the host', async () => {
    const { agent, file } = owner(1);
    await withTenant(app.database.pool('patchkeep_api'), inTenant(file), (tx) =>
      takeFilesBack(tx, file.customerId, [file]),
    );
    expect((await ask(agent, file.sha256)).status).toBe(404);
    await assign(file);
    await assign(file);
    expect((await ask(agent, file.sha256)).status).toBe(200);
    await manager.call(hosts.disable, { body: { agents: [agent.agentUuid] } });
    await expect.poll(async () => (await ask(agent, file.sha256)).status).toBe(403);
    await manager.call(hosts.trash, { body: { agents: [agent.agentUuid] } });
    await expect.poll(async () => (await ask(agent, file.sha256)).status).toBe(403);
    expect((await manager.call(hosts.emptyTrash, { body: { expectedCount: 1 } })).status).toBe(200);
    await expect.poll(async () => (await ask(agent, file.sha256)).status).toBe(401);
  });

  it('are taken back by their key, however few there were when the statement was planned', async () => {
    const { file } = owner(3);
    const scans = await withTenant(app.database.pool('patchkeep_api'), inTenant(file), async (tx) => {
      await takeFilesBack(tx, file.customerId, [file]);
      const { rows } = await sql<{ seq_scan: number; idx_scan: number }>`
        select seq_scan, idx_scan from pg_stat_xact_user_tables where relname = 'host_files'`.execute(tx);
      return rows;
    });
    expect(scans).toEqual([{ seq_scan: 0, idx_scan: 1 }]);
    expect((await ask(owner(3).agent, file.sha256)).status).toBe(404);
    await assign(file);
  });

  it('are asked for by hash, signed by the host’s own key', async () => {
    const { agent } = owner(2);
    for (const sha256 of ['../../etc/passwd', 'A'.repeat(64), '']) expect((await ask(agent, sha256)).status).toBe(400);
    // Assigned, but lost from the store.
    const lost = fileOf(agent, '0'.repeat(64));
    await assign(lost);
    expect((await ask(agent, lost.sha256)).status).toBe(404);
  });
});

import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { agentLimits } from '@patchkeep/contract/agent/protocol';
import { configuration } from '@patchkeep/contract/configuration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assignFiles } from './modules/hosts/agents/agent-files.repository.ts';
import { withTenant } from './platform/db/tenant.ts';
import { openFileStore } from './platform/files/file-store.ts';
import { TestAgent } from './testkit/agent.ts';
import { type TestApp, testApp } from './testkit/app.ts';
import { startCuttingProxy } from './testkit/cutting-proxy.ts';
import { printFigure } from './testkit/print-figure.ts';
import { downloadAtLast } from './testkit/shipped-agent-download.ts';

/** `npm run proofs -- downloads` asks for all. */
const size = process.env['FULL_SIZE']
  ? { downloads: 500, bytes: 200_000_000, mostPartsBetweenCuts: 20 }
  : { downloads: 24, bytes: 3_000_000, mostPartsBetweenCuts: 3 };
const atOnce = 4;

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-downloads-'));
let app: TestApp;
let agent: TestAgent;
let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
let sha256 = '';

/** Bytes that never repeat: a part in the wrong place is found. */
const content = async function* () {
  for (let left = size.bytes; left > 0; left -= 1_000_000) yield randomBytes(Math.min(left, 1_000_000));
};
const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

beforeAll(async () => {
  app = await testApp({ env: { PATCHKEEP_FILES_DIR: join(folder, 'store') } });
  sha256 = await openFileStore(join(folder, 'store')).put(content());
  const manager = await app.signIn('manager');
  const { body } = await manager.call(configuration.createInstallToken, { body: { name: 't', useCap: 1 } });
  agent = new TestAgent(app);
  await agent.enrol(body.secret);
  const [customerId = '', siteId = '', hostId = ''] = agent.keyId.split('/');
  await withTenant(app.database.pool('patchkeep_api'), { customerId, siteIds: [siteId], actorId: null }, (tx) =>
    assignFiles(tx, customerId, [{ siteId, hostId, sha256 }], app.clock.now),
  );
  const server = new URL(await app.app.listen({ host: '127.0.0.1', port: 0 }));
  // A part is a third longer on the way.
  proxy = await startCuttingProxy(server, size.mostPartsBetweenCuts * agentLimits.filePartBytes * 1.34);
});
afterAll(async () => {
  proxy?.stop();
  await app?.close();
  rmSync(folder, { recursive: true });
});

it('a download that is cut again and again ends with the right file', { timeout: 4 * 3_600_000 }, async () => {
  let [right, tried] = [0, 0];
  const waiting = Array.from({ length: size.downloads }, (_, index) => index).values();
  const work = async (): Promise<void> => {
    for (const index of waiting) {
      const into = join(folder, `download-${index}`);
      mkdirSync(into);
      const file = { sha256, bytes: size.bytes, kind: 'msi' } as const;
      const { path, tries } = await downloadAtLast(agent, proxy.address, { folder: into, file });
      tried += tries;
      if ((await hashOf(path)) === sha256 && readdirSync(into).length === 1) right++;
      rmSync(into, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(right).toBe(size.downloads);
  // Each try but the last of a download ended in a cut.
  expect(tried - size.downloads).toBe(proxy.cuts());
  expect(proxy.cuts()).toBeGreaterThan(size.downloads / 2);
  printFigure(`downloads of ${size.bytes / 1e6} MB: ${right} of ${size.downloads} right, ${proxy.cuts()} cuts`);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configuration } from '@patchkeep/contract/configuration';
import { uiBase } from '@patchkeep/contract/endpoint';
import { agentPackageName } from '@patchkeep/rules/agent-package';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { release } from '../../../platform/version.ts';
import { type TestApp, testApp } from '../../../testkit/app.ts';

const folder = mkdtempSync(join(tmpdir(), 'agent-packages-'));
const msi = agentPackageName('windows', release);
const content = 'what installs the agent';
let app: TestApp;
beforeAll(async () => {
  writeFileSync(join(folder, msi), content);
  writeFileSync(join(folder, 'secrets.txt'), 'not to be handed out');
  app = await testApp({ env: { PATCHKEEP_AGENT_DIR: folder } });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const download = (system: string, cookie: string | undefined) =>
  app.app.inject({
    method: 'GET',
    url: `${uiBase}/agent-package/${encodeURIComponent(system)}`,
    headers: cookie === undefined ? {} : { cookie: `sid=${cookie}` },
  });

describe('packages of the agent', () => {
  it('are listed when they are in the folder, and handed out under their own name', async () => {
    const { cookie, ...manager } = await app.signIn('manager');
    const { body } = await manager.call(configuration.agentPackages);
    expect(body.agentPackages).toEqual([{ system: 'windows', filename: msi, size: content.length }]);
    const got = await download('windows', cookie);
    expect([got.statusCode, got.body]).toEqual([200, content]);
    expect(got.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${msi}"`,
      'content-length': String(content.length),
    });
  });

  it('that are put there later need no restart', async () => {
    const { cookie, ...manager } = await app.signIn('manager');
    expect((await download('linux', cookie)).statusCode).toBe(404);
    writeFileSync(join(folder, agentPackageName('linux', release)), 'deb');
    const { body } = await manager.call(configuration.agentPackages);
    expect(body.agentPackages.map(({ system }) => system)).toEqual(['windows', 'linux']);
    expect((await download('linux', cookie)).body).toBe('deb');
  });

  it('go to nobody who is not signed in, and nothing else in the folder goes to anybody', async () => {
    expect((await download('windows', undefined)).statusCode).toBe(401);
    const { cookie } = await app.signIn('admin');
    for (const other of ['secrets.txt', '../secrets.txt', '..', 'constructor'])
      expect([other, (await download(other, cookie)).statusCode]).toEqual([other, 404]);
  });
});

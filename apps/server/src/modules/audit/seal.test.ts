import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { activityLog } from '@patchkeep/contract/activity-log';
import { tags } from '@patchkeep/contract/tags';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLog } from '../../platform/log/log.ts';
import { signerClient } from '../../platform/signer-client.ts';
import { type TestApp, testApp, type TestClient } from '../../testkit/app.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { raiseSigner, type RaisedSigner } from '../../testkit/signed-packages.ts';
import { sealLogs } from './public.ts';
import { verifyLog } from './verify.service.ts';

let app: TestApp;
let signer: RaisedSigner;
let admin: TestClient;
let folder: string;
beforeAll(async () => {
  app = await testApp();
  signer = await raiseSigner(() => app.clock.now);
  admin = await app.signIn('admin');
  folder = mkdtempSync(join(tmpdir(), 'patchkeep-log-'));
});
afterAll(async () => {
  await signer.close();
  await app.close();
  rmSync(folder, { recursive: true });
});

/** The customer of the test alone: the log of the canary is full of tokens, and so does not hold. */
const seal = () => sealLogs(signerClient(signer.socket), async () => [admin.customerId ?? '']).run({}, jobTools(app));
const makeTags = async (...names: string[]) => {
  for (const tagName of names) await admin.call(tags.create, { body: { tagName } });
};
const checkpoints = async () => (await admin.call(activityLog.accountCheckpoints)).body.checkpoints;
const recordLines = () => readFileSync(signer.checkpointRecord, 'utf8').trim().split('\n');

/** Both files as the console writes them. */
const download = async () => {
  const [log, sealed] = [join(folder, 'log.jsonl'), join(folder, 'checkpoints.jsonl')];
  const { entries } = (await admin.call(activityLog.accountChain)).body;
  writeFileSync(log, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  writeFileSync(sealed, (await checkpoints()).map((line) => `${line}\n`).join(''));
  return { log, checkpoints: sealed, key: signer.checkpointKey, entries };
};
const program = fileURLToPath(new URL('../../audit.ts', import.meta.url));
const verify = ({ log, checkpoints: sealed, key }: { log: string; checkpoints: string; key: string }) => {
  try {
    const args = [program, 'verify', '--log', log, '--checkpoints', sealed, '--key', key];
    return { code: 0, said: execFileSync(process.execPath, args, { encoding: 'utf8' }) };
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return { code: status, said: stdout };
  }
};

describe('checkpoints', () => {
  it('are signed for what was added, once, and offered for download', async () => {
    await makeTags('a', 'b');
    await seal();
    expect(await checkpoints()).toHaveLength(1);
    await seal();
    expect(await checkpoints()).toHaveLength(1);
    await makeTags('c');
    await seal();
    const kept = await checkpoints();
    expect(kept).toHaveLength(2);
    const record = recordLines();
    for (const line of kept) expect(record).toContain(line);
    const { checkpoint } = (await admin.call(activityLog.account)).body;
    expect(checkpoint).toEqual({ sequenceNumber: 3, time: app.clock.now.toISOString() });
  });

  it('let the tool check a downloaded log offline, and name the first entry that was changed', async () => {
    const files = await download();
    const sound = verify(files);
    expect(sound.said).toContain('Entries 1 to 3 are as the signer saw them');
    expect(sound.code).toBe(0);
    const forged = files.entries.map((entry) => (entry.seq === 2 ? { ...entry, ip: '192.0.2.66' } : entry));
    writeFileSync(files.log, forged.map((entry) => JSON.stringify(entry)).join('\n'));
    const caught = verify(files);
    expect(caught.said).toContain('Entry 2 is not what was written');
    expect(caught.code).toBe(1);
  });

  it('count only with the signer’s own signature', async () => {
    const files = await download();
    const stranger = await raiseSigner(() => app.clock.now);
    await expect(verifyLog({ ...files, key: stranger.checkpointKey })).rejects.toThrow('notSigned');
    await stranger.close();
    writeFileSync(files.checkpoints, '');
    const unsealed = { code: 1, said: expect.stringContaining('No checkpoint speaks of this log') };
    // Of 64 keys one begins with a dash.
    for (const key of [files.key, `-${files.key.slice(1)}`]) expect(verify({ ...files, key })).toMatchObject(unsealed);
  });

  it('are refused to a log that was set back to an earlier day, however it is continued', async () => {
    const owner = app.database.pool('postgres');
    const site = (await admin.ehlo()).body.currentSite?.siteAccountUuid;
    await owner.query(`delete from audit_entries where chain_id = $1 and seq > 2`, [site]);
    await owner.query(`delete from audit_checkpoints where chain_id = $1 and seq > 2`, [site]);
    await owner.query(
      `update audit_heads h set seq = 2, hash = e.hash from audit_entries e
       where h.chain_id = $1 and e.chain_id = $1 and e.seq = 2`,
      [site],
    );
    await makeTags('other');
    await seal();
    expect(await checkpoints()).toHaveLength(1);
    // What the signer remembers tells the two apart, long after the database has forgotten.
    const files = await download();
    const { flaw } = await verifyLog({ ...files, checkpoints: signer.checkpointRecord });
    expect(flaw).toMatchObject({ seq: 3, since: 3 });
  });

  it('are not asked for where the log does not hold by itself', async () => {
    const stranger = await app.signIn('stranger');
    const customerId = stranger.customerId ?? '';
    const owner = app.database.pool('postgres');
    const warnings: unknown[] = [];
    const log = openLog('silent');
    log.error = ((...said: unknown[]) => void warnings.push(said)) as typeof log.error;
    const sealStranger = () =>
      sealLogs(signerClient(signer.socket), async () => [customerId]).run({}, { ...jobTools(app), log });
    await owner.query(`update audit_entries set ip = 'x' where customer_id = $1 and seq = 1`, [customerId]);
    await sealStranger();
    await owner.query(`delete from audit_entries where customer_id = $1`, [customerId]);
    await sealStranger();
    expect(warnings).toEqual([
      [expect.objectContaining({ seq: 1, why: 'is not what was written' }), 'the activity log does not hold'],
      [expect.objectContaining({ seq: 1, why: 'is missing' }), 'the activity log does not hold'],
    ]);
    expect((await stranger.call(activityLog.systemCheckpoints)).body.checkpoints).toEqual([]);
  });
});

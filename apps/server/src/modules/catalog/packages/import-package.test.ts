import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalQueries } from '../../../platform/db/global.ts';
import { openFileStore } from '../../../platform/files/file-store.ts';
import type { TestApp } from '../../../testkit/app.ts';
import { jobTools } from '../../../testkit/jobs.ts';
import { type RaisedSigner, signingApp } from '../../../testkit/signed-packages.ts';
import { matchStarter } from '../public.ts';
import { importPackage } from './packages.service.ts';

let app: TestApp;
let signer: RaisedSigner;
beforeAll(async () => {
  ({ app, signer } = await signingApp());
  await matchStarter(globalQueries(jobTools(app).pool), app.clock.now);
});
afterAll(() => app.close());

const once = async function* (bytes: Buffer) {
  yield bytes;
};

describe('the import of a package', () => {
  it('refuses a file that is not the one that was vouched for, and the catalogue does not learn of it', async () => {
    const vouched = Buffer.from('what was vouched for');
    const envelope = signer.vouchFor(vouched, { channelTag: '7-zip', version: '1.0' });
    const pool = jobTools(app).pool;
    const parts = { db: globalQueries(pool), files: openFileStore(signer.files), root: signer.root };
    const known = async () => (await pool.query('select count(*)::int as count from package_statements')).rows;
    await expect(importPackage(parts, envelope, once(Buffer.from('something else')))).rejects.toThrow(
      'The file is not the one the statement is about',
    );
    expect(await known()).toEqual([{ count: 0 }]);
    await importPackage(parts, envelope, once(vouched));
    expect(await known()).toEqual([{ count: 1 }]);
  });
});

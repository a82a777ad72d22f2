import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { uploadMaxBytes } from '@patchkeep/contract/resources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../testkit/app.ts';
import { asFile, uploadApp, type UploadApp } from '../../testkit/uploads.ts';

let made: UploadApp;
let app: TestApp;
let folder: string;
let upload: UploadApp['upload'];
let sql: UploadApp['sql'];
beforeAll(async () => {
  made = await uploadApp();
  ({ app, folder, upload, sql } = made);
});
afterAll(() => made?.close());

const msi = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(10_000, 7)]);
const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(10_000, 7)]);
const kept = () =>
  readdirSync(folder, { recursive: true }).filter((name) => /^[0-9a-f]{2}\/[0-9a-f]{64}$/.test(String(name)));

describe('a file for updates', () => {
  it('is kept by what it holds and named by its tag [CUST-14]', async () => {
    const { status, body } = await upload('Setup 5.2.msi', msi);
    expect([status, body.siteResource.filename, body.siteResource.size]).toEqual([200, 'Setup 5.2.msi', msi.length]);
    const { rows } = await sql('select encode(sha256, $1) as sha256 from site_resources where resource_id = $2', [
      'hex',
      body.siteResource.siteResourceTag,
    ]);
    expect(rows).toEqual([{ sha256: createHash('sha256').update(msi).digest('hex') }]);
    const again = await upload('Same.MSI', msi);
    expect(again.body.siteResource.siteResourceTag).not.toBe(body.siteResource.siteResourceTag);
    expect(kept()).toHaveLength(1);
  });

  it.each([
    ['setup.zip', msi],
    ['setup.msi', exe],
    ['setup.exe', msi],
    ['setup.exe', Buffer.from('M')],
    ['setup', exe],
    ['script.ps1', Buffer.from([0x77, 0, 0x78])],
    ['script.ps1', Buffer.alloc(0)],
    ['setup.exe.txt', exe],
  ])('%s that is not what it says is refused, and nothing is kept', async (filename, content) => {
    const before = kept();
    const { status, body } = await upload(filename, content);
    expect([status, body]).toMatchObject([400, { code: 6000 }]);
    expect(kept()).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('may be a script, an executable or a patch', async () => {
    for (const [filename, content] of [
      ['a.ps1', Buffer.from('Write-Output 1')],
      ['a.exe', exe],
      ['a.msp', msi],
      ['a.mst', msi],
    ] as const)
      expect([filename, (await upload(filename, content)).status]).toEqual([filename, 200]);
  });

  it('is cut off when it is too large, whatever length was promised', async () => {
    const before = kept();
    const large = Buffer.concat([msi, Buffer.alloc(uploadMaxBytes)]);
    expect((await upload('large.msi', large)).status).toBe(413);
    expect(kept()).toEqual(before);
  });

  it('is taken as it is, from who may change things, and by no other endpoint', async () => {
    expect((await upload('a.exe', { not: 'a file' }, { 'content-type': 'application/json' })).status).toBe(415);
    expect((await upload('a.exe', exe, asFile, await app.signIn('reader'))).status).toBe(403);
    expect((await upload('a.exe', exe, asFile, app.anonymous())).status).toBe(401);
    const elsewhere = await app.app.inject({
      method: 'POST',
      url: '/api/corporate/ui/login',
      headers: asFile,
      payload: exe,
    });
    expect(elsewhere.statusCode).toBe(415);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { uploadMaxBytes } from '@patchkeep/contract/resources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../testkit/app.ts';
import { asFile, uploadApp, type UploadApp } from '../../testkit/uploads.ts';

let made: UploadApp;
let app: TestApp;
let folder: string;
let upload: UploadApp['upload'];
beforeAll(async () => {
  made = await uploadApp();
  ({ app, folder, upload } = made);
});
afterAll(() => made?.close());

const msi = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(10_000, 7)]);
const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(10_000, 7)]);
const kept = () =>
  readdirSync(folder, { recursive: true }).filter((name) => /^[0-9a-f]{2}\/[0-9a-f]{64}$/.test(String(name)));

describe('a file for updates', () => {
  it('waits under an id of ours, and is told by its tag [CUST-14]', async () => {
    const { status, body } = await upload('Setup 5.2.msi', msi);
    const { siteResourceTag, ...told } = body.siteResource;
    expect(status).toBe(200);
    expect(told).toMatchObject({ filename: 'Setup 5.2.msi', size: msi.length, state: 'waiting', isDeployable: false });
    expect(readFileSync(join(folder, 'quarantine', siteResourceTag)).equals(msi)).toBe(true);
    const again = await upload('Same.MSI', msi);
    expect(again.body.siteResource.siteResourceTag).not.toBe(siteResourceTag);
    expect(kept()).toEqual([]);
  });

  it.each([
    ['setup.zip', msi],
    ['setup.msi', exe],
    ['setup.exe', msi],
    ['setup.exe', Buffer.from('M')],
    ['setup', exe],
    ['script.ps1', Buffer.from([0x77, 0, 0x78])],
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

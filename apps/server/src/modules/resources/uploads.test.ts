import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wire } from '@patchkeep/contract/constants';
import { fileMaxBytes, partBytes, resourceCalls, resourceMaxBytes } from '@patchkeep/contract/resources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTenant } from '../../platform/db/tenant.ts';
import { jobTools } from '../../testkit/jobs.ts';
import { uploadApp, type UploadApp } from '../../testkit/uploads.ts';
import { tusClient } from '../../testkit/uploads/tus-client.ts';
import { quarantineOf, sweepUploads } from './public.ts';
import { takeWriting } from './resources.repository.ts';
import type { ResourceKey } from './resources.tables.ts';

let made: UploadApp;
let tus: ReturnType<typeof tusClient>;
beforeAll(async () => {
  made = await uploadApp();
  tus = tusClient(made.manager);
});
afterAll(() => made?.close());

const exe = (bytes: number, fill = 7) => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(bytes - 2, fill)]);
const quarantined = (id: string) => join(made.folder, 'quarantine', id);
const begun = async (filename: string, size: number) =>
  (await tus.begin(filename, size)).body.siteResource.siteResourceTag;

describe('an upload in parts', () => {
  it('begins with its name and size, goes on where it ended, and waits when it is whole', async () => {
    const content = exe(10_000);
    const created = await tus.begin('setup.exe', content.length, {
      'upload-metadata': `filename ${Buffer.from('setup.exe').toString('base64')},filetype ${Buffer.from('application/x-msdownload').toString('base64')}`,
    });
    expect(created.status).toBe(201);
    const { siteResourceTag: id, ...told } = created.body.siteResource;
    expect(told).toMatchObject({ state: 'receiving', bytesDone: 0, contentType: 'application/x-msdownload' });
    expect(created.headers['location']).toBe(`/api/corporate/ui/resource/custom-settings/${id}`);
    expect((await tus.part(id, 0, content.subarray(0, 4_000))).headers['upload-offset']).toBe('4000');
    expect(await tus.offset(id)).toEqual({ status: 200, offset: '4000', size: '10000' });
    expect((await tus.part(id, 4_000, content.subarray(4_000))).status).toBe(204);
    expect((await tus.state(id)).body.siteResource).toMatchObject({ state: 'waiting', bytesDone: 10_000 });
    expect(readFileSync(quarantined(id)).equals(content)).toBe(true);
  });

  it('is told of by GET, goes on by PATCH and POST, and is given up by DELETE at /resource/{type}/{id} [CUST-12]', async () => {
    const id = await begun('setup.exe', 300);
    expect((await tus.part(id, 0, exe(100))).status).toBe(204);
    // What no PATCH gets through to; any other method is none that a file is written by.
    expect((await tus.partByPost(id, 100, exe(100))).headers['upload-offset']).toBe('200');
    for (const other of ['DELETE', 'HEAD', ''])
      expect((await tus.partByPost(id, 200, exe(100), { 'x-http-method-override': other })).status).toBe(400);
    expect((await tus.state(id)).body.siteResource).toMatchObject({ state: 'receiving', bytesDone: 200 });
    expect((await tus.remove(id)).status).toBe(200);
    expect((await tus.state(id)).status).toBe(404);
  });

  it('takes a part at its offset only, and no byte more than was announced', async () => {
    const id = await begun('setup.exe', 100);
    expect((await tus.part(id, 10, exe(50))).status).toBe(409);
    expect((await tus.part(id, 0, exe(101))).status).toBe(413);
    expect((await tus.part(id, 0, exe(50))).status).toBe(204);
    expect((await tus.part(id, 0, exe(50))).status).toBe(409);
    expect((await tus.part(id, 50, exe(10), { 'content-type': 'application/json' })).status).toBeGreaterThanOrEqual(
      400,
    );
    expect((await tus.offset(id)).offset).toBe('50');
  });

  it('has one writer at a time, and who comes too late writes nothing', async () => {
    const id = await begun('setup.exe', 4_000);
    const both = await Promise.all([1, 2, 3, 4].map((fill) => tus.part(id, 0, exe(2_000, fill))));
    expect(both.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(both.every(({ status }) => [204, 409, 423].includes(status))).toBe(true);
    expect((await tus.offset(id)).offset).toBe('2000');
    await tus.part(id, 2_000, Buffer.alloc(2_000, 9));
    expect((await tus.part(id, 4_000, Buffer.alloc(0))).status).toBe(409);
    expect(new Set(readFileSync(quarantined(id)).subarray(2, 2_000)).size).toBe(1);
  });

  it('begins a part nowhere but where the file ends', async () => {
    const id = await begun('setup.exe', 100);
    await tus.part(id, 0, exe(50));
    const { rows } = await made.sql(
      'select customer_id, site_id, resource_id from site_resources where resource_id = $1',
      [id],
    );
    const [key] = rows as ResourceKey[];
    if (!key) throw new Error('There is no such upload');
    const tenant = { customerId: key.customer_id, siteIds: [key.site_id], actorId: null };
    // As a request that asked for the offset before another one wrote.
    const takes = (from: number) =>
      withTenant(jobTools(made.app).pool, tenant, (tx) =>
        takeWriting(tx, key, { writer: randomUUID(), from, now: made.app.clock.now }),
      );
    expect([await takes(0), await takes(50), await takes(50)]).toEqual([false, true, false]);
  });

  it('is refused when it is not what its name says, and its bytes are gone', async () => {
    const id = (await tus.send('setup.msi', exe(100))).siteResourceTag;
    expect((await tus.state(id)).body.siteResource).toMatchObject({ state: 'refused', cause: 'notItsKind' });
    expect(existsSync(quarantined(id))).toBe(false);
  });

  it('has a plain name, a size, and a kind that its category takes', async () => {
    for (const name of ['../x.exe', 'a/b.exe', 'nul.exe', 'x.exe:y', ' .exe', 'x.zip', 'x.exe.'])
      expect([name, (await tus.begin(name, 10)).status]).toEqual([name, 400]);
    expect((await tus.begin('x.exe', 0)).status).toBe(400);
    expect((await tus.begin('x.exe', fileMaxBytes + 1)).status).toBe(413);
    expect((await tus.begin('x.exe', 10, { 'upload-length': '-1' })).status).toBe(400);
    const large = tus.part(await begun('x.exe', 3 * partBytes), 0, exe(partBytes + 1));
    expect((await large).status).toBe(413);
  });
});

describe('the files of a site', () => {
  it('are seen by nobody else, whatever they ask', async () => {
    const id = await begun('setup.exe', 100);
    const stranger = tusClient(await made.app.signIn('stranger'));
    const asInstaller = tusClient(made.manager, 'installer');
    for (const other of [stranger, asInstaller]) {
      expect((await other.offset(id)).status).toBe(404);
      expect((await other.part(id, 0, exe(100))).status).toBe(404);
      expect((await other.remove(id)).status).toBe(404);
    }
    const reader = tusClient(await made.app.signIn('reader'));
    expect([(await reader.begin('x.exe', 1)).status, (await reader.part(id, 0, exe(100))).status]).toEqual([403, 403]);
    const forged = await made.manager.call(resourceCalls['custom-settings'].create, {} as never, {
      'tus-resumable': '1.0.0',
      [wire.csrfHeader]: 'x',
    });
    expect(forged.status).toBe(403);
    expect((await tus.offset(id)).offset).toBe('0');
    expect((await tus.offset(randomUUID())).status).toBe(404);
  });

  it('are listed with what names them, and who may not see patching sees none', async () => {
    await made.sql('delete from site_resources');
    const [used, left] = [await begun('used.exe', 100), await begun('left.exe', 200)];
    const settings = { files: { installer: { siteResourceTag: used, filename: 'used.exe', forVersion: null } } };
    await made.sql(
      `insert into approvals (customer_id, site_id, approval_id, kind, subject, mode, options, customization,
         is_customization_enabled, serial_number, decided_at, changed_by, changed_at)
       select customer_id, site_id, gen_random_uuid(), 0, 'alpha', 0, '{}', $1, true, 1, now(), created_by, now()
       from site_resources limit 1`,
      [JSON.stringify(settings)],
    );
    const { list, remove } = resourceCalls['custom-settings'];
    const { body } = await made.manager.call(list, {});
    expect(body.siteResources.map(({ siteResourceTag, isUsed }) => [siteResourceTag, isUsed])).toEqual([
      [left, false],
      [used, true],
    ]);
    expect(body).toMatchObject({ bytes: 300, bytesMost: resourceMaxBytes });
    expect((await made.manager.call(remove, { params: { id: used } })).status).toBe(409);
    expect((await made.manager.call(resourceCalls.installer.list, {})).body.siteResources).toEqual([]);
    const stranger = await made.app.signIn('stranger');
    expect((await stranger.call(list, {})).body.siteResources ?? []).toEqual([]);
    await made.sql('delete from approvals');
  });

  it('are no more than a thousand', async () => {
    await made.sql('delete from site_resources');
    const first = await begun('setup.exe', 10);
    await made.sql(
      `insert into site_resources
       select (jsonb_populate_record(r, jsonb_build_object('resource_id', gen_random_uuid(), 'state', 'clean'))).*
       from site_resources r, generate_series(2, 1000) where resource_id = $1`,
      [first],
    );
    expect((await tus.begin('setup.exe', 10)).body).toMatchObject({ message: 'A site can bring 1000 files' });
    await made.sql('delete from site_resources');
  });

  it('are removed when nothing names them, and given up after a day', async () => {
    const content = exe(1_000);
    const whole = (await tus.send('setup.exe', content)).siteResourceTag;
    expect((await tus.remove(whole)).status).toBe(200);
    await expect.poll(() => existsSync(quarantined(whole))).toBe(false);
    expect((await tus.state(whole)).status).toBe(404);
    const left = await begun('setup.exe', 1_000);
    await tus.part(left, 0, content.subarray(0, 500));
    const quarantine = quarantineOf({ PATCHKEEP_FILES_DIR: made.folder, PATCHKEEP_QUARANTINE_DIR: undefined });
    made.app.clock.now = new Date(made.app.clock.now.getTime() + 25 * 3_600_000);
    await sweepUploads(quarantine).run({}, jobTools(made.app));
    expect(existsSync(quarantined(left))).toBe(false);
    const again = await made.sql('select 1 from site_resources where resource_id = $1', [left]);
    expect(again.rows).toEqual([]);
  });

  it('fill no more than the room of the site, also when many begin at once', async () => {
    await made.sql('delete from site_resources');
    const manager = tusClient(await made.app.signIn('manager'));
    const size = fileMaxBytes;
    const all = await Promise.all(Array.from({ length: 12 }, () => manager.begin('setup.exe', size)));
    const accepted = all.filter(({ status }) => status === 201).length;
    expect(accepted).toBe(Math.floor(resourceMaxBytes / size));
    const refused = all.find(({ status }) => status !== 201);
    expect(refused?.body).toMatchObject({ message: 'A site can bring 10 GiB of files' });
    await made.sql('update site_resources set size = 10');
    const more = await Promise.all(Array.from({ length: 30 }, () => manager.begin('setup.exe', 10)));
    expect(more.filter(({ status }) => status === 201)).toHaveLength(20 - accepted);
    expect(readdirSync(made.folder, { recursive: true }).filter((name) => String(name).length > 60)).toEqual([]);
  });
});

import { type ResourceCategory, resourceCalls, type SiteResource } from '@patchkeep/contract/resources';
import { usualRoots } from '@patchkeep/evidence/roots';
import { examineFile, quarantineOf } from '../../modules/resources/public.ts';
import { openFileStore } from '../../platform/files/file-store.ts';
import type { TestClient } from '../app.ts';
import { jobTools } from '../jobs.ts';
import type { UploadApp } from '../uploads.ts';

type Headers = Record<string, string>;
const version: Headers = { 'tus-resumable': '1.0.0' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Somebody who uploads by the tus protocol; headers that are given replace its own. */
export const tusClient = (by: TestClient, category: ResourceCategory = 'custom-settings') => {
  const calls = resourceCalls[category];
  const about = (id: string) => ({ params: { id } });
  return {
    begin: (filename: string, size: number, headers: Headers = {}) =>
      by.call(
        calls.create,
        {},
        {
          ...version,
          'upload-length': String(size),
          'upload-metadata': `filename ${base64(filename)}`,
          ...headers,
        },
      ),
    part: (id: string, offset: number, body: Buffer, headers: Headers = {}) =>
      by.call(calls.part, { ...about(id), body } as never, {
        ...version,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        ...headers,
      }),
    /** As a client does it where a proxy lets no PATCH through. */
    partByPost: (id: string, offset: number, body: Buffer, headers: Headers = {}) =>
      by.call(calls.partByPost, { ...about(id), body } as never, {
        ...version,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
        'x-http-method-override': 'PATCH',
        ...headers,
      }),
    offset: async (id: string) => {
      const { status, headers } = await by.call({ ...calls.state, method: 'HEAD' as 'GET' }, about(id), version);
      return { status, offset: headers['upload-offset'], size: headers['upload-length'] };
    },
    state: (id: string) => by.call(calls.state, about(id)),
    remove: (id: string) => by.call(calls.remove, about(id)),
    /** The whole file in two parts. */
    async send(filename: string, content: Buffer): Promise<SiteResource> {
      const { siteResource } = (await this.begin(filename, content.length)).body;
      const id = siteResource.siteResourceTag;
      const half = Math.ceil(content.length / 2);
      await this.part(id, 0, content.subarray(0, half));
      if (half < content.length) await this.part(id, half, content.subarray(half));
      return (await this.state(id)).body.siteResource;
    },
  };
};

/** A worker that looks at one file, by the scanner that is named. */
export const lookAt = async (
  made: UploadApp,
  id: string,
  { clamd, silenceMs = 20_000 }: { clamd?: string; silenceMs?: number } = {},
): Promise<SiteResource> => {
  const { app, folder, sql, manager } = made;
  const quarantine = quarantineOf({ PATCHKEEP_FILES_DIR: folder, PATCHKEEP_QUARANTINE_DIR: undefined });
  if (!quarantine) throw new Error('There is no quarantine');
  const examiner = { files: openFileStore(folder), quarantine, clamd, roots: usualRoots, silenceMs };
  const { rows } = await sql('select * from site_resources where resource_id = $1', [id]);
  const [row] = rows as { customer_id: string; site_id: string; category: ResourceCategory }[];
  if (!row) throw new Error('There is no such file');
  const payload = { customerId: row.customer_id, siteId: row.site_id, resourceId: id };
  await examineFile(examiner).run(payload, jobTools(app));
  return (await tusClient(manager, row.category).state(id)).body.siteResource;
};

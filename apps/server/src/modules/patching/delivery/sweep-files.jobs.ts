import { z } from 'zod';
import { globalQueries } from '../../../platform/db/global.ts';
import { enterSites, withTenantRetrying } from '../../../platform/db/tenant.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { job, type JobTools } from '../../../platform/jobs/jobs.ts';
import { listPackageFiles } from '../../catalog/public.ts';
import { listUsedFiles } from '../../resources/public.ts';
import { listCustomerIds, listSiteIds } from '../../tenants/public.ts';

/** Nothing younger is looked at: an upload or an import may just be about to write its row. */
const youngMs = 86_400_000;
const atOnce = 1_000;

/** Those of the files that no package and no site of any customer uses. */
const unusedOf = async ({ pool }: Pick<JobTools, 'pool'>, names: readonly string[]): Promise<Set<string>> => {
  const db = globalQueries(pool);
  const hashes = names.map((name) => Buffer.from(name, 'hex'));
  const unused = new Set(names);
  const strike = (found: readonly Buffer[]) => found.forEach((sha256) => unused.delete(sha256.toString('hex')));
  strike(await listPackageFiles(db, hashes));
  for (const customerId of await listCustomerIds(db))
    strike(
      await withTenantRetrying(pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
        await enterSites(tx, { customerId, siteIds: await listSiteIds(tx, customerId), actorId: null });
        return listUsedFiles(tx, customerId, hashes);
      }),
    );
  return unused;
};

/** Every night: removes files that nobody uses, such as those whose transaction failed after they were kept. */
export const sweepFiles = (files: FileStore | undefined) =>
  job({
    name: 'sweep-files',
    payload: z.object({}),
    cron: '20 2 * * *',
    async run(_payload, tools) {
      if (!files) return;
      const before = new Date(tools.clock().getTime() - youngMs);
      const names = await files.keptBefore(before);
      let removed = 0;
      for (let at = 0; at < names.length; at += atOnce)
        for (const name of await unusedOf(tools, names.slice(at, at + atOnce))) {
          await files.remove(name, before);
          removed += 1;
        }
      if (removed > 0) tools.log.info({ removed }, 'files that nobody uses were removed');
    },
  });

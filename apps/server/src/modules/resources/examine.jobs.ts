import { minuteMs } from '@patchkeep/rules/time-units';
import { withTenantRetrying } from '../../platform/db/tenant.ts';
import { job, type JobTools } from '../../platform/jobs/jobs.ts';
import { examination, requestExamination } from './examination.service.ts';
import { type Examiner, examine } from './examine.service.ts';
import { beginLook, endLook, type Looked } from './resources.repository.ts';
import type { ResourceKey, SiteResourceRow } from './resources.tables.ts';

/** A scanner that hangs must not take all the hands of a worker. */
const mostAtOnce = 2;
let atWork = 0;

/** When a file that waits is looked at again. */
const againMs = { busy: 5_000, scannerSilent: minuteMs, noScanner: 10 * minuteMs };

const inSite = <T>({ pool }: JobTools, key: ResourceKey, work: Parameters<typeof withTenantRetrying<T>>[2]) =>
  withTenantRetrying(pool, { customerId: key.customer_id, siteIds: [key.site_id], actorId: null }, work);

const later = (tools: JobTools, key: ResourceKey, ms: number) =>
  inSite(tools, key, (tx) => requestExamination(tx, key, new Date(tools.clock().getTime() + ms)));

/** Writes what was found; a file that was removed meanwhile stays removed. */
const conclude = async (tools: JobTools, row: SiteResourceRow, began: Date, looked: Looked): Promise<boolean> => {
  const isWritten = await inSite(tools, row, async (tx) => {
    if (!(await endLook(tx, row, began, looked))) return false;
    if (looked.state !== 'waiting') return true;
    const ms = looked.cause === 'noScanner' ? againMs.noScanner : againMs.scannerSilent;
    await requestExamination(tx, row, new Date(tools.clock().getTime() + ms));
    return true;
  });
  const hint = { thing: 'resource', id: row.resource_id } as const;
  await tools.bus.publish([{ ...hint, customerId: row.customer_id, siteAccountUuid: row.site_id }]);
  return isWritten;
};

const look = async (examiner: Examiner, tools: JobTools, key: ResourceKey): Promise<void> => {
  const began = tools.clock();
  const row = await inSite(tools, key, (tx) => beginLook(tx, key, began));
  if (!row) return;
  const looked = await examine(examiner, row, tools.clock());
  const isWritten = await conclude(tools, row, began, looked);
  if (isWritten && looked.state !== 'waiting') await examiner.quarantine.remove(row.resource_id);
  if (looked.state === 'refused')
    tools.log.warn({ resourceId: row.resource_id, cause: looked.cause, found: looked.found }, 'a file was refused');
};

/** Looks at one file that a site brought. Whatever goes wrong leaves it waiting, never clean. */
export const examineFile = (examiner: Examiner | undefined) =>
  job({
    name: 'examine-file',
    payload: examination.payload,
    async run({ customerId, siteId, resourceId }, tools) {
      if (!examiner) return;
      const key = { customer_id: customerId, site_id: siteId, resource_id: resourceId };
      if (atWork >= mostAtOnce) {
        await later(tools, key, againMs.busy);
        return;
      }
      atWork += 1;
      try {
        await look(examiner, tools, key);
      } finally {
        atWork -= 1;
      }
    },
  });

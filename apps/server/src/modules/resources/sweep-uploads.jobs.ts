import { dayMs, minuteMs } from '@patchkeep/rules/time-units';
import { z } from 'zod';
import { globalQueries } from '../../platform/db/global.ts';
import { enterSites, type Tx, withTenantRetrying } from '../../platform/db/tenant.ts';
import { job, type JobTools } from '../../platform/jobs/jobs.ts';
import { listCustomerIds, listSiteIds } from '../tenants/public.ts';
import { requestExamination } from './examination.service.ts';
import type { Quarantine } from './quarantine.service.ts';
import { listForgotten, listOver, listQuarantined } from './resources.queries.ts';
import { deleteResource } from './resources.repository.ts';

/** The longest examination takes less: a scanner that says nothing for minutes ends it. */
const forgottenMs = 40 * minuteMs;
const refusedMs = 7 * dayMs;
/** Nothing younger is taken for left behind: its row may just be about to be written. */
const youngMs = 2 * dayMs;

const inCustomer = <T>(tools: JobTools, customerId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withTenantRetrying(tools.pool, { customerId, siteIds: [], actorId: null }, async (tx) => {
    await enterSites(tx, { customerId, siteIds: await listSiteIds(tx, customerId), actorId: null });
    return work(tx);
  });

/** Gives up what nobody goes on with, and has looked at again what no worker looks at any more. */
const sweepRows = async (tools: JobTools, quarantine: Quarantine, customerId: string): Promise<void> => {
  const now = tools.clock();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const over = await inCustomer(tools, customerId, async (tx) => {
    const ended = await listOver(tx, customerId, now, ago(refusedMs));
    for (const key of ended) await deleteResource(tx, key);
    for (const key of await listForgotten(tx, customerId, ago(forgottenMs))) await requestExamination(tx, key, now);
    return ended;
  });
  for (const { resource_id: id } of over) await quarantine.remove(id);
};

/** Files of the quarantine without a row: of uploads whose process was killed at a bad moment. */
const sweepFolder = async (tools: JobTools, quarantine: Quarantine, customerIds: readonly string[]): Promise<void> => {
  const left = new Set(await quarantine.leftBefore(new Date(tools.clock().getTime() - youngMs)));
  if (left.size === 0) return;
  for (const customerId of customerIds) {
    const known = await inCustomer(tools, customerId, (tx) => listQuarantined(tx, customerId, [...left]));
    known.forEach((id) => left.delete(id));
  }
  for (const id of left) await quarantine.remove(id);
  if (left.size > 0) tools.log.info({ removed: left.size }, 'uploads that nobody has were removed');
};

/** Uploads that were begun and left, and what they leave. */
export const sweepUploads = (quarantine: Quarantine | undefined) =>
  job({
    name: 'sweep-uploads',
    payload: z.object({}),
    cron: '*/30 * * * *',
    async run(_payload, tools) {
      if (!quarantine) return;
      const customerIds = await listCustomerIds(globalQueries(tools.pool));
      for (const customerId of customerIds) await sweepRows(tools, quarantine, customerId);
      await sweepFolder(tools, quarantine, customerIds);
    },
  });

import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { history } from '@patchkeep/contract/history';
import type { Context } from '../../../platform/context.ts';
import { listEnrolledBefore, siteOf } from '../../hosts/public.ts';
import { versionsBefore } from '../../inventory/public.ts';
import { endOfDay } from '../past/past-day.service.ts';
import { worstStatus } from '../results.presenter.ts';
import { splitOfVersions } from './hosts-of-day.rules.ts';
import { selectStatusBefore } from './time-machine.queries.ts';

/**
 * A page of the hosts of a day. Only the hosts of the page are looked into: what each has now, without what came since
 * and with what went, and every version once for all of them.
 */
export const listHostsOn = async (
  context: Context,
  { date, ...page }: Received<typeof history.hosts>['query'],
): Promise<Returned<typeof history.hosts>> => {
  const { tx, now } = context;
  const { customerId } = siteOf(context);
  const moment = endOfDay(date, now) ?? now;
  const { shown, total, nextCursor } = await listEnrolledBefore(context, moment, page);
  const hostNos = shown.map((row) => row.host_no);
  const held = await versionsBefore(tx, customerId, hostNos, moment);
  const judged = await selectStatusBefore(tx, customerId, [...new Set([...held.values()].flat())], moment);
  const versions = new Map(judged.map((row) => [row.version_id, row]));
  return {
    date,
    hosts: shown.map((row) => {
      const ids = held.get(row.host_no);
      const split = ids && splitOfVersions(ids, versions);
      return {
        uuid: row.host_id,
        hostName: row.host_name,
        known: split ? { status: worstStatus(split), split } : null,
      };
    }),
    total,
    nextCursor,
  };
};

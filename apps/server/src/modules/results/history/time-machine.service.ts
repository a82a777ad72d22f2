import { patchTargetDays } from '@patchkeep/contract/dashboard-data';
import type { Received, Returned } from '@patchkeep/contract/endpoint';
import type { history, IssueSpan } from '@patchkeep/contract/history';
import { vulnerabilityStatuses } from '@patchkeep/contract/vulnerability-status';
import { dayMs } from '@patchkeep/rules/time-units';
import { severityOf } from '@patchkeep/rules/vulnerabilities/severity';
import type { Context } from '../../../platform/context.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { cutPage, endsAtNumber, readCursor } from '../../../platform/http/cursor.ts';
import { countTags, findHost, groupReach, siteOf } from '../../hosts/public.ts';
import { versionsBefore } from '../../inventory/public.ts';
import { dayOf } from '../past/past-day.rules.ts';
import { endOfDay } from '../past/past-day.service.ts';
import { selectSplit, selectSplitsBefore } from './history.queries.ts';
import { countIssueSpans, selectIssueSpans, selectStatusBefore } from './time-machine.queries.ts';

const scopeOf = async (
  context: Context,
  { groupUuid, tagUuid }: { groupUuid?: string | undefined; tagUuid?: string | undefined },
): Promise<string> => {
  const { customerId, siteId } = siteOf(context);
  if (groupUuid !== undefined) {
    await groupReach(context, groupUuid);
    return groupUuid;
  }
  if (tagUuid === undefined) return siteId;
  if ((await countTags(context.tx, customerId, siteId, [tagUuid])) !== 1) throw notFound();
  return tagUuid;
};

export const readCountsOn = async (
  context: Context,
  { date = dayOf(context.now), ...scope }: Received<typeof history.counts>['query'],
): Promise<Returned<typeof history.counts>> => {
  const { tx, now } = context;
  const { customerId } = siteOf(context);
  const end = endOfDay(date, now);
  const scopeId = await scopeOf(context, scope);
  const [row] = end
    ? await selectSplitsBefore(tx, customerId, [scopeId], [end])
    : [await selectSplit(tx, customerId, [scopeId])];
  if (!row) return { date, counts: null };
  const { ok, eol, insecure, zeroday, ignored } = row;
  const total = ok + eol + insecure + zeroday;
  return { date, counts: { ok, eol, insecure, zeroDay: zeroday, ignored, total } };
};

/** What came since is taken off, what went is put back, and each version is judged as it was judged then. */
export const readHostOn = async (
  context: Context,
  hostId: string,
  { date = dayOf(context.now) }: Received<typeof history.ofHost>['query'],
): Promise<Returned<typeof history.ofHost>> => {
  const { tx, now } = context;
  const { customerId } = siteOf(context);
  const { host_no } = await findHost(context, hostId);
  const moment = endOfDay(date, now) ?? new Date(now.getTime() + 1);
  const versionIds = (await versionsBefore(tx, customerId, [host_no], moment)).get(host_no);
  if (!versionIds) return { date, installed: null };
  const rows = await selectStatusBefore(tx, customerId, versionIds, moment);
  return {
    date,
    installed: rows.map((row) => ({
      versionId: row.version_id,
      applicationId: row.application_id,
      name: row.name,
      publisher: row.publisher,
      version: row.version,
      status: vulnerabilityStatuses[row.status] ?? 'ok',
    })),
  };
};

/** The issues of a site; those of a day are shown as they were then, also those that were fixed since. */
export const listIssueSpans = async (
  context: Context,
  { state, asOf, cursor, limit }: Received<typeof history.issues>['query'],
): Promise<Returned<typeof history.issues>> => {
  const { tx, now } = context;
  if (asOf !== undefined && state !== 'open') throw invalid('Only open issues can be listed as of a day');
  const before = asOf === undefined ? undefined : endOfDay(asOf, now);
  const spans = { ...siteOf(context), state, before };
  const rows = await selectIssueSpans(tx, spans, readCursor(cursor, endsAtNumber), limit + 1);
  const { shown, nextCursor } = cutPage(rows, limit, (row) => ({ value: row.sort_value, id: String(row.cve_no) }));
  return {
    issues: shown.map((row): IssueSpan => {
      const severity = severityOf(row.cvss_score);
      const end = before ?? row.closed_at ?? now;
      const daysOpen = (end.getTime() - row.opened_at.getTime()) / dayMs;
      return {
        cveId: row.cve_id,
        severity,
        isExploited: row.exploited_on !== null,
        firstSeen: row.opened_at.toISOString(),
        fixedOn: row.closed_at?.toISOString() ?? null,
        daysOpen,
        targetDays: patchTargetDays[severity],
        isWithinTarget: daysOpen <= patchTargetDays[severity],
        dueOn: row.due_on,
      };
    }),
    total: await countIssueSpans(tx, spans),
    nextCursor,
  };
};

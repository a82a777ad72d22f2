import { mayCall } from '@patchkeep/rules/permissions';
import { inJob } from '../../platform/job-context.ts';
import type { JobTools } from '../../platform/jobs/jobs.ts';
import { readReport } from '../dashboards/public.ts';
import { dueMonth, reportMail } from './report-mail.rules.ts';
import type { FindDue } from './tell.service.ts';

/** The report of the month that is due, as its reader would see it on the page: with the rights of this moment. */
export const findReport =
  (publicUrl: string, { clock, isSigning }: JobTools): FindDue =>
  async (tx, { customerId, siteId }, row, { userId, longName, subject }) => {
    const now = clock();
    const month = dueMonth(now);
    const isWanted = row.has_report && month !== undefined && row.report_from <= month.from;
    if (!isWanted || (row.reported_from !== null && row.reported_from >= month.from)) return undefined;
    if (siteId !== null && !mayCall('canViewResults', subject)) return undefined;
    const report = await inJob(tx, { customerId, siteId: siteId ?? '', now, isSigning }, (context) =>
      readReport(
        { ...context, principal: { ...context.principal, userId, siteId, subject } },
        { scope: siteId === null ? 'customer' : 'site', ...month },
      ),
    );
    const maySeePatching = mayCall('canViewPatching', subject);
    return {
      words: reportMail({ longName, report, siteId, maySeePatching, publicUrl }),
      sent: { reported_from: month.from },
      refused: { reported_from: row.reported_from },
    };
  };

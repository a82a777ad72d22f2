import { product } from '@patchkeep/contract/product';
import type { Report } from '@patchkeep/contract/reports';
import { lastWholeMonth, type ReportDays } from '@patchkeep/rules/report-period';
import { reportCsv } from '@patchkeep/rules/report/report-csv';
import { reportTables } from '@patchkeep/rules/report/report-tables';
import { fileName, historyNote, periodText, summaryText } from '@patchkeep/rules/report/report-text';
import { countText } from '@patchkeep/rules/text/count-text';
import { hourMs } from '@patchkeep/rules/time-units';
import { mailOf } from '../../platform/mail/mail-parts.rules.ts';
import { nameInMail } from '../../platform/mail/mail-text.rules.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { choicesLink, pageLink } from './alert-mail.rules.ts';

/** The hour of the first working day, in UTC, from which on reports are sent. */
const sentFromHour = 6;

/**
 * The month whose report is sent by now: the last whole one, once its first working day has begun. Days are those of UTC,
 * as everywhere in the product. A server that was down on that day sends it later in the month.
 */
export const dueMonth = (now: Date): ReportDays | undefined => {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const daysOff = { 6: 2, 0: 1 }[first.getUTCDay()] ?? 0;
  const begin = first.getTime() + (daysOff * 24 + sentFromHour) * hourMs;
  return now.getTime() < begin ? undefined : lastWholeMonth(now);
};

interface ReportMailGiven {
  longName: string;
  report: Report;
  siteId: string | null;
  maySeePatching: boolean;
  publicUrl: string;
}

/** The report in a few sentences and numbers, with the page of its month and its file. */
export const reportMail = (given: ReportMailGiven): Pick<Mail, 'subject' | 'text' | 'html' | 'attachments'> => {
  const { report, siteId, publicUrl } = given;
  const place = nameInMail(report.siteName ?? report.customerName);
  const about = siteId === null ? `all sites of ${place}` : `the site ${place}`;
  const { hosts, issues, updates, stillOpen, from, until } = report;
  const note = historyNote(report);
  const search = { ...(siteId === null && { of: 'customer' }), from, until };
  const words = mailOf(`Report of ${place}, ${periodText(report)}`, [
    { lines: [`Hello ${nameInMail(given.longName)},`] },
    { lines: [`this is the report of ${periodText(report)} about ${about}. Days begin and end in UTC.`] },
    { title: 'Summary', lines: [summaryText(report), ...(note === undefined ? [] : [note])] },
    {
      title: 'In numbers',
      lines: [],
      items: [
        `Hosts now: ${countText(hosts.active, 'active host')}, ${countText(hosts.dormant, 'dormant host')}`,
        `Issues (a CVE at a site) in the period: ${issues.opened} found, ${issues.fixed} fixed, ${issues.fixedInTime} of them within target`,
        `Updates in the period: ${updates.verified} installed and verified, ${updates.security} of them for security, ${updates.failed} failed`,
        `Open now: ${stillOpen.exploited} exploited, ${stillOpen.overdue} overdue`,
        `Changes of approvals and other wide acts in the period: ${report.changes}`,
      ],
      link: {
        words: `Open the report in ${product.name}, to print it or save it as PDF`,
        href: pageLink(publicUrl, '/report', search, siteId),
      },
    },
    {
      lines: [
        'The attached file has all numbers of the report, one per line, each with what it counts.',
        `You get this mail because you chose the monthly report of ${about}.`,
      ],
      link: { words: 'Change which mails you get', href: choicesLink(publicUrl) },
    },
  ]);
  const viewer = { site: siteId ?? undefined, maySeePatching: given.maySeePatching };
  const content = reportCsv(report, reportTables(report, viewer));
  return { ...words, attachments: [{ filename: `${fileName(report)}.csv`, contentType: 'text/csv', content }] };
};

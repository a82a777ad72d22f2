import type { Report } from '@patchkeep/contract/reports';
import type { ReportDays } from '../report-period.ts';
import { formatCount, formatNumber, formatPercent } from '../text/format.ts';
import { dayMs } from '../time-units.ts';

const monthOf = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' });

const isLastOfMonth = (day: string): boolean => new Date(Date.parse(day) + dayMs).getUTCDate() === 1;

/** "October 2026", or the two days where they are no whole month. */
export const periodText = ({ from, until }: ReportDays): string => {
  const isMonth = from.endsWith('-01') && from.slice(0, 7) === until.slice(0, 7) && isLastOfMonth(until);
  if (isMonth) return monthOf.format(new Date(from));
  return from === until ? from : `${from} to ${until}`;
};

/** Whom the report is of. */
export const placeText = ({ siteName, customerName, sites }: Report): string =>
  siteName ?? `${customerName}, ${formatCount(sites.length, 'site')}`;

/** Why a number of the start or the end of the period is missing. */
export const unknownText = ({ knownSince }: Report['risk']): string =>
  knownSince === null ? 'Not known: nothing was counted yet' : `Not known before ${knownSince}`;

const wereText = (count: number): string => (count === 1 ? 'was' : 'were');
const areText = (count: number): string => (count === 1 ? 'is' : 'are');

const issuesText = (report: Report): string => {
  const { opened, fixed, fixedInTime } = report.issues;
  const found = opened === 0 ? 'no issue was found' : `${formatCount(opened, 'issue')} ${wereText(opened)} found`;
  if (fixed === 0) return `In the period ${periodText(report)}, ${found} and none was fixed.`;
  const inTime = fixedInTime === fixed ? 'all' : formatNumber(fixedInTime);
  return `In the period ${periodText(report)}, ${found} and ${formatNumber(fixed)} ${wereText(fixed)} fixed, ${inTime} of them within target.`;
};

const updatesText = ({ updates: { verified, security, failed } }: Report): string => {
  const failures = failed > 0 ? `; ${formatNumber(failed)} failed` : '';
  if (verified === 0) return `No update was installed and verified${failures}.`;
  const done = `${formatCount(verified, 'update')} ${wereText(verified)} installed and verified`;
  return `${done}, ${formatNumber(security)} of them for security${failures}.`;
};

export const shareOf = ({ hosts, atRisk }: { hosts: number; atRisk: number }): number =>
  hosts === 0 ? 0 : atRisk / hosts;

const riskText = ({ risk: { begin, end }, isPartial }: Report): string => {
  if (!end) return 'How many hosts were at risk is not known.';
  const last = formatPercent(shareOf(end));
  const when = isPartial ? 'now' : 'at its end';
  if (begin) return `${formatPercent(shareOf(begin))} of the hosts were at risk at its start, ${last} ${when}.`;
  return `${last} of the hosts ${isPartial ? 'are' : 'were'} at risk ${when}; how many at its start is not known.`;
};

const openText = ({ scope, stillOpen: { exploited, overdue } }: Report): string => {
  const noun = scope === 'site' ? ['vulnerability', 'vulnerabilities'] : ['issue', 'issues'];
  if (exploited === 0 && overdue === 0) return `No ${noun[0]} that is exploited or overdue is open.`;
  const late = overdue === 0 ? 'none is overdue' : `${formatNumber(overdue)} ${areText(overdue)} overdue`;
  if (exploited === 0) return `No exploited ${noun[0]} is open; ${late}.`;
  const first = formatCount(exploited, `exploited ${noun[0]}`, `exploited ${noun[1]}`);
  return `${first} ${areText(exploited)} still open; ${late}.`;
};

/** The report in a few plain sentences. */
export const summaryText = (report: Report): string =>
  [issuesText(report), updatesText(report), riskText(report), openText(report)].join(' ');

/** What the numbers leave out, where the history does not reach back to the first day. */
export const historyNote = ({ risk: { knownSince }, from }: Report): string | undefined => {
  if (knownSince === null) return 'Nothing was counted yet: numbers of the period begin with the first count.';
  return knownSince > from
    ? `The history begins on ${knownSince}. Numbers of the period count from that day on, and the issues of that day count as found.`
    : undefined;
};

/** Whose report of when it is, as a name of a file. */
export const fileName = (report: Report): string => {
  const name = (report.siteName ?? report.customerName)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')
    .join('-');
  return ['report', name, report.from, report.until].filter((part) => part !== '').join('-');
};

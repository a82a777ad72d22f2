import type { Report } from '@patchkeep/contract/reports';
import { momentsOf } from '../report-period.ts';
import { pageHref } from '../site-address.ts';
import type { CsvCell } from '../text/csv.ts';
import { browserTimeZone, formatAbsolute, formatCount, formatNumber, formatPercent } from '../text/format.ts';
import { severityText } from '../vulnerabilities/severity-text.ts';
import { shareOf, unknownText } from './report-text.ts';

export interface ReportCell {
  /** As it goes to CSV. */
  value: CsvCell;
  /** As people read it. */
  text?: string;
  href?: string | undefined;
}
export interface ReportRow {
  cells: readonly ReportCell[];
  /** What the number of this row counts, where the table does not say it for all rows. */
  basis?: string;
}
export interface ReportTable {
  title: string;
  basis: string;
  head: readonly string[];
  rows: readonly ReportRow[];
  /** Stands in place of a table without rows. */
  whenNone?: string;
}

interface Links {
  /** The address of a page of the site; undefined where the numbers are of several sites. */
  page: (path: string, search?: Record<string, string>) => string | undefined;
  /** The same of a page about patching; undefined for those who may not see them. */
  patching: (path: string, search?: Record<string, string>) => string | undefined;
  /** The report of a site for the same days. */
  reportOf: (siteAccountUuid: string) => string;
}

const number = (value: number, href?: string): ReportCell => ({ value, text: formatNumber(value), href });
const share = (value: number): ReportCell => ({ value, text: formatPercent(value) });
const word = (value: string | null, href?: string): ReportCell => ({ value, text: value ?? '–', href });

const numbersHead = (noun: string) => [noun, 'Number'] as const;
const counted = (name: string, value: number, basis: string, href?: string): ReportRow => ({
  cells: [word(name), number(value, href)],
  basis,
});

const hostsTable = ({ hosts }: Report, links: Links): ReportTable => ({
  title: 'Hosts now',
  basis: 'Hosts as their list shows them now.',
  head: numbersHead('Hosts'),
  rows: [
    counted('Active', hosts.active, 'Accepted, neither disabled nor dormant', links.page('/hosts')),
    counted('Workstations', hosts.workstations, 'Active hosts that are no servers'),
    counted('Servers', hosts.servers, 'Active hosts whose system names itself a server'),
    counted('Dormant', hosts.dormant, 'Not heard of for days', links.page('/hosts', { view: 'dormant' })),
  ],
});

const riskTable = (report: Report): ReportTable => {
  const { risk, from, until, isPartial } = report;
  const row = (name: string, standing: Report['risk']['begin']): ReportRow => ({
    cells: standing
      ? [word(name), number(standing.hosts), number(standing.atRisk), share(shareOf(standing))]
      : [word(name), word(null), word(null), word(unknownText(risk))],
  });
  return {
    title: 'Hosts at risk',
    basis:
      'From the kept history of counts: hosts whose worst application is Insecure or 0-Day, of all hosts in that count.',
    head: ['When', 'Hosts', 'At risk', 'Share'],
    rows: [row(`Start of ${from}`, risk.begin), row(isPartial ? 'Now' : `End of ${until}`, risk.end)],
  };
};

const sitesTable = ({ sites }: Report, links: Links): ReportTable => ({
  title: 'By site',
  basis:
    'Hosts, hosts at risk, exploited, overdue and dormant are those of now; issues found and fixed are those of the period.',
  head: ['Site', 'Hosts', 'At risk', 'Found', 'Fixed', 'Exploited', 'Overdue', 'Dormant'],
  rows: sites.map((site) => ({
    cells: [
      word(site.siteName, links.reportOf(site.siteAccountUuid)),
      ...[site.hosts, site.atRisk, site.opened, site.fixed, site.exploited, site.overdue, site.dormant].map((each) =>
        number(each),
      ),
    ],
  })),
});

const days = (value: number | null): ReportCell =>
  value === null ? word(null) : { value, text: formatCount(Math.round(value), 'day') };

const issuesTable = ({ issues }: Report): ReportTable => {
  type Numbers = Pick<Report['issues'], 'opened' | 'fixed' | 'fixedInTime' | 'open'>;
  const row = (name: string, target: number | null, each: Numbers, median: number | null): ReportRow => ({
    cells: [
      word(name),
      days(target),
      number(each.opened),
      number(each.fixed),
      number(each.fixedInTime),
      days(median),
      number(each.open),
    ],
  });
  return {
    title: 'Issues found and fixed',
    basis:
      'An issue is a CVE at a site: found with the first count that shows it, fixed with the first that no longer does. Within target: fixed in the days that its severity is given. The median is that of the fixed ones. Issues are followed every hour.',
    head: ['Severity', 'Target', 'Found', 'Fixed', 'Within target', 'Median', 'Open now'],
    rows: [
      ...issues.rows.map((each) => row(severityText[each.severity], each.targetDays, each, each.medianDays)),
      row('All', null, issues, null),
    ],
  };
};

/** What narrows the patching activity to the days of the report. */
const timesOf = (report: Report): Record<string, string> => {
  const { start, end } = momentsOf(report);
  return { startTime: start.toISOString(), endTime: new Date(end.getTime() - 1).toISOString() };
};

const updatesTable = (report: Report, links: Links): ReportTable => {
  const { updates } = report;
  const activity = (result: string) => links.patching('/patching/activity', { result, ...timesOf(report) });
  return {
    title: 'Updates',
    basis: 'Updates of applications and of Windows in the period.',
    head: numbersHead('Updates'),
    rows: [
      counted(
        'Installed and verified',
        updates.verified,
        'A later inventory of the host shows them; as the chart of the dashboard counts them',
        activity('updated'),
      ),
      counted('Of these for security', updates.security, 'What they replaced was insecure'),
      counted(
        'Failed',
        updates.failed,
        'Updates, installs and removals that were given up; a later try may have succeeded',
        activity('failed'),
      ),
    ],
  };
};

const applicationsTable = (report: Report, links: Links): ReportTable => ({
  title: 'Most updated applications',
  basis: 'The ten with most verified updates in the period, from the work on hosts that are still there.',
  head: ['Application', 'Verified', 'Failed'],
  rows: report.updates.applications.map(({ name, channelTag, kbArticle, verified, failed }) => ({
    cells: [
      word(
        kbArticle === null ? name : `${kbArticle} ${name}`,
        links.patching('/patching/activity', {
          ...(kbArticle === null ? { channelTag: channelTag ?? '' } : { kind: 'wua', kbArticle }),
          ...timesOf(report),
        }),
      ),
      number(verified),
      number(failed),
    ],
  })),
  whenNone: 'No update was installed or failed in this period.',
});

const openTable = ({ stillOpen, scope }: Report, links: Links): ReportTable => {
  const unit = scope === 'site' ? 'A CVE in an application of the site' : 'A CVE at a site';
  return {
    title: 'Still open',
    basis: `Open ${scope === 'site' ? 'now' : 'when issues were last followed, which happens every hour'}, whenever they were found. What ignore rules cover is left out.`,
    head: numbersHead('Open'),
    rows: [
      counted(
        'Exploited',
        stillOpen.exploited,
        `${unit}, which CISA lists as exploited`,
        links.page('/vulnerabilities', { mark: 'exploited' }),
      ),
      counted(
        'Overdue',
        stillOpen.overdue,
        `${unit}, past the day that CISA names or the target of its severity`,
        links.page('/vulnerabilities', { due: 'overdue' }),
      ),
    ],
  };
};

const urgentTable = ({ stillOpen }: Report, links: Links): ReportTable => ({
  title: 'The most urgent ones',
  basis: 'At most ten that are exploited or overdue, in the order of the page Vulnerabilities.',
  head: ['CVE and application', 'Why', 'Hosts', 'Fixed in'],
  rows: stillOpen.vulnerabilities.map(({ cveId, applicationName, applicationId, reason, hosts, fixedVersion }) => ({
    cells: [
      word(
        `${cveId} in ${applicationName}`,
        links.page(`/applications/versions/issues/cve/${cveId}`, { applicationId: String(applicationId) }),
      ),
      word(reason),
      number(hosts, links.page('/applications/hosts', { applicationId: String(applicationId), cve: cveId })),
      word(fixedVersion ?? 'No fix yet'),
    ],
  })),
  whenNone: 'Nothing that is exploited or overdue is open.',
});

const changesTable = ({ changes, scope }: Report, links: Links): ReportTable => ({
  title: 'Decisions',
  basis: 'Change sets that took effect in the period, whether they were taken back later or not.',
  head: numbersHead('Decisions'),
  rows: [
    {
      cells: [word('Changes made', links.patching('/patching/approvals', { view: 'changes' })), number(changes)],
      basis:
        scope === 'site'
          ? 'Changes of this site, as Approvals, Changes lists them'
          : 'Changes of these sites and, for administrators, of the system',
    },
  ],
});

const silentTable = ({ silent, scope }: Report, links: Links): ReportTable => ({
  title: 'Hosts not heard of',
  basis: `${formatCount(silent.total, 'dormant host')} now; at most ten are named, those that fell silent last.`,
  head: scope === 'site' ? ['Host', 'Last seen'] : ['Host', 'Site', 'Last seen'],
  rows: silent.hosts.map(({ uuid, hostName, siteName, lastSeen }) => ({
    cells: [
      word(hostName, links.page('/hosts/host-results', { hostUuid: uuid })),
      ...(scope === 'site' ? [] : [word(siteName)]),
      { value: lastSeen, text: formatAbsolute(new Date(lastSeen), browserTimeZone()) },
    ],
  })),
  whenNone: 'Every host reports.',
});

interface Viewer {
  /** The site that the tab shows. */
  site: string | undefined;
  maySeePatching: boolean;
}

const linksOf = (report: Report, { site, maySeePatching }: Viewer): Links => {
  const page: Links['page'] = (path, search) => (report.scope === 'site' ? pageHref(path, search, site) : undefined);
  return {
    page,
    patching: (path, search) => (maySeePatching ? page(path, search) : undefined),
    reportOf: (other) => pageHref('/report', { from: report.from, until: report.until }, other),
  };
};

/** The tables of a report in the order in which they are read. The screen and the file show the same ones. */
export const reportTables = (report: Report, viewer: Viewer): ReportTable[] => {
  const links = linksOf(report, viewer);
  const isSite = report.scope === 'site';
  return [
    hostsTable(report, links),
    riskTable(report),
    ...(isSite ? [] : [sitesTable(report, links)]),
    issuesTable(report),
    updatesTable(report, links),
    applicationsTable(report, links),
    openTable(report, links),
    ...(isSite ? [urgentTable(report, links)] : []),
    changesTable(report, links),
    silentTable(report, links),
  ];
};

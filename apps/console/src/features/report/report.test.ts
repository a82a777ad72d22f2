import { type Report, reports } from '@patchkeep/contract/reports';
import { reportCsv } from '@patchkeep/rules/report/report-csv';
import { reportTables } from '@patchkeep/rules/report/report-tables';
import { fileName, historyNote, periodText, summaryText } from '@patchkeep/rules/report/report-text';
import { describe, expect, it } from 'vitest';
import { readReportSearch, writeReportSearch } from './report-search.ts';

const site = '11111111-1111-4111-8111-111111111111';
const quiet = { opened: 0, fixed: 0, fixedInTime: 0, open: 0 };
const ofSite: Report = {
  scope: 'site',
  customerName: 'Contoso',
  siteName: 'Contoso DK',
  from: '2026-10-01',
  until: '2026-10-31',
  isPartial: false,
  madeAt: '2026-11-18T04:00:00.000Z',
  madeBy: 'Ana',
  hosts: { active: 1_204, workstations: 1_104, servers: 100, dormant: 2 },
  risk: { knownSince: '2026-01-01', begin: { hosts: 1_000, atRisk: 420 }, end: { hosts: 1_200, atRisk: 372 } },
  issues: {
    opened: 12,
    fixed: 41,
    fixedInTime: 38,
    open: 7,
    rows: [{ severity: 'critical', targetDays: 14, ...quiet, fixed: 1, medianDays: 3.4 }],
  },
  updates: {
    verified: 83,
    security: 40,
    failed: 2,
    applications: [
      { name: '=HYPERLINK("http://evil")', channelTag: 'evil', kbArticle: null, verified: 80, failed: 1 },
      { name: 'Cumulative Update', channelTag: null, kbArticle: 'KB5068861', verified: 3, failed: 1 },
    ],
  },
  stillOpen: {
    exploited: 3,
    overdue: 1,
    vulnerabilities: [
      {
        cveId: 'CVE-2026-1111',
        title: '',
        applicationId: 7,
        applicationName: '7-Zip',
        channelTag: '7-zip',
        priority: 'act-now',
        reason: 'Exploited, 12 hosts',
        isExploited: true,
        isRansomware: false,
        dueOn: null,
        isOverdue: false,
        hosts: 12,
        cvss: null,
        epss: null,
        isFixable: true,
        fixedVersion: '25.01',
        published: null,
        decision: null,
      },
    ],
  },
  changes: 4,
  silent: { total: 0, hosts: [] },
  sites: [],
};
const other = '22222222-2222-4222-8222-222222222222';
const ofCustomer: Report = {
  ...ofSite,
  scope: 'customer',
  siteName: null,
  stillOpen: { exploited: 0, overdue: 0, vulnerabilities: [] },
  sites: [
    {
      siteAccountUuid: other,
      siteName: 'Contoso NO',
      hosts: 5,
      atRisk: 1,
      opened: 2,
      fixed: 3,
      exploited: 0,
      overdue: 0,
      dormant: 0,
    },
  ],
};
const viewer = { site, maySeePatching: true };
const hrefs = (report: Report, given = viewer) =>
  reportTables(report, given).flatMap(({ rows }) =>
    rows.flatMap(({ cells }) => cells.flatMap(({ href }) => href ?? [])),
  );
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');

describe('the address of the report', () => {
  const now = new Date('2026-11-18T04:00:00Z');
  it('names the days, and means the last whole month without them', () => {
    const last = { scope: 'site', from: '2026-10-01', until: '2026-10-31' };
    expect(readReportSearch({}, now)).toEqual(last);
    expect(readReportSearch({ of: 'x', from: '2026-02-30', until: '2026-03-01' }, now)).toEqual(last);
    expect(readReportSearch({ from: '2026-01-01' }, now)).toEqual(last);
    const year = { of: 'customer', from: '2025-12-01', until: '2026-11-18' };
    expect(writeReportSearch(readReportSearch(year, now))).toEqual(year);
    const { of: _, ...days } = year;
    expect(reports.read.query?.parse({ scope: 'customer', ...days })).toEqual({ scope: 'customer', ...days });
  });
});

describe('the words of the report', () => {
  it('call a whole month by its name', () => {
    expect(periodText(ofSite)).toBe('October 2026');
    expect(periodText({ from: '2026-10-01', until: '2026-10-30' })).toBe('2026-10-01 to 2026-10-30');
    expect(periodText({ from: '2026-02-01', until: '2026-02-28' })).toBe('February 2026');
    expect(periodText({ from: '2026-02-03', until: '2026-02-03' })).toBe('2026-02-03');
  });

  it('sum it up, and say what is not known instead of a zero', () => {
    expect(plain(summaryText(ofSite))).toBe(
      'In the period October 2026, 12 issues were found and 41 were fixed, 38 of them within target. ' +
        '83 updates were installed and verified, 40 of them for security; 2 failed. ' +
        '42% of the hosts were at risk at its start, 31% at its end. ' +
        '3 exploited vulnerabilities are still open; 1 is overdue.',
    );
    const young: Report = {
      ...ofCustomer,
      isPartial: true,
      risk: { ...ofSite.risk, knownSince: '2026-10-10', begin: null },
      issues: { ...ofSite.issues, opened: 1, fixed: 0 },
      updates: { verified: 0, security: 0, failed: 0, applications: [] },
    };
    expect(plain(summaryText(young))).toBe(
      'In the period October 2026, 1 issue was found and none was fixed. No update was installed and verified. ' +
        '31% of the hosts are at risk now; how many at its start is not known. ' +
        'No issue that is exploited or overdue is open.',
    );
    const calm: Report = {
      ...ofSite,
      issues: { ...ofSite.issues, opened: 0 },
      updates: { ...ofSite.updates, verified: 0 },
      stillOpen: { exploited: 0, overdue: 2, vulnerabilities: [] },
    };
    expect(plain(summaryText(calm))).toContain('no issue was found and 41 were fixed');
    expect(plain(summaryText(calm))).toContain('No update was installed and verified; 2 failed.');
    expect(plain(summaryText(calm))).toContain('No exploited vulnerability is open; 2 are overdue.');
    const [, risk] = reportTables(young, viewer);
    expect(risk?.rows[0]?.cells.map(({ text }) => text)).toEqual([
      'Start of 2026-10-01',
      '–',
      '–',
      'Not known before 2026-10-10',
    ]);
    expect(historyNote(young)).toContain('begins on 2026-10-10');
    expect(historyNote(ofSite)).toBeUndefined();
    expect(historyNote({ ...ofSite, risk: { knownSince: null, begin: null, end: null } })).toContain('first count');
  });

  it('name the file after whose report of when it is', () => {
    expect(fileName(ofSite)).toBe('report-contoso-dk-2026-10-01-2026-10-31');
    expect(fileName({ ...ofSite, siteName: '../Ås & Co' })).toBe('report-ås-co-2026-10-01-2026-10-31');
  });
});

describe('the numbers of the report', () => {
  it('lead to their pages with the filter that they count by', () => {
    const times = 'startTime=2026-10-01T00%3A00%3A00.000Z&endTime=2026-10-31T23%3A59%3A59.999Z';
    expect(hrefs(ofSite)).toEqual(
      [
        '/hosts?',
        '/hosts?view=dormant&',
        `/patching/activity?result=updated&${times}&`,
        `/patching/activity?result=failed&${times}&`,
        `/patching/activity?channelTag=evil&${times}&`,
        `/patching/activity?kind=wua&kbArticle=KB5068861&${times}&`,
        '/vulnerabilities?mark=exploited&',
        '/vulnerabilities?due=overdue&',
        '/applications/versions/issues/cve/CVE-2026-1111?applicationId=7&',
        '/applications/hosts?applicationId=7&cve=CVE-2026-1111&',
        '/patching/approvals?view=changes&',
      ].map((address) => `#${address}site=${site}`),
    );
    expect(hrefs(ofSite, { site, maySeePatching: false }).filter((href) => href.includes('/patching'))).toEqual([]);
  });

  it('of several sites lead to the report of each site only', () => {
    expect(hrefs(ofCustomer)).toEqual([`#/report?from=2026-10-01&until=2026-10-31&site=${other}`]);
  });

  it('each say what they count', () => {
    for (const { basis, rows } of [...reportTables(ofSite, viewer), ...reportTables(ofCustomer, viewer)])
      expect(rows.every((row) => (row.basis ?? basis) !== '')).toBe(true);
  });
});

describe('the file of the report', () => {
  const lines = reportCsv(ofSite, reportTables(ofSite, viewer)).split('\r\n');
  it('has a line for each number, and runs nothing in a spreadsheet', () => {
    expect(lines[0]).toBe('\ufeffSection,Item,Measure,Value,What is counted');
    expect(lines).toContain('Report,First day,,2026-10-01,');
    expect(lines).toContain('Hosts now,Active,Number,1204,"Accepted, neither disabled nor dormant"');
    expect(lines.some((line) => line.startsWith('Hosts at risk,Start of 2026-10-01,Share,0.42,'))).toBe(true);
    expect(lines.some((line) => line.startsWith('Issues found and fixed,All,Within target,38,'))).toBe(true);
    const [evil] = lines.filter((line) => line.includes('HYPERLINK'));
    expect(evil).toMatch(/^Most updated applications,"'=HYPERLINK\(""http:\/\/evil""\)",Verified,80,/);
  });
});

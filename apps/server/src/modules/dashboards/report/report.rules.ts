import type { Report } from '@patchkeep/contract/reports';
import type { Vulnerability } from '@patchkeep/contract/vulnerabilities';
import { articleOfKb } from '@patchkeep/rules/kb';
import { isOverdue } from '@patchkeep/rules/vulnerabilities/priority';
import type { UpdateTotalsRow } from '../../patching/public.ts';

/** So many rows of each list; a report is read, not searched. */
export const mostListed = 10;

/** Open issues of a site that are alike in all that says how much they press. */
export interface OpenIssues {
  site_id: string;
  is_exploited: boolean;
  exploited_due: string | null;
  opened_on: string;
  cvss_score: number | null;
  issues: number;
}

/** How many issues are exploited and how many are overdue, by the rule of the list of vulnerabilities. */
export const countPressing = (rows: readonly OpenIssues[], today: string): { exploited: number; overdue: number } => {
  const counted = { exploited: 0, overdue: 0 };
  for (const row of rows) {
    const facts = {
      isExploited: row.is_exploited,
      isRansomware: false,
      exploitedDue: row.exploited_due,
      openedOn: row.opened_on,
      publishedOn: null,
      epss: null,
      cvss: row.cvss_score === null ? null : Number(row.cvss_score.toFixed(1)),
    };
    if (facts.isExploited) counted.exploited += row.issues;
    if (isOverdue(facts, today)) counted.overdue += row.issues;
  }
  return counted;
};

/** The exploited ones first, then those that are only overdue: the order of the list of vulnerabilities. */
export const mostPressing = (exploited: readonly Vulnerability[], overdue: readonly Vulnerability[]): Vulnerability[] =>
  [...exploited, ...overdue.filter((row) => !row.isExploited)].slice(0, mostListed);

/** What failed in all, and the applications with most verified updates. */
export const presentUpdates = (
  rows: readonly UpdateTotalsRow[],
): Pick<Report['updates'], 'failed' | 'applications'> => ({
  failed: rows.reduce((sum, { failed }) => sum + failed, 0),
  applications: rows
    .toSorted((a, b) => b.verified - a.verified || b.failed - a.failed)
    .slice(0, mostListed)
    .map(({ channel_tag, kb, name, verified, failed }) => ({
      name,
      channelTag: kb === null ? channel_tag : null,
      kbArticle: kb === null ? null : articleOfKb(kb),
      verified,
      failed,
    })),
});

type Numbers<Key extends string> = Record<Key, number>;

/** One number of several rows added up. */
export const addUp = <Key extends string>(rows: readonly Numbers<Key>[], key: Key): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

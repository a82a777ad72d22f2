import type { Vulnerability } from '@patchkeep/contract/vulnerabilities';
import { describe, expect, it } from 'vitest';
import { addUp, countPressing, mostListed, mostPressing, type OpenIssues, presentUpdates } from './report.rules.ts';

const quiet: OpenIssues = {
  site_id: 'a',
  is_exploited: false,
  exploited_due: null,
  opened_on: '2026-11-10',
  cvss_score: 9.8,
  issues: 1,
};
const row = (cveId: string, isExploited: boolean) => ({ cveId, isExploited }) as Vulnerability;

describe('what a report is made of', () => {
  it('counts an issue as exploited, as overdue, or as both', () => {
    const today = '2026-11-18';
    const counted = (...rows: Partial<OpenIssues>[]) =>
      countPressing(
        rows.map((each) => ({ ...quiet, ...each })),
        today,
      );
    expect(counted({ issues: 7 })).toEqual({ exploited: 0, overdue: 0 });
    // Critical ones are given 14 days.
    expect(counted({ opened_on: '2026-11-04' }, { opened_on: '2026-11-03', issues: 2 })).toEqual({
      exploited: 0,
      overdue: 2,
    });
    expect(counted({ is_exploited: true, exploited_due: '2026-11-17', issues: 3 }, { is_exploited: true })).toEqual({
      exploited: 4,
      overdue: 3,
    });
    // Four bytes hold 8.9 as a little more; it is high all the same.
    expect(counted({ cvss_score: 8.9499998, opened_on: '2026-11-01' })).toEqual({ exploited: 0, overdue: 0 });
  });

  it('lists the exploited first, then what is only overdue, ten at most', () => {
    const exploited = Array.from({ length: 8 }, (_, i) => row(`E${i}`, true));
    const overdue = [...exploited, ...Array.from({ length: 5 }, (_, i) => row(`O${i}`, false))];
    const ids = (rows: readonly Vulnerability[]) => rows.map(({ cveId }) => cveId);
    expect(ids(mostPressing(exploited, overdue))).toEqual([...ids(exploited), 'O0', 'O1']);
    expect(mostPressing([], overdue)).toHaveLength(5);
  });

  it('adds up what failed in all, and lists the ten applications with most updates', () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({
      channel_tag: `app-${i}`,
      kb: null,
      name: `App ${i}`,
      verified: i,
      failed: 1,
    }));
    const { failed, applications } = presentUpdates(rows);
    expect(failed).toBe(12);
    expect(applications).toHaveLength(mostListed);
    expect(applications[0]).toMatchObject({ name: 'App 11', channelTag: 'app-11', kbArticle: null });
    const update = { channel_tag: 'kb:5068861', kb: 5068861, name: 'Cumulative', verified: 1, failed: 0 };
    expect(presentUpdates([update]).applications).toMatchObject([{ channelTag: null, kbArticle: 'KB5068861' }]);
    expect(addUp(rows, 'verified')).toBe(66);
  });
});

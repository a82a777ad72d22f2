import { describe, expect, it } from 'vitest';
import {
  dueOnOf,
  isOverdue,
  priorityKeys,
  priorityLevelOf,
  priorityReason,
  type VulnerabilityFacts,
} from './priority.ts';

const today = '2026-11-18';
const facts = (more: Partial<VulnerabilityFacts> = {}): VulnerabilityFacts => ({
  isExploited: false,
  isRansomware: false,
  exploitedDue: null,
  openedOn: null,
  publishedOn: null,
  hosts: 1,
  epss: null,
  cvss: null,
  ...more,
});
const exploited = (more: Partial<VulnerabilityFacts> = {}) => facts({ isExploited: true, ...more });

/** Names in the order of work. */
const inOrder = (given: Record<string, VulnerabilityFacts>): string[] =>
  Object.entries(given)
    .map(([name, each]) => {
      const { before, after } = priorityKeys(each, today);
      return { name, keys: [...before, -each.hosts, ...after] };
    })
    .toSorted((a, b) => {
      const at = a.keys.findIndex((key, i) => key !== b.keys[i]);
      return at === -1 ? 0 : (a.keys[at] ?? 0) - (b.keys[at] ?? 0);
    })
    .map(({ name }) => name);

describe('the order of vulnerabilities', () => {
  it('puts what ransomware uses above a CVE of CVSS 5.5 and EPSS 1 %, however many hosts have that', () => {
    const ransomware = exploited({ isRansomware: true, hosts: 1, epss: 0.0001, cvss: 3.1 });
    const mild = facts({ hosts: 100_000, epss: 0.01, cvss: 5.5, openedOn: '2020-01-01', publishedOn: '2020-01-01' });
    expect(inOrder({ mild, ransomware })).toEqual(['ransomware', 'mild']);
  });

  it('goes by ransomware, exploited, overdue, likely, severe; each before what follows it', () => {
    expect(
      inOrder({
        mild: facts({ hosts: 900, cvss: 5 }),
        severe: facts({ hosts: 800, cvss: 9.8 }),
        likely: facts({ hosts: 700, epss: 0.1 }),
        overdue: facts({ hosts: 6, openedOn: '2026-01-01' }),
        exploited: exploited({ hosts: 5 }),
        exploitedOverdue: exploited({ hosts: 4, exploitedDue: '2026-11-17' }),
        ransomware: exploited({ hosts: 3, isRansomware: true }),
        ransomwareOverdue: exploited({ hosts: 2, isRansomware: true, exploitedDue: '2026-11-17' }),
      }),
    ).toEqual([
      'ransomwareOverdue',
      'ransomware',
      'exploitedOverdue',
      'exploited',
      'overdue',
      'likely',
      'severe',
      'mild',
    ]);
  });

  it('goes by hosts, then EPSS, then CVSS, then age among equals', () => {
    const same = { hosts: 5, epss: 0.02, cvss: 7 };
    expect(
      inOrder({
        undated: facts(same),
        young: facts({ ...same, publishedOn: '2026-10-01' }),
        old: facts({ ...same, publishedOn: '2025-10-01' }),
        severe: facts({ ...same, cvss: 8 }),
        likelier: facts({ ...same, epss: 0.03 }),
        wider: facts({ ...same, hosts: 6 }),
      }),
    ).toEqual(['wider', 'likelier', 'severe', 'old', 'young', 'undated']);
  });
});

describe('the level', () => {
  it.each([
    ['act-now', exploited()],
    ['soon', facts({ epss: 0.1 })],
    ['soon', facts({ cvss: 2, openedOn: '2026-01-01' })],
    ['plan', facts({ cvss: 9.8, epss: 0.0999 })],
    ['plan', facts({ cvss: 7 })],
    ['watch', facts({ cvss: 6.9 })],
    ['watch', facts()],
  ] as const)('is %s', (level, given) => {
    expect(priorityLevelOf(given, today)).toBe(level);
  });
});

describe('the due day', () => {
  it.each([
    ['is the one of CISA', exploited({ exploitedDue: '2026-12-01' }), '2026-12-01'],
    ['is 14 days after it was found where it is critical', facts({ openedOn: '2026-11-10', cvss: 9 }), '2026-11-24'],
    ['is 90 days after it was found where nobody scored it', facts({ openedOn: '2026-11-10' }), '2027-02-08'],
    [
      'is the earlier of both',
      exploited({ exploitedDue: '2026-12-01', openedOn: '2026-11-10', cvss: 9 }),
      '2026-11-24',
    ],
    ['is not there without either', facts(), null],
  ])('%s', (_, given, due) => {
    expect(dueOnOf(given)).toBe(due);
  });

  it('is not over before the day has passed', () => {
    expect(isOverdue(exploited({ exploitedDue: today }), today)).toBe(false);
    expect(isOverdue(exploited({ exploitedDue: '2026-11-17' }), today)).toBe(true);
  });
});

describe('the reason', () => {
  it.each([
    [
      'Exploited by ransomware, 12 hosts, 9 days overdue',
      exploited({ isRansomware: true, hosts: 12, exploitedDue: '2026-11-09' }),
    ],
    ['Exploited, 1 host, due today', exploited({ exploitedDue: today })],
    ['Exploited, 1 host, due in 1 day', exploited({ exploitedDue: '2026-11-19' })],
    ['Likely to be exploited (EPSS 34.2%), 1\u202f200 hosts', facts({ epss: 0.3419, hosts: 1_200, cvss: 9 })],
    ['Critical severity, 1 host, 1 day overdue', facts({ cvss: 9, openedOn: '2026-11-03' })],
    ['Medium severity, 2 hosts', facts({ cvss: 5.5, hosts: 2, epss: 0.01 })],
    ['Not scored yet, 1 host', facts()],
  ])('%s', (reason, given) => {
    expect(priorityReason(given, today)).toBe(reason);
  });
});
